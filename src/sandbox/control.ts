import { Either, ParseResult, Schema } from "effect"
import type { Refusal } from "./discordError.ts"
import { Fault, type Faults } from "./Fault.ts"
import type { Recorder } from "./Recorder.ts"
import { json, type Reply } from "./Reply.ts"
import type { SeedIds } from "./Seed.ts"
import type { World } from "./World.ts"

/** What `/__sandbox` shows and changes. */
export interface Controlled {
  readonly world: World
  readonly faults: Faults
  readonly recorder: Recorder
  readonly ids: SeedIds
}

/** Answers a request to `/__sandbox`: the sandbox by HTTP, for whoever is in another process. */
export const answerControl = (
  it: Controlled,
  method: string,
  path: string,
  body: Either.Either<unknown, Refusal>
): Reply => {
  switch (`${method} ${path}`) {
    case "GET /__sandbox":
      return json(200, describe(it))
    case "GET /__sandbox/requests":
      return json(200, it.recorder.all)
    case "POST /__sandbox/faults":
      return Either.match(readFaults(body), {
        onLeft: (problems) => json(400, { message: "This is no fault, and no list of faults.", problems }),
        onRight: (faults) => {
          for (const fault of faults) it.faults.inject(fault)
          return json(200, { injected: faults.length, pending: it.faults.pending })
        }
      })
    case "DELETE /__sandbox/faults": {
      const cleared = it.faults.pending.length
      it.faults.clear()
      return json(200, { cleared })
    }
    default:
      return json(404, { message: `The sandbox has no control ${method} ${path}` })
  }
}

const describe = ({ faults, ids, recorder, world }: Controlled) => ({
  sandbox: "effect-discord-mcp",
  message: "This is an embedded Discord, not the real one: nothing here leaves this machine.",
  requests: recorder.arrived.count,
  aborted: recorder.aborted.count,
  faults: faults.pending,
  guilds: world.guilds.size,
  channels: world.channels.size,
  users: world.users.size,
  ids
})

// A misspelt field would else be a fault that does not do what its author thinks.
const strictly = { errors: "all", onExcessProperty: "error" } as const
const decodeOne = Schema.decodeUnknownEither(Fault, strictly)
const decodeMany = Schema.decodeUnknownEither(Schema.Array(Fault), strictly)

const readFaults = (
  body: Either.Either<unknown, Refusal>
): Either.Either<ReadonlyArray<Fault>, ReadonlyArray<{ readonly path: string; readonly message: string }>> =>
  Either.match(body, {
    onLeft: () => Either.left([{ path: "", message: "The body is not JSON, or not said to be." }]),
    onRight: (value) =>
      Either.mapLeft(Array.isArray(value) ? decodeMany(value) : Either.map(decodeOne(value), Array.of), (error) =>
        ParseResult.ArrayFormatter.formatErrorSync(error).map((it) => ({
          path: it.path.join("."),
          message: it.message
        }))
      )
  })
