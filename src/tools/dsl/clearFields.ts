/** Handles `clear` and null in objects with clearable fields. */
import { childOf, type PathNode, pathOf } from "../../errors/validationIssues.ts"
import { CLEAR } from "../shared/clearable.ts"
import { resolveAlias } from "./fieldAliases.ts"
import { addIssue, type InputPass } from "./inputLimits.ts"
import type { ObjectShape, Shape } from "./inputShape.ts"

/** Optional fields that change nothing on their own. */
const INERT: ReadonlySet<string> = new Set(["audit_reason", "view", "__confirm", CLEAR])

/**
 * Validates `clear` and nulls. A null leaves its field unchanged if other fields change something. Otherwise the null
 * is rejected, because the caller may want to clear the field. Returns whether the fields changed.
 */
export const clearFields = (
  fields: Map<string, unknown>,
  nulls: ReadonlyArray<string>,
  shape: ObjectShape,
  place: PathNode | undefined,
  pass: InputPass
): boolean => {
  if (shape.clearable.size === 0) return false
  const given = withFieldNames(fields.get(CLEAR), shape)
  const cleared = clearedNames(given, shape)
  // The schema reports an invalid `clear`.
  if (cleared === undefined) return false
  const isChanged =
    fields.has(CLEAR) &&
    (cleared.length === 0 || !Array.isArray(given) || cleared.length < given.length || given !== fields.get(CLEAR))
  if (cleared.length === 0) fields.delete(CLEAR)
  else fields.set(CLEAR, isChanged ? cleared : given)
  pass.clears ||= cleared.length > 0
  for (const name of cleared.filter((one) => fields.has(one))) {
    addIssue(pass, childOf(place, CLEAR), `${name} has a value too: send either the value or clear`, "exclusive")
  }
  const unchanged = nulls.filter((name) => shape.clearable.has(name) && !cleared.includes(name))
  const isAlone = cleared.length === 0 && !changesMore(fields, shape)
  for (const name of new Set(unchanged)) {
    const at = childOf(place, name)
    if (isAlone) {
      addIssue(pass, at, `null means absent, so nothing would change: to clear it, send clear: ["${name}"]`, "null")
    } else pass.unchanged.push(pathOf(at))
  }
  return isChanged
}

/** Replaces aliases in `clear` by the fields that they mean. */
const withFieldNames = (clear: unknown, shape: ObjectShape): unknown =>
  Array.isArray(clear) && clear.some((name) => isAliasOf(name, shape))
    ? clear.map((name) => (isAliasOf(name, shape) ? fieldOf(name, shape) : name))
    : clear

const isAliasOf = (name: unknown, shape: ObjectShape): name is string =>
  typeof name === "string" && !shape.clearable.has(name) && fieldOf(name, shape) !== undefined

/** Returns the only clearable field that an alias means. */
const fieldOf = (name: string, shape: ObjectShape): string | undefined => {
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

/** Returns a notice about nulls that changed nothing, with the way to clear a field. */
export const noticeOf = (unchanged: ReadonlyArray<string>): string | undefined => {
  const [first] = unchanged
  if (first === undefined) return undefined
  const shown = unchanged.slice(0, SHOWN_MAX).join(", ")
  const more = unchanged.length > SHOWN_MAX ? ` and ${unchanged.length - SHOWN_MAX} more` : ""
  const name = first.slice(first.lastIndexOf(".") + 1)
  return unchanged.length === 1
    ? `${first} was null and is unchanged. To clear it, send clear: ["${name}"].`
    : `${shown}${more} were null and are unchanged. To clear a field, name it: clear: ["${name}"].`
}

const SHOWN_MAX = 10
