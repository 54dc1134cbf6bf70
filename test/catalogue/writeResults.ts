/** Whether the result of a write shows what it was asked to set. */
import { ChannelType } from "discord-api-types/v10"
import { Either, FastCheck, Predicate, Struct } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { channelName } from "../../src/sandbox/routes/channelRules.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { inputTo } from "../../src/testing/toolInput.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { prepared } from "../tools/prepared.ts"
import { OGG, PNG } from "../tools/wired.ts"
import { runs } from "../turns.ts"
import type { Values } from "./recordAll.ts"
import { type Made, sandboxInput } from "./sandboxInputs.ts"

/** Fields that a result does not show as they were sent, by `tool.field` or by field, each with the reason. */
const notShown: Readonly<Record<string, string>> = {
  __confirm: "decides whether the call runs",
  access_token: "a secret",
  audit_reason: "is in the audit log",
  cursor: "selects a part of a list",
  file: "a file, shown by the id or link that it has now",
  image: "a file, shown by the id that it has now",
  interaction_token: "a secret",
  keep_attachments: "the sandbox changes no attachments of a message",
  secret: "a secret",
  sticker_ids: "shown by their names",
  sound: "a file, shown by the id that it has now",
  fail_if_not_exists: "decides whether a call without its message fails",
  tables: "decides how a text is sent, which is shown",
  token: "a secret",
  users_file: "a file",
  view: "selects the form of the result",
  "blueprint_apply.blueprint": "compared with the guild, which is shown by converged",
  "blueprint_apply.file": "has the blueprint, as the field of that name",
  "blueprint_apply.guild_id": "the result is about this guild",
  "blueprint_apply.plan_id": "selects the plan",
  "blueprint_apply.prune": "selects what is compared",
  "blueprint_apply.prune_visible_only": "selects what is compared",
  "changes_undo.entries": "selects the entries, which the result shows",
  "changes_undo.guild_id": "the result is about this guild",
  "changes_undo.last": "selects the entries, which the result shows",
  "changes_undo.since": "selects the entries, which the result shows",
  "components_v2_edit.files": "the sandbox changes no attachments of a message",
  "interactions_edit_followup.files": "the sandbox changes no attachments of a message",
  "messages_edit.files": "the sandbox changes no attachments of a message",
  "webhooks_edit_message.files": "the sandbox changes no attachments of a message",
  "channels_create_thread.kind": "public is shown as public_thread",
  "guild_action_join_request.action": "approve is shown as the status approved",
  "channels_modify.flags": "a text channel has none, which is shown",
  "positions.clear": "a channel without a category is shown as parent_id null",
  "channels_lock.minutes": "is shown as until",
  "channels_move.position": "first and last are shown as the position that it has now",
  "commands_bulk_overwrite_global.commands": "the reply has the commands with new ids",
  "commands_bulk_overwrite_guild.commands": "the reply has the commands with new ids",
  "components_v2_send_from_template.template": "chooses the components, which are shown",
  "components_v2_send_from_template.vars": "are in the components, which are shown",
  "entitlements_create_test.owner_id": "is shown as user_id or guild_id",
  "entitlements_create_test.owner_type": "is shown as user_id or guild_id",
  "guild_begin_prune.compute_prune_count": "asks for the count, which is shown",
  "guild_begin_prune.days": "selects the members, whose number is shown",
  "guild_begin_prune.include_roles": "selects the members, whose number is shown",
  "invites_create_channel.role_ids": "the sandbox drops ids that are no roles",
  "lobbies_add_member.metadata": "the sandbox has no members of lobbies",
  "lobbies_modify_members.members": "the sandbox has no members of lobbies",
  "members_timeout.minutes": "is shown as timed_out_until",
  "messages_bulk_delete.message_ids": "their number is shown",
  "poll.duration": "is shown as the end of the poll",
  "polls_create.duration_hours": "is shown as the end of the poll",
  "polls_create.multiple_choice": "false is the default of a poll",
  "roles_create.permissions": "ADMINISTRATOR is shown alone, because it includes the others",
  "stickers_create_guild_sticker.description": "the sandbox reads no form",
  "stickers_create_guild_sticker.name": "the sandbox reads no form",
  "stickers_create_guild_sticker.tags": "the sandbox reads no form",
  "webhooks_execute.wait": "decides whether Discord replies with the message",
  "webhooks_execute_github.payload": "a message of another service, to which Discord does not reply"
}

const isRecord = (value: unknown): value is Values => Predicate.isReadonlyRecord(value)

