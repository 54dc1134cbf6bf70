import { Array as Arr, Effect, Either, ParseResult, Schema } from "effect"
import { Conditions } from "./BucketCounter.ts"
import { json, type Refusal, type Reply } from "./discordError.ts"
import { Fault, type Faults, Script, unknownOperations } from "./Fault.ts"
import type { Recorder } from "./incomingRequest.ts"
import type { Route } from "./Router.ts"
import type { SeedIds } from "./Seed.ts"
import { isPatch, patchState, snapshotOf, unknownPaths } from "./Snapshot.ts"
import type { SandboxState } from "./State.ts"

/** The parts of a sandbox that `/__sandbox` shows and changes. */
export interface ControlContext {
  readonly state: SandboxState
  readonly faults: Faults
  readonly recorder: Recorder
  readonly routes: ReadonlyArray<Route>
  readonly ids: SeedIds
  readonly conditions: { readonly current: Conditions; readonly set: (next: Conditions) => void }
  /** Answers the control requests of the gateway, which is loaded when it is first needed. */
  readonly answerLive: AnswerControl
}

type AnswerControl = (method: string, path: string, body: Either.Either<unknown, Refusal>) => Effect.Effect<Reply>

/** Answers a request to `/__sandbox`, which controls the sandbox from another process. */
export const answerControl = (
  context: ControlContext,
  method: string,
  path: string,
  body: Either.Either<unknown, Refusal>
): Effect.Effect<Reply> =>
  /^\/__sandbox\/(?:gateway|people|events)/.test(path)
    ? context.answerLive(method, path, body)
    : Effect.sync(() => answerTo(context, method, path, body))

const answerTo = (
  context: ControlContext,
  method: string,
  path: string,
  body: Either.Either<unknown, Refusal>
): Reply => {
  switch (`${method} ${path}`) {
    case "GET /__sandbox":
      return json(200, describe(context))
    case "GET /__sandbox/requests":
      return json(200, context.recorder.all)
    case "GET /__sandbox/state":
      return json(200, snapshotOf(context.state))
    case "PATCH /__sandbox/state": {
      const patch = Either.getOrUndefined(body)
      if (!isPatch(patch))
        return json(400, { message: "The body must be an object of objects by path, with null to remove one." })
      const unknown = unknownPaths(patch)
      if (unknown.length > 0) return json(400, { message: "The sandbox cannot set these paths.", paths: unknown })
      patchState(context.state, patch)
      context.state.changes.flush()
      return json(200, { changed: Object.keys(patch).length })
    }
    case "POST /__sandbox/faults":
      return Either.match(readScripts(body, context.routes), {
        onLeft: (problems) =>
          json(400, { message: "The body must be a fault, a script of faults, or a list of them.", problems }),
        onRight: (scripts) => {
          for (const script of scripts) context.faults.inject(script)
          return json(200, { injected: scripts.length, pending: context.faults.pending })
        }
      })
    case "GET /__sandbox/conditions":
      return json(200, context.conditions.current)
    case "PATCH /__sandbox/conditions":
      return Either.match(readConditions(body), {
        onLeft: (problems) => json(400, { message: "The body must be conditions.", problems }),
        onRight: (changed) => {
          context.conditions.set({ ...context.conditions.current, ...changed })
          return json(200, context.conditions.current)
        }
      })
    case "DELETE /__sandbox/faults": {
      const cleared = context.faults.pending.length
      context.faults.clear()
      return json(200, { cleared })
    }
    default:
      // Any other path of `/__sandbox`.
      return noControl(method, path)
  }
}

/** Returns the answer to a control request that the sandbox does not have. */
export const noControl = (method: string, path: string): Reply =>
  json(404, { message: `The sandbox has no control route ${method} ${path}` })

const describe = ({ conditions, faults, ids, recorder, state }: ControlContext) => ({
  sandbox: "effect-discord-mcp",
  message: "This is an embedded Discord, not the real one: nothing here leaves this machine.",
  requests: recorder.arrived.count,
  aborted: recorder.aborted.count,
  faults: faults.pending,
  conditions: conditions.current,
  guilds: state.guilds.size,
  channels: state.channels.size,
  users: state.users.size,
  ids
})

/** A problem in the body of a control request. */
interface Problem {
  readonly path: string
  readonly message: string
}

// Unknown fields are errors, because a misspelled field would change the effect of the fault.
export const strictly = { errors: "all", onExcessProperty: "error" } as const
const decodeFault = Schema.decodeUnknownEither(Fault, strictly)
const decodeScript = Schema.decodeUnknownEither(Script, strictly)
const decodeConditions = Schema.decodeUnknownEither(Schema.partialWith(Conditions, { exact: true }), strictly)

const readConditions = (body: Either.Either<unknown, Refusal>) => readBody(body, decodeConditions)

/** Decodes the body of a control request, or returns every problem in it. */
export const readBody = <A>(
  body: Either.Either<unknown, Refusal>,
  decode: (value: unknown) => Either.Either<A, ParseResult.ParseError>
): Either.Either<A, ReadonlyArray<Problem>> =>
  Either.match(body, {
    onLeft: () => Either.left([notJson]),
    onRight: (value) => Either.mapLeft(decode(value), problemsOf)
  })

const readScripts = (
  body: Either.Either<unknown, Refusal>,
  routes: ReadonlyArray<Route>
): Either.Either<ReadonlyArray<Script>, ReadonlyArray<Problem>> =>
  readList(
    body,
    (value) =>
      isScript(value) ? decodeScript(value) : Either.map(decodeFault(value), (fault): Script => ({ script: [fault] })),
    (script) => unknownOperations([script], routes).map(unknown)
  )

/** Returns whether a value is a script, as opposed to its only step. */
export const isScript = (value: unknown): boolean => typeof value === "object" && value !== null && "script" in value

/** Decodes a body that is one value or a list of values, or returns every problem in it. `check` finds further ones. */
export const readList = <A>(
  body: Either.Either<unknown, Refusal>,
  decode: (value: unknown) => Either.Either<A, ParseResult.ParseError>,
  check: (value: A) => ReadonlyArray<Problem> = () => []
): Either.Either<ReadonlyArray<A>, ReadonlyArray<Problem>> =>
  Either.match(body, {
    onLeft: () => Either.left([notJson]),
    onRight: (value) => {
      const read = Array.isArray(value)
        ? value.map((one, at) => Either.mapLeft(decode(one), (error) => under(String(at))(problemsOf(error))))
        : [Either.mapLeft(decode(value), problemsOf)]
      const [problems, values] = Arr.separate(read)
      const all = [...problems.flat(), ...values.flatMap(check)]
      return all.length === 0 ? Either.right(values) : Either.left(all)
    }
  })

const notJson: Problem = { path: "", message: "The body is not JSON, or its Content-Type is not application/json." }

const problemsOf = (error: ParseResult.ParseError): ReadonlyArray<Problem> =>
  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => ({ path: path.join("."), message }))

const under =
  (place: string) =>
  (problems: ReadonlyArray<Problem>): ReadonlyArray<Problem> =>
    problems.map(({ message, path }) => ({ path: path === "" ? place : `${place}.${path}`, message }))

const unknown = (operation: string): Problem => ({
  path: "match.operation",
  message: `The sandbox has no operation ${operation}`
})
