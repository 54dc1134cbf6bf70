/**
 * Repairs the fields of an object that a pass over an input could not take as they are: other names of fields, fields
 * of an inner object, `clear` and null, and ids that only a link has.
 */
import { Predicate } from "effect"
import type { Fix } from "../../errors/fields.ts"
import { CLEAR } from "../../objects/schema/clearable.ts"
import { partsOfLink } from "../../objects/schema/ids.ts"
import { didYouMean } from "../../text/nearestName.ts"
import { isConstant, type Replacement, replacementOf, resolveAlias, timeMeaning } from "./fieldAliases.ts"
import { addIssue, type InputPass } from "./inputLimits.ts"
import { childOf, isAbsent, type ObjectShape, type PathNode, pathOf, type Shape } from "./inputShape.ts"

/** The object that a pass is at. */
interface Position {
  readonly shape: ObjectShape
  readonly place: PathNode | undefined
  readonly pass: InputPass
  readonly normalize: (value: unknown, shape: Shape, place: PathNode | undefined, pass: InputPass) => unknown
}

/** The fields of an object that need a repair. */
interface OddFields {
  /** Normalized values; `undefined` for a field to drop. */
  readonly changed: ReadonlyMap<string, unknown>
  readonly nulls: ReadonlyArray<string>
  /** Names that no field has. */
  readonly unknown: ReadonlyArray<string>
}

/** Returns the object with its fields repaired, or the same object if nothing changes. */
export const repairFields = (
  object: Readonly<Record<string, unknown>>,
  { changed, nulls: absent, unknown }: OddFields,
  position: Position
): object => {
  if (unknown.length > RENAMED_MAX) return object
  const { pass, place, shape } = position
  const nulls = [...absent]
  const fields = new Map(Object.entries(object).filter(([name]) => !nulls.includes(name)))
  for (const [name, value] of changed)
    if (value === undefined) fields.delete(name)
    else fields.set(name, value)
  if (shape.other !== undefined) {
    for (const name of unknown) {
      addIssue(pass, childOf(place, name), "is not a field of this tool", "unknown_field", { omit: true })
    }
  }
  const isRenamed = unknown.map((name) => renameField(name, fields, nulls, position)).includes(true)
  const isCleared = clearFields(fields, nulls, shape, place, pass)
  const isCompleted = addLinkedIds(fields, position)
  return isRenamed || isCleared || isCompleted || changed.size + nulls.length > 0 ? Object.fromEntries(fields) : object
}

/** Maximum number of unknown fields that count as other spellings of known fields. */
const RENAMED_MAX = 100

/**
 * Moves the value of an unknown field to the field that it means, if that field is unambiguous.
 * Returns whether the fields changed.
 */
const renameField = (name: string, fields: Map<string, unknown>, nulls: Array<string>, position: Position): boolean => {
  const { normalize, pass, place, shape } = position
  const rest = withoutOption(fields, name, shape)
  const { convert, means } = timeMeaning(name, rest, shape) ?? resolveAlias(name, shape)
  const free = means.filter((one) => !fields.has(one))
  const [to = means[0]] = free
  const field = to === undefined ? undefined : shape.field(to)
  if (isConstant(name, rest, shape)) return fields.delete(name)
  if (to === undefined || field === undefined) {
    const hint = alternativeFor(name, shape)
    if (hint === undefined) return moveOut(name, fields, nulls, position) || moveInside(name, fields, position)
    addIssue(pass, childOf(place, name), `is not a field of this tool: ${hint.says}`, "unknown_field", hint.fix)
    return fields.delete(name)
  }
  // Several values cannot be one.
  if (Array.isArray(rest) && field.list === undefined && !field.anything) return false
  fields.delete(name)
  if (isAbsent(rest, field, shape.isOptional(to))) {
    nulls.push(to)
  } else if (free.length === 0 && Array.isArray(rest) && rest.length === 0) {
    // An empty list says nothing beside the field that it means.
  } else if (free.length > 1) {
    addIssue(pass, childOf(place, name), `can mean ${free.join(" or ")}: send the one that you mean`)
  } else {
    const converted = convert === undefined ? rest : convert(rest, field.unit)
    const value = normalize(converted, field, childOf(place, to), pass)
    if (converted === undefined) {
      addIssue(pass, childOf(place, name), `has no unit here: send ${to}`, "ambiguous", { rename: to })
    } else if (free.length > 0) {
      fields.set(to, value)
      pass.renamed.push({
        to,
        path: pathOf(childOf(place, to)),
        sent: pathOf(childOf(place, name)),
        fix: renamedFix(rest, to, field)
      })
    } else if (!isSame(fields.get(to), value)) {
      const says = `means ${to}, which has another value: send the right one as ${to}`
      addIssue(pass, childOf(place, name), says, "ambiguous", { omit: true })
    }
  }
  return true
}

