/** Makes the events of Discord's gateway from the changes of the state. */
import { Array as Arr } from "effect"
import { ALL, type Change, type ChangeOf } from "../ChangeLog.ts"
import { isDirect } from "../find.ts"
import { timestamp } from "../Snowflakes.ts"
import { type Entity, isThread, type Objects, type SandboxState } from "../State.ts"
import type { RoutedEvent } from "./audience.ts"
import {
  contentOf,
  guildData,
  guildField,
  idsOnlyIn,
  locate,
  messageData,
  placeOf,
  sees,
  settingsOf
} from "./eventData.ts"

type Make<K extends keyof Objects> = (state: SandboxState, change: ChangeOf<Objects, K>) => ReadonlyArray<RoutedEvent>

/** Returns the events of the changes of one request, in order. */
export const eventsOf = (state: SandboxState, changes: ReadonlyArray<Change<Objects>>): ReadonlyArray<RoutedEvent> =>
  inBulk(
    changes
      .flatMap((change) => made(state, change))
      .filter(({ guildId, t }) => guildId === undefined || state.guilds.has(guildId) || t === "GUILD_DELETE")
  )

const made = <K extends keyof Objects>(state: SandboxState, change: ChangeOf<Objects, K>) => {
  const make: Make<K> = makers[change.kind]
  return make(state, change)
}

/** Joins the deletions of several messages of a channel, which Discord dispatches as one event. */
const inBulk = (events: ReadonlyArray<RoutedEvent>): ReadonlyArray<RoutedEvent> => {
  const deleted = Arr.groupBy(
    events.filter(({ guildId, t }) => t === "MESSAGE_DELETE" && guildId !== undefined),
    ({ d }) => String(d.channel_id)
  )
  return events.flatMap((event) => {
    const together = event.t === "MESSAGE_DELETE" ? (deleted[String(event.d.channel_id)] ?? []) : []
    if (together.length < 2) return [event]
    const { id: _, ...place } = event.d
    return event === together[0]
      ? [{ ...event, t: "MESSAGE_DELETE_BULK" as const, d: { ids: together.map(({ d }) => d.id), ...place } }]
      : []
  })
}

const differ = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after)

/** Returns which of three events a change is. */
const verb = (change: { readonly before: unknown; readonly after: unknown }): "CREATE" | "UPDATE" | "DELETE" =>
  change.after === undefined ? "DELETE" : change.before === undefined ? "CREATE" : "UPDATE"

/** Discord sends the threads of a channel to a bot that can view the channel now and could not before. */
const threadsShown = (
  state: SandboxState,
  { after, before }: ChangeOf<Objects, "channel">
): ReadonlyArray<RoutedEvent> => {
  if (before === undefined || after === undefined || sees(state, before) || !sees(state, after)) return []
  const threads = state
    .threadsOf(after.guild_id)
    .filter((it) => it.parent_id === after.id && it.thread_metadata?.archived !== true && sees(state, it))
  const d = { guild_id: after.guild_id, channel_ids: [after.id], threads, members: [] }
  return [{ t: "THREAD_LIST_SYNC", d, channel: after, guildId: after.guild_id }]
}

