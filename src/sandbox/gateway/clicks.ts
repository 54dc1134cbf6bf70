/** Uses of the components of a message: the interaction that Discord makes of a click, and where it sends it. */
import { type APIMessage, ComponentType } from "discord-api-types/v10"
import { Data, Deferred, Effect, FiberId, Hash, Predicate } from "effect"
import { isDirect, toApiChannel } from "../find.ts"
import { permissionsOf } from "../Permissions.ts"
import { isLoopback } from "../routes/gateway.ts"
import { ANSWER_MS, answer } from "../routes/interactions.ts"
import type { Channel, Entity, SandboxState } from "../State.ts"
import { sendSigned } from "./endpoint.ts"
import type { Gateway } from "./Gateway.ts"
import type { Interaction, InteractionAnswer } from "./GatewayStatus.ts"

/** A person cannot do what a script says, and why. */
export class CannotAct extends Data.TaggedError("CannotAct")<{ readonly message: string }> {}

/** A component that can be used: a button, or a select with the chosen values. */
export interface ComponentUse {
  readonly custom_id?: string | undefined
  readonly label?: string | undefined
  /** Chosen values of a select. */
  readonly values?: ReadonlyArray<string> | undefined
}

/** Returns the components of a message that have a `custom_id`, at any depth. */
export const componentsOf = (message: APIMessage): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const inside = (value: unknown): ReadonlyArray<Readonly<Record<string, unknown>>> => {
    if (Array.isArray(value)) return value.flatMap(inside)
    if (!Predicate.isReadonlyRecord(value)) return []
    const own = typeof value.custom_id === "string" ? [value] : []
    return [...own, ...Object.values(value).flatMap((field) => (typeof field === "object" ? inside(field) : []))]
  }
  return inside(message.components)
}

/** Returns whether a component is meant: by its id and its label. With values it is a select, without a button. */
export const isMeant =
  ({ custom_id, label, values }: ComponentUse) =>
  (component: Readonly<Record<string, unknown>>): boolean =>
    (custom_id === undefined || component.custom_id === custom_id) &&
    (label === undefined || component.label === label) &&
    (values === undefined) === (component.type === ComponentType.Button)

/** Clicks a button or chooses in a select. Returns the application's answer, and `none` if it does not answer in time. */
export const click = Effect.fnUntraced(function* (
  gateway: Gateway,
  userId: string,
  channel: Channel,
  message: APIMessage,
  use: ComponentUse
) {
  const component = componentsOf(message).find(isMeant(use))
  if (component === undefined) return yield* new CannotAct({ message: "The message has no such component." })
  if (component.disabled === true) return yield* new CannotAct({ message: "The component is disabled." })
  const data = {
    component_type: component.type,
    custom_id: component.custom_id,
    ...(use.values !== undefined && { values: use.values })
  }
  return yield* interact(gateway, userId, channel, { type: 3, message, data })
})

/** What a person does with the application. */
interface Use {
  readonly type: number
  readonly data: Readonly<Record<string, unknown>>
  readonly message?: APIMessage
}

/** Uses a command. The sandbox accepts any name: it does not keep what each application has registered. */
export const useCommand = (
  gateway: Gateway,
  userId: string,
  channel: Channel,
  { name, options = [] }: { readonly name: string; readonly options?: ReadonlyArray<object> | undefined }
) => interact(gateway, userId, channel, { type: 2, data: { id: gateway.state.nextId(), type: 1, name, options } })

/** Sends an interaction, and waits for the first answer. */
const interact = Effect.fnUntraced(function* (gateway: Gateway, userId: string, channel: Channel, use: Use) {
  const { state } = gateway
  const id = state.nextId()
  const interaction: Interaction = {
    id,
    token: Array.from({ length: 8 }, (_, salt) => (Hash.string(`${salt}${id}`) >>> 0).toString(36)).join(""),
    createdMs: state.nowMs,
    channelId: channel.id,
    ...(use.message && { messageId: use.message.id }),
    userId,
    answered: Deferred.unsafeMake<InteractionAnswer>(FiberId.none)
  }
  state.gateway.open(interaction)
  yield* send(gateway, interaction, interactionOf(state, interaction, channel, use))
  return yield* Effect.timeoutOption(Deferred.await(interaction.answered), ANSWER_MS)
})

/** Sends an interaction to the application's endpoint, or over the gateway if it has none. */
const send = Effect.fnUntraced(function* (gateway: Gateway, interaction: Interaction, payload: Entity) {
  const { state } = gateway
  const url = state.application.interactions_endpoint_url
  if (typeof url !== "string" || !isLoopback(url)) {
    state.changes.record({ kind: "interaction", owner: "", id: payload.id, before: undefined, after: payload })
    state.changes.flush()
    return
  }
  const effect = gateway.faults.takeForGateway("INTERACTION_CREATE")?.do
  const replies = yield* sendSigned(url, payload, effect)
  const accepted = replies.find(({ body }) => Predicate.isReadonlyRecord(body) && typeof body.type === "number")
  if (accepted === undefined || !Predicate.isReadonlyRecord(accepted.body)) return
  const { data, type } = accepted.body
  yield* Effect.ignore(answer(state, interaction, { type: Number(type), data }))
  state.changes.flush()
})

/** Returns the data of INTERACTION_CREATE. */
const interactionOf = (state: SandboxState, { id, token, userId }: Interaction, channel: Channel, use: Use): Entity => {
  const { bot, guilds, users } = state
  const member = state.membersOf(channel.guild_id).get(userId)
  const guild = guilds.get(channel.guild_id)
  const permissions = (user: string) => permissionsOf(state, channel.guild_id, user, channel).toString()
  const place =
    guild === undefined || member === undefined
      ? { user: users.get(userId) }
      : {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.preferred_locale, features: guild.features },
          guild_locale: guild.preferred_locale,
          member: { ...member, permissions: permissions(userId) }
        }
  return {
    id,
    application_id: bot.id,
    ...use,
    token,
    version: 1,
    ...place,
    channel_id: channel.id,
    channel: toApiChannel(channel),
    locale: "en-US",
    app_permissions: permissions(bot.id),
    entitlements: [],
    authorizing_integration_owners: { "0": isDirect(channel) ? "0" : channel.guild_id },
    context: isDirect(channel) ? 1 : 0,
    attachment_size_limit: 10_485_760
  }
}
