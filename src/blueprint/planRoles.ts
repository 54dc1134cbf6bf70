/** Plans the roles of a guild: their fields, their order, and the permissions of @everyone. */
import { Array as Arr } from "effect"
import { permissionBits } from "../errors/PermissionName.ts"
import { ROLES_MAX } from "../objects/schema/limits.ts"
import { highestFirst, ranksAbove } from "../tools/roles/view.ts"
import { emojiId, settingArguments } from "./channelArguments.ts"
import { textsIn } from "./consentDetails.ts"
import { EVERYONE, type RoleEntry, roleSettings } from "./entries.ts"
import { HOLOGRAPHIC, possibleRole } from "./features.ts"
import type { RoleState } from "./GuildState.ts"
import { NAMELESS } from "./kinds.ts"
import { capacityFor, type Existing, match, orderOf, type Wanted } from "./match.ts"
import {
  addsDanger,
  bitsIn,
  type FieldChange,
  fieldChanges,
  literal,
  type PlanDraft,
  permissionDenial,
  withUnnamed
} from "./PlanDraft.ts"

const ROLE = "role"

/** Adds the changes of roles to a plan. */
export const planRoles = (plan: PlanDraft): void => {
  planEveryone(plan)
  const { document, state } = plan
  if (document.roles === undefined) return
  const roles = highestFirst(state.guild.roles.filter(({ id }) => id !== state.guild.id))
  const existing = roles.map(
    (role, at): Existing<RoleEntry> => ({
      id: role.id,
      name: role.name,
      entry: plan.current.document.roles?.[at] ?? { name: role.name },
      groups: groupsOf(role.managed)
    })
  )
  const ids = plan.ids("roles")
  // Discord removes spaces at both ends.
  const names = new Set(roles.map(({ name }) => name))
  const wanted = document.roles.map((entry) => {
    const key = entry.key ?? entry.name
    const named = { ...normal(entry), name: names.has(entry.name) ? entry.name : entry.name.trim() }
    return { key, name: named.name, entry: named, id: ids.get(key), groups: groupsOf(entry.managed) }
  })
  const matches = match(
    wanted,
    existing,
    // Of a role of an integration nothing but the name is compared: two of one name look the same.
    (entry, role) =>
      entry.managed !== true && fieldChanges(fieldsOf(role), fieldsOf(keepingUnnamed(entry, role))).length === 0
  )
  for (const [key, { id }] of matches.objects) plan.define("roles", key, id)
  for (const { key, name } of matches.ambiguous) {
    plan.ambiguousRoles.add(key)
    plan.cannot(ROLE, name, "several roles have this name: add the id of each to `ids`")
  }
  const isBelow = reachOf(plan)
  for (const { entry, key } of wanted) {
    const object = matches.objects.get(key)
    const role = roles.find(({ id }) => id === object?.id)
    if (object !== undefined && role !== undefined) updateRole(plan, role, object.entry, entry, isBelow(role))
  }
  const unmentioned = new Set(plan.options.prune === true ? matches.unmentioned.map(({ id }) => id) : [])
  const [fixed, deletable] = Arr.partition(
    roles.filter(({ id, managed }) => unmentioned.has(id) && managed !== true),
    (role) => isBelow(role) && !state.bot.roles.includes(role.id)
  )
  for (const role of fixed) plan.cannot(ROLE, role.name, isBelow(role) ? "the bot itself has this role" : ABOVE)
  const first = createRoles(plan, matches.created, deletable.length)
  for (const [at, { id, name }] of deletable.entries()) {
    plan.changes.push({ action: "delete", object: ROLE, name, risk: "destructive" })
    plan.step(at < first ? "clearing" : "deletions", "roles_delete", name, { guild_id: state.guild.id, role_id: id })
  }
  const early = new Set(deletable.slice(0, first))
  planOrder(
    plan,
    roles.filter((role) => !early.has(role)),
    wanted.map(({ key }) => key),
    isBelow
  )
}

/** A role of an integration is described by its name only, so it is first looked for among such roles. */
const groupsOf = (managed: boolean | null | undefined): ReadonlyArray<string> => [
  managed === true ? "managed" : "own",
  ""
]

