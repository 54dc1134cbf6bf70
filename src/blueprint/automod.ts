/** AutoMod rules: between Discord's reply, a blueprint, and the arguments of the tools. */
import { Record, Struct } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import {
  actionMetadata,
  actions,
  exempt,
  ruleFields,
  type Trigger,
  triggerMetadata,
  triggers
} from "../objects/automodRule.ts"
import { documentsOf, documentValues, ofKind, valuesOf } from "../objects/fields.ts"
import { enumName } from "../objects/schema/enums.ts"
import { listOf, optional } from "../objects/schema/fields.ts"
import * as Limits from "../objects/schema/limits.ts"
import { ruleIssues } from "../tools/automod/rules.ts"
import { channelList, key, object, one, reference, roleList } from "./entries.ts"
import type { KeyOf, RuleState } from "./GuildState.ts"

/** The maximum lengths of the lists that refer to roles and channels. */
export const REFERENCES_MAX = {
  actions: Limits.AUTOMOD_ACTIONS_MAX,
  exempt_roles: Limits.AUTOMOD_EXEMPT_ROLES_MAX,
  exempt_channels: Limits.AUTOMOD_EXEMPT_CHANNELS_MAX
} as const

const { channel_id: _, ...actionSettings } = actionMetadata

/** A rule. What its trigger matches is beside its other fields. */
export const Rule = object("An AutoMod rule.", {
  key,
  name: ruleFields.name.value,
  trigger_type: one("What triggers the rule. It cannot change.", triggers),
  ...documentsOf({ enabled: ruleFields.enabled, ...triggerMetadata }),
  actions: optional(
    listOf(
      "What happens.",
      object("An action.", {
        type: one("The action.", actions),
        channel: optional(reference("The channel of an alert.")),
        ...documentsOf(actionSettings)
      }),
      1,
      REFERENCES_MAX.actions
    )
  ),
  exempt_roles: roleList("Roles that the rule ignores.", REFERENCES_MAX.exempt_roles),
  exempt_channels: channelList("Channels that the rule ignores.", REFERENCES_MAX.exempt_channels)
})

/** A rule of a blueprint. */
export type RuleEntry = typeof Rule.Type

/** What a rule refers to. */
type Referred = "role" | "channel"

/** The maximum numbers of rules of a guild by trigger (Discord docs, AutoMod, limits per trigger type). */
export const RULES_MAX: Readonly<Record<Trigger, number>> = {
  keyword: 6,
  member_profile: 1,
  keyword_preset: 1,
  mention_spam: 1,
  spam: 1
}

/** Returns a rule as a blueprint has it. */
export const ruleEntry = (rule: RuleState, keys: Readonly<Record<Referred, KeyOf>>): RuleEntry | undefined => {
  const trigger = Struct.keys(triggers).find((name) => triggers[name] === rule.trigger_type)
  if (trigger === undefined) return undefined
  const keyed = rule.actions.map(({ metadata, type }) => ({
    type: enumName(actions, type),
    ...(metadata?.channel_id != null && { channel: keys.channel(metadata.channel_id) }),
    ...valuesOf(actionSettings, metadata ?? {})
  }))
  return {
    name: rule.name,
    trigger_type: trigger,
    enabled: rule.enabled,
    ...documentValues(Struct.pick(triggerMetadata, ...metadataOf(trigger)), rule.trigger_metadata ?? {}),
    // With an alert in a channel that the bot cannot view, the actions are left out, and so stay as they are. So they are if
    // none is left, because its channel was deleted.
    ...(keyed.length > 0 &&
      keyed.every((action) => !("channel" in action) || action.channel !== undefined) && { actions: keyed }),
    ...Object.fromEntries(
      Struct.entries(exempt).map(([field, of]) => [field, (rule[field] ?? []).flatMap((id) => keys[of](id) ?? [])])
    )
  } as RuleEntry // by the schemas of its fields
}

/** Returns the roles and channels that a rule refers to, with the paths of their keys. */
export const ruleReferences = (
  entry: Partial<RuleEntry>
): ReadonlyArray<{
  readonly key: string
  readonly of: Referred
  readonly path: readonly [keyof RuleEntry, ...ReadonlyArray<string | number>]
}> => [
  ...Struct.entries(exempt).flatMap(([field, of]) =>
    (entry[field] ?? []).map((key, at) => ({ key, of, path: [field, at] as const }))
  ),
  ...(entry.actions ?? []).flatMap(({ channel: key }, at) =>
    key === undefined ? [] : [{ key, of: "channel" as const, path: ["actions", at, "channel"] as const }]
  )
]

/** Returns a rule with other keys in its references. One without a key is left out, with its action. */
export const withKeys = (
  entry: Partial<RuleEntry>,
  keyOf: (key: string, of: Referred) => string | undefined
): Partial<RuleEntry> => ({
  ...entry,
  ...(entry.actions && {
    actions: entry.actions.flatMap((action) => {
      const channel = action.channel ? keyOf(action.channel, "channel") : action.channel
      return action.channel && channel === undefined ? [] : [{ ...action, ...(channel !== undefined && { channel }) }]
    })
  }),
  ...Object.fromEntries(
    Struct.entries(exempt).flatMap(([field, of]) => {
      const keys = entry[field]?.flatMap((key) => keyOf(key, of) ?? [])
      return keys === undefined ? [] : [[field, keys]]
    })
  )
})

/** Returns the arguments of automod_create_rule, or of automod_modify_rule without the trigger, for some fields. */
export const ruleArguments = (
  entry: Partial<RuleEntry>,
  idOf: (key: string, of: Referred) => string
): Readonly<Record<string, unknown>> => {
  const { actions, key: _, ...fields } = withKeys(entry, idOf)
  const [settings, metadata] = Record.partition<string, unknown>({ ...fields }, (_, name) =>
    Object.hasOwn(triggerMetadata, name)
  )
  return {
    ...settings,
    ...(Object.keys(metadata).length > 0 && { trigger_metadata: metadata }),
    ...(actions && {
      actions: actions.map(({ channel, type, ...settings }) => {
        const metadata = { ...settings, ...(channel !== undefined && { channel_id: channel }) }
        return { type, ...(Object.keys(metadata).length > 0 && { metadata }) }
      })
    })
  }
}

/** Returns the fields of the metadata of a trigger. They are sent together. */
export const metadataOf = (trigger: Trigger) => ofKind(triggerMetadata, trigger)

/** Returns the problems of a rule, as the tools find them. A field that is left out may be as the rule needs it. */
export const ruleIssuesOf = (entry: RuleEntry): ReadonlyArray<ValidationIssue> => {
  const trigger = entry.trigger_type
  const own = metadataOf(trigger)
  const stray = Struct.keys(triggerMetadata).filter((field) => entry[field] !== undefined && !own.includes(field))
  const args = ruleArguments(entry, (key) => key)
  return [
    ...stray.map((path) => ({ path, message: `is not a field of the trigger ${trigger}`, code: "exclusive" })),
    ...(stray.length > 0 ? [] : ruleIssues(args as Parameters<typeof ruleIssues>[0])) // by the schemas of the fields
      .filter(({ code }) => code !== "required" || entry.keyword_filter !== undefined || entry.presets !== undefined)
      .map((issue) => ({ ...issue, path: issue.path.replace(/^trigger_metadata\./, "") })),
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
