/** A fake Discord with two guilds. It knows the guild of each id, and whether a request is destructive. */
import type { WireRequest } from "../../src/discord/Transport.ts"
import { answer, refusal, type Step } from "../discord/wire.ts"
import type { Side } from "../safety/guildIds.ts"

/** Readable ids: 2026 is the guild, the rest identifies the object. */
const id = (guild: number, number: number): string => `${2026}${guild}${String(number).padStart(13, "0")}`

const side = (guild: number): Side => ({
  guild: id(guild, 0),
  channel: id(guild, 1),
  webhook: id(guild, 2),
  token: `${guild}`.repeat(68),
  invite: `invite-${guild}`,
  template: `template-${guild}`,
  sticker: id(guild, 3)
})

/** The two guilds, and locations outside of them: a direct message, a missing object, a standard sticker. */
export const sides = { first: side(1), second: side(2), neither: side(3) } as const

/** The roles of the first guild, lowest first. The bot's is above the plain one. */
export const roles = { harmless: id(1, 11), dangerous: id(1, 12), bot: id(1, 13) } as const

/** Responds as Discord does, as far as locations and role permissions matter. */
export const discord: Step = (request, onPhase) => reply(request)(request, onPhase)

/** The guild of an id or code; `undefined` if it is in none. */
const guildOf = new Map(
  [sides.first, sides.second].flatMap(({ token: _, ...ids }) => Object.values(ids).map((it) => [it, ids.guild]))
)

const reply = ({ method, path }: WireRequest): Step => {
  if (method !== "GET") return answer(204)
  const [, kind = "", first = "", second = ""] = path.split("/")
  const object = kind === "guilds" && first === "templates" ? second : first
  const guild_id = guildOf.get(decodeURIComponent(object))
  if (path === "/users/@me") return answer(200, { id: id(9, 9), username: "bot" })
  if (path === `/guilds/${sides.first.guild}/roles`) return answer(200, allRoles)
  if (/\/auto-moderation\/rules\/\d+$/.test(path))
    return answer(200, { id: object, enabled: true, actions: [{ type: 3 }] })
  if (kind === "guilds" && first === "templates") return withId(guild_id, { source_guild_id: guild_id })
  if (path.split("/").length > (kind === "webhooks" ? 4 : 3)) return answer(200, [])
  if (kind === "channels" && first === sides.neither.channel) return answer(200, { id: first, type: 1 })
  if (kind === "stickers" && guild_id === undefined) return answer(200, { id: first, type: 1 })
  return withId(guild_id, { id: first, type: 0, guild_id, guild: { id: guild_id } })
}

const withId = (guild: string | undefined, body: object): Step =>
  guild === undefined ? refusal(404, 10_003) : answer(200, body)

const allRoles = [
  { id: sides.first.guild, position: 0, permissions: "1024" },
  { id: roles.harmless, position: 1, permissions: "2048" },
  { id: roles.dangerous, position: 2, permissions: "8" },
  { id: roles.bot, position: 3, permissions: "8", tags: { bot_id: id(9, 9) } }
]

/** The guilds of a request: from its path and from all ids in it. */
export const guildsOf = ({ body, path, query }: WireRequest): ReadonlyArray<string> => {
  const steps = path.split("/").map(decodeURIComponent)
  const named = steps.indexOf("guilds")
  // An object below a guild is looked up only in that guild.
  const own = named === -1 || steps[named + 1] === "templates" ? steps : steps.slice(0, named + 2)
  const carried = JSON.stringify([body ?? null, query?.toString() ?? ""]).match(/\d{17,20}/g) ?? []
  return [...own, ...carried].flatMap((it) => guildOf.get(it) ?? (it === sides.neither.guild ? [it] : []))
}

/** Whether a request only reads the location of an object. */
export const isLookUp = ({ method, path, query }: WireRequest): boolean =>
  method === "GET" &&
  [...(query ?? [])].length === 0 &&
  /^\/(channels\/\d+|webhooks\/\d+(\/[^/]+)?|invites\/[^/]+|guilds\/templates\/[^/]+|stickers\/\d+)$/.test(path)

