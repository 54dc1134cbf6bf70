/** Changes of single values of a blueprint, by paths whose list entries are named: `channels[general].topic`. Pure. */
import { Array as Arr, Either, Option, Predicate, Schema } from "effect"
import type { ValidationIssue } from "../errors/fields.ts"
import { listOf, object, opaque, optional } from "../objects/schema/fields.ts"

/** The maximum number of changes of a call, and of characters of a path. */
const CHANGES_MAX = 100
const PATH_MAX = 500

/** The changes of a call. */
export const changes = optional(
  listOf(
    "Change the blueprint first. A file stays as it is.",
    object("A change.", {
      path: opaque(
        "Such as channels[general].topic, roles[Moderator].color, channels[Community].channels[new].",
        PATH_MAX
      ),
      value: optional(
        Schema.Unknown.annotations({
          arbitrary: () => (fc) => fc.boolean(),
          jsonSchema: {
            type: "string",
            description:
              "Text, number, true, list or object, also as JSON text; for a new entry its fields. Omit it to remove."
          }
        })
      )
    }),
    1,
    CHANGES_MAX
  )
)

/** Returns changes with the values of JSON texts, for clients that send every value as a text. */
export const withJsonValues = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> =>
  changes.map((change) =>
    typeof change.value === "string" ? { ...change, value: jsonIn(change.value) ?? change.value } : change
  )

const jsonIn = (text: string): unknown => Option.getOrUndefined(parseJson(text))
const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A change: the value at a path from now on, or none to remove it. */
export interface Change {
  readonly path: string
  readonly value?: unknown
}

/** A step of a path: a field, or the entry of a list with a name or an index. */
type Step = { readonly field: string } | { readonly entry: string }

/** Returns a blueprint with changes, or the issues of those that name nothing. */
export const withChanges = (
  document: unknown,
  changes: ReadonlyArray<Change>
): Either.Either<unknown, ReadonlyArray<ValidationIssue>> => {
  const issues: Array<ValidationIssue> = []
  const changed = changes.reduce((value, { path, value: to }, at) => {
    const issue = (message: string, code: string) => {
      issues.push({ path: `changes[${at}].path`, message, code })
      return value
    }
    const steps = stepsOf(path)
    if (steps === undefined) return issue("must be fields and [names], such as channels[general].topic", "invalid")
    return Either.getOrElse(set(value, steps, to), (step) =>
      issue(
        `has no match: the blueprint has nothing at step ${steps.indexOf(step) + 1} of the path`,
        "not_in_blueprint"
      )
    )
  }, document)
  return issues.length > 0 ? Either.left(issues) : Either.right(changed)
}

/** Returns the steps of a path; `undefined` if the text is no path. */
const stepsOf = (path: string): Arr.NonEmptyReadonlyArray<Step> | undefined => {
  if (!/^\w+(?:\.\w+|\[[^[\]]+\])*$/u.test(path)) return undefined
  const steps = [...path.matchAll(/(\w+)|\[([^[\]]+)\]/gu)].map(
    ([, field, entry = ""]): Step => (field === undefined ? { entry } : { field })
  )
  return Arr.isNonEmptyReadonlyArray(steps) ? steps : undefined
}

/** Returns a value with another one at a path, or the step that it has nothing at. The last step may be new. */
const set = (
  value: unknown,
  [step, ...rest]: Arr.NonEmptyReadonlyArray<Step>,
  to: unknown
): Either.Either<unknown, Step> => {
  const next = Arr.isNonEmptyReadonlyArray(rest) ? rest : undefined
  const inner = (before: unknown) => (next === undefined ? Either.right(to) : set(before, next, to))
  if ("field" in step) {
    const fields = Predicate.isRecord(value) ? value : undefined
    if (fields === undefined || (next !== undefined && !Object.hasOwn(fields, step.field))) return Either.left(step)
    return Either.map(inner(fields[step.field]), (after) => withField(fields, step.field, after))
  }
  if (!Array.isArray(value)) return Either.left(step)
  const at = entryAt(value, step.entry)
  if (at === undefined) {
    const found = value.findIndex((entry) => entryAt(Object(entry).channels, step.entry) !== undefined)
    // A channel is found in its category, too.
    if (found >= 0) {
      return Either.map(set(value[found], [{ field: "channels" }, step, ...rest], to), (after) =>
        value.with(found, after)
      )
    }
    return next === undefined && to !== undefined
      ? Either.right([...value, Predicate.isRecord(to) ? { name: step.entry, ...to } : to])
      : Either.left(step)
  }
  return Either.map(inner(value[at]), (after) => (after === undefined ? value.toSpliced(at, 1) : value.with(at, after)))
}

/** Returns the index of the entry with a key or name, or with this index. */
const entryAt = (list: unknown, entry: string): number | undefined => {
  if (!Array.isArray(list)) return undefined
  const named = list.findIndex((one) => one === entry || (Object(one).key ?? Object(one).name) === entry)
  if (named >= 0) return named
  return /^\d{1,4}$/.test(entry) && Number(entry) < list.length ? Number(entry) : undefined
}

/** Sets or removes a field. A new name keeps the old one as the key, so that it is a rename. */
const withField = (fields: Readonly<Record<string, unknown>>, field: string, to: unknown) => {
  if (to === undefined) return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field))
  const isRename = field === "name" && fields.key === undefined && typeof fields.name === "string"
  return { ...(isRename && { key: fields.name }), ...fields, [field]: to }
}