const makers: { readonly [K in keyof Objects]: Make<K> } = {
  user: (state, { after, id }) =>
    after !== undefined && id === state.bot.id ? [{ t: "USER_UPDATE", d: { ...after }, own: true }] : [],

  guild: (state, { after, before, id }) => {
    if (after === undefined) return [{ t: "GUILD_DELETE", d: { id }, guildId: id }]
    if (before === undefined) return [{ t: "GUILD_CREATE", d: guildData(state, id), guildId: id, own: true }]
    const { emojis, roles, ...rest } = after
    const { emojis: emojisBefore, roles: rolesBefore, ...restBefore } = before
    const inGuild = { guild_id: id }
    const roleOf = new Map(rolesBefore.map((role) => [role.id, role]))
    const kept = new Set(roles.map((role) => role.id))
    return [
      ...roles.flatMap((role): ReadonlyArray<RoutedEvent> => {
        const known = roleOf.get(role.id)
        if (known !== undefined && !differ(known, role)) return []
        const t = known === undefined ? "GUILD_ROLE_CREATE" : "GUILD_ROLE_UPDATE"
        return [{ t, d: { ...inGuild, role }, guildId: id }]
      }),
      ...rolesBefore.flatMap(
        (role): ReadonlyArray<RoutedEvent> =>
          kept.has(role.id) ? [] : [{ t: "GUILD_ROLE_DELETE", d: { ...inGuild, role_id: role.id }, guildId: id }]
      ),
      ...(differ(emojisBefore, emojis)
        ? [{ t: "GUILD_EMOJIS_UPDATE" as const, d: { ...inGuild, emojis }, guildId: id }]
        : []),
      ...(differ(restBefore, rest) ? [{ t: "GUILD_UPDATE" as const, d: { ...after }, guildId: id }] : [])
    ]
  },

  channel: (state, change) => {
    const channel = change.after ?? change.before
    // Discord dispatches nothing for a new direct message channel, nor for the threads of a deleted channel.
    if (channel === undefined || isDirect(channel)) return []
    if (isThread(channel) && !state.channels.has(channel.parent_id ?? "")) return []
    if (verb(change) === "UPDATE" && !differ(settingsOf(change.before), settingsOf(change.after))) return []
    const { guild_id, id, parent_id, type } = channel
    const place = { channel, guildId: guild_id }
    if (!isThread(channel)) {
      return [{ t: `CHANNEL_${verb(change)}` as const, d: { ...channel }, ...place }, ...threadsShown(state, change)]
    }
    const d = {
      CREATE: { ...channel, newly_created: true, member: state.threadMembers.of(id).get(state.bot.id) },
      UPDATE: { ...channel },
      DELETE: { id, guild_id, parent_id, type }
    }
    return [{ t: `THREAD_${verb(change)}` as const, d: d[verb(change)], ...place }]
  },

  webhook: (state, { after, before }) => {
    const ids = [...new Set([before?.channel_id, after?.channel_id])]
    return ids.flatMap((id): ReadonlyArray<RoutedEvent> => {
      const channel = state.channels.get(id ?? "")
      if (channel === undefined) return []
      const { guild_id } = channel
      return [{ t: "WEBHOOKS_UPDATE", d: { guild_id, channel_id: channel.id }, channel, guildId: guild_id }]
    })
  },

  invite: (state, { after, before }) => {
    const invite = after ?? before
    const channel = state.channels.get(invite?.channel_id ?? "")
    if (invite === undefined || channel === undefined || (before !== undefined && after !== undefined)) return []
    const { channel_id, code, createdMs, guild_id, inviter, max_age, max_uses, role_ids, temporary, uses } = invite
    const times = {
      created_at: timestamp(createdMs),
      expires_at: max_age === 0 ? null : timestamp(createdMs + max_age * 1000)
    }
    const whole = { inviter, max_age, max_uses, temporary, uses, ...times, ...(role_ids && { role_ids }) }
    return [
      after === undefined
        ? { t: "INVITE_DELETE", d: { channel_id, guild_id, code }, channel, guildId: guild_id }
        : { t: "INVITE_CREATE", d: { channel_id, guild_id, code, ...whole }, channel, guildId: guild_id }
    ]
  },

  ban: (_, { after, before, owner }) => {
    const user = (after ?? before)?.user
    if (before !== undefined && after !== undefined) return []
    const t = after === undefined ? "GUILD_BAN_REMOVE" : "GUILD_BAN_ADD"
    return [{ t, d: { guild_id: owner, user }, guildId: owner }]
  },

  auditEntry: (_, { after, owner }) =>
    after === undefined
      ? []
      : [{ t: "GUILD_AUDIT_LOG_ENTRY_CREATE", d: { ...after, guild_id: owner }, guildId: owner }],

  threadMember: (state, { after, before, id, owner }) => {
    const thread = state.channels.get(owner)
    if (thread === undefined) return []
    const place = { channel: thread, guildId: thread.guild_id, own: id === state.bot.id }
    const { guild_id, member_count = 0 } = thread
    if (before !== undefined && after !== undefined)
      return id === state.bot.id ? [{ t: "THREAD_MEMBER_UPDATE", d: { ...after, guild_id }, ...place }] : []
    const added = after && [{ ...after, member: state.membersOf(guild_id).get(id), presence: null }]
    const change = added === undefined ? { removed_member_ids: [id] } : { added_members: added }
    return [{ t: "THREAD_MEMBERS_UPDATE", d: { id: owner, guild_id, member_count, ...change }, ...place }]
  },

  pin: (state, { id, owner }) => {
    const channel = state.channels.get(owner)
    // A deleted message is no change of the pins (Discord docs, channel pins update).
    if (channel === undefined || state.message(owner, id) === undefined) return []
    const last_pin_timestamp = channel.last_pin_timestamp ?? null
    const d = { channel_id: owner, ...guildField(channel), last_pin_timestamp }
    return [{ t: "CHANNEL_PINS_UPDATE", d, ...placeOf(channel) }]
  },

  reactors: (state, { after, before = [], id, owner }) => {
    const located = locate(state, owner)
    if (located === undefined) return []
    const { channel, d, message, place } = located
    if (id === ALL) return [{ t: "MESSAGE_REACTION_REMOVE_ALL", d, ...place }]
    const custom = state.guilds.get(channel.guild_id)?.emojis.find((emoji) => emoji.id === id)
    const emoji = custom === undefined ? { id: null, name: id } : { id, name: custom.name }
    if (after === undefined) return [{ t: "MESSAGE_REACTION_REMOVE_EMOJI", d: { ...d, emoji }, ...place }]
    const reaction = { ...d, emoji, burst: false, type: 0 }
    return [
      ...idsOnlyIn(after, before).map((user_id): RoutedEvent => {
        const member = state.membersOf(channel.guild_id).get(user_id)
        const more = { message_author_id: message.author.id, ...(member && { member }) }
        return { t: "MESSAGE_REACTION_ADD", d: { ...reaction, user_id, ...more }, ...place }
      }),
      ...idsOnlyIn(before, after).map(
        (user_id): RoutedEvent => ({ t: "MESSAGE_REACTION_REMOVE", d: { ...reaction, user_id }, ...place })
      )
    ]
  },

  voters: (state, { after = [], before = [], id, owner }) => {
    const located = locate(state, owner)
    if (located === undefined) return []
    const event = (t: "MESSAGE_POLL_VOTE_ADD" | "MESSAGE_POLL_VOTE_REMOVE") => (user_id: string) => ({
      t,
      d: { ...located.d, user_id, answer_id: Number(id) },
      ...located.place
    })
    return [
      ...idsOnlyIn(after, before).map(event("MESSAGE_POLL_VOTE_ADD")),
      ...idsOnlyIn(before, after).map(event("MESSAGE_POLL_VOTE_REMOVE"))
    ]
  },

  member: (state, { after, before, id, owner }) => {
    const place = { guildId: owner, own: id === state.bot.id }
    if (after === undefined) return [{ t: "GUILD_MEMBER_REMOVE", d: { guild_id: owner, user: before?.user }, ...place }]
    if (before === undefined) return [{ t: "GUILD_MEMBER_ADD", d: { ...after, guild_id: owner }, ...place }]
    // A deleted role is one event, not one of each member.
    const exists = new Set(state.guilds.get(owner)?.roles.map((role) => role.id))
    const kept = { ...before, roles: before.roles.filter((role) => exists.has(role)) }
    return differ(kept, after) ? [{ t: "GUILD_MEMBER_UPDATE", d: { ...after, guild_id: owner }, ...place }] : []
  },

  message: (state, change) => {
    const { after, before, id, owner } = change
    const channel = state.channels.get(owner)
    if (channel === undefined) return []
    const place = placeOf(channel)
    if (after === undefined)
      return [{ t: "MESSAGE_DELETE", d: { id, channel_id: owner, ...guildField(channel) }, ...place }]
    if (before !== undefined && !differ(contentOf(before), contentOf(after))) return []
    return [
      { t: `MESSAGE_${before === undefined ? "CREATE" : "UPDATE"}`, d: messageData(state, channel, after), ...place }
    ]
  },

  typing: (state, { after, owner }) => {
    const channel = state.channels.get(owner)
    if (channel === undefined || after === undefined) return []
    const member = state.membersOf(channel.guild_id).get(after.id)
    const at = { channel_id: owner, user_id: after.id, timestamp: Math.floor(state.nowMs / 1000) }
    return [{ t: "TYPING_START", d: { ...at, ...guildField(channel), ...(member && { member }) }, ...placeOf(channel) }]
  },

  interaction: (_, { after }) => (after === undefined ? [] : [{ t: "INTERACTION_CREATE", d: { ...after } }]),

  entity: (state, change) => {
    const [, guildId = "", path] = /^\/guilds\/(\d+)\/(.+)$/.exec(change.owner) ?? [undefined, "", change.owner]
    const collection = path?.replace(/\d+/g, "*") ?? ""
    const entity = change.after ?? change.before
    return entity === undefined ? [] : (collections[collection]?.(state, change, entity, guildId) ?? [])
  }
}

