/** Ids of both sandbox guilds, and the id fields of a tool's input by field name. */
import type { SeedIds } from "../../src/sandbox/Seed.ts"

/** Kinds of ids that belong to a guild. */
export const kinds = ["guild", "channel", "webhook", "invite", "template", "sticker"] as const

/** A kind of id that belongs to a guild. */
export type Kind = (typeof kinds)[number]

/** One id of each kind, all of one guild. */
export type Side = Readonly<Record<Kind | "token", string>>

/** The allowed guild. */
export const insideOf = ({
  channels,
  guild,
  inviteCode,
  sticker,
  templateCode,
  webhook,
  webhookToken
}: SeedIds): Side => ({
  guild,
  channel: channels.general,
  webhook,
  token: webhookToken,
  invite: inviteCode,
  template: templateCode,
  sticker
})

/** The other guild. */
export const outsideOf = ({ channels, other, otherGuild }: SeedIds): Side => ({
  guild: otherGuild,
  channel: channels.otherGeneral,
  webhook: other.webhook,
  token: other.webhookToken,
  invite: other.inviteCode,
  template: other.templateCode,
  sticker: other.sticker
})

/** The path of an id in an input, and its kind. */
export interface Found {
  readonly path: ReadonlyArray<string | number>
  readonly kind: Kind
}

/**
 * All guild ids of an input. It does not use the schema: the name of a field
 * determines its kind.
 */
export const found = (tool: string, value: unknown, path: Found["path"] = []): ReadonlyArray<Found> => {
  if (Array.isArray(value)) return value.flatMap((item, at) => found(tool, item, [...path, at]))
  if (typeof value === "object" && value !== null) {
    // An object that states the kind of its id: a command's permission, a value of a menu.
    const { id, type }: { readonly id?: unknown; readonly type?: unknown } = value
    if (type === "channel" && typeof id === "string") return [{ path: [...path, "id"], kind: "channel" }]
    return Object.entries(value).flatMap(([name, item]) => found(tool, item, [...path, name]))
  }
  const kind = typeof value === "string" ? kindAt(tool, path) : undefined
  return kind === undefined ? [] : [{ path, kind }]
}

/** The input with ids of one guild everywhere, and the webhook's token. No list gets an id twice. */
export const movedTo = (side: Side, tool: string, input: object): object =>
  Object(onceEach(found(tool, input).reduce((moved, it) => withId(moved, it, side), input)))

/** The input with another id at one path. A webhook gets its token. */
export const withId = (input: object, { kind, path }: Found, side: Side): object => {
  const moved = set(input, path, side[kind])
  return kind === "webhook" && "token" in input ? set(moved, ["token"], side.token) : moved
}

/** The input with every list as a set. */
export const onceEach = (node: unknown): unknown => {
  if (Array.isArray(node)) return [...new Set(node.map(onceEach))]
  if (typeof node !== "object" || node === null) return node
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, onceEach(value)]))
}

const kindAt = (tool: string, path: Found["path"]): Kind | undefined => {
  const name = path.findLast((step) => typeof step === "string") ?? ""
  const place = path.filter((step) => typeof step === "string").join(".")
  if (tool === "channels_modify_positions" && place === "positions.id") return "channel"
  if (tool === "messages_forward" && place === "to") return "channel"
  if (tool === "channels_move" && (place === "before" || place === "after")) return "channel"
  if (tool === "channels_list_joined_archived_threads" && place === "before") return "channel"
  if (/^(\w+_)?guild_id$/.test(name)) return "guild"
  if (/^(\w+_)?channel_ids?$|^exempt_channels$|^parent_id$|^thread_id$/.test(name)) return "channel"
  if (/^webhook_id$/.test(name)) return "webhook"
  if (/^code$/.test(name) && tool.startsWith("invites_")) return "invite"
  if (/^(template_codes?|preferred_primary_code)$/.test(name)) return "template"
  if (/^sticker_ids?$/.test(name)) return "sticker"
  return undefined
}

const set = (node: object, [step = "", ...rest]: Found["path"], value: unknown): object => {
  const copy: object = Array.isArray(node) ? [...node] : { ...node }
  Reflect.set(copy, step, rest.length === 0 ? value : set(Object(Reflect.get(node, step)), rest, value))
  return copy
}
