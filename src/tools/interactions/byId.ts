/** Answers to interactions of live events: by their id, after the server has acknowledged them. */
import { Effect, Struct } from "effect"
import { Discord } from "../../discord/Discord.ts"
import { type DiscordRequest, type Reply, repeatOf } from "../../discord/DiscordRequest.ts"
import { namedIn, tokenPlaceholder } from "../../discord/OpenInteractions.ts"
import type { Permit } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { described, optional } from "../../objects/schema/fields.ts"
import { ApplicationId, InteractionId, OWN_APPLICATION } from "../../objects/schema/ids.ts"
import { issueIf } from "../dsl/checks.ts"
import type { Rewritten } from "../dsl/ToolDefinition.ts"
import { toRenderable, toRenderableParts } from "../messages/markdown.ts"
import { token } from "../webhooks/fields.ts"

/** The token of an interaction. Live events have only its id. */
export const interaction_token = optional(
  token("The token, valid for 15 minutes; not for interactions of live events.")
)

/** After its first response, an interaction is a webhook of its application. */
export const path = {
  application_id: optional(described("Another than the bot's own.", ApplicationId)),
  interaction_token
}

/** The field in place of the application and the token. */
export const interaction_id = optional(described("Of an interaction of live events.", InteractionId))

interface ByToken {
  readonly application_id?: string
  readonly interaction_id?: string
  readonly interaction_token?: string
}

/** Replaces a missing token by its placeholder. The application of a known interaction is known, too. */
export const byId = (given: ByToken): Rewritten => {
  const { input, ...renderable } = toRenderable(given)
  return { ...renderable, input: withPlaceholder(input) }
}

/** The same for a message that can be split. */
export const byIdInParts = (given: ByToken): Rewritten => {
  const { input, ...renderable } = toRenderableParts(given)
  return { ...renderable, input: withPlaceholder(input) }
}

const withPlaceholder = (input: ByToken) => {
  const { interaction_id, interaction_token } = input
  const isById = interaction_id !== undefined && interaction_token === undefined
  return isById
    ? { ...input, application_id: OWN_APPLICATION, interaction_token: tokenPlaceholder(interaction_id) }
    : { application_id: OWN_APPLICATION, ...input }
}

/** The same, for the response itself, whose path has no application. */
export const responseById = (given: ByToken): Rewritten => {
  const { input, ...renderable } = byId(given)
  return { ...renderable, input: Struct.omit(input as ByToken, "application_id") } // its fields are those of `given`
}

/** Requires the id, or the token. The token belongs to one interaction, which is not looked up. */
export const tokenIssues = (input: ByToken): ReadonlyArray<ValidationIssue> => {
  const { interaction_id, interaction_token = "" } = input
  if (interaction_id !== undefined) {
    return issueIf(
      interaction_token !== tokenPlaceholder(interaction_id),
      "interaction_id",
      "cannot be set together with interaction_token",
      "exclusive"
    )
  }
  return issueIf(interaction_token === "", "interaction_id", "set it, or interaction_token", "required")
}

const ORIGINAL = "/webhooks/{application_id}/{interaction_token}/messages/@original"
const FOLLOWUP = "/webhooks/{application_id}/{interaction_token}"

type Sending = Effect.Effect<Reply, DiscordFailure, Discord | Permit>

/** Sends the same content to another route of the interaction. */
const reroute = (
  request: DiscordRequest,
  method: "POST" | "PATCH",
  change: (body: Readonly<Record<string, unknown>>) => unknown
): DiscordRequest => {
  const { body, load, query: _, read: __, ...rest } = request
  const { interaction_token = "" } = request.path
  const changed = (content: unknown) => change(Object(content))
  return {
    ...rest,
    method,
    route: method === "PATCH" ? ORIGINAL : FOLLOWUP,
    path: { application_id: OWN_APPLICATION, interaction_token },
    ...(method === "POST" && { query: { wait: true } }),
    repeat: repeatOf(method),
    ...(load === undefined
      ? { body: changed(body) }
      : { load: Effect.map(load, (loaded) => ({ ...loaded, body: changed(loaded.body) })) })
  }
}

const EPHEMERAL = 64

/** An edit cannot hide a message that is shown, so it leaves the flag out. */
const withoutEphemeral = ({ flags, ...message }: Readonly<Record<string, unknown>>) =>
  flags === undefined ? message : { ...message, flags: Number(flags) & ~EPHEMERAL }

