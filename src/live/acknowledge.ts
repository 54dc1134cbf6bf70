/** Acknowledges interactions at once, so that people do not see them fail. They are answered later. */
import { Effect, Option, PubSub, Schema, Stream } from "effect"
import { Discord } from "../discord/Discord.ts"
import type { Interaction, OpenInteractions } from "../discord/OpenInteractions.ts"
import { Id } from "../objects/schema/snowflake.ts"
import { parseCustomId } from "./askPeople.ts"
import { threadOf } from "./channels.ts"
import { acknowledgementOf, firstAnswerOf } from "./interactionFields.ts"

/** The number of interactions that are acknowledged at once. */
const CONCURRENCY = 16

const Open = Schema.Struct({
  id: Id,
  application_id: Id,
  token: Schema.NonEmptyString,
  guild_id: Schema.optional(Id),
  channel_id: Schema.optional(Id),
  channel: Schema.optional(
    Schema.NullOr(Schema.Struct({ type: Schema.Number, parent_id: Schema.optional(Schema.NullOr(Id)) }))
  )
})
const decodeOpen = Schema.decodeUnknownOption(Open)

/** Returns what answers an interaction. None for one of the server's own questions, which it answers itself. */
export const openInteraction = (data: unknown): Option.Option<Interaction> => {
  const custom_id = Object(Object(data).data).custom_id
  if (typeof custom_id === "string" && parseCustomId(custom_id) !== undefined) return Option.none()
  return Option.map(decodeOpen(data), ({ channel, ...interaction }) => ({ ...interaction, ...threadOf(channel ?? {}) }))
}

/** Acknowledges the interactions that arrive, until the scope ends. */
export const acknowledge = Effect.fnUntraced(function* (
  interactions: PubSub.PubSub<unknown>,
  open: OpenInteractions,
  mayAnswer: (data: unknown) => boolean
) {
  const { request } = yield* Discord
  const one = Effect.fnUntraced(function* (data: unknown) {
    const interaction = Option.getOrUndefined(openInteraction(data))
    const body = acknowledgementOf(data)
    if (interaction === undefined || body === undefined || !mayAnswer(data)) return
    const { id: interaction_id, token: interaction_token } = interaction
    yield* request({
      method: "POST",
      route: "/interactions/{interaction_id}/{interaction_token}/callback",
      path: { interaction_id, interaction_token },
      body,
      subject: "interaction",
      risk: "write",
      repeat: "no",
      duration: "default",
      explained: false
    }).pipe(
      Effect.matchEffect({
        onSuccess: () => open.answered(interaction_id, firstAnswerOf(body)),
        onFailure: (failure) =>
          Effect.zipRight(
            Effect.logWarning(
              "an interaction could not be acknowledged. If another program answers the interactions of this bot, set MCP_INTERACTIONS=log",
              failure
            ),
            open.answered(interaction_id, failure._tag === "DiscordConflictError" ? "answered" : "open")
          )
      })
    )
  })
  const arriving = yield* PubSub.subscribe(interactions)
  yield* Stream.fromQueue(arriving).pipe(
    Stream.mapEffect(
      (data) =>
        Effect.catchAllCause(one(data), (cause) => Effect.logError("an interaction could not be acknowledged", cause)),
      { concurrency: CONCURRENCY, unordered: true }
    ),
    Stream.runDrain,
    Effect.forkScoped
  )
})
