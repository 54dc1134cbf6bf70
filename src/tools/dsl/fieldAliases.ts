/** Aliases of fields: Discord's names, names of Discord libraries, and everyday words. */
import type { Fix } from "../../errors/fields.ts"
import { isWithUnit, scaleTo, splitUnit, type TimeUnit } from "../../objects/schema/lengthOfTime.ts"
import type { ObjectShape } from "./inputShape.ts"

/** The fields that an alias can mean: those that the object has. */
interface Alias {
  readonly means: ReadonlyArray<string>
  /** The alias means only a required field. An optional id may be a different id. */
  readonly required?: true
  /** The alias applies only to objects with this field. */
  readonly beside?: string
}

/** All aliases. An alias applies only to objects without a field of that name. */
export const fieldAliases: Readonly<Record<string, ReadonlyArray<string> | Alias>> = {
  // Names of Discord's API.
  type: ["kind", "entity_type", "trigger_type", "action_type"],
  channel_type: ["kind"],
  message_reference: ["reply_to"],
  messages: ["message_ids"],
  attachments: ["files", "keep_attachments"],
  guild_scheduled_event_id: ["event_id"],
  auto_moderation_rule_id: ["rule_id"],
  communication_disabled_until: ["until"],
  guild_scheduled_event_exception_ids: ["exception_ids"],
  target_users_file: ["users_file"],

  // Ids.
  server: ["guild_id"],
  server_id: ["guild_id"],
  channel_id: { means: ["thread_id"], required: true },
  thread: { means: ["thread_id", "channel_id"], required: true },
  thread_id: { means: ["channel_id"], required: true },
  forum_id: { means: ["channel_id"], required: true },
  message: ["content", "message_id"],
  user: ["user_id", "recipient_id"],
  user_id: { means: ["recipient_id", "overwrite_id"], required: true },
  role_id: { means: ["overwrite_id"], required: true },
  role: ["role_id", "overwrite_id"],
  role_or_user_id: ["overwrite_id"],
  target_id: { means: ["overwrite_id"], required: true },
  member: ["user_id"],
  member_id: ["user_id"],
  from: ["author_id"],
  scheduled_event_id: ["event_id"],
  webhook_token: ["token"],
  webhook: ["webhook_id"],
  webhook_url: ["webhook_id"],
  url: { means: ["webhook_id"], beside: "token" },
  message_link: ["message_id"],
  message_url: ["message_id"],
  emoji_name: ["emoji"],
  reaction: ["emoji"],
  invite: ["code"],
  invite_code: ["code"],
  template: ["template_code"],
  code: { means: ["template_code"], required: true },

  // Messages.
  text: ["content", "query"],
  body: ["content"],
  msg: ["content"],
  embed: ["embeds"],
  file: ["files"],
  component: ["components"],
  reply_to_id: ["reply_to"],
  reply_to_message_id: ["reply_to"],
  reply_message_id: ["reply_to"],
  options: ["answers"],
  allow_multiselect: ["multiple_choice"],
  allow_multiple: ["allow_multiselect", "multiple_choice"],
  multiple: ["allow_multiselect", "multiple_choice"],
  multiple_choice: ["allow_multiselect"],
  content: { means: ["query"], required: true },
  search: ["query"],
  q: ["query"],
  filename: ["name"],
  keyword: ["query"],
  query: { means: ["content"], beside: "author_id" },
  count: ["limit"],
  max: ["limit"],
  max_results: ["limit"],
  page_size: ["limit"],

  // Members, channels and roles.
  reason: ["audit_reason", "rejection_reason"],
  audit_log_reason: ["audit_reason"],
  x_audit_log_reason: ["audit_reason"],
  nickname: ["nick"],
  duration: ["duration_hours", "minutes"],
  timeout: ["minutes"],
  expires_in: ["max_age"],
  delete_messages: ["delete_message_seconds"],
  timeout_until: ["communication_disabled_until", "until"],
  until: ["communication_disabled_until"],
  title: ["name", "question"],
  category: ["parent_id"],
  category_id: ["parent_id"],
  parent: ["parent_id"],
  overwrites: ["permission_overwrites"],
  slowmode: ["rate_limit_per_user"],
  slow_mode: ["rate_limit_per_user"],
  slowmode_delay: ["rate_limit_per_user"],
  age_restricted: ["nsfw"],
  hoisted: ["hoist"],
  tags: ["applied_tags", "available_tags"],
  tag_ids: ["applied_tags"],
  archive_duration: ["auto_archive_duration"],
  colour: ["color"],
  permission: ["permissions", "requested_permissions"],
  permissions: ["requested_permissions"],
  start: ["scheduled_start_time"],
  start_at: ["scheduled_start_time"],
  start_time: ["scheduled_start_time"],
  starts_at: ["scheduled_start_time"],
  end: ["scheduled_end_time"],
  end_at: ["scheduled_end_time"],
  end_time: ["scheduled_end_time"],
  ends_at: ["scheduled_end_time"],

  // Dispatchers and steps.
  when: ["if"],
  tool_name: ["tool"],
  name: ["tool"],
  arg: ["args"],
  arguments: ["args"],
  input: ["args"],
  parameters: ["args"],
  params: ["args"]
}

