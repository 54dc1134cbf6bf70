/** Plans AutoMod rules. */
import { Array as Arr, identity, Record, Struct } from "effect"
import { exempt } from "../objects/automodRule.ts"
import {
  metadataOf,
  REFERENCES_MAX,
  RULES_MAX,
  type RuleEntry,
  ruleArguments,
  ruleEntry,
  ruleReferences,
  withKeys
} from "./automod.ts"
import { capacityFor, type Existing, match, staysIn, type Wanted } from "./match.ts"
import { fieldChanges, literal, type PlanDraft } from "./PlanDraft.ts"

const RULE = "automod_rule"

type Fields = Readonly<Record<string, unknown>>
type Resolve = (key: string, of: "role" | "channel") => string

/** A guild has at most one rule of most triggers, under any name. */
const isOnly = ({ trigger_type }: RuleEntry): boolean => RULES_MAX[trigger_type] === 1

/** Returns a rule with ids in place of keys. Only actions have an order. */
const comparableRule = (entry: RuleEntry, idOf: Resolve): Fields => {
  const { actions, key: _, ...fields } = withKeys(entry, idOf)
  return {
    ...Record.map({ ...fields } as Fields, (value) => (Array.isArray(value) ? value.toSorted() : value)), // Struct to record
    ...(actions && {
      actions: actions.map(({ channel = "", custom_message = "", duration_seconds = 0, type }) => ({
        type,
        channel,
        custom_message,
        duration_seconds
      }))
    })
  }
}

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
    return { key, name: isOnly(entry) ? "" : entry.name, entry, id: ids.get(key), groups: [entry.trigger_type] }
  })
  const existing = state.rules.flatMap((rule): ReadonlyArray<Existing<RuleEntry>> => {
    const entry = ruleEntry(rule, { role: plan.keyOf("roles"), channel: plan.keyOf("channels") })
    return entry === undefined
      ? []
      : [{ id: rule.id, name: isOnly(entry) ? "" : entry.name, entry, groups: [entry.trigger_type] }]
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
    plan.resolve(`${of}s`, key) ?? ""

const changedFields = (plan: PlanDraft, entry: RuleEntry, rule: RuleEntry): ReadonlyArray<string> =>
  fieldChanges(
    comparableRule(rule, (key, of) => plan.currentId(`${of}s`, key)),
    comparableRule(keepingRule(plan, entry, rule), idIn(plan))
  ).map(({ field }) => field)

/** Returns a rule without its references to what the plan deletes. */
const leftOf = (plan: PlanDraft) => {
  const stays = { role: staysIn(plan, "roles"), channel: staysIn(plan, "channels") }
  return (rule: RuleEntry): RuleEntry => ({
    ...rule,
    ...withKeys(rule, (key, of) => (stays[of](key) ? key : undefined))
  })
}

const updateRule = (plan: PlanDraft, own: RuleEntry, rule: Existing<RuleEntry>): void => {
  const { name } = own
  const names = changedFields(plan, own, rule.entry)
  if (names.includes("trigger_type"))
    plan.cannot(RULE, name, "the trigger of a rule cannot change: it stays", "trigger_type")
  const entry = keepingRule(plan, own, rule.entry)
  const fields = names.filter((field) => field !== "trigger_type" && canKeep(plan, entry, field))
  if (fields.length === 0 || names.includes("trigger_type")) return
  if (!isReachable(plan, entry, fields)) return
  const before: Fields = { ...rule.entry }
  const after: Fields = { ...entry }
  // Discord replaces the whole metadata.
  const metadata: ReadonlyArray<string> = metadataOf(entry.trigger_type)
  const sent = fields.some((field) => metadata.includes(field)) ? [...new Set([...fields, ...metadata])] : fields
  const changes = fields.map((field) => ({ field, before: before[field], after: after[field] }))
  plan.changes.push({
    action: "update",
    object: RULE,
    name: rule.entry.name,
    risk: silences(entry) ? "destructive" : "write",
    fields: changes
  })
  const args = Object.fromEntries(sent.map((field) => [field, after[field] ?? before[field]]))
  plan.step(
    "settings",
    "automod_modify_rule",
    rule.entry.name,
    { guild_id: plan.state.guild.id, rule_id: rule.id, ...ruleArguments(literalRule(args), idIn(plan)) },
    changes
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
  for (const [trigger, created] of Object.entries(Arr.groupBy(rules.created, ({ entry }) => entry.trigger_type))) {
    const [max] = created.map(({ entry }) => RULES_MAX[entry.trigger_type])
    const deletable = rules.deleted.filter(({ entry }) => entry.trigger_type === trigger)
    const present = rules.existing.filter(({ entry }) => entry.trigger_type === trigger).length
    const capacity = capacityFor(max ?? 0, { present, created: created.length, deletable: deletable.length })
    for (const { id } of deletable.slice(0, capacity.first)) early.add(id)
    for (const { entry } of created.slice(0, capacity.possible)) createRule(plan, entry)
    for (const { name } of created.slice(capacity.possible)) {
      plan.cannot(RULE, name, `a guild has at most ${max} rules of this trigger`, "trigger_type")
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
    { guild_id: plan.state.guild.id, ...ruleArguments(literalRule(entry), idIn(plan)) },
    fields
  )
}

/** Returns an entry with what only the rule of the guild can name. An alert that the entry has replaces the other. */
const keepingRule = (plan: PlanDraft, entry: RuleEntry, live: RuleEntry): RuleEntry => ({
  ...entry,
  ...Object.fromEntries(
    Struct.entries(exempt).flatMap(([field, of]) => {
      const own = entry[field]
      return own === undefined ? [] : [[field, plan.keeping(`${of}s`, own, live[field], identity)]]
    })
  ),
  ...(entry.actions?.every(({ channel }) => channel === undefined) && {
    actions: plan.keeping("channels", entry.actions, live.actions, ({ channel }) => channel)
  })
})

const canKeep = (plan: PlanDraft, entry: RuleEntry, field: string): boolean => {
  const max = Object.hasOwn(REFERENCES_MAX, field) ? REFERENCES_MAX[field as keyof typeof REFERENCES_MAX] : undefined // its own key
  const references = ruleReferences(entry).filter(({ path }) => path[0] === field)
  const others = field === "actions" ? (entry.actions ?? []).filter(({ channel }) => channel === undefined) : []
  return (
    max === undefined ||
    plan.canKeep(
      { object: RULE, name: entry.name },
      field,
      [...references.map(({ key }) => key), ...others.map(() => "")],
      max
    )
  )
}

/** Escapes the texts that are no keys. */
const literalRule = (entry: Partial<RuleEntry>): Partial<RuleEntry> => ({
  ...literal(entry),
  ...Struct.pick(entry, ...Struct.keys(exempt)),
  ...(entry.actions && {
    actions: entry.actions.map((action) => ({ ...literal(action), ...Struct.pick(action, "channel") }))
  })
})

/** Actions that keep members from writing. */
const silences = ({ actions = [], enabled }: RuleEntry): boolean =>
  enabled !== false && actions.some(({ type }) => type === "timeout" || type === "block_member_interaction")

const isReachable = (plan: PlanDraft, entry: RuleEntry, fields: ReadonlyArray<string>): boolean => {
  const isPossible = ruleReferences(entry).every(
    ({ key, of, path }) => !fields.includes(path[0]) || plan.resolve(`${of}s`, key) !== undefined
  )
  if (!isPossible) plan.cannot(RULE, entry.name, "refers to a role or channel that the plan cannot reach")
  return isPossible
}