const dataOf = ({ data }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => Object(data)

/** Deletes the acknowledgement, which everybody sees, before an answer that only the user may see. */
const deleteOriginal = ({ path: { interaction_token = "" } }: DiscordRequest): DiscordRequest => ({
  method: "DELETE",
  route: ORIGINAL,
  path: { application_id: OWN_APPLICATION, interaction_token },
  subject: "interaction",
  risk: "write",
  repeat: "same",
  duration: "default"
})

/**
 * Sends a new message: in place of a deferred reply, or as a follow-up. A deferred reply is public, so a message for the
 * user only is a follow-up in any case. Returns the reply, and what was done.
 */
const sendMessage = Effect.fnUntraced(function* (
  request: DiscordRequest,
  isDeferred: boolean,
  isEphemeral: boolean,
  messageOf: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
) {
  const discord = yield* Discord
  if (isDeferred && !isEphemeral) {
    const reply = yield* discord.request(reroute(request, "PATCH", (body) => withoutEphemeral(messageOf(body))))
    return { reply, how: "The server had acknowledged the interaction, so the message replaces the deferred reply." }
  }
  if (isDeferred) yield* discord.request(deleteOriginal(request))
  const reply = yield* discord.request(reroute(request, "POST", messageOf))
  return { reply, how: "The interaction was already acknowledged, so the message is a follow-up." }
})

/** Sends a response. After an acknowledgement or an answer, it becomes an edit of the original message or a follow-up. */
export const sendResponse = (
  request: DiscordRequest,
  { ephemeral, message, type }: { readonly ephemeral?: boolean; readonly message?: object; readonly type: string }
): Sending =>
  Effect.gen(function* () {
    const discord = yield* Discord
    const id = namedIn(request)
    const first = yield* firstAnswerOf(discord, id)
    if (id === undefined || first === undefined) return yield* discord.request(request)
    const answered = discord.interactions?.answered(id, deferredBy(type)) ?? Effect.void
    if (first === "open") return yield* Effect.zipLeft(discord.request(request), answered)
    const isNew = type === "channel_message_with_source"
    if (isNew || type === "update_message") {
      const isEphemeral = ephemeral === true || (flagsInMessage(message) & EPHEMERAL) !== 0
      const { how, reply } = isNew
        ? yield* sendMessage(request, first === "deferred_reply", isEphemeral, dataOf)
        : {
            reply: yield* discord.request(reroute(request, "PATCH", (body) => withoutEphemeral(dataOf(body)))),
            how: "The server had acknowledged the interaction, so its message was edited."
          }
      yield* answered
      return { ...reply, ...asResponse(request, id, reply.body), notice: how }
    }
    if (type.startsWith("deferred_")) {
      return { body: undefined, attempts: 0, alreadyApplied: true }
    }
    return yield* new ValidationError({
      validation_issues: [
        {
          path: "type",
          message: `cannot follow the acknowledgement that the server sent at once. With MCP_INTERACTIONS=log it sends none, and a response of type ${type} is possible for 3 seconds`,
          code: "already_acknowledged"
        }
      ]
    })
  })

const firstAnswerOf = ({ interactions }: Discord["Type"], id: string | undefined) =>
  id === undefined || interactions === undefined ? Effect.succeed(undefined) : interactions.firstAnswer(id)

const deferredBy = (type: string) => {
  if (type === "deferred_update_message") return "deferred_update"
  return type === "deferred_channel_message_with_source" ? "deferred_reply" : "answered"
}

const flagsInMessage = (message: object | undefined): number => {
  const { flags } = Object(message)
  return Array.isArray(flags) && flags.includes("ephemeral") ? EPHEMERAL : 0
}

/** Makes the reply of a response from the message that was sent, as the request reads it. */
const asResponse = ({ read }: DiscordRequest, id: string, message: unknown) => {
  const { flags, id: response_message_id } = Object(message)
  const response_message_ephemeral = (Number(flags ?? 0) & EPHEMERAL) !== 0
  const body = { interaction: { id, response_message_id, response_message_ephemeral }, resource: { message } }
  const reading = read?.(body)
  return reading === undefined ? { body } : { body: reading.body, omitted: reading.omitted }
}

/** Sends a follow-up. The first one after a deferred reply replaces it. */
export const sendFollowup = (
  request: DiscordRequest,
  { ephemeral, flags }: { readonly ephemeral?: boolean; readonly flags?: ReadonlyArray<string> }
): Sending =>
  Effect.gen(function* () {
    const discord = yield* Discord
    const id = namedIn(request)
    const first = yield* firstAnswerOf(discord, id)
    if (id === undefined || first !== "deferred_reply") return yield* discord.request(request)
    const isEphemeral = ephemeral === true || flags?.includes("ephemeral") === true
    const { how, reply } = yield* sendMessage(request, true, isEphemeral, (body) => body)
    yield* discord.interactions?.answered(id, "answered") ?? Effect.void
    const reading = request.read?.(reply.body)
    return { ...reply, ...(reading && { body: reading.body, omitted: reading.omitted }), notice: how }
  })

/** Sends an edit of the original response, after which a deferred reply is answered. */
export const sendEdit = (request: DiscordRequest): Sending =>
  Effect.gen(function* () {
    const discord = yield* Discord
    const id = namedIn(request)
    const reply = yield* discord.request(request)
    if (id !== undefined) yield* discord.interactions?.answered(id, "answered") ?? Effect.void
    return reply
  })
