/** Plans AutoMod rules. */
import { Array as Arr, identity } from "effect"
import * as Limits from "../objects/schema/limits.ts"
import { metadataOf, RULES_MAX, ruleArguments, ruleEntry } from "./automod.ts"
import type { RuleEntry } from "./document.ts"
import { capacityFor, type Existing, match, staysIn, type Wanted } from "./match.ts"
import { fieldChanges, literal, type PlanDraft } from "./PlanDraft.ts"

const RULE = "automod_rule"

type Fields = Readonly<Record<string, unknown>>
type Resolve = (key: string, of: "roles" | "channels") => string

/** A guild has at most one rule of most triggers, under any name. */
const isOnly = ({ trigger }: RuleEntry): boolean => RULES_MAX[trigger] === 1

/** Returns a rule with ids in place of keys. Only actions have an order. */
const comparableRule = (
  { actions, allowed, exempt_channels, exempt_roles, key: _, keywords, patterns, presets, ...fields }: RuleEntry,
  idOf: Resolve
): Fields => ({
  ...fields,
  ...(presets !== undefined && { presets: presets.toSorted() }),
  ...(keywords !== undefined && { keywords: keywords.toSorted() }),
  ...(patterns !== undefined && { patterns: patterns.toSorted() }),
  ...(allowed !== undefined && { allowed: allowed.toSorted() }),
  ...(actions !== undefined && {
    actions: actions.map(({ channel = "", custom_message = "", duration_seconds = 0, type }) => ({
      type,
      channel: channel === "" ? "" : idOf(channel, "channels"),
      custom_message,
      duration_seconds
    }))
  }),
  ...(exempt_roles !== undefined && { exempt_roles: exempt_roles.map((it) => idOf(it, "roles")).toSorted() }),
  ...(exempt_channels !== undefined && {
    exempt_channels: exempt_channels.map((it) => idOf(it, "channels")).toSorted()
  })
})

/** Adds the changes of AutoMod rules to a plan. */
export const planRules = (plan: PlanDraft): void => {
  const { document, options, state } = plan
  if (document.automod === undefined) return
  if (state.rules === undefined) {
    plan.cannot(RULE, "AutoMod", "the bot lacks MANAGE_GUILD")
    return
  }
  const ids = plan.ids("automod")
  const wanted = document.automod.map((entry): Wanted<RuleEntry> => {
    const key = entry.key ?? entry.name
    return { key, name: isOnly(entry) ? "" : entry.name, entry, id: ids.get(key), groups: [entry.trigger] }
  })
  const existing = state.rules.flatMap((rule): ReadonlyArray<Existing<RuleEntry>> => {
    const entry = ruleEntry(rule, plan.keyOf("roles"), plan.keyOf("channels"))
    return entry === undefined
      ? []
      : [{ id: rule.id, name: isOnly(entry) ? "" : entry.name, entry, groups: [entry.trigger] }]
  })
  const left = leftOf(plan)
  const matches = match(wanted, existing, (entry, rule) => changedFields(plan, entry, left(rule)).length === 0)
  for (const { entry } of matches.ambiguous)
    plan.cannot(RULE, entry.name, "several rules have this name: add the id of each to `ids`")
  for (const { entry, key } of wanted) {
    const rule = matches.objects.get(key)
    if (rule !== undefined) updateRule(plan, entry, rule)
  }
  const deleted = options.prune === true ? matches.unmentioned : []
  const early = createRules(plan, { created: matches.created, deleted, existing })
  for (const { entry, id } of deleted) {
    plan.changes.push({ action: "delete", object: RULE, name: entry.name, risk: "destructive" })
    const phase = early.has(id) ? "clearing" : "deletions"
    plan.step(phase, "automod_delete_rule", entry.name, { guild_id: state.guild.id, rule_id: id })
  }
}

const idIn =
  (plan: PlanDraft): Resolve =>
  (key, of) =>
    plan.resolve(of, key) ?? ""

const changedFields = (plan: PlanDraft, entry: RuleEntry, rule: RuleEntry): ReadonlyArray<string> =>
  fieldChanges(
    comparableRule(rule, (key, of) => plan.currentId(of, key)),
    comparableRule(keepingRule(plan, entry, rule), idIn(plan))
  ).map(({ field }) => field)

/** Returns a rule without its references to what the plan deletes. */
const leftOf = (plan: PlanDraft) => {
  const [roleStays, channelStays] = [staysIn(plan, "roles"), staysIn(plan, "channels")]
  return ({ actions, exempt_channels, exempt_roles, ...rule }: RuleEntry): RuleEntry => ({
    ...rule,
    ...(actions && { actions: actions.filter(({ channel }) => channel === undefined || channelStays(channel)) }),
    ...(exempt_channels && { exempt_channels: exempt_channels.filter(channelStays) }),
    ...(exempt_roles && { exempt_roles: exempt_roles.filter(roleStays) })
  })
}

const updateRule = (plan: PlanDraft, own: RuleEntry, rule: Existing<RuleEntry>): void => {
  const { name } = own
  const names = changedFields(plan, own, rule.entry)
  if (names.includes("trigger")) plan.cannot(RULE, name, "the trigger of a rule cannot change: it stays", "trigger")
  const entry = keepingRule(plan, own, rule.entry)
  const fields = names.filter((field) => field !== "trigger" && canKeep(plan, entry, field))
  if (fields.length === 0 || names.includes("trigger")) return
  if (!isReachable(plan, entry, fields)) return
  const before: Fields = { ...rule.entry }
  const after: Fields = { ...entry }
  // Discord replaces the whole metadata.
  const metadata = metadataOf(entry.trigger)
  const sent = fields.some((field) => metadata.includes(field)) ? [...new Set([...fields, ...metadata])] : fields
  plan.changes.push({
    action: "update",
    object: RULE,
    name: rule.entry.name,
    risk: silences(entry) ? "destructive" : "write",
    fields: fields.map((field) => ({ field, before: before[field], after: after[field] }))
  })
  const args = Object.fromEntries(sent.map((field) => [field, after[field] ?? before[field]]))
  plan.step(
    "settings",
    "automod_modify_rule",
    rule.entry.name,
    { guild_id: plan.state.guild.id, rule_id: rule.id, ...ruleArguments(literalRule(args), idIn(plan)) },
    fields.map((field) => ({ field, after: after[field] }))
  )
}

