/** Plans AutoMod rules, emojis and stickers. */

import { metadataOf, RULES_MAX, ruleArguments } from "./automod.ts"
import type { RuleEntry } from "./document.ts"
import { type Existing, match, type Wanted } from "./match.ts"
import { fieldChanges, literal, type PlanDraft } from "./PlanDraft.ts"

/** Adds the changes of AutoMod rules, emojis and stickers to a plan. */
export const planLists = (plan: PlanDraft): void => {
  planRules(plan)
  planPictures(plan, "emojis")
  planPictures(plan, "stickers")
}

const RULE = "automod_rule"

type Fields = Readonly<Record<string, unknown>>
type Resolve = (key: string, of: "roles" | "channels") => string

/** A guild has at most one rule of most triggers, under any name. */
const isOnly = ({ trigger }: RuleEntry): boolean => RULES_MAX[trigger] === 1

/** Returns a rule with ids in place of keys. Ids and presets have no order. */
const comparableRule = (
  { actions, exempt_channels, exempt_roles, key: _, presets, ...fields }: RuleEntry,
  idOf: Resolve
): Fields => ({
  ...fields,
  ...(presets !== undefined && { presets: presets.toSorted() }),
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

const planRules = (plan: PlanDraft): void => {
  const { current, document, options, state } = plan
  if (document.automod === undefined) return
  if (state.rules === undefined) {
    plan.cannot(RULE, "AutoMod", "the bot lacks MANAGE_GUILD")
    return
  }
  const { automod = [], ids: present = {} } = current.document
  const idOfCurrent: Resolve = (key, of) => plan.currentId(of, key) ?? key
  const ids = plan.ids("automod")
  const wanted = document.automod.map((entry): Wanted<RuleEntry> => {
    const key = entry.key ?? entry.name
    return { key, name: isOnly(entry) ? "" : entry.name, entry, id: ids[key], groups: [entry.trigger] }
  })
  const existing = automod.map((entry): Existing<RuleEntry> => {
    const id = present.automod?.[entry.key ?? entry.name] ?? ""
    return { id, name: isOnly(entry) ? "" : entry.name, entry, groups: [entry.trigger] }
  })
  const idOf: Resolve = (key, of) => plan.resolve(of, key) ?? ""
  const changed = (entry: RuleEntry, rule: RuleEntry) =>
    fieldChanges(comparableRule(rule, idOfCurrent), comparableRule(entry, idOf)).map(({ field }) => field)
  const matches = match(wanted, existing, (entry, rule) => changed(entry, rule).length === 0)
  for (const { entry } of matches.ambiguous)
    plan.cannot(RULE, entry.name, "several rules have this name: add the id of each to `ids`")
  for (const { entry, key } of wanted) {
    const { name } = entry
    const rule = matches.found.get(key)
    if (rule === undefined) continue
    const names = changed(entry, rule.entry)
    if (names.includes("trigger")) plan.cannot(RULE, name, "the trigger of a rule cannot change: it stays", "trigger")
    const fields = names.filter((field) => field !== "trigger")
    if (fields.length === 0 || names.includes("trigger")) continue
    if (!isReachable(plan, entry, fields)) continue
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
      {
        guild_id: state.guild.id,
        rule_id: rule.id,
        ...ruleArguments(literalRule(args), idOf)
      },
      fields.map((field) => ({ field, after: after[field] }))
    )
  }
  for (const { entry } of matches.created) {
    const { name } = entry
    if (!isReachable(plan, entry, Object.keys(entry))) continue
    if (entry.actions === undefined) {
      plan.cannot(RULE, name, "a new rule needs actions")
      continue
    }
    const fields = fieldChanges({ key: entry.key, name }, { ...entry })
    plan.changes.push({ action: "create", object: RULE, name, risk: silences(entry) ? "destructive" : "write", fields })
    plan.step(
      "settings",
      "automod_create_rule",
      name,
      {
        guild_id: state.guild.id,
        ...ruleArguments(literalRule({ ...entry }), idOf)
      },
      fields
    )
  }
  if (options.prune !== true) return
  for (const { entry, id } of matches.unmentioned) {
    plan.changes.push({ action: "delete", object: RULE, name: entry.name, risk: "destructive" })
    plan.step("deletions", "automod_delete_rule", entry.name, { guild_id: state.guild.id, rule_id: id })
  }
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

/** The tools of emojis and stickers. */
const tools = {
  emojis: {
    object: "emoji",
    id: "emoji_id",
    create: "emojis_create",
    modify: "emojis_modify",
    remove: "emojis_delete"
  },
  stickers: {
    object: "sticker",
    id: "sticker_id",
    create: "stickers_create_guild_sticker",
    modify: "stickers_modify_guild_sticker",
    remove: "stickers_delete_guild_sticker"
  }
} as const

interface Picture {
  readonly key?: string
  readonly name: string
  readonly url?: string
  readonly roles?: ReadonlyArray<string>
  readonly description?: string
  readonly tags?: string
}

const planPictures = (plan: PlanDraft, section: "emojis" | "stickers"): void => {
  const { current, document, options, state } = plan
  const entries: ReadonlyArray<Picture> | undefined = document[section]
  if (entries === undefined) return
  const { create, id: idField, modify, object, remove } = tools[section]
  const present = current.document.ids ?? {}
  const ids = plan.ids(section)
  const existing = (current.document[section] ?? []).map(
    (entry: Picture): Existing<Picture> => ({
      id: present[section]?.[entry.key ?? entry.name] ?? "",
      name: entry.name,
      entry,
      groups: [""]
    })
  )
  const wanted = entries.map((entry): Wanted<Picture> => {
    const key = entry.key ?? entry.name
    return { key, name: entry.name, entry, id: ids[key], groups: [""] }
  })
  const comparable = (
    { key: _, roles, url: __, ...fields }: Picture,
    idOf: (key: string) => string | undefined
  ): Fields => ({
    ...fields,
    ...(roles !== undefined && { roles: roles.flatMap((key) => idOf(key) ?? []).toSorted() })
  })
  const wantedId = (key: string) => plan.resolve("roles", key)
  const changed = (entry: Picture, picture: Picture) =>
    fieldChanges(
      comparable(picture, (key) => plan.currentId("roles", key)),
      comparable(entry, wantedId)
    )
  const matches = match(wanted, existing, (entry, picture) => changed(entry, picture).length === 0)
  for (const { name } of matches.ambiguous)
    plan.cannot(object, name, "several have this name: add the id of each to `ids`")
  const argumentsOf = ({ roles, ...fields }: Omit<Picture, "key" | "url">) => ({
    ...literal(fields),
    ...(roles !== undefined && { roles: roles.flatMap((key) => wantedId(key) ?? []) })
  })
  for (const { entry, key } of wanted) {
    const picture = matches.found.get(key)
    const fields = picture === undefined ? [] : changed(entry, picture.entry)
    if (picture === undefined || fields.length === 0) continue
    const { key: _, url: __, ...rest } = entry
    const names = fields.map(({ field }) => field)
    const sent = Object.fromEntries(Object.entries(argumentsOf(rest)).filter(([name]) => names.includes(name)))
    plan.changes.push({ action: "update", object, name: picture.name, risk: "write", fields })
    plan.step("settings", modify, picture.name, { guild_id: state.guild.id, [idField]: picture.id, ...sent })
  }
  for (const { entry, name } of matches.created) {
    const { key: _, url, ...rest } = entry
    if (url === undefined) {
      plan.cannot(object, name, "needs `url` to be created")
      continue
    }
    plan.changes.push({
      action: "create",
      object,
      name,
      risk: "write",
      fields: fieldChanges({ key: entry.key, name }, { ...entry })
    })
    plan.step("settings", create, name, {
      guild_id: state.guild.id,
      ...argumentsOf(rest),
      ...(section === "emojis"
        ? { image: { url: literal(url) } }
        : { file: { url: literal(url) }, tags: literal(entry.tags ?? name) })
    })
  }
  if (options.prune !== true) return
  for (const { id, name } of matches.unmentioned) {
    plan.changes.push({ action: "delete", object, name, risk: "destructive" })
    plan.step("deletions", remove, name, { guild_id: state.guild.id, [idField]: id })
  }
}