/** What a tool has in place of a field of Discord's that it lacks, in words and as data. */
export interface Replacement {
  readonly says: string
  readonly fix: Fix
}

/** Returns what a tool has in place of a field of Discord's that it lacks. */
export const replacementOf = (name: string, { names }: ObjectShape): Replacement | undefined => {
  const [, , says, fix = OMIT] =
    replacements.find(([field, beside]) => field.test(name) && names.includes(beside)) ?? []
  return says === undefined ? undefined : { says, fix }
}

const OMIT: Fix = { omit: true }

/** Names of Discord's fields, a field of the tools that this is about, and what they have in its place. */
const replacements: ReadonlyArray<readonly [name: RegExp, beside: string, says: string, fix?: Fix]> = [
  [/^(before|after|offset|page)$/, "cursor", "the next page is at cursor: send the next_cursor of the result"],
  [
    /^(contains|content|keyword|q|query|search|text)$/,
    "around",
    "to find a text in messages, use messages_search_recent"
  ],
  [
    /^(author|author_id|from|member|user|user_id)$/,
    "around",
    "to find the messages of one author, use messages_search"
  ],
  [/^(name|q|query|search|username)$/, "joined_after", "to find a member by name, use members_search"],
  [
    /^(amount|count|limit|number)$/,
    "message_ids",
    "read the messages with messages_read and this limit, and send their ids as message_ids"
  ],
  [/^(enforce_)?nonce$/, "components", "the server sets it: omit it"],
  [/^with_(components|counts)$/, "view", "the server decides it: omit it"],
  [
    /^dm_permission$/,
    "contexts",
    'send contexts instead: ["guild"] for guilds alone',
    { omit: true, set: { contexts: ["guild"] } }
  ],
  [/^dm_permission$/, "default_member_permissions", "the command works only in its guild: omit it"],
  [/^(contexts|integration_types|handler)$/, "default_member_permissions", "only a global command has it"],
  [/^trigger_type$/, "trigger_metadata", "the trigger of a rule cannot change"],
  [/^type$/, "applied_tags", "a post is always a public thread: omit it"],
  [/^(content|text|message)$/, "components", "a layout shows text by a component {type: 10, content}"],
  [/^data$/, "modal", "send its parts: message, ephemeral, choices or modal"],
  [/^message$/, "invitable", "a thread begins empty: write to it with messages_send, or make a forum post instead"],
  [/^message_id$/, "invitable", "to start a thread from a message, use messages_create_thread"],
  [
    /^silent$/,
    "flags",
    'send flags: ["suppress_notifications"]',
    { omit: true, set: { flags: ["suppress_notifications"] } }
  ],
  [/^[a-z]/, "payload", "belongs in payload", { move_into: "payload" }]
]

/** Fields for which Discord accepts only one value, in objects with one of the fields `beside`. They are dropped. */
const constants: ReadonlyMap<string, { readonly is: ReadonlyArray<unknown>; readonly beside: ReadonlyArray<string> }> =
  new Map([
    ["layout_type", { is: [1, "1", "default"], beside: ["answers"] }],
    ["privacy_level", { is: [2, "2", "guild_only"], beside: ["entity_type", "topic"] }],
    ["flags", { is: [32_768, "32768", "is_components_v2"], beside: ["components"] }],
    ["type", { is: ["rich"], beside: ["footer"] }]
  ])

/** Returns whether an unknown field has the only value that Discord accepts. */
export const isConstant = (name: string, value: unknown, { field }: ObjectShape): boolean => {
  const { beside = [], is = [] } = constants.get(snakeCase(name)) ?? {}
  return (
    beside.some((other) => field(other) !== undefined) &&
    is.includes(typeof value === "string" ? value.toLowerCase() : value)
  )
}

/** A time in place of an id around which a list is read belongs to `since` or `until`. */
export const timeMeaning = (name: string, given: unknown, shape: ObjectShape): Meaning | undefined => {
  const to = boundFields.get(name)
  return to !== undefined && typeof given === "string" && TIME.test(given) && isTimeOfBound(name, shape)
    ? { means: [to] }
    : undefined
}