/** Creates as many rules of each trigger as a guild can have. Returns the ids of the rules whose deletions run before. */
const createRules = (
  plan: PlanDraft,
  rules: {
    readonly created: ReadonlyArray<Wanted<RuleEntry>>
    readonly deleted: ReadonlyArray<Existing<RuleEntry>>
    readonly existing: ReadonlyArray<Existing<RuleEntry>>
  }
): ReadonlySet<string> => {
  const early = new Set<string>()
  for (const [trigger, created] of Object.entries(Arr.groupBy(rules.created, ({ entry }) => entry.trigger))) {
    const [max] = created.map(({ entry }) => RULES_MAX[entry.trigger])
    const deletable = rules.deleted.filter(({ entry }) => entry.trigger === trigger)
    const present = rules.existing.filter(({ entry }) => entry.trigger === trigger).length
    const capacity = capacityFor(max ?? 0, { present, created: created.length, deletable: deletable.length })
    for (const { id } of deletable.slice(0, capacity.first)) early.add(id)
    for (const { entry } of created.slice(0, capacity.possible)) createRule(plan, entry)
    for (const { name } of created.slice(capacity.possible)) {
      plan.cannot(RULE, name, `a guild has at most ${max} rules of this trigger`, "trigger")
    }
  }
  return early
}

const createRule = (plan: PlanDraft, entry: RuleEntry): void => {
  const { name } = entry
  if (!isReachable(plan, entry, Object.keys(entry))) return
  if (entry.actions === undefined) {
    plan.cannot(RULE, name, "a new rule needs actions")
    return
  }
  const fields = fieldChanges({ key: entry.key, name }, { ...entry })
  plan.changes.push({ action: "create", object: RULE, name, risk: silences(entry) ? "destructive" : "write", fields })
  plan.step(
    "settings",
    "automod_create_rule",
    name,
    { guild_id: plan.state.guild.id, ...ruleArguments(literalRule({ ...entry }), idIn(plan)) },
    fields
  )
}

/** Returns an entry with what only the rule of the guild can name. An alert that the entry has replaces the other. */
const keepingRule = (plan: PlanDraft, entry: RuleEntry, live: RuleEntry): RuleEntry => ({
  ...entry,
  ...(entry.exempt_roles && { exempt_roles: plan.keeping("roles", entry.exempt_roles, live.exempt_roles, identity) }),
  ...(entry.exempt_channels && {
    exempt_channels: plan.keeping("channels", entry.exempt_channels, live.exempt_channels, identity)
  }),
  ...(entry.actions?.every(({ channel }) => channel === undefined) && {
    actions: plan.keeping("channels", entry.actions, live.actions, ({ channel }) => channel)
  })
})

const canKeep = (plan: PlanDraft, entry: RuleEntry, field: string): boolean => {
  const of = { object: RULE, name: entry.name }
  switch (field) {
    case "exempt_roles":
      return plan.canKeep(of, field, entry.exempt_roles ?? [], Limits.AUTOMOD_EXEMPT_ROLES_MAX)
    case "exempt_channels":
      return plan.canKeep(of, field, entry.exempt_channels ?? [], Limits.AUTOMOD_EXEMPT_CHANNELS_MAX)
    case "actions":
      return plan.canKeep(
        of,
        field,
        (entry.actions ?? []).map(({ channel = "" }) => channel),
        Limits.AUTOMOD_ACTIONS_MAX
      )
  }
  return true
}

/** Escapes the texts that are no keys. */
const literalRule = ({ actions, exempt_channels, exempt_roles, ...fields }: Fields): Fields => ({
  ...literal(fields),
  ...(Array.isArray(actions) && {
    actions: actions.map(({ custom_message, ...action }: NonNullable<RuleEntry["actions"]>[number]) => ({
      ...action,
      ...(custom_message !== undefined && { custom_message: literal(custom_message) })
    }))
  }),
  ...(exempt_roles !== undefined && { exempt_roles }),
  ...(exempt_channels !== undefined && { exempt_channels })
})

/** Actions that keep members from writing. */
const silences = ({ actions = [], enabled }: RuleEntry): boolean =>
  enabled !== false && actions.some(({ type }) => type === "timeout" || type === "block_member_interaction")

const isReachable = (plan: PlanDraft, entry: RuleEntry, fields: ReadonlyArray<string>): boolean => {
  const channels = [
    ...(fields.includes("exempt_channels") ? (entry.exempt_channels ?? []) : []),
    ...(fields.includes("actions") ? (entry.actions ?? []).flatMap(({ channel }) => channel ?? []) : [])
  ]
  const roles = fields.includes("exempt_roles") ? (entry.exempt_roles ?? []) : []
  const isPossible =
    channels.every((key) => plan.resolve("channels", key) !== undefined) &&
    roles.every((key) => plan.resolve("roles", key) !== undefined)
  if (!isPossible) plan.cannot(RULE, entry.name, "refers to a role or channel that the plan cannot reach")
  return isPossible
}