/** A text as Discord may normalize it. A custom emoji is its id. */
const plain = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "-")
    .replace(/^\w+:(?=\d{17,20}$)/, "")

const isSameTime = (one: string, other: string): boolean => /^\d{4}-/.test(one) && Date.parse(one) === Date.parse(other)

/** What may be left out inside an object. */
const isDefault = (value: unknown): boolean =>
  value === null || value === false || value === 0 || value === "" || (Array.isArray(value) && value.every(isDefault))

/** Returns the paths of what a part of a result does not show of a value that was sent. */
const missingIn = (
  shown: unknown,
  sent: unknown,
  path: string,
  counted: ReadonlySet<string>
): ReadonlyArray<string> => {
  if (Array.isArray(sent))
    return sent.flatMap((item, at) => (isDefault(item) ? [] : missingIn(shown, item, `${path}[${at}]`, counted)))
  if (isRecord(sent)) {
    // A file is shown by its name.
    const fields = "base64" in sent ? Struct.omit(sent, "base64", "name") : sent
    return Object.entries(fields).flatMap(([name, inner]) =>
      isDefault(inner) ||
      counted.has(name) ||
      notShown[name] !== undefined ||
      notShown[`${path.replace(/^.*\.|\[\d+\]/g, "")}.${name}`] !== undefined
        ? []
        : missingIn(shown, inner, `${path}.${name}`, counted)
    )
  }
  // An empty text clears its field.
  return sent === "" || anyIn(shown, (one) => isSame(one, sent) || isSlugOf(one, sent, path)) ? [] : [path]
}

/** Returns whether a text is the name that Discord gives a text channel of which this name was sent. */
const isSlugOf = (shown: unknown, sent: unknown, path: string): boolean =>
  /^channels_\w+\.name$/.test(path) && typeof sent === "string" && shown === channelName(ChannelType.GuildText, sent)

const isSame = (shown: unknown, sent: unknown): boolean =>
  typeof sent === "string" && typeof shown === "string"
    ? plain(shown) === plain(sent) || isSameTime(shown, sent)
    : Object.is(shown, sent)

const anyIn = (value: unknown, test: (leaf: unknown) => boolean): boolean =>
  typeof value === "object" && value !== null ? Object.values(value).some((one) => anyIn(one, test)) : test(value)

/** A text, and a list, that results would repeat if they showed them. */
const LONG = 200

/** Returns an input with long texts, also in embeds and in lists of words. */
const enlarged = (schema: Values, value: unknown): unknown => {
  const { items, maxLength = 0, properties } = Object(schema)
  if (properties !== undefined && (isRecord(value) || value === undefined)) {
    const fields = Object.entries(Object(properties)).flatMap(([name, field]) => {
      const inner = value?.[name]
      const isFree = inner !== undefined || name === "embeds" || isLongText(field)
      return isFree && !KEPT.has(name) ? [[name, enlarged(Object(field), inner)] as const] : []
    })
    return { ...value, ...Object.fromEntries(fields) }
  }
  if (items?.properties?.footer !== undefined) return [{ title: "Tides", description: sentence(0, 1000) }]
  if (Array.isArray(value) && isRecord(items)) {
    return WORDS.test(String(value[0]))
      ? Array.from({ length: 20 }, (_, at) => sentence(at, 60))
      : value.map((item) => enlarged(items, item))
  }
  return isLongText(schema) ? sentence(0, Math.min(maxLength, 1000)) : value
}

/** Fields whose texts are no text, or that exclude others. */
const KEPT = new Set([
  "applied_tags",
  "audit_reason",
  "event_webhooks_url",
  "files",
  "image",
  "sound",
  "token",
  "users_file"
])

/** A list of words, not of ids or of words of Discord. */
const WORDS = /^[a-z]+ |^[a-z]{3,}$/

const isLongText = (schema: unknown): boolean => {
  const { enum: words, format, maxLength = 0, pattern, type } = Object(schema)
  return type === "string" && maxLength > LONG && [words, format, pattern].every((it) => it === undefined)
}

const sentence = (at: number, length: number): string => `${at} The tide is in. `.repeat(60).slice(0, length).trim()

/** Returns the input of the example with long texts. */
export const largeInput = (tool: Tool, ids: SeedIds, made: Made): ReadonlyArray<Values> => {
  const example = sandboxInput(tool, ids, made)
  const input = enlarged(publishedSchema(tool.input) as Values, example)
  return writes.has(tool.name) && JSON.stringify(input) !== JSON.stringify(example) && isRecord(input) ? [input] : []
}

