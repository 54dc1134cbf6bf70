/**
 * First calls of a model that has only the listed schemas of the core tools: required fields, some optional ones, and
 * values in the spellings of different clients.
 */
import { DateTime, FastCheck } from "effect"
import type { SeedIds } from "../../../src/sandbox/Seed.ts"
import { PNG } from "../../tools/wired.ts"
import type { FirstCall } from "./documented.ts"

/** A tool as a client is shown it. */
export interface ListedTool {
  readonly name: string
  readonly inputSchema: { readonly properties?: unknown; readonly required?: unknown }
}

type Values = Readonly<Record<string, unknown>>

const iso = (ms: number): string => DateTime.formatIso(DateTime.unsafeMake(ms))

/** How a client or model spells the values of a call. */
const spellings = {
  "as listed": (value: unknown) => value,
  "numbers and booleans as text": (value: unknown) =>
    typeof value === "number" || typeof value === "boolean" ? String(value) : value,
  "one value for a list": (value: unknown) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  "words in upper case": (value: unknown, words: ReadonlyArray<unknown>) =>
    typeof value === "string" && words.includes(value) ? value.toUpperCase() : value,
  "objects and lists as JSON text": (value: unknown) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : value
} as const

/** Generates calls of these tools. */
export const listedCalls = (
  tools: ReadonlyArray<ListedTool>,
  ids: SeedIds,
  nowMs: number,
  count: number,
  seed: number
): ReadonlyArray<FirstCall> => {
  const values = valuesOf(ids, nowMs)
  const call = FastCheck.constantFrom(...tools).chain((tool) => callOf(tool, values))
  return FastCheck.sample(call, { numRuns: count, seed })
}

const callOf = ({ inputSchema, name }: ListedTool, values: Values): FastCheck.Arbitrary<FirstCall> => {
  const properties: Values = Object(inputSchema.properties)
  // No model omits the inner arguments of a dispatcher.
  const required = [...[inputSchema.required ?? []].flat().map(String), ...("args" in properties ? ["args"] : [])]
  const optional = Object.keys(properties).filter((field) => !required.includes(field) && field !== "__confirm")
  const own: Values = Object(values[name])
  const valueOf = (field: string): unknown => own[field] ?? values[field] ?? byType(Object(properties[field]))
  return FastCheck.tuple(
    FastCheck.shuffledSubarray(optional.filter((field) => !CONTROLS.includes(field))).map((some) => some.slice(0, 2)),
    FastCheck.constantFrom(...(Object.keys(spellings) as ReadonlyArray<keyof typeof spellings>)),
    // In strict mode, a model sends null for what it does not use; some send an empty text.
    FastCheck.constantFrom("left out", "left out", "null", "empty text for ids")
  ).map(([some, spelling, rest]) => {
    const chosen = [...required, ...(needsChange.has(name) && some.length === 0 ? optional.slice(0, 1) : some)]
    const given = chosen.map((field): readonly [string, unknown] => [
      field,
      spellings[spelling](valueOf(field), [Object(properties[field]).enum ?? []].flat())
    ])
    const absent = optional
      .filter((field) => !chosen.includes(field))
      .flatMap((field): ReadonlyArray<readonly [string, unknown]> => {
        if (rest === "null") return [[field, null]]
        return rest === "empty text for ids" && /_id$|^(before|after|around|cursor)$/.test(field) ? [[field, ""]] : []
      })
    return [name, Object.fromEntries([...given, ...absent])] as const
  })
}

/** Fields of paging and confirmation, which no first call needs. */
const CONTROLS = ["cursor", "all", "clear"]

/** Tools that refuse a call without a change. */
const needsChange = new Set(["channels_modify", "members_modify", "members_timeout", "messages_send", "messages_edit"])

const byType = ({ enum: words, minimum, type }: Values): unknown => {
  if (Array.isArray(words)) return words.at(-1)
  if (type === "integer" || type === "number") return Math.max(Number(minimum ?? 0), 5)
  if (type === "boolean") return true
  return type === "array" ? ["tide"] : "tide"
}

/** Plausible values by field name; values of single tools by tool name. */
const valuesOf = ({ channels, guild, members, messages, roles, sticker }: SeedIds, nowMs: number): Values => ({
  action_type: "MEMBER_BAN_ADD",
  answers: ["Reef", "Dock"],
  applied_tags: [],
  archived: true,
  args: {},
  audit_reason: "Asked for by a moderator",
  author_id: [members.ada],
  auto_archive_duration: 1440,
  available_tags: [{ name: "bug" }],
  bitrate: 64_000,
  channel_id: channels.general,
  communication_disabled_until: iso(nowMs + 3_600_000),
  components: [{ type: 1, components: [{ type: 2, style: 5, label: "Open", url: "https://tidepool.example/" }] }],
  content: "High tide at 18:40.",
  default_reaction_emoji: "👍",
  embeds: [{ title: "Tide", description: "High at 18:40.", color: 0x2f855a }],
  emoji: "🌊",
  files: [{ name: "a.png", base64: PNG }],
  guild_id: guild,
  has: ["image"],
  keep_attachments: [],
  allowed_mentions: { parse: ["users"] },
  mentions: [members.bruno],
  mentions_role_id: [roles.member],
  replied_to_user_id: [members.bruno],
  message: { content: "What lives under the third rock?" },
  message_id: messages.byBot,
  max_id: messages.byBot,
  min_id: messages.firstInGeneral,
  before: messages.byBot,
  after: messages.firstInGeneral,
  around: messages.byBot,
  parent_id: channels.community,
  permission_overwrites: [{ id: roles.member, type: "role", deny: ["SEND_MESSAGES"] }],
  poll: { question: "Where?", answers: [{ text: "Reef" }, { text: "Dock" }], duration: 24 },
  query: "tide",
  question: "Where do we meet?",
  reply_to: messages.byBot,
  requested_permissions: ["SEND_MESSAGES"],
  role_id: roles.member,
  roles: [roles.member],
  since: iso(nowMs - 86_400_000),
  steps: [{ id: "read", tool: "channels_get", args: { channel_id: channels.general } }],
  sticker_ids: [sticker],
  target_id: members.bruno,
  target_role_id: roles.member,
  target_user_id: members.bruno,
  until: iso(nowMs + 3_600_000),
  user_id: members.bruno,
  channels_forum_create_thread: { channel_id: channels.forum },
  mcp_pipeline: { output: "{{read.name}}" },
  mcp_tools_read: { tool: "channels_list", args: { guild_id: guild } },
  mcp_tools_write: { tool: "messages_send", args: { channel_id: channels.general, content: "The tide is in." } },
  mcp_tools_destructive: {
    tool: "messages_delete",
    args: { channel_id: channels.general, message_id: messages.byBot }
  },
  messages_search: { channel_id: [channels.general] }
})