/** Creates as many roles as a guild can have. Returns how many deletions have to run before. */
const createRoles = (plan: PlanDraft, created: ReadonlyArray<Wanted<RoleEntry>>, deletable: number): number => {
  const possible = created.filter(({ entry: { managed, name }, key }) => {
    if (managed === true) plan.cannot(ROLE, name, "belongs to an integration, which alone can create it")
    else if (name === "") plan.cannot(ROLE, key, NAMELESS)
    return managed !== true && name !== ""
  })
  const present = plan.state.guild.roles.length
  const capacity = capacityFor(ROLES_MAX, { present, created: possible.length, deletable })
  for (const [at, { entry, key }] of possible.entries()) {
    if (at < capacity.possible) createRole(plan, key, entry)
    else plan.cannot(ROLE, entry.name, `a guild has at most ${ROLES_MAX} roles`)
  }
  return capacity.first
}

const ABOVE = "is not below the bot's highest role"

/** Returns whether the bot can change a role: its highest role is above it. */
const reachOf = ({ state: { bot, guild } }: PlanDraft) => {
  const [top] = highestFirst(guild.roles.filter(({ id }) => bot.roles.includes(id)))
  return (role: RoleState): boolean => top !== undefined && ranksAbove(top, role)
}

const planEveryone = (plan: PlanDraft): void => {
  const { current, document, state } = plan
  const before = sorted(current.document.everyone?.permissions) ?? []
  const described = document.everyone?.permissions
  const after = sorted(described && withUnnamed(described, before))
  if (after === undefined || bitsIn(before) === bitsIn(after)) return
  const denial = permissionDenial(plan, before, after) ?? plan.own.changeRole(state.guild.id, bitsIn(after))
  if (denial !== undefined) {
    plan.cannot(ROLE, EVERYONE, denial, "permissions")
    return
  }
  const fields = [{ field: "permissions", before, after }]
  plan.changes.push({ action: "update", object: ROLE, name: EVERYONE, risk: riskOf(fields), fields })
  plan.step(
    "permissions",
    "roles_modify",
    EVERYONE,
    {
      guild_id: state.guild.id,
      role_id: state.guild.id,
      permissions: after
    },
    fields
  )
}

/** Permissions in Discord's order. */
const sorted = <Names extends ReadonlyArray<string> | undefined>(names: Names): Names =>
  names?.toSorted((a, b) => (bitsIn([a]) < bitsIn([b]) ? -1 : 1)) as Names // the same texts

const normal = (entry: RoleEntry): RoleEntry => ({
  ...entry,
  ...(entry.color !== undefined && { color: entry.color.toLowerCase() }),
  ...(entry.gradient !== undefined && { gradient: entry.gradient.map((color) => color.toLowerCase()) })
})

const fieldsOf = ({
  key: _,
  managed,
  permissions,
  unicode_emoji: emoji,
  ...fields
}: RoleEntry): Readonly<Record<string, unknown>> =>
  managed === true
    ? {}
    : {
        ...fields,
        ...(permissions !== undefined && { permissions: sorted(permissions) }),
        ...(emoji !== undefined && { unicode_emoji: emojiId(emoji) })
      }

/** Returns an entry with the bits without a name that its role has now. */
const keepingUnnamed = (entry: RoleEntry, { permissions = [] }: RoleEntry): RoleEntry =>
  entry.permissions === undefined ? entry : { ...entry, permissions: withUnnamed(entry.permissions, permissions) }

const updateRole = (plan: PlanDraft, role: RoleState, before: RoleEntry, entry: RoleEntry, isBelow: boolean): void => {
  const isNamed = entry.name !== "" || role.managed === true
  if (!isNamed) plan.cannot(ROLE, role.name, NAMELESS, "name")
  const wanted = keepingUnnamed(isNamed ? entry : { ...entry, name: role.name }, before)
  const changesTo = (entry: RoleEntry) => fieldChanges(fieldsOf(before), role.managed === true ? {} : fieldsOf(entry))
  if (changesTo(wanted).length === 0) return
  if (!isBelow) {
    plan.cannot(ROLE, role.name, ABOVE)
    return
  }
  const after = possibleRole(plan, wanted, before)
  const changed = changesTo(after)
  const denial = changed.some(({ field }) => field === "permissions")
    ? (permissionDenial(plan, before.permissions ?? [], after.permissions ?? []) ??
      plan.own.changeRole(role.id, bitsIn(after.permissions ?? [])))
    : undefined
  if (denial !== undefined) plan.cannot(ROLE, role.name, denial, "permissions")
  const fields = denial === undefined ? changed : changed.filter(({ field }) => field !== "permissions")
  if (fields.length === 0) return
  plan.changes.push({ action: "update", object: ROLE, name: role.name, risk: riskOf(fields), fields })
  const names = fields.map(({ field }) => field)
  plan.step(
    "permissions",
    "roles_modify",
    role.name,
    {
      guild_id: plan.state.guild.id,
      role_id: role.id,
      ...argumentsOf(names, { ...before, ...after })
    },
    fields
  )
}