/** The field of a reply that is sent even if its message does not exist. In Discord's `message_reference`, it is inside. */
const OPTIONAL_REPLY = "fail_if_not_exists"

/** Returns the value of an unknown field, without what the tool has as a field beside it. */
const withoutOption = (fields: Map<string, unknown>, name: string, shape: ObjectShape): unknown => {
  const value = fields.get(name)
  if (!Predicate.isRecord(value) || value[OPTIONAL_REPLY] !== false) return value
  if (shape.field(OPTIONAL_REPLY) === undefined || fields.has(OPTIONAL_REPLY)) return value
  const { [OPTIONAL_REPLY]: option, ...rest } = value
  fields.set(OPTIONAL_REPLY, option)
  return rest
}

/** Discord's type of a `message_reference` that forwards its message. */
const FORWARD = 1

/**
 * Returns how to send the value of an alias. Of an object, an id field takes only the id in it. A forwarded message is not
 * a reply, so nothing takes its place.
 */
const renamedFix = (given: unknown, to: string, field: Shape): Fix => {
  if (field.id && Predicate.isRecord(given) && given.type === FORWARD) return { omit: true }
  const id = field.id && Predicate.isRecord(given) ? (given.message_id ?? given.id) : undefined
  return typeof id === "string" && /^\d{17,20}$/.test(id) ? { omit: true, set: { [to]: id } } : { rename: to }
}

/** Says what the caller should send in place of an unknown field, if that is known. A mistyped name is not moved. */
const alternativeFor = (name: string, shape: ObjectShape): Replacement | undefined => {
  const inArgs: Replacement = { says: "fields of the called tool belong in args", fix: { move_into: ARGS } }
  const replacement = replacementOf(name, shape) ?? (shape.names.includes(ARGS) ? inArgs : undefined)
  return replacement?.fix.move_into !== undefined && didYouMean(name, shape.names) !== "" ? undefined : replacement
}

/** The field of dispatchers and steps with the arguments of another tool. */
const ARGS = "args"

/**
 * Moves the fields of an unknown object out of it if they are all fields of this object: `poll` of a tool that makes polls,
 * or `body`. Returns whether the fields changed.
 */
const moveOut = (name: string, fields: Map<string, unknown>, nulls: Array<string>, position: Position): boolean => {
  const { normalize, pass, place, shape } = position
  const inner = Object.entries(Object(fields.get(name)))
  const isOwn = ([key, value]: readonly [string, unknown]) =>
    !fields.has(key) &&
    (shape.field(key) !== undefined || resolveAlias(key, shape).means.length > 0 || isConstant(key, value, shape))
  if (RESERVED.test(name) || !Predicate.isRecord(fields.get(name))) return false
  if (inner.length > RENAMED_MAX || !inner.every(isOwn)) return false
  if (!inner.some(([key]) => shape.field(key) !== undefined)) return false
  fields.delete(name)
  for (const [key, value] of inner) {
    const field = shape.field(key)
    if (field !== undefined && isAbsent(value, field, shape.isOptional(key))) nulls.push(key)
    else fields.set(key, field === undefined ? value : normalize(value, field, childOf(place, key), pass))
  }
  for (const [key] of inner) if (shape.field(key) === undefined) renameField(key, fields, nulls, position)
  return true
}