/** Returns the long texts and lists of an input that a result has, but for what was there before. */
export const repeatedParts = (input: unknown, { previous: _, ...answer }: Values): ReadonlyArray<string> => {
  const shown = JSON.stringify(answer)
  return longParts(input).filter((part) => shown.includes(part))
}

/** Returns the long texts and lists of a value as JSON, without the quotes of texts. */
export const longParts = (value: unknown): ReadonlyArray<string> => {
  const json = JSON.stringify(value)
  const own = (typeof value === "string" || Array.isArray(value)) && json.length > LONG + 2
  const inner = typeof value === "object" && value !== null ? Object.values(value).flatMap(longParts) : []
  return own ? [json.replaceAll(/^"|"$/g, ""), ...inner] : inner
}

/** Returns the fields that a result neither shows nor has in its notice. */
export const hiddenFields = (tool: Tool, input: Values, answer: Values): ReadonlyArray<string> => {
  const { as_sent = {}, notice = "", untrusted_fields: _, ...shown } = answer
  const length = JSON.stringify(shown).includes('"length":') ? ["content"] : []
  const counted = new Set([...Object.keys(Object(as_sent)).flatMap((path) => path.split(/[.[\]]+/)), ...length])
  const inPath = new Set([...String(tool.operation?.route).matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name))
  return Object.entries(input).flatMap(([name, sent]) => {
    if (notShown[name] !== undefined || notShown[`${tool.name}.${name}`] !== undefined || counted.has(name)) return []
    // The ids of the path are what a result without a view shows.
    if (inPath.has(name) && (!("done" in answer) || notice !== "")) return []
    if (String(notice).includes(name) || /nothing was set/.test(String(notice))) return []
    if (name === "clear") {
      const isCleared = (field: string) => [shown.cleared].flat().includes(field) || shown[field] === null
      const cleared = Array.isArray(sent) ? sent.map(String) : []
      return cleared.filter((field) => !isCleared(field) && !String(notice).includes(field))
    }
    return missingIn(shown, sent, `${tool.name}.${name}`, counted)
  })
}

/** The tools that change something, but dispatchers and plans. */
export const writes: ReadonlySet<string> = new Set(
  catalogue.filter(({ category, risk }) => risk !== "read" && category !== META).map(({ name }) => name)
)

/** The ids of the sandbox by kind, in place of generated ones. */
const idsByKind = (ids: SeedIds): Values => ({
  application: ids.bot,
  channel: ids.channels.general,
  emoji: ids.emoji,
  event: ids.event,
  guild: ids.guild,
  invite: ids.inviteCode,
  message: ids.messages.byBot,
  overwrite: ids.roles.member,
  role: ids.roles.member,
  rule: ids.rule,
  sticker: ids.sticker,
  template: ids.templateCode,
  user: ids.members.bruno,
  webhook: ids.webhook
})

/** Draws an input of a tool, with the objects of its example and ids that exist in the sandbox. */
const drawn = (tool: Tool, ids: SeedIds, made: Made, seed: number): Values => {
  const [generated = {}] = FastCheck.sample(inputTo(tool), { numRuns: 1, seed })
  const call = prepared(tool.name, generated)
  const referenced = Either.isRight(call) ? call.right.referencedIds : []
  const known = idsByKind(ids)
  const text = referenced.reduce(
    (all, { id, kind }) => all.replaceAll(id, String(known[kind] ?? id)),
    JSON.stringify(generated)
  )
  const fields: Values = JSON.parse(text, (_, value) => (Array.isArray(value) ? [...new Set(value)] : value))
  const isOfExample = (name: string) => name === "__confirm" || String(tool.operation?.route).includes(`{${name}}`)
  const input: Values = {
    ...fields,
    ...Object.fromEntries(Object.entries(sandboxInput(tool, ids, made)).filter(([name]) => isOfExample(name))),
    ...("image" in fields && { image: { base64: PNG } }),
    ...("sound" in fields && { sound: { base64: OGG } })
  }
  return Struct.omit(input, "view")
}

/** The drawn inputs of each tool. More of them find fields that the exceptions do not name yet. */
const DRAWS = runs(3)

/** Draws inputs of a write. A deletion has no field but ids. */
export const drawnInputs = (tool: Tool, ids: SeedIds, made: Made): ReadonlyArray<Values> =>
  writes.has(tool.name) && tool.operation?.method !== "DELETE"
    ? Array.from({ length: DRAWS }, (_, seed) => drawn(tool, ids, made, seed))
    : []