const createRole = (plan: PlanDraft, key: string, wanted: RoleEntry): void => {
  const denial = permissionDenial(plan, [], wanted.permissions ?? [])
  if (denial !== undefined) {
    plan.cannot(ROLE, wanted.name, denial)
    return
  }
  const entry = possibleRole(plan, wanted)
  const fields = fieldChanges({ name: entry.name }, fieldsOf(entry))
  plan.changes.push({ action: "create", object: ROLE, name: entry.name, risk: riskOf(fields), fields })
  const { clear: _, ...args } = argumentsOf(Object.keys(fieldsOf(entry)), entry)
  plan.define("roles", key, plan.step("roles", "roles_create", entry.name, { guild_id: plan.state.guild.id, ...args }))
}

const riskOf = (fields: ReadonlyArray<FieldChange>) =>
  fields.some(({ after, before, field }) => field === "permissions" && addsDanger(textsIn(before), textsIn(after)))
    ? "destructive"
    : "write"

const colorOf = (text: string | undefined): number => Number.parseInt((text ?? "#0").slice(1), 16)

/** Returns the arguments of roles_create and roles_modify for some fields. */
const argumentsOf = (fields: ReadonlyArray<string>, entry: RoleEntry): Readonly<Record<string, unknown>> => {
  const has = (name: string) => fields.includes(name)
  const { gradient = [] } = entry
  const [primary_color, secondary_color, tertiary_color] = (
    gradient.length === 2 ? HOLOGRAPHIC : [entry.color, ...gradient]
  ).map(colorOf)
  return {
    ...(has("name") && { name: literal(entry.name) }),
    ...(has("permissions") && { permissions: entry.permissions }),
    ...((has("gradient") || has("color")) &&
      (gradient.length > 0
        ? {
            colors: {
              primary_color,
              secondary_color,
              ...(tertiary_color !== undefined && { tertiary_color })
            }
          }
        : { color: colorOf(entry.color) })),
    ...settingArguments(roleSettings, fields, entry)
  }
}

/** Plans the order in one call. Roles that the bot cannot move keep their positions. */
const planOrder = (
  plan: PlanDraft,
  roles: ReadonlyArray<RoleState>,
  keys: ReadonlyArray<string>,
  isBelow: (role: RoleState) => boolean
): void => {
  const movable = roles.filter(isBelow).map(({ id }) => id)
  const fixed = new Set(roles.filter((role) => !isBelow(role)).map(({ id }) => id))
  const all = keys.flatMap((key) => plan.resolve("roles", key) ?? [])
  const lastFixed = all.findLastIndex((id) => fixed.has(id))
  for (const id of all.slice(0, Math.max(0, lastFixed))) {
    const role = roles.find((it) => it.id === id)
    if (role !== undefined && !fixed.has(id))
      plan.cannot(ROLE, role.name, "cannot be moved above a role that the bot cannot move", "order")
  }
  // Discord puts a new role below all others.
  const created = all.filter((id) => !movable.includes(id) && !fixed.has(id))
  const order = orderOf(
    [...movable, ...created],
    all.filter((id) => !fixed.has(id))
  )
  if (order === undefined) return
  // The creation of a role says where it is.
  const kept = order.filter((id) => movable.includes(id))
  const isMoved = kept.some((id, at) => id !== movable[at])
  const keyOf = plan.keyOf("roles")
  const fields = isMoved ? [{ field: "order", before: movable.map(keyOf), after: kept.map(keyOf) }] : []
  if (isMoved) {
    plan.changes.push({ action: "move", object: ROLE, name: "order of roles", risk: moveRisk(plan), fields })
  }
  const positions = order.toReversed().map((id, at) => ({ id, position: at + 1 }))
  const args = { guild_id: plan.state.guild.id, positions }
  plan.step("order", "roles_modify_positions", "order of roles", args, fields)
}

/** Moving roles can put one above others that it could not manage before. */
const moveRisk = ({ state: { guild } }: PlanDraft) => {
  const managing = permissionBits.ADMINISTRATOR | permissionBits.MANAGE_ROLES
  return guild.roles.some(({ permissions }) => (BigInt(permissions) & managing) !== 0n) ? "destructive" : "write"
}
