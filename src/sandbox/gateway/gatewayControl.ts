/** `/__sandbox/gateway`, `/__sandbox/people` and `/__sandbox/events`: controls of what happens by itself. */
import { Effect, Either, Schema } from "effect"
import { isScript, noControl, readBody, readList, strictly } from "../control.ts"
import { json, type Refusal, type Reply } from "../discordError.ts"
import { PeopleScript } from "./acts.ts"
import type { Gateway } from "./Gateway.ts"
import { GatewaySettings } from "./GatewayStatus.ts"
import { eventNames } from "./intents.ts"
import type { People } from "./People.ts"

const Drop = Schema.Struct({ code: Schema.optional(Schema.Int.pipe(Schema.between(1000, 4999))) })

const Synthetic = Schema.Struct({
  t: Schema.Literal(...eventNames),
  d: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  guild_id: Schema.optional(Schema.String),
  channel_id: Schema.optional(Schema.String)
})

const decodeSettings = Schema.decodeUnknownEither(Schema.partialWith(GatewaySettings, { exact: true }), strictly)
const decodeDrop = Schema.decodeUnknownEither(Drop, strictly)
const decodeScript = Schema.decodeUnknownEither(PeopleScript, strictly)
const decodeEvent = Schema.decodeUnknownEither(Synthetic, strictly)

/** Answers a control request of the gateway. */
export const answerGatewayControl = (
  { gateway, people }: { readonly gateway: Gateway; readonly people: People },
  method: string,
  path: string,
  body: Either.Either<unknown, Refusal>
): Effect.Effect<Reply> => {
  switch (`${method} ${path}`) {
    case "GET /__sandbox/gateway":
      return Effect.sync(() => json(200, gateway.view))
    case "PATCH /__sandbox/gateway":
      return answered("The body must be settings of the gateway.", readBody(body, decodeSettings), (changed) =>
        Effect.sync(() => {
          const { gateway: status } = gateway.state
          status.settings = { ...status.settings, ...changed }
          return status.settings
        })
      )
    case "POST /__sandbox/gateway/drop":
      return answered(
        "The body must be empty, or have a close code.",
        readBody(Either.map(body, orEmpty), decodeDrop),
        ({ code }) => Effect.sync(() => ({ dropped: gateway.drop(code) }))
      )
    case "GET /__sandbox/people":
      return Effect.sync(() => json(200, { running: people.running, acted: people.log }))
    case "POST /__sandbox/people":
      return answered(
        "The body must be an act, a script of acts, or a list of them.",
        readList(body, (value) => decodeScript(isScript(value) ? value : { script: [value] })),
        (scripts) => Effect.as(people.start(scripts), { started: scripts.length })
      )
    case "POST /__sandbox/events":
      return answered("The body must be an event, or a list of them.", readList(body, decodeEvent), (events) =>
        Effect.sync(() => {
          for (const { channel_id, d, guild_id, t } of events) {
            const place = { ...(guild_id && { guildId: guild_id }), ...(channel_id && { channelId: channel_id }) }
            gateway.dispatch({ t, d, ...place })
          }
          return { dispatched: events.length }
        })
      )
    default:
      // Any other path of these.
      return Effect.succeed(noControl(method, path))
  }
}

const orEmpty = (value: unknown): unknown => value ?? {}

const answered = <A>(
  message: string,
  read: Either.Either<A, ReadonlyArray<object>>,
  run: (value: A) => Effect.Effect<object>
): Effect.Effect<Reply> =>
  Either.match(read, {
    onLeft: (problems) => Effect.succeed(json(400, { message, problems })),
    onRight: (value) => Effect.map(run(value), (done) => json(200, done))
  })