/** Controls of this server, and names that JavaScript reserves. */
const RESERVED = /^(_.*|constructor|prototype)$/

/** `users` of a message can mean more than whom it pings. */
const MENTIONS = "allowed_mentions"

/**
 * Moves an unknown field into the only object field that has a field of that name: `keyword_filter` belongs in
 * `trigger_metadata`. Returns whether the fields changed.
 */
const moveInside = (
  name: string,
  fields: Map<string, unknown>,
  { normalize, pass, place, shape }: Position
): boolean => {
  const [to, ...others] = shape.names.filter(
    (one) => one !== MENTIONS && shape.field(one)?.object?.field(name) !== undefined
  )
  const inner = to === undefined ? undefined : shape.field(to)?.object?.field(name)
  const object = to === undefined ? undefined : (fields.get(to) ?? {})
  if (to === undefined || inner === undefined || others.length > 0 || !Predicate.isRecord(object)) return false
  const value = normalize(fields.get(name), inner, childOf(place, name), pass)
  if (Object.hasOwn(object, name) && !isSame(object[name], value)) return false
  fields.delete(name)
  if (value !== null) fields.set(to, { ...object, [name]: value })
  return true
}

const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === "object" ? JSON.stringify(one) === JSON.stringify(other) : one === other

/** Fields whose link must be of the objects that the other fields name. */
export const LINKED: ReadonlySet<string> = new Set([
  ...["channel_id", "event_id", "message_id", "reply_to", "token", "webhook_id"]
])

/** What each link, and Discord's "channel-message", has. */
export const LINK = /\d{17}[/-]/

/**
 * Sets required fields that are missing to the ids in links of other fields. Reports a link that contradicts another
 * field. Returns whether the fields changed.
 */
const addLinkedIds = (fields: Map<string, unknown>, { pass, place, shape }: Position): boolean => {
  const before = fields.size
  for (const [name, value] of [...fields]) {
    if (typeof value !== "string" || !LINKED.has(name) || !LINK.test(value)) continue
    for (const [part, id] of partsOfLink(value)) {
      const other = fieldOf(part)
      const field = shape.field(other)
      if (other === name || field === undefined || field.list !== undefined) continue
      if (!fields.has(other)) {
        if (!shape.isOptional(other)) fields.set(other, id)
      } else if (other !== TOKEN && (idOf(part, fields.get(other)) ?? id) !== id) {
        const says = `is a link with another ${other}: send the ${other} of the link`
        addIssue(pass, childOf(place, name), says, "ambiguous", { set: { [other]: id } })
      }
    }
  }
  return fields.size > before
}

const TOKEN = "token"

/** Returns the field for a part of a link. */
const fieldOf = (part: string): string => (part === TOKEN ? TOKEN : `${part}_id`)

/** Returns the id that a value names: a plain id, a mention or a link. */
const idOf = (part: string, value: unknown): string | undefined =>
  typeof value !== "string"
    ? undefined
    : (partsOfLink(value).get(part) ?? /^\W{0,4}(\d{17,20})>?$/.exec(value.trim())?.[1])

/** Optional fields that change nothing on their own. */
const INERT: ReadonlySet<string> = new Set(["audit_reason", "view", "__confirm", CLEAR])

/**
 * Validates `clear` and nulls. A null leaves its field unchanged if other fields change something. Otherwise the null
 * is rejected, because the caller may want to clear the field. Returns whether the fields changed.
 */
