import { Struct, type Types } from "effect"
import { applications } from "../application/failures.ts"
import { channels } from "../channels/failures.ts"
import type { Advice, Reason, Reasons } from "../dsl/Reason.ts"
import { expressions } from "../emojis/failures.ts"
import { events } from "../events/failures.ts"
import { guilds } from "../guild/failures.ts"
import { members } from "../members/failures.ts"
import { messages, sendReasons } from "../messages/failures.ts"
import { threads } from "../threads/failures.ts"
import { webhooks } from "../webhooks/failures.ts"

/** Failure reasons of the objects in routes: Discord does not know the object, or it is not the bot's own. */
const unknown = {
  unknown_guild: {
    on: 10004,
    when: "The bot is not in a guild with this id.",
    recovery: "Take guild_id from users_list_current_user_guilds: the bot must be in the guild.",
    suggested_tool: "users_list_current_user_guilds"
  },
  unknown_channel: {
    on: 10003,
    when: "There is no such channel or thread.",
    recovery:
      "Take the channel_id from channels_list {guild_id}, or for a thread from channels_list_active_threads_guild {guild_id}.",
    suggested_tool: "channels_list"
  },
  unknown_message: {
    on: 10008,
    when: "There is no such message in this channel; it may have been deleted.",
    recovery: "Take the message_id from messages_read {channel_id}, and the channel_id of the same message.",
    suggested_tool: "messages_read"
  },
  unknown_role: {
    on: 10011,
    when: "The guild has no such role.",
    recovery: "Take the role_id from roles_list {guild_id} of the same guild.",
    suggested_tool: "roles_list"
  },
  unknown_overwrite: {
    on: 10009,
    when: "There is no such role or member, or the channel has no overwrite for it.",
    recovery: "List the overwrites of the channel with permissions_audit_channel {guild_id, channel_id}.",
    suggested_tool: "permissions_audit_channel"
  },
  unknown_webhook: {
    on: 10015,
    when: "There is no such webhook; it may have been deleted.",
    recovery: "Do not reuse this webhook: webhooks_list_guild {guild_id} lists the existing ones.",
    suggested_tool: "webhooks_list_guild"
  },
  unknown_emoji: {
    on: 10014,
    when: "There is no such emoji, or the bot is not in its guild.",
    recovery:
      "Take a guild emoji from emojis_list_guild {guild_id}, or an application emoji from app_emojis_list {application_id}.",
    suggested_tool: "emojis_list_guild"
  },
  unknown_sticker: {
    on: 10060,
    when: "There is no such sticker.",
    recovery: "Take the sticker_id from stickers_list_guild {guild_id}, or from a pack of stickers_list_packs.",
    suggested_tool: "stickers_list_guild"
  },
  unknown_sticker_pack: {
    on: 10061,
    when: "Discord has no such pack of stickers.",
    recovery: "Take the pack_id from stickers_list_packs, which lists all packs.",
    suggested_tool: "stickers_list_packs"
  },
  unknown_sound: {
    on: 10097,
    when: "There is no such sound.",
    recovery: "Take the sound_id from soundboard_list_guild_sounds {guild_id}, or from soundboard_list_default_sounds.",
    suggested_tool: "soundboard_list_guild_sounds"
  },
  unknown_event: {
    on: 10070,
    when: "The guild has no such event.",
    recovery: "Take the event_id from events_list {guild_id}, which omits ended events.",
    suggested_tool: "events_list"
  },
  unknown_invite: {
    on: 10006,
    when: "There is no such invite: it expired, was revoked, or never existed.",
    recovery:
      "Take the code from guild_list_invites {guild_id}, or create one with invites_create_channel {channel_id}.",
    suggested_tool: "guild_list_invites"
  },
  unknown_template: {
    on: 10057,
    when: "There is no such template.",
    recovery: "Take the template_code from templates_list {guild_id}, or ask the user for the template's URL.",
    suggested_tool: "templates_list"
  },
  unknown_integration: {
    on: 10005,
    when: "The guild has no such integration.",
    recovery: "Take the integration_id from guild_list_integrations {guild_id} of the same guild.",
    suggested_tool: "guild_list_integrations"
  },
  unknown_application: {
    on: 10002,
    when: "There is no such application.",
    recovery: "Take the bot's own application_id from application_get_current, then retry.",
    suggested_tool: "application_get_current"
  },
  application_of_another: {
    on: 20012,
    when: "The application is not the bot's own.",
    recovery: "Take the application_id from application_get_current: a bot can use only its own application.",
    suggested_tool: "application_get_current"
  },
  unknown_command: {
    on: 10063,
    when: "The application has no such command here.",
    recovery:
      "Take the command_id from commands_list_global {application_id}, or for a guild command from commands_list_guild {application_id, guild_id}.",
    suggested_tool: "commands_list_global"
  },
  unknown_sku: {
    on: 10027,
    when: "There is no such SKU.",
    recovery: "Take the sku_id from skus_list {application_id} of the bot's own application.",
    suggested_tool: "skus_list"
  },
  unknown_entitlement: {
    on: 10029,
    when: "There is no such entitlement.",
    recovery: "Take the entitlement_id from entitlements_list {application_id} of the bot's own application.",
    suggested_tool: "entitlements_list"
  },
  unknown_lobby: {
    on: 10031,
    when: "There is no such lobby; it may have ended.",
    recovery: "Take the lobby_id from the result of lobbies_create, or create the lobby again.",
    suggested_tool: "lobbies_create"
  },
  unknown_voice_state: {
    on: 10065,
    when: "The user is in no voice channel or stage.",
    recovery: "Ask the user to join a voice channel or stage, then retry."
  },
  stage_not_live: {
    on: 10067,
    when: "The stage is not live.",
    recovery: "Ask the user whether to go live; if so, use stage_instances_create {channel_id, topic} first.",
    suggested_tool: "stage_instances_create"
  },
  interaction_expired: {
    on: 10062,
    when: "The interaction was not answered within 3 seconds, or does not exist.",
    recovery: "Do not answer it again: send with messages_send {channel_id}, or wait for a new interaction.",
    suggested_tool: "messages_send"
  }
} satisfies Reasons

