/** Aliases of fields: Discord's names, names of Discord libraries, and everyday words. */
import type { Conversion } from "../shared/alsoTakes.ts"
import type { ObjectShape } from "./inputShape.ts"

/** The fields that an alias can mean: those that the object has. */
interface Alias {
  readonly means: ReadonlyArray<string>
  /** Converts the value to the unit of the field; `undefined` for a value without a unit. */
  readonly convert?: (value: unknown, field: string) => unknown
  /** The alias means only a required field. An optional id may be a different id. */
  readonly required?: true
  /** The alias applies only to objects with this field. */
  readonly beside?: string
}

const DAY_SECONDS = 86_400

/** Converts a length with its unit to minutes: `1h`, `90 seconds`. */
const minutesOf: Conversion = (length) => {
  const [, count, unit = ""] = /^(\d{1,8})\s*([smhd])[a-z]*$/i.exec(String(length).trim()) ?? []
  const minutes = { s: 1 / 60, m: 1, h: 60, d: 1440 }[unit.toLowerCase()]
  return minutes === undefined ? undefined : Math.ceil(Number(count) * minutes)
}

const scaled =
  (factor: number): Conversion =>
  (count) =>
    count !== "" && Number.isFinite(Number(count)) ? Math.ceil(Number(count) * factor) : count

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
  delete_message_days: {
    means: ["delete_message_seconds"],
    convert: scaled(DAY_SECONDS)
  },
  communication_disabled_until: ["until"],
  guild_scheduled_event_exception_ids: ["exception_ids"],
  target_users_file: ["users_file"],

  // Ids.
  id: {
    means: [
      "guild_id",
      "channel_id",
      "thread_id",
      "message_id",
      "user_id",
      "role_id",
      "webhook_id",
      "event_id",
      "rule_id",
      "emoji_id",
      "sticker_id",
      "command_id"
    ],
    required: true
  },
  guild: ["guild_id"],
  server: ["guild_id"],
  server_id: ["guild_id"],
  channel: ["channel_id"],
  channel_id: { means: ["thread_id"], required: true },
  thread: { means: ["thread_id", "channel_id"], required: true },
  thread_id: { means: ["channel_id"], required: true },
  forum_id: { means: ["channel_id"], required: true },
  message: ["content", "message_id"],
  user: ["user_id", "recipient_id"],
  user_id: { means: ["recipient_id"], required: true },
  member: ["user_id"],
  member_id: ["user_id"],
  recipient: ["recipient_id"],
  author: ["author_id"],
  from: ["author_id"],
  users: ["user_ids"],
  role: ["role_id"],
  overwrite: ["overwrite_id"],
  role_or_user_id: ["overwrite_id"],
  event: ["event_id"],
  scheduled_event_id: ["event_id"],
  webhook: ["webhook_id"],
  webhook_token: ["token"],
  emoji_name: ["emoji"],
  reaction: ["emoji"],
  sticker: ["sticker_id"],
  stickers: ["sticker_ids"],
  command: ["command_id"],
  application: ["application_id"],
  invite: ["code"],
  invite_code: ["code"],
  template: ["template_code"],

  // Messages.
  text: ["content", "query"],
  body: ["content"],
  msg: ["content"],
  message_content: ["content"],
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
  duration_hours: ["duration"],
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
  nickname: ["nick"],
  duration: {
    means: ["duration_hours", "minutes"],
    convert: (length, field) => (field === "minutes" ? minutesOf(length) : length)
  },
  duration_minutes: ["minutes"],
  duration_seconds: { means: ["minutes"], convert: scaled(1 / 60) },
  timeout_until: ["communication_disabled_until", "until"],
  until: ["communication_disabled_until"],
  channel_name: ["name"],
  role_name: ["name"],
  thread_name: ["name"],
  event_name: ["name"],
  title: ["name"],
  category: ["parent_id"],
  category_id: ["parent_id"],
  parent: ["parent_id"],
  overwrites: ["permission_overwrites"],
  slowmode: ["rate_limit_per_user"],
  slow_mode: ["rate_limit_per_user"],
  slowmode_seconds: ["rate_limit_per_user"],
  age_restricted: ["nsfw"],
  tags: ["applied_tags", "available_tags"],
  tag_ids: ["applied_tags"],
  archive_duration: ["auto_archive_duration"],
  colour: ["color"],
  permission: ["permissions"],
  permissions: ["requested_permissions"],
  start_time: ["scheduled_start_time"],
  end_time: ["scheduled_end_time"],
  location: ["entity_metadata"],

  // Dispatchers.
  tool_name: ["tool"],
  name: ["tool"],
  arguments: ["args"],
  input: ["args"],
  parameters: ["args"],
  params: ["args"]
}

/** Fields for which Discord accepts only one value, in objects with one of the fields `beside`. They are dropped. */
const constants: Readonly<
  Record<string, { readonly is: ReadonlyArray<unknown>; readonly beside: ReadonlyArray<string> }>
> = {
  layout_type: { is: [1, "1", "default"], beside: ["answers"] },
  privacy_level: { is: [2, "2", "guild_only"], beside: ["entity_type", "send_start_notification"] },
  type: { is: ["rich"], beside: ["footer"] }
}

/** Returns whether an unknown field has the only value that Discord accepts. */
export const isConstant = (name: string, value: unknown, { field }: ObjectShape): boolean => {
  const { beside = [], is = [] } = (Object.hasOwn(constants, name) && constants[name]) || {}
  return (
    beside.some((other) => field(other) !== undefined) &&
    is.includes(typeof value === "string" ? value.toLowerCase() : value)
  )
}

/** Returns the fields of an object that an unknown name can mean. */
export const resolveAlias = (name: string, { field, isOptional }: ObjectShape): Alias => {
  // Controls begin with an underscore and have no aliases.
  if (name.length > NAME_MAX || name.startsWith("_")) return NO_ALIAS
  const plain = snakeCase(name)
  if (plain !== name && field(plain) !== undefined) return { means: [plain] }
  const found = Object.hasOwn(fieldAliases, plain) ? fieldAliases[plain] : undefined
  if (found === undefined) return NO_ALIAS
  const alias: Alias = "means" in found ? found : { means: found }
  if (alias.beside !== undefined && field(alias.beside) === undefined) return NO_ALIAS
  const isMeant = (one: string) => field(one) !== undefined && !(alias.required === true && isOptional(one))
  return { ...alias, means: alias.means.filter(isMeant) }
}

const NO_ALIAS: Alias = { means: [] }
const NAME_MAX = 64

/** Converts `channelId`, `Channel-ID` and `channel id` to `channel_id`. */
const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/[\s-]/g, "_")
    .toLowerCase()
