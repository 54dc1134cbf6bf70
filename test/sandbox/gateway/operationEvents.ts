/** The events of every operation that can change something. An operation that is missing here does not compile. */
import type { EventName } from "../../../src/sandbox/gateway/intents.ts"
import type { Operation } from "../../../src/sandbox/routes/all.ts"
import type { SeedIds } from "../../../src/sandbox/Seed.ts"

/** A path below `/api/v10`, and a body. */
export type Request = readonly [path: string, body?: unknown]

/** A request of an operation, and the events that it must cause: no others, in any order. */
export interface Caused {
  readonly events: ReadonlyArray<EventName>
  readonly request: (ids: SeedIds, made: Readonly<Record<string, unknown>>) => Request
  /** A request that creates what the operation needs. Its response is `made`. */
  readonly first?: (ids: SeedIds) => readonly [method: "POST" | "PUT" | "PATCH" | "DELETE", ...request: Request]
}

/** Requests of the GET method change nothing. */
export type Changing = Exclude<Operation, `GET ${string}`>

const LOG = "GUILD_AUDIT_LOG_ENTRY_CREATE"

/** Returns the events of a request. */
const causes = (events: ReadonlyArray<EventName>, request: Caused["request"], first?: Caused["first"]): Caused => ({
  events,
  request,
  ...(first && { first })
})

const NOT_STORED = "The sandbox stores nothing for it."
const NO_EVENT = "Discord documents no event."
const OTHER = "It is tested with the other path of the same operation."
const NOTHING_THERE = "The sandbox has no such object to change."
const CLICKED = "It answers an interaction: people.test.ts."

const general = ({ channels }: SeedIds) => `/channels/${channels.general}`
const byBot = (ids: SeedIds) => `${general(ids)}/messages/${ids.messages.byBot}`
const byMember = (ids: SeedIds) => `${general(ids)}/messages/${ids.messages.byMember}`
const guild = ({ guild: id }: SeedIds) => `/guilds/${id}`
const member = (ids: SeedIds) => `${guild(ids)}/members/${ids.members.bruno}`
const hook = (ids: SeedIds) => `/webhooks/${ids.webhook}/${ids.webhookToken}`
const FISH = encodeURIComponent("🐟")
const sendHook = (ids: SeedIds) => ["POST", `${hook(ids)}?wait=true`, { content: "One." }] as const
const react = (ids: SeedIds) => ["PUT", `${byBot(ids)}/reactions/${FISH}/@me`] as const
const IMAGE = "data:image/png;base64,AA=="