const clearFields = (
  fields: Map<string, unknown>,
  nulls: ReadonlyArray<string>,
  shape: ObjectShape,
  place: PathNode | undefined,
  pass: InputPass
): boolean => {
  for (const name of nulls) {
    const [[other, value] = ["", 0]] = Object.entries(shape.field(name)?.nullMeans ?? {})
    if (other === "" || fields.has(other)) continue
    const says = `null means absent: send ${other}: ${value} for what Discord's null does`
    addIssue(pass, childOf(place, name), says, "null", { omit: true, set: { [other]: value } })
  }
  if (shape.clearable.size === 0) return false
  const named = withFieldNames(fields.get(CLEAR), shape)
  const cleared = clearedNames(named, shape)
  // The schema reports an invalid `clear`.
  if (cleared === undefined) return false
  const isChanged =
    fields.has(CLEAR) &&
    (cleared.length === 0 || !Array.isArray(named) || cleared.length < named.length || named !== fields.get(CLEAR))
  if (cleared.length === 0) fields.delete(CLEAR)
  else fields.set(CLEAR, isChanged ? cleared : named)
  pass.clears ||= cleared.length > 0
  for (const name of cleared.filter((one) => fields.has(one))) {
    addIssue(pass, childOf(place, CLEAR), `${name} has a value too: send either the value or clear`, "exclusive", {
      set: { [CLEAR]: cleared.filter((one) => !fields.has(one)) }
    })
  }
  const unchanged = nulls.filter((name) => shape.clearable.has(name) && !cleared.includes(name))
  const isAlone = cleared.length === 0 && !changesMore(fields, shape)
  for (const name of new Set(unchanged)) {
    const at = childOf(place, name)
    if (isAlone) {
      const says = `null means absent, so nothing would change: to clear it, send clear: ["${name}"]`
      addIssue(pass, at, says, "null", clearFix(Object.fromEntries(fields), name))
    } else pass.unchanged.push(pathOf(at))
  }
  return isChanged
}

/** Returns how to clear a field of an object. */
export const clearFix = (object: Readonly<Record<string, unknown>>, name: string): Fix => ({
  omit: true,
  set: { [CLEAR]: [...[object[CLEAR] ?? []].flat().map(String), name] }
})

/** Replaces aliases in `clear` by the fields that they mean. */
const withFieldNames = (clear: unknown, shape: ObjectShape): unknown =>
  Array.isArray(clear) && clear.some((name) => isAliasOf(name, shape))
    ? clear.map((name) => (isAliasOf(name, shape) ? clearableField(name, shape) : name))
    : clear

const isAliasOf = (name: unknown, shape: ObjectShape): name is string =>
  typeof name === "string" && !shape.clearable.has(name) && clearableField(name, shape) !== undefined

/** Returns the only clearable field that an alias means. */
const clearableField = (name: string, shape: ObjectShape): string | undefined => {
  const { means } = resolveAlias(name, shape)
  const [field, ...others] = shape.field(name) === undefined ? means.filter((one) => shape.clearable.has(one)) : []
  return others.length === 0 ? field : undefined
}

/** Returns the fields that `clear` names, without duplicates; `undefined` if it is invalid. */
const clearedNames = (clear: unknown, { clearable }: ObjectShape): ReadonlyArray<string> | undefined => {
  if (clear === undefined) return []
  return Array.isArray(clear) && clear.every((name) => clearable.has(name)) ? [...new Set(clear)] : undefined
}

const changesMore = (fields: ReadonlyMap<string, unknown>, shape: ObjectShape): boolean =>
  [...fields.keys()].some((name) => shape.isOptional(name) && !INERT.has(name))

/** Replaces `clear` with nulls, at any depth. The schema decodes these nulls. */
export const withNulls = (value: unknown, shape: Shape): unknown => {
  if (Array.isArray(value)) {
    const item = shape.list?.item()
    return item === undefined ? value : value.map((one) => withNulls(one, item))
  }
  const { object } = shape
  if (typeof value !== "object" || value === null || object === undefined) return value
  const names = clearedNames(Reflect.get(value, CLEAR), object) ?? []
  return Object.fromEntries([
    ...Object.entries(value)
      .filter(([name]) => names.length === 0 || name !== CLEAR)
      .map(([name, field]): readonly [string, unknown] => {
        const inner = object.field(name)
        return [name, inner === undefined ? field : withNulls(field, inner)]
      }),
    ...names.map((name) => [name, null] as const)
  ])
}