/** Whether a request requires consent, judged by the request alone. */
export const isDestructive = ({ body, method, path }: WireRequest): boolean =>
  (method === "DELETE" && !takenBack.test(path)) ||
  orders.some(([of, route, isOne]) => of === method && route.test(path) && isOne(Object(body), path)) ||
  [...objectsIn(body)].some(
    ({ allow, allowed_mentions: mentions, permissions }) =>
      [allow, permissions].some(isDangerous) ||
      mentions?.parse?.some((kind: unknown) => kind !== "users") ||
      mentions?.roles?.length > 0
  )

/** Deletions that another call can undo. */
const takenBack =
  /\/members\/\d+\/roles\/\d+$|\/bans\/\d+$|\/messages\/pins\/\d+$|\/thread-members\/[^/]+$|\/target-users\/\d+$|\/reactions\/[^/]+\/[^/]+$/

type Condition = (body: Record<string, unknown>, path: string) => boolean

const always: Condition = () => true
const gives = (ids: unknown): boolean => JSON.stringify(ids ?? null).includes(roles.dangerous)

const orders: ReadonlyArray<readonly [method: string, route: RegExp, isOne: Condition]> = [
  ["PUT", /\/bans\/\d+$/, always],
  ["POST", /\/(bulk-ban|messages\/bulk-delete|prune)$/, always],
  ["PUT", /\/commands$/, always],
  ["POST", /\/guilds\/\d+\/templates$/, always],
  ["PUT", /\/templates\/[^/]+$/, always],
  [
    "PATCH",
    /\/members\/\d+$/,
    (body) => body.roles !== undefined || typeof body.communication_disabled_until === "string"
  ],
  ["PUT", /\/members\/\d+$/, ({ roles }) => gives(roles)],
  ["PUT", /\/members\/\d+\/roles\/\d+$/, (_, path) => path.endsWith(roles.dangerous)],
  ["PUT", /\/onboarding$/, ({ prompts }) => gives(prompts)],
  ["POST", /\/channels\/\d+\/invites$/, ({ role_ids }) => Array.isArray(role_ids) && role_ids.length > 0],
  ["PATCH", /^\/guilds\/\d+$/, ({ features }) => features !== undefined],
  ["PATCH", /^\/channels\/\d+$/, ({ permission_overwrites: all }) => all !== undefined],
  ["PATCH", /\/guilds\/\d+\/channels$/, (body) => JSON.stringify(body).includes('"lock_permissions":true')],
  ["POST", /\/stage-instances$/, ({ send_start_notification: is }) => is === true],
  ["POST", /\/auto-moderation\/rules$/, silences],
  // The existing rule has a timeout, which a request without actions keeps.
  ["PATCH", /\/auto-moderation\/rules\/\d+$/, (body) => silences(body) || widens(body)],
  [
    "PATCH",
    /\/guilds\/\d+\/roles$/,
    (body) => [...objectsIn(body)].some((it) => it.id === roles.harmless && it.position >= 3)
  ]
]

function silences({ actions }: Record<string, unknown>): boolean {
  return [...objectsIn(actions)].some(({ type }) => type === 3 || type === 4)
}

function widens({ actions, enabled, name: _, ...rest }: Record<string, unknown>): boolean {
  const changed = Object.values(rest).some((value) => value !== undefined)
  return actions === undefined && enabled !== false && (enabled === true || changed)
}

/** Administrator, and the permissions to ban, kick, manage roles, channels, the guild, and to ping everyone. */
const DANGEROUS = 0x8n | 0x4n | 0x2n | 0x10n | 0x20n | 0x1000_0000n | 0x2_0000n

const isDangerous = (bits: unknown): boolean =>
  typeof bits === "string" && /^\d+$/.test(bits) && (BigInt(bits) & DANGEROUS) !== 0n

/** Every object in a value, at any depth. */
function* objectsIn(value: unknown): Generator<ReturnType<typeof Object>> {
  if (typeof value !== "object" || value === null) return
  if (!Array.isArray(value)) yield value
  for (const inner of Object.values(value)) yield* objectsIn(inner)
}