export const operationEvents: Readonly<Record<Changing, Caused | string>> = {
  "POST /users/@me/channels": "A direct message channel has no CHANNEL_CREATE since version 8.",
  "PATCH /users/@me": causes(["USER_UPDATE"], () => ["/users/@me", { username: "renamed" }]),
  "DELETE /users/@me/guilds/:id": causes(["GUILD_DELETE"], ({ otherGuild }) => [`/users/@me/guilds/${otherGuild}`]),
  "PATCH /applications/@me": NO_EVENT,
  "PATCH /applications/:id": NO_EVENT,
  "POST /guilds/:id/channels": causes(["CHANNEL_CREATE", LOG], (ids) => [`${guild(ids)}/channels`, { name: "new" }]),
  "PATCH /guilds/:id": causes(["GUILD_UPDATE", LOG], (ids) => [guild(ids), { name: "Renamed" }]),
  "PATCH /guilds/:id/welcome-screen": causes(["GUILD_UPDATE"], (ids) => [
    `${guild(ids)}/welcome-screen`,
    { enabled: true }
  ]),
  "PUT /guilds/:id/onboarding": causes([LOG], (ids) => [`${guild(ids)}/onboarding`, { enabled: false, mode: 1 }]),
  "PATCH /guilds/:id/widget": causes([LOG], (ids) => [`${guild(ids)}/widget`, { enabled: true }]),
  "POST /guilds/:id/roles": causes(
    // Every other role moves up.
    ["GUILD_ROLE_CREATE", ...Array<EventName>(4).fill("GUILD_ROLE_UPDATE"), LOG],
    (ids) => [`${guild(ids)}/roles`, { name: "new" }]
  ),
  "PATCH /guilds/:id/roles": causes(
    // The roles swap positions.
    ["GUILD_ROLE_UPDATE", "GUILD_ROLE_UPDATE"],
    (ids) => [`${guild(ids)}/roles`, [{ id: ids.roles.member, position: 2 }]]
  ),
  "PATCH /guilds/:id/roles/:id": causes(["GUILD_ROLE_UPDATE", LOG], (ids) => [
    `${guild(ids)}/roles/${ids.roles.member}`,
    { name: "renamed" }
  ]),
  "DELETE /guilds/:id/roles/:id": causes(["GUILD_ROLE_DELETE", LOG], (ids) => [
    `${guild(ids)}/roles/${ids.roles.moderator}`
  ]),
  "PATCH /guilds/:id/members/@me": causes(["GUILD_MEMBER_UPDATE", LOG], (ids) => [
    `${guild(ids)}/members/@me`,
    { nick: "Bot" }
  ]),
  "PATCH /guilds/:id/members/:id": causes(["GUILD_MEMBER_UPDATE", LOG], (ids) => [member(ids), { nick: "B" }]),
  "PUT /guilds/:id/members/:id": causes(
    ["GUILD_MEMBER_ADD"],
    (ids) => [member(ids), { access_token: "token" }],
    (ids) => ["DELETE", member(ids)]
  ),
  "DELETE /guilds/:id/members/:id": causes(["GUILD_MEMBER_REMOVE", LOG], (ids) => [member(ids)]),
  "PUT /guilds/:id/members/:id/roles/:id": causes(["GUILD_MEMBER_UPDATE", LOG], (ids) => [
    `${member(ids)}/roles/${ids.roles.moderator}`
  ]),
  "DELETE /guilds/:id/members/:id/roles/:id": causes(["GUILD_MEMBER_UPDATE", LOG], (ids) => [
    `${member(ids)}/roles/${ids.roles.member}`
  ]),
  "PUT /guilds/:id/bans/:id": causes(["GUILD_MEMBER_REMOVE", "GUILD_BAN_ADD", LOG], (ids) => [
    `${guild(ids)}/bans/${ids.members.bruno}`,
    {}
  ]),
  "DELETE /guilds/:id/bans/:id": causes(["GUILD_BAN_REMOVE", LOG], (ids) => [`${guild(ids)}/bans/${ids.banned}`]),
  "POST /guilds/:id/bulk-ban": causes(["GUILD_MEMBER_REMOVE", "GUILD_BAN_ADD", LOG], (ids) => [
    `${guild(ids)}/bulk-ban`,
    { user_ids: [ids.members.bruno] }
  ]),
  "POST /guilds/:id/prune": causes([LOG], (ids) => [`${guild(ids)}/prune`, { days: 30 }]),
  "PATCH /channels/:id": causes(["CHANNEL_UPDATE", LOG], (ids) => [general(ids), { topic: "New." }]),
  "DELETE /channels/:id": causes(["CHANNEL_DELETE", LOG], (ids) => [general(ids)]),
  "PUT /channels/:id/permissions/:id": causes(["CHANNEL_UPDATE", LOG], (ids) => [
    `${general(ids)}/permissions/${ids.members.bruno}`,
    { type: 1, allow: "0", deny: "2048" }
  ]),
  "DELETE /channels/:id/permissions/:id": causes(
    ["CHANNEL_UPDATE", LOG],
    (ids) => [`${general(ids)}/permissions/${ids.members.bruno}`],
    (ids) => ["PUT", `${general(ids)}/permissions/${ids.members.bruno}`, { type: 1, deny: "2048" }]
  ),
  "PATCH /guilds/:id/channels": causes(["CHANNEL_UPDATE"], (ids) => [
    `${guild(ids)}/channels`,
    [{ id: ids.channels.general, position: 12 }]
  ]),
  "POST /channels/:id/messages/:id/threads": causes(
    ["THREAD_CREATE", "THREAD_MEMBERS_UPDATE", "MESSAGE_UPDATE", LOG],
    (ids) => [`${byBot(ids)}/threads`, { name: "new" }]
  ),
  "POST /channels/:id/threads": causes(["THREAD_CREATE", "THREAD_MEMBERS_UPDATE", LOG], (ids) => [
    `${general(ids)}/threads`,
    { name: "new", type: 11 }
  ]),
  "PUT /channels/:id/thread-members/@me": causes(
    ["THREAD_MEMBERS_UPDATE"],
    ({ channels }) => [`/channels/${channels.thread}/thread-members/@me`],
    ({ channels }) => ["DELETE", `/channels/${channels.thread}/thread-members/@me`]
  ),
  "PUT /channels/:id/thread-members/:id": causes(
    ["THREAD_MEMBERS_UPDATE"],
    ({ channels, members }) => [`/channels/${channels.thread}/thread-members/${members.dmitri}`],
    ({ channels, members }) => ["DELETE", `/channels/${channels.thread}/thread-members/${members.dmitri}`]
  ),
  "DELETE /channels/:id/thread-members/@me": causes(
    ["THREAD_MEMBERS_UPDATE"],
    ({ channels }) => [`/channels/${channels.thread}/thread-members/@me`],
    ({ channels }) => ["PUT", `/channels/${channels.thread}/thread-members/@me`]
  ),
  "DELETE /channels/:id/thread-members/:id": causes(
    ["THREAD_MEMBERS_UPDATE"],
    ({ channels, members }) => [`/channels/${channels.thread}/thread-members/${members.dmitri}`],
    ({ channels, members }) => ["PUT", `/channels/${channels.thread}/thread-members/${members.dmitri}`]
  ),
  "PUT /channels/:id/messages/pins/:id": causes(["CHANNEL_PINS_UPDATE", "MESSAGE_UPDATE", "MESSAGE_CREATE"], (ids) => [
    `${general(ids)}/messages/pins/${ids.messages.byBot}`
  ]),
  "DELETE /channels/:id/messages/pins/:id": causes(["CHANNEL_PINS_UPDATE", "MESSAGE_UPDATE"], (ids) => [
    `${general(ids)}/messages/pins/${ids.messages.firstInGeneral}`
  ]),
  "PUT /channels/:id/pins/:id": OTHER,
  "DELETE /channels/:id/pins/:id": OTHER,
  "DELETE /channels/:id/messages/:id": causes(["MESSAGE_DELETE", LOG], (ids) => [byMember(ids)]),
  "POST /channels/:id/messages/bulk-delete": "It needs two new messages: events.test.ts.",
  "POST /channels/:id/typing": causes(["TYPING_START"], (ids) => [`${general(ids)}/typing`]),
  "POST /channels/:id/messages": causes(["MESSAGE_CREATE"], (ids) => [`${general(ids)}/messages`, { content: "One." }]),
  "PATCH /channels/:id/messages/:id": causes(["MESSAGE_UPDATE"], (ids) => [byBot(ids), { content: "Two." }]),
  "POST /channels/:id/messages/:id/crosspost": causes(
    ["MESSAGE_UPDATE"],
    ({ channels }, { id }) => [`/channels/${channels.announcements}/messages/${id}/crosspost`],
    ({ channels }) => ["POST", `/channels/${channels.announcements}/messages`, { content: "One." }]
  ),
  "PUT /channels/:id/messages/:id/reactions/:id/@me": causes(["MESSAGE_REACTION_ADD"], (ids) => [
    `${byBot(ids)}/reactions/${FISH}/@me`
  ]),
  "DELETE /channels/:id/messages/:id/reactions/:id/@me": causes(
    ["MESSAGE_REACTION_REMOVE"],
    (ids) => [`${byBot(ids)}/reactions/${FISH}/@me`],
    react
  ),
  "DELETE /channels/:id/messages/:id/reactions/:id/:id": causes(
    ["MESSAGE_REACTION_REMOVE"],
    (ids) => [`${byBot(ids)}/reactions/${FISH}/${ids.bot}`],
    react
  ),
  "DELETE /channels/:id/messages/:id/reactions/:id": causes(
    ["MESSAGE_REACTION_REMOVE_EMOJI"],
    (ids) => [`${byBot(ids)}/reactions/${FISH}`],
    react
  ),
  "DELETE /channels/:id/messages/:id/reactions": causes(
    ["MESSAGE_REACTION_REMOVE_ALL"],
    (ids) => [`${byBot(ids)}/reactions`],
    react
  ),
  "POST /channels/:id/polls/:id/expire": causes(["MESSAGE_UPDATE"], ({ channels, messages }) => [
    `/channels/${channels.showcase}/polls/${messages.poll}/expire`
  ]),
  "POST /interactions/:id/:id/callback": CLICKED,
  "PATCH /webhooks/:id/:id/messages/@original": CLICKED,
  "DELETE /webhooks/:id/:id/messages/@original": CLICKED,
  "POST /channels/:id/webhooks": causes(["WEBHOOKS_UPDATE", LOG], (ids) => [
    `${general(ids)}/webhooks`,
    { name: "New" }
  ]),
  "POST /channels/:id/followers": causes(["WEBHOOKS_UPDATE"], ({ channels }) => [
    `/channels/${channels.announcements}/followers`,
    { webhook_channel_id: channels.general }
  ]),
  "PATCH /webhooks/:id": causes(["WEBHOOKS_UPDATE", LOG], ({ webhook }) => [`/webhooks/${webhook}`, { name: "N" }]),
  "DELETE /webhooks/:id": causes(["WEBHOOKS_UPDATE", LOG], ({ webhook }) => [`/webhooks/${webhook}`]),
  "PATCH /webhooks/:id/:id": causes(["WEBHOOKS_UPDATE", LOG], (ids) => [hook(ids), { name: "N" }]),
  "DELETE /webhooks/:id/:id": causes(["WEBHOOKS_UPDATE", LOG], (ids) => [hook(ids)]),
  "POST /webhooks/:id/:id": causes(["MESSAGE_CREATE"], (ids) => [hook(ids), { content: "One." }]),
  "PATCH /webhooks/:id/:id/messages/:id": causes(
    ["MESSAGE_UPDATE"],
    (ids, { id }) => [`${hook(ids)}/messages/${id}`, { content: "Two." }],
    sendHook
  ),
  "DELETE /webhooks/:id/:id/messages/:id": causes(
    ["MESSAGE_DELETE"],
    (ids, { id }) => [`${hook(ids)}/messages/${id}`],
    sendHook
  ),
  "POST /webhooks/:id/:id/slack": causes(["MESSAGE_CREATE"], (ids) => [`${hook(ids)}/slack`, { text: "One." }]),
  "POST /webhooks/:id/:id/github": causes(["MESSAGE_CREATE"], (ids) => [`${hook(ids)}/github`, {}]),
  "POST /channels/:id/invites": causes(["INVITE_CREATE", LOG], (ids) => [`${general(ids)}/invites`, { unique: true }]),
  "DELETE /invites/:id": causes(["INVITE_DELETE", LOG], ({ inviteCode }) => [`/invites/${inviteCode}`]),
  "PUT /invites/:id/target-users": NO_EVENT,
  "POST /invites/:id/target-users/bulk-add": NO_EVENT,
  "POST /invites/:id/target-users/bulk-delete": NO_EVENT,
  "PUT /invites/:id/target-users/:id": NO_EVENT,
  "DELETE /invites/:id/target-users/:id": NO_EVENT,
  "POST /guilds/:id/emojis": causes(["GUILD_EMOJIS_UPDATE", LOG], (ids) => [
    `${guild(ids)}/emojis`,
    { name: "new", image: IMAGE }
  ]),
  "PATCH /guilds/:id/emojis/:id": causes(["GUILD_EMOJIS_UPDATE", LOG], (ids) => [
    `${guild(ids)}/emojis/${ids.emoji}`,
    { name: "renamed" }
  ]),
  "DELETE /guilds/:id/emojis/:id": causes(["GUILD_EMOJIS_UPDATE", LOG], (ids) => [`${guild(ids)}/emojis/${ids.emoji}`]),
  "POST /guilds/:id/scheduled-events": causes(["GUILD_SCHEDULED_EVENT_CREATE", LOG], (ids) => [
    `${guild(ids)}/scheduled-events`,
    {
      name: "Tide",
      privacy_level: 2,
      entity_type: 3,
      scheduled_start_time: "2030-01-01T00:00:00Z",
      scheduled_end_time: "2030-01-01T01:00:00Z",
      entity_metadata: { location: "Here" }
    }
  ]),
  "PATCH /guilds/:id/scheduled-events/:id": causes(["GUILD_SCHEDULED_EVENT_UPDATE", LOG], (ids) => [
    `${guild(ids)}/scheduled-events/${ids.event}`,
    { name: "Ebb" }
  ]),
  "DELETE /guilds/:id/scheduled-events/:id": causes(["GUILD_SCHEDULED_EVENT_DELETE", LOG], (ids) => [
    `${guild(ids)}/scheduled-events/${ids.event}`
  ]),
  "POST /guilds/:id/auto-moderation/rules": causes(["AUTO_MODERATION_RULE_CREATE", LOG], (ids) => [
    `${guild(ids)}/auto-moderation/rules`,
    { name: "New", event_type: 1, trigger_type: 3, actions: [{ type: 1 }] }
  ]),
  "PATCH /guilds/:id/auto-moderation/rules/:id": causes(["AUTO_MODERATION_RULE_UPDATE", LOG], (ids) => [
    `${guild(ids)}/auto-moderation/rules/${ids.rule}`,
    { name: "Renamed" }
  ]),
  "DELETE /guilds/:id/auto-moderation/rules/:id": causes(["AUTO_MODERATION_RULE_DELETE", LOG], (ids) => [
    `${guild(ids)}/auto-moderation/rules/${ids.rule}`
  ]),
  "POST /applications/:id/attachment": NOT_STORED,
  "POST /attachments/refresh-urls": NOT_STORED,
  "PUT /applications/:id/role-connections/metadata": NOT_STORED,
  "PUT /applications/:id/guilds/:id/commands/:id/permissions": NOT_STORED,
  "POST /applications/:id/entitlements/:id/consume": NOT_STORED,
  "PUT /channels/:id/recipients/:id": NOT_STORED,
  "DELETE /channels/:id/recipients/:id": NOT_STORED,
  "POST /channels/:id/send-soundboard-sound": NOT_STORED,
  "PUT /channels/:id/voice-status": NOT_STORED,
  "PUT /guilds/:id/templates/:id": NOT_STORED,
  "PATCH /guilds/:id/requests/:id": NOT_STORED,
  "PUT /guilds/:id/incident-actions": NOT_STORED,
  "PATCH /guilds/:id/voice-states/@me": NOT_STORED,
  "PATCH /guilds/:id/voice-states/:id": NOT_STORED,
  "PUT /lobbies": NOT_STORED,
  "PATCH /lobbies/:id/channel-linking": NOT_STORED,
  "DELETE /lobbies/:id/members/@me": NOT_STORED,
  "POST /lobbies/:id/members/@me/invites": NOT_STORED,
  "POST /lobbies/:id/members/bulk": NOT_STORED,
  "PUT /lobbies/:id/members/:id": NOT_STORED,
  "DELETE /lobbies/:id/members/:id": NOT_STORED,
  "POST /lobbies/:id/members/:id/invites": NOT_STORED,
  "POST /lobbies/:id/messages": NOT_STORED,
  "PUT /lobbies/:id/messages/:id/moderation-metadata": NOT_STORED,
  "POST /applications/:id/commands": NO_EVENT,
  "PATCH /applications/:id/commands/:id": NO_EVENT,
  "DELETE /applications/:id/commands/:id": NO_EVENT,
  "PUT /applications/:id/commands": NO_EVENT,
  "POST /applications/:id/guilds/:id/commands": NO_EVENT,
  "PATCH /applications/:id/guilds/:id/commands/:id": NO_EVENT,
  "DELETE /applications/:id/guilds/:id/commands/:id": NO_EVENT,
  "PUT /applications/:id/guilds/:id/commands": NO_EVENT,
  "POST /applications/:id/emojis": NO_EVENT,
  "PATCH /applications/:id/emojis/:id": NO_EVENT,
  "DELETE /applications/:id/emojis/:id": NO_EVENT,
  "POST /applications/:id/entitlements": causes(["ENTITLEMENT_CREATE"], ({ bot }) => [
    `/applications/${bot}/entitlements`,
    { sku_id: "1", owner_id: "1", owner_type: 1 }
  ]),
  "DELETE /applications/:id/entitlements/:id": causes(
    ["ENTITLEMENT_DELETE"],
    ({ bot }, { id }) => [`/applications/${bot}/entitlements/${id}`],
    ({ bot }) => ["POST", `/applications/${bot}/entitlements`, { sku_id: "1", owner_id: "1", owner_type: 1 }]
  ),
  "POST /guilds/:id/stickers": causes(["GUILD_STICKERS_UPDATE", LOG], (ids) => [
    `${guild(ids)}/stickers`,
    { name: "new" }
  ]),
  "PATCH /guilds/:id/stickers/:id": causes(["GUILD_STICKERS_UPDATE", LOG], (ids) => [
    `${guild(ids)}/stickers/${ids.sticker}`,
    { name: "renamed" }
  ]),
  "DELETE /guilds/:id/stickers/:id": causes(["GUILD_STICKERS_UPDATE", LOG], (ids) => [
    `${guild(ids)}/stickers/${ids.sticker}`
  ]),
  "POST /guilds/:id/soundboard-sounds": causes(["GUILD_SOUNDBOARD_SOUND_CREATE", LOG], (ids) => [
    `${guild(ids)}/soundboard-sounds`,
    { name: "new" }
  ]),
  "PATCH /guilds/:id/soundboard-sounds/:id": causes(
    ["GUILD_SOUNDBOARD_SOUND_UPDATE", LOG],
    (ids, { sound_id }) => [`${guild(ids)}/soundboard-sounds/${sound_id}`, { name: "renamed" }],
    (ids) => ["POST", `${guild(ids)}/soundboard-sounds`, { name: "new" }]
  ),
  "DELETE /guilds/:id/soundboard-sounds/:id": causes(
    ["GUILD_SOUNDBOARD_SOUND_DELETE", LOG],
    (ids, { sound_id }) => [`${guild(ids)}/soundboard-sounds/${sound_id}`],
    (ids) => ["POST", `${guild(ids)}/soundboard-sounds`, { name: "new" }]
  ),
  "POST /stage-instances": causes(["STAGE_INSTANCE_CREATE"], ({ channels }) => [
    "/stage-instances",
    { channel_id: channels.general, topic: "Tides" }
  ]),
  "PATCH /stage-instances/:id": causes(
    ["STAGE_INSTANCE_UPDATE"],
    ({ channels }) => [`/stage-instances/${channels.general}`, { topic: "Ebbs" }],
    ({ channels }) => ["POST", "/stage-instances", { channel_id: channels.general, topic: "Tides" }]
  ),
  "DELETE /stage-instances/:id": causes(
    ["STAGE_INSTANCE_DELETE"],
    ({ channels }) => [`/stage-instances/${channels.general}`],
    ({ channels }) => ["POST", "/stage-instances", { channel_id: channels.general, topic: "Tides" }]
  ),
  "POST /guilds/:id/templates": NO_EVENT,
  "PATCH /guilds/:id/templates/:id": NO_EVENT,
  "DELETE /guilds/:id/templates/:id": NO_EVENT,
  "DELETE /guilds/:id/integrations/:id": NOTHING_THERE,
  "POST /guilds/:id/scheduled-events/:id/exceptions": NO_EVENT,
  "PATCH /guilds/:id/scheduled-events/:id/exceptions/:id": NO_EVENT,
  "DELETE /guilds/:id/scheduled-events/:id/exceptions/:id": NO_EVENT,
  "POST /lobbies": NO_EVENT,
  "PATCH /lobbies/:id": NO_EVENT,
  "DELETE /lobbies/:id": NO_EVENT
}