/** Events of entities, by their collection. Discord has none for the others. */
const collections: Readonly<
  Record<
    string,
    (
      state: SandboxState,
      change: ChangeOf<Objects, "entity">,
      entity: Entity,
      guildId: string
    ) => ReadonlyArray<RoutedEvent>
  >
> = {
  "scheduled-events": (state, change, { interested: _, ...event }, guildId) => {
    const channel = state.channels.get(String(event.channel_id))
    return [{ t: `GUILD_SCHEDULED_EVENT_${verb(change)}`, d: event, guildId, ...(channel && { channel }) }]
  },
  "auto-moderation/rules": (_, change, rule, guildId) => [
    { t: `AUTO_MODERATION_RULE_${verb(change)}`, d: { ...rule }, guildId }
  ],
  stickers: (state, _, __, guildId) => {
    const stickers = [...state.entities.of(`/guilds/${guildId}/stickers`).values()]
    return [{ t: "GUILD_STICKERS_UPDATE", d: { guild_id: guildId, stickers }, guildId }]
  },
  "soundboard-sounds": (_, change, { id, ...sound }, guildId) => [
    {
      t: `GUILD_SOUNDBOARD_SOUND_${verb(change)}`,
      d: change.after === undefined ? { sound_id: id, guild_id: guildId } : sound,
      guildId
    }
  ],
  "/stage-instances": (_, change, stage) => [
    { t: `STAGE_INSTANCE_${verb(change)}`, d: { ...stage }, guildId: String(stage.guild_id) }
  ],
  integrations: (_, change, { id }, guildId) => [
    ...(change.after === undefined
      ? [{ t: "INTEGRATION_DELETE" as const, d: { id, guild_id: guildId }, guildId }]
      : []),
    { t: "GUILD_INTEGRATIONS_UPDATE", d: { guild_id: guildId }, guildId }
  ],
  "/applications/*/entitlements": (_, change, entitlement) => [
    { t: `ENTITLEMENT_${verb(change)}`, d: { ...entitlement } }
  ]
}
