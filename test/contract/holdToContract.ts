import { Cause, Effect, Exit, Layer, Option, Redacted } from "effect"
import { serverParts } from "../../src/cli/serverParts.ts"
import type { Settings } from "../../src/config/Settings.ts"
import { Dispatch } from "../../src/dispatch/Dispatch.ts"
import type { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { serverLayer } from "../../src/layers.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { ContractServer, type Violation } from "./ContractServer.ts"
import { edgesOf, onEdge, strayingPaths } from "./edges.ts"
import { batch } from "./inputs.ts"
import { excuses, type KnownMistake } from "./knownMistakes.ts"

/** Number of calls that must succeed, and the maximum number of inputs. */
export const CALLS = 20
const ATTEMPTS = 400

/** Number of inputs per bound, because other fields of an input may conflict with it. */
const EDGE_ATTEMPTS = 3

/** A violation and the call that caused it. */
export interface Caught extends Violation {
  readonly input: object
}

/** The result of calling one tool. */
export interface Held {
  readonly calls: number
  readonly attempts: number
  readonly caught: ReadonlyArray<Caught>
  /** Errors before any request, and how often each occurred. */
  readonly refusals: ReadonlyMap<string, number>
}

/**
 * Calls a tool with inputs of its schema, through the real chain, against the contract
 * server. Stops after enough calls, once every known mistake of the description was found.
 */
export const holdToContract = (
  tool: Tool,
  expected: ReadonlyArray<KnownMistake>,
  settings: Settings["Type"],
  seed: number
) =>
  Effect.gen(function* () {
    const server = yield* ContractServer
    const dispatch = yield* Dispatch
    const caught: Array<Caught> = []
    const refusals = new Map<string, number>()
    const accepted: Array<object> = []
    let attempts = 0

    /** Whether the call succeeded. An error before any request comes from the tool's own check. */
    const attempt = Effect.fnUntraced(function* (input: object) {
      const exit = yield* Effect.exit(dispatch.run(tool.name, input))
      const { requests, violations } = yield* server.take(tool.name)
      const problem = problemOf(exit)
      if (problem?.refusal === true && (requests === 0 || problem.beforeSending)) {
        refusals.set(problem.text, (refusals.get(problem.text) ?? 0) + 1)
        return false
      }
      caught.push(...violations.map((violation) => ({ ...violation, input })))
      // A tool with its own logic may fail on the generated state. Any other tool must not fail.
      if (problem !== undefined && (tool.operation !== undefined || problem.bug)) {
        caught.push(failed(tool, problem.text, input))
      }
      return true
    })

    for (const { shownBy: [shownBy, input] = [] } of expected) {
      if (shownBy === tool.name && input !== undefined) yield* attempt(input)
    }
    const done = () =>
      attempts >= ATTEMPTS ||
      (accepted.length >= CALLS && expected.every((mistake) => caught.some((violation) => excuses(mistake, violation))))
    for (let number = 0; !done(); number++) {
      for (const input of yield* batch(tool, seed, number)) {
        if (done()) break
        attempts++
        if (yield* attempt(input)) accepted.push(input)
      }
    }
    const calls = accepted.length
    // Then checks each bound with an input that succeeded.
    const edges =
      tool.operation === undefined
        ? []
        : [...edgesOf(publishedSchema(tool.input)), ...strayingPaths(tool.operation.route)]
    for (const edge of edges) {
      const moved = accepted.flatMap((input) => onEdge(input, edge) ?? []).slice(0, EDGE_ATTEMPTS)
      for (const input of moved) if (yield* attempt(input)) break
    }
    return { calls, attempts, caught, refusals } satisfies Held as Held
  }).pipe(within(tool, settings))

/** Runs calls in a separate server, so that no tool sees the state of another. */
const within =
  (tool: Tool, settings: Settings["Type"]) =>
  <A, E>(calls: Effect.Effect<A, E, Dispatch | ContractServer>) =>
    Effect.scoped(
      Effect.gen(function* () {
        const server = yield* ContractServer
        const context = yield* Layer.build(app(server.urlFor(tool.name), settings))
        return yield* Effect.provide(calls, context)
      })
    )

/** The server without its protocol, pointed at the contract server. */
const app = (apiUrl: string, settings: Settings["Type"]) =>
  serverLayer(serverParts({ settings: { ...settings, apiUrl }, token: Redacted.make("contract-token"), warnings: [] }))

interface Problem {
  readonly text: string
  readonly refusal: boolean
  /** The server itself refused the call, perhaps after lookups. */
  readonly beforeSending: boolean
  readonly bug: boolean
}

/** Returns the error of a call, if it failed. */
const problemOf = (exit: Exit.Exit<unknown, DiscordMcpError>): Problem | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (error === undefined) return { text: Cause.pretty(exit.cause), refusal: false, beforeSending: false, bug: true }
  const { code, message } = toEnvelope(error)
  const issues = error._tag === "ValidationError" ? error.validation_issues.map((it) => `${it.path} ${it.message}`) : []
  const beforeSending = error._tag === "ValidationError" && error.upstream === undefined
  return {
    text: issues.length > 0 ? issues.join("; ") : `${code}: ${message}`,
    refusal: true,
    beforeSending,
    bug: false
  }
}

const failed = ({ name, operation }: Tool, message: string, input: object): Caught => ({
  operation: operation === undefined ? name : `${operation.method} ${operation.route}`,
  at: "answer",
  rule: "failed",
  schema: "the answer as described",
  message,
  given: undefined,
  input
})
