/** AutoMod rules: between Discord's reply, a blueprint, and the arguments of the tools. */
import type { ValidationIssue } from "../errors/fields.ts"
import { enumName } from "../objects/schema/enums.ts"
import { actions, presets, triggers } from "../tools/automod/enums.ts"
import { ruleIssues } from "../tools/automod/fields.ts"
import type { RuleEntry } from "./document.ts"
import type { KeyOf, RuleState } from "./GuildState.ts"

/** The fields of a trigger's metadata in a blueprint and in the tools. */
const metadataFields = {
  keywords: "keyword_filter",
  patterns: "regex_patterns",
  allowed: "allow_list",
  presets: "presets",
  mention_limit: "mention_total_limit",
  raid_protection: "mention_raid_protection_enabled"
} as const

type MetadataField = keyof typeof metadataFields

/** The fields that the rules of each trigger have (Discord docs, AutoMod, trigger metadata). */
const fieldsByTrigger: Readonly<Record<keyof typeof triggers, ReadonlyArray<MetadataField>>> = {
  keyword: ["keywords", "patterns", "allowed"],
  member_profile: ["keywords", "patterns", "allowed"],
  keyword_preset: ["presets", "allowed"],
  mention_spam: ["mention_limit", "raid_protection"],
  spam: []
}

/** The maximum numbers of rules of a guild by trigger (Discord docs, AutoMod, limits per trigger type). */
export const RULES_MAX: Readonly<Record<keyof typeof triggers, number>> = {
  keyword: 6,
  member_profile: 1,
  keyword_preset: 1,
  mention_spam: 1,
  spam: 1
}

/** Returns a rule as a blueprint has it. */
export const ruleEntry = (rule: RuleState, roleKey: KeyOf, channelKey: KeyOf): RuleEntry | undefined => {
  const trigger = (Object.keys(triggers) as ReadonlyArray<keyof typeof triggers>).find(
    (name) => triggers[name] === rule.trigger_type
  ) // `Object.keys` loses the keys
  if (trigger === undefined) return undefined
  const metadata: Readonly<Record<string, unknown>> = {
    ...rule.trigger_metadata,
    presets: (rule.trigger_metadata?.presets ?? []).map((preset) => enumName(presets, preset))
  }
  const keyed = rule.actions.map(({ metadata: settings, type }) => ({
    type: enumName(actions, type),
    ...(settings?.channel_id != null && { channel: channelKey(settings.channel_id) }),
    ...(settings?.duration_seconds != null && { duration_seconds: settings.duration_seconds }),
    ...(settings?.custom_message != null && { custom_message: settings.custom_message })
  }))
  return {
    name: rule.name,
    trigger,
    enabled: rule.enabled,
    ...Object.fromEntries(
      fieldsByTrigger[trigger].map((field) => [field, metadata[metadataFields[field]] ?? DEFAULTS[field]])
    ),
    // With an alert in a channel that the bot cannot view, the actions are left out, and so stay as they are. So they are if
    // none is left, because its channel was deleted.
    ...(keyed.length > 0 &&
      keyed.every((action) => !("channel" in action) || action.channel !== undefined) && { actions: keyed }),
    exempt_roles: (rule.exempt_roles ?? []).flatMap((id) => roleKey(id) ?? []),
    exempt_channels: (rule.exempt_channels ?? []).flatMap((id) => channelKey(id) ?? [])
  } as RuleEntry // the names are those of the schema's tables
}

const DEFAULTS: Readonly<Record<MetadataField, unknown>> = {
  keywords: [],
  patterns: [],
  allowed: [],
  presets: [],
  mention_limit: 0,
  raid_protection: false
}

/** Returns the arguments of automod_create_rule, or of automod_modify_rule without the trigger, for some fields. */
export const ruleArguments = (
  entry: Readonly<Record<string, unknown>>,
  idOf: (key: string, of: "roles" | "channels") => string
): Readonly<Record<string, unknown>> => {
  const metadata = Object.entries(metadataFields).flatMap(([field, argument]) =>
    entry[field] === undefined ? [] : [[argument, entry[field]]]
  )
  const list = (field: string, of: "roles" | "channels") =>
    Array.isArray(entry[field]) ? { [field]: entry[field].map((key) => idOf(String(key), of)) } : {}
  return {
    ...(entry.name !== undefined && { name: entry.name }),
    ...(entry.trigger !== undefined && { trigger_type: entry.trigger }),
    ...(entry.enabled !== undefined && { enabled: entry.enabled }),
    ...(metadata.length > 0 && { trigger_metadata: Object.fromEntries(metadata) }),
    ...(entry.actions !== undefined && {
      actions: (entry.actions as NonNullable<RuleEntry["actions"]>).map(({ channel, type, ...settings }) => ({
        type,
        ...((channel !== undefined || Object.keys(settings).length > 0) && {
          metadata: { ...settings, ...(channel !== undefined && { channel_id: idOf(channel, "channels") }) }
        })
      })) // the entry has passed the schema
    }),
    ...list("exempt_roles", "roles"),
    ...list("exempt_channels", "channels")
  }
}

/** The fields of the metadata are sent together. */
export const metadataOf = (trigger: RuleEntry["trigger"]): ReadonlyArray<string> => fieldsByTrigger[trigger]

/** Returns the problems of a rule, as the tools find them. A field that is left out may be as the rule needs it. */
export const ruleIssuesOf = (entry: RuleEntry): ReadonlyArray<ValidationIssue> => {
  const allowed = fieldsByTrigger[entry.trigger]
  const stray = (Object.keys(metadataFields) as ReadonlyArray<MetadataField>).filter(
    (field) => entry[field] !== undefined && !allowed.includes(field)
  ) // `Object.keys` loses the keys
  const args = ruleArguments(entry, (key) => key)
  return [
    ...stray.map((path) => ({ path, message: `is not a field of the trigger ${entry.trigger}`, code: "exclusive" })),
    ...(stray.length > 0 ? [] : ruleIssues(args as Parameters<typeof ruleIssues>[0])) // the tables give these names
      .filter(({ code }) => code !== "required" || entry.keywords !== undefined || entry.presets !== undefined)
      .map((issue) => ({ ...issue, path: issue.path.replace(/^trigger_metadata\.\w+$/, metadataPath) })),
    ...(entry.actions ?? []).flatMap(({ channel, duration_seconds, type }, at) => [
      ...(type === "send_alert_message" && channel === undefined ? [needs(at, "channel", type)] : []),
      ...(type === "timeout" && duration_seconds === undefined ? [needs(at, "duration_seconds", type)] : [])
    ])
  ]
}

const needs = (at: number, field: string, type: string): ValidationIssue => ({
  path: `actions[${at}].${field}`,
  message: `is required for ${type}`,
  code: "required"
})

const metadataPath = (path: string): string => {
  const name = path.slice(path.indexOf(".") + 1)
  return Object.entries(metadataFields).find(([, argument]) => argument === name)?.[0] ?? name
}