/** All failure reasons by subject. A reason means the same in every tool. */
export const subjects = [
  unknown,
  members,
  guilds,
  channels,
  threads,
  messages,
  sendReasons,
  webhooks,
  expressions,
  events,
  applications
] as const

// Object.assign loses the types of spread arguments.
const all = Object.assign({}, ...subjects) as Types.UnionToIntersection<(typeof subjects)[number]>

/** Returns reasons by name, for the `failures` of a tool definition. */
export const reasons = <const Name extends keyof typeof all>(...names: ReadonlyArray<Name>) =>
  Struct.pick(all, ...names)

const notAVoiceMessage: Advice = {
  when: "The message is no voice message as Discord takes it.",
  recovery: "Send one audio file alone: without text, embeds or other files. Or send it as a usual file."
}

const notALottie: Advice = {
  when: "Discord does not take this sticker.",
  recovery: "Upload a PNG, APNG or GIF of 320 × 320 pixels with stickers_create_guild_sticker."
}

/** The advice for codes that more than one reason explains, or none. */
const byCode: ReadonlyMap<number, Advice> = new Map([
  [10015, unknown.unknown_webhook],
  [50024, channels.not_a_text_channel],
  [
    50016,
    {
      when: "Discord deletes 2 to 100 messages at once.",
      recovery: "Send 2 to 100 message ids, or delete one message with messages_delete {channel_id, message_id}.",
      suggested_tool: "messages_delete"
    }
  ],
  [50055, unknown.unknown_guild],
  [
    50080,
    {
      when: "An edit cannot change the stickers of a message.",
      recovery: "Send a new message with the sticker: messages_send {channel_id, sticker_ids}.",
      suggested_tool: "messages_send"
    }
  ],
  [50159, notAVoiceMessage],
  [50160, notAVoiceMessage],
  [50161, notAVoiceMessage],
  [
    50162,
    {
      when: "A voice message cannot be edited.",
      recovery: "Delete it with messages_delete {channel_id, message_id}, and send another one.",
      suggested_tool: "messages_delete"
    }
  ],
  [
    160010,
    {
      when: "The message is in an age-restricted channel, and this one is not.",
      recovery: "Send the link of the message as text, or reply in the channel of the message."
    }
  ],
  [170001, notALottie],
  [170002, notALottie],
  [170005, notALottie],
  [
    220002,
    {
      when: "A post in a forum is new or exists.",
      recovery: "Send thread_name for a new post, or thread_id for one that exists, not both."
    }
  ]
])

let cached: ReadonlyMap<number, Advice> | undefined

/** Returns the advice for one of Discord's codes that holds for any tool: that of the only reason for it. */
export const adviceOfCode = (code: number): Advice | undefined => {
  cached ??= new Map([...onlyReasons(), ...byCode])
  return cached.get(code)
}

/** The codes that one reason explains. A reason with `why` or `issue` explains a part of what its code means. */
const onlyReasons = (): ReadonlyMap<number, Advice> => {
  const everyReason: ReadonlyArray<Reason> = Object.values(all)
  const codes = everyReason.flatMap((reason) =>
    reason.why === undefined && reason.issue === undefined
      ? [reason.on ?? []].flat().map((on) => [on, reason] as const)
      : []
  )
  return new Map(codes.filter(([code]) => codes.filter(([other]) => other === code).length === 1))
}

/** Returns the reasons that apply to a route by its placeholders. */
export const unknownIn = (route: string): Reasons =>
  Struct.pick(unknown, ...[...route.matchAll(RESOURCE)].flatMap(([, resource = ""]) => byResource[resource] ?? []))

/** Matches a resource in a route with its placeholder, such as `messages/{message_id}`, except an interaction's webhook. */
const RESOURCE = /([\w-]+)\/\{(?!application_id\}\/\{interaction_token)\w+\}/g

const byResource: Readonly<Record<string, ReadonlyArray<keyof typeof unknown>>> = {
  guilds: ["unknown_guild"],
  channels: ["unknown_channel"],
  messages: ["unknown_message"],
  polls: ["unknown_message"],
  pins: ["unknown_message"],
  roles: ["unknown_role"],
  permissions: ["unknown_overwrite"],
  webhooks: ["unknown_webhook"],
  emojis: ["unknown_emoji"],
  reactions: ["unknown_emoji"],
  stickers: ["unknown_sticker"],
  "sticker-packs": ["unknown_sticker_pack"],
  "soundboard-sounds": ["unknown_sound"],
  "scheduled-events": ["unknown_event"],
  invites: ["unknown_invite"],
  templates: ["unknown_template"],
  integrations: ["unknown_integration"],
  applications: ["unknown_application", "application_of_another"],
  commands: ["unknown_command"],
  skus: ["unknown_sku"],
  entitlements: ["unknown_entitlement"],
  lobbies: ["unknown_lobby"],
  "voice-states": ["unknown_voice_state"],
  "stage-instances": ["stage_not_live"],
  interactions: ["interaction_expired"]
}