/** Returns whether an object has a field for a time in place of this id. */
export const isTimeOfBound = (name: string, { field }: ObjectShape): boolean => {
  const to = boundFields.get(name)
  return to !== undefined && field(to) !== undefined
}

const boundFields: ReadonlyMap<string, string> = new Map([
  ["before", "until"],
  ["after", "since"],
  ["min_id", "since"],
  ["max_id", "until"]
])

/** The beginning of a time. */
export const TIME = /^\d{4}-\d\d-\d\d/

/** Returns the fields of an object that an unknown name can mean. */
export const resolveAlias = (name: string, shape: ObjectShape): Meaning => {
  // Controls begin with an underscore and have no aliases.
  if (name.length > NAME_MAX || name.startsWith("_")) return NO_MEANING
  const plain = snakeCase(name)
  if (plain !== name && shape.field(plain) !== undefined) return { means: [plain] }
  for (const rule of rules) {
    const meaning = rule(plain, shape)
    if (meaning.means.length > 0) return meaning
  }
  return NO_MEANING
}

/** The fields that a name means, and the conversion to the unit of the field. */
export interface Meaning {
  readonly means: ReadonlyArray<string>
  /** Converts a value; `undefined` for a value without a unit. */
  readonly convert?: (value: unknown, unit: TimeUnit | undefined) => unknown
}

type Rule = (name: string, shape: ObjectShape) => Meaning

/** The rules, most specific first. The first rule with a meaning decides. */
const rules: ReadonlyArray<Rule> = [
  // A listed alias. A number means a length of time only with a unit, except where Discord's own field has that name.
  (name, shape) => ({ means: listedMeanings(name, shape), ...(lengths.has(name) && { convert: withUnit }) }),
  // `id` is the required id that is missing.
  (name, { isOptional, names }) => ({
    means: name === "id" ? names.filter((field) => field.endsWith("_id") && !isOptional(field)) : []
  }),
  // `role_id` is the id of an item.
  (name, { isOptional, names }) => ({
    means:
      /^(role|user|member|channel|command)_id$/.test(name) && names.includes("id") && !isOptional("id") ? ["id"] : []
  }),
  // A length of time in another unit: `delete_message_days`.
  (name, shape) => {
    const { seconds, stem } = splitUnit(name) ?? {}
    if (seconds === undefined || stem === undefined) return NO_MEANING
    const means = shape.names.filter(
      (field) =>
        shape.field(field)?.unit !== undefined &&
        (stemOf(field) === stem || (stem !== "" && listedMeanings(stem, shape).includes(field)))
    )
    return { means, convert: (count, unit) => (unit === undefined ? count : scaleTo(unit, seconds)(count)) }
  },
  // A length of time without the unit in the name of its field.
  (name, { field, names }) => ({
    means: names.filter((other) => field(other)?.unit !== undefined && other !== name && stemOf(other) === name),
    convert: withUnit
  }),
  // A name with or without `_id`, in the plural, or with a prefix.
  (name, shape) => {
    const base = name.replace(PREFIX, "")
    const stem = base.replace(/(_ids?|s)$/, "")
    const others: ReadonlyArray<string> = [base, stem, `${stem}_id`, `${stem}_ids`]
    const means = shape.names.filter((field) => others.includes(field))
    return { means: means.length > 0 || base === name ? means : listedMeanings(base, shape) }
  }
]

/** Listed aliases of a length of time whose number has no unit. Discord's polls have `duration`, in hours. */
const lengths: ReadonlySet<string> = new Set(["duration", "timeout", "expires_in", "delete_messages"])

const withUnit: NonNullable<Meaning["convert"]> = (length, unit) =>
  unit !== undefined && unit !== "hours" && !isWithUnit(length) ? undefined : length

const listedMeanings = (name: string, { field, isOptional }: ObjectShape): ReadonlyArray<string> => {
  const found = Object.hasOwn(fieldAliases, name) ? fieldAliases[name] : undefined
  if (found === undefined) return []
  const alias: Alias = "means" in found ? found : { means: found }
  if (alias.beside !== undefined && field(alias.beside) === undefined) return []
  return alias.means.filter((one) => field(one) !== undefined && !(alias.required === true && isOptional(one)))
}

const stemOf = (field: string): string => splitUnit(field)?.stem ?? field

/** What a name says besides the field: the object whose field it is, or that the value is new. */
const PREFIX =
  /^(new|is|channel|role|thread|event|message|embed|poll|webhook|emoji|sticker|rule|sound|command)_(?!ids?$)/

const NO_MEANING: Meaning = { means: [] }
const NAME_MAX = 64

/** Converts `channelId`, `Channel-ID` and `channel id` to `channel_id`. */
const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/[\s-]/g, "_")
    .toLowerCase()
