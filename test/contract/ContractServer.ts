import { Cause, Context, Effect, Layer, type Scope } from "effect"
import * as Description from "./Description.ts"
import type { Finding } from "./Finding.ts"
import * as Judges from "./Finding.ts"
import { inspect } from "./inspect.ts"
import { type Answered, type Arrived, listen } from "./listen.ts"
import * as Router from "./Router.ts"
import { sample } from "./sample.ts"

/** A violation of the description by a request. */
export interface Violation extends Finding {
  /** The id of the operation; method and path without one. */
  readonly operation: string
}

/** The requests of one caller since the last `take`. */
export interface Seen {
  readonly requests: number
  readonly violations: ReadonlyArray<Violation>
}

/** A server that validates every request against the description, and responds as described. */
export class ContractServer extends Context.Tag("effect-discord-mcp/test/ContractServer")<
  ContractServer,
  {
    /** Returns the API address for one caller, which identifies its requests. */
    readonly urlFor: (caller: string) => string
    /** Returns and removes the recorded requests of a caller. */
    readonly take: (caller: string) => Effect.Effect<Seen>
  }
>() {}

const make: Effect.Effect<ContractServer["Type"], never, Scope.Scope> = Effect.gen(function* () {
  const description = Description.read()
  const law = { description, judge: Judges.make(description.root) }
  const route = Router.make(description.operations)
  const seen = new Map<string, { requests: number; violations: Array<Violation> }>()
  const turns = new Map<string, number>()
  const bodies = new Map<string, string>()

  const of = (caller: string) => {
    const known = seen.get(caller) ?? { requests: 0, violations: [] }
    seen.set(caller, known)
    return known
  }

  /** Every second response is full, so that views get both required and optional fields. */
  const answer = (caller: string, operation: Description.Described): Answered => {
    const turn = turns.get(caller) ?? 0
    turns.set(caller, turn + 1)
    const fullness = turn % 2 === 0 ? "lean" : "full"
    const { media, schema, status } = operation.success
    if (schema === undefined) return { status, media: "", body: "" }
    if (media !== "application/json") return { status, media, body: "not JSON" }
    const key = `${operation.id} ${fullness}`
    const value = bodies.get(key) ?? JSON.stringify(asSent(operation, sample(description, schema, fullness)))
    bodies.set(key, value)
    return { status, media, body: value }
  }

  const handle = (arrived: Arrived): Effect.Effect<Answered> =>
    Effect.gen(function* () {
      const { pathname, searchParams } = new URL(arrived.target, "http://127.0.0.1")
      const [, caller = "", path = ""] = /^\/([^/]+)\/v10(\/.*)$/.exec(pathname) ?? []
      const state = of(caller)
      state.requests++
      const routed = route(arrived.method, path)
      if (routed === undefined) {
        state.violations.push({
          operation: `${arrived.method} ${path.replaceAll(/\/\d{17,20}(?=\/|$)/g, "/{}")}`,
          at: "route",
          rule: "route",
          schema: "paths",
          message: "Discord has no such operation",
          given: arrived.target
        })
        return { status: 200, media: "application/json", body: "[]" }
      }
      const findings = yield* inspect(law, routed, searchParams, arrived).pipe(
        Effect.catchAllCause((cause) => Effect.succeed([brokenTest(Cause.pretty(cause))]))
      )
      state.violations.push(...findings.map((finding) => ({ ...finding, operation: routed.operation.id })))
      return answer(caller, routed.operation)
    })

  const url = yield* listen(handle)
  return ContractServer.of({
    urlFor: (caller) => `${url}/${caller}`,
    take: (caller) =>
      Effect.sync(() => {
        const { requests, violations } = of(caller)
        seen.delete(caller)
        return { requests, violations }
      })
  })
})

/** The server of all tests. */
export const layer: Layer.Layer<ContractServer> = Layer.scoped(ContractServer, make)

/** Adds what a lean response has although the description calls it optional: every channel of a guild has overwrites. */
const asSent = ({ id }: Description.Described, value: unknown): unknown =>
  id === "get_channel" ? { permission_overwrites: [], ...Object(value) } : value

/** A request that cannot be validated counts as a violation. */
const brokenTest = (message: string): Finding => ({
  at: "",
  rule: "test",
  schema: "",
  message: `this request could not be judged: ${message}`,
  given: undefined
})
