/**
 * Completes the result of a write: it shows every field that the call asked to set, as Discord now has it, in the
 * names and formats of the input. A notice names the fields that Discord's reply does not show.
 */
import { Predicate } from "effect"
import { originalOf } from "../../objects/schema/reply.ts"
import { namesSecret } from "../../text/secrets.ts"
import { shortList } from "../../text/words.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"
import type { Renames } from "./checks.ts"
import type { Shape } from "./inputShape.ts"

/**
 * The fields of a result that show fields of the input under another name, by the name in the input. `author.url` is a
 * field of the object `author`, which the result shows beside that object's other fields.
 */
export type ShownAs = Readonly<Record<string, string>>

type Fields = Readonly<Record<string, unknown>>

/** What a call asked for, and where its fields are in Discord's reply and in the result. */
export interface Asked {
  readonly input: Fields
  /** The ids in the path of the request. */
  readonly path: ReadonlyArray<string>
  /** The fields to set. */
  readonly fields: ReadonlyArray<string>
  readonly shapeOf: (field: string) => Shape | undefined
  readonly shownAs: ShownAs
  readonly renames: Renames
}

/**
 * Completes a result by Discord's reply. Without `hasView`, the reply has no content that the result shows: Discord has
 * accepted the fields as they were sent, so the result repeats them.
 */
export const completeResult = (result: ToolResult, reply: unknown, hasView: boolean, asked: Asked): ToolResult => {
  const { notice, value } = result
  if (!Predicate.isReadonlyRecord(value)) return result
  if (!hasView) return { ...result, value: { ...value, ...sentFields(value, asked) } }
  // The view of a list shows its items. Without a reply, the notice of a view says what there is to say.
  if (Array.isArray(reply) || (reply === undefined && notice !== undefined)) return result
  const absent = new Set<string>()
  const whole = completeObject(value, reply, asked, absent)
  return absent.size > 0
    ? { ...result, value: whole, notice: joinNotices(notice, absentNotice([...absent])) }
    : whole === value
      ? result
      : { ...result, value: whole }
}

/** Completes an object of a result. Adds the fields that its reply lacks to `absent`. */
const completeObject = (value: Fields, reply: unknown, asked: Asked, absent: Set<string>, prefix = ""): Fields => {
  const added = new Map<string, unknown>()
  const cleared: Array<string> = []
  for (const field of openFields(value, asked, asked.fields)) {
    const name = asked.shownAs[field] ?? field
    const now = Predicate.isReadonlyRecord(reply) ? lookUp(originalOf(reply), asked, field) : undefined
    const shown = value[name]
    const shape = asked.shapeOf(field)
    const flat = flatFields(asked, field)
    if (flat.length > 0 && !Predicate.isReadonlyRecord(shown)) {
      for (const [inner, to] of flat) {
        const own = Predicate.isReadonlyRecord(now) ? now[inner] : undefined
        if (to in value) continue
        if (own == null) absent.add(`${prefix}${field}.${inner}`)
        else added.set(to, own)
      }
    } else if (Predicate.isReadonlyRecord(shown)) {
      const inside = insideOf(asked, asked.input[field], shape)
      if (inside !== undefined) added.set(name, completeObject(shown, now, inside, absent, `${prefix}${field}.`))
    } else if (Array.isArray(shown)) {
      const items = completeList(shown, now, asked, field, absent, `${prefix}${field}[].`)
      if (items !== undefined) added.set(name, items)
    } else if (now === undefined) absent.add(prefix + field)
    else if (isEmpty(now) && isEmpty(asked.input[field])) cleared.push(field)
    else {
      const ours = inOurFormat(now, shape)
      // Nothing that the input can have: the view shows it in its own way.
      if (!Predicate.isReadonlyRecord(ours) || Object.keys(ours).length > 0) added.set(name, ours)
    }
  }
  if (cleared.length > 0) added.set("cleared", cleared)
  return added.size === 0 ? value : { ...value, ...Object.fromEntries(added) }
}

/** Returns the fields of a sent object that the result shows without the object, each with its name there. */
export const flatFields = (
  { input, shownAs }: Asked,
  field: string
): ReadonlyArray<readonly [inner: string, to: string]> => {
  const sent = input[field]
  if (!Predicate.isReadonlyRecord(sent)) return []
  return Object.keys(sent).flatMap((inner) => {
    const to = isEmpty(sent[inner] ?? null) ? undefined : shownAs[`${field}.${inner}`]
    return to === undefined ? [] : [[inner, to] as const]
  })
}

/**
 * Completes the objects of a list if the result and the reply have them as they were sent: as many, in the same order.
 * Returns `undefined` if nothing is missing.
 */
const completeList = (
  shown: ReadonlyArray<unknown>,
  reply: unknown,
  asked: Asked,
  field: string,
  absent: Set<string>,
  prefix: string
): ReadonlyArray<unknown> | undefined => {
  const sent = asked.input[field]
  const isSameLength = Array.isArray(sent) && Array.isArray(reply) && sent.length === shown.length
  if (!isSameLength || reply.length !== shown.length) return undefined
  const shape = asked.shapeOf(field)?.list?.item()
  const items = shown.map((one: unknown, at) => {
    const inside = insideOf(asked, sent[at], shape)
    return Predicate.isReadonlyRecord(one) && inside !== undefined
      ? completeObject(one, reply[at], inside, absent, prefix)
      : one
  })
  return items.some((one, at) => one !== shown[at]) ? items : undefined
}

/** Returns the given fields that an object does not show, without secrets, and those whose inner fields it may not show. */
const openFields = (value: Fields, asked: Asked, fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.filter((field) => {
    const { input, shownAs } = asked
    const name = shownAs[field] ?? field
    if (!isToShow(asked, field)) return false
    if (Array.isArray(value.cleared) && value.cleared.includes(name)) return false
    const [shown, sent] = [value[name], input[field]]
    return (
      !(name in value) ||
      flatFields(asked, field).some(([, to]) => !(to in value)) ||
      (Predicate.isReadonlyRecord(shown) && Predicate.isReadonlyRecord(sent)) ||
      (Array.isArray(shown) && Array.isArray(sent) && sent.some(Predicate.isReadonlyRecord))
    )
  })

/** Returns whether a call sets a field that a result can show. */
export const isToShow = ({ input }: Asked, field: string): boolean =>
  input[field] !== undefined && !CONTROLS.has(field) && !namesSecret(field)

/** Returns what was asked of an inner object. A record has no fields to complete: its keys are data. */
const insideOf = (asked: Asked, input: unknown, shape: Shape | undefined): Asked | undefined => {
  const object = shape?.object
  if (!Predicate.isReadonlyRecord(input) || object === undefined || object.other !== undefined) return undefined
  return { ...asked, input, fields: Object.keys(input), shapeOf: object.field }
}

/** Fields that say how a call runs. They set nothing. */
const CONTROLS: ReadonlySet<string> = new Set([
  "audit_reason",
  "fail_if_not_exists",
  "cursor",
  "reveal_token",
  "interaction_id",
  "tables",
  "view",
  "with_response"
])

/** Returns the fields as they were sent, without secrets and files. */
const sentFields = (value: Fields, asked: Asked): Fields => {
  const { input, shownAs } = asked
  const shown = openFields(value, asked, [...asked.path, ...asked.fields]).filter((field) => !isFile(input[field]))
  const cleared = shown.filter((field) => isEmpty(input[field]))
  const set = shown.filter((field) => !isEmpty(input[field])).map((field) => [shownAs[field] ?? field, input[field]])
  return { ...Object.fromEntries(set), ...(cleared.length > 0 && { cleared }) }
}

const isFile = (value: unknown): boolean =>
  Predicate.isReadonlyRecord(value) && ["base64", "path", "url"].some((source) => source in value)

const isEmpty = (value: unknown): boolean => value === null || value === ""

/** Returns a field of Discord's reply, by its name there, in the input or in the result. */
const lookUp = (reply: Fields, asked: Asked, field: string): unknown => {
  const parts = [reply, ...INSIDE.map((inside) => reply[inside])].filter(Predicate.isReadonlyRecord)
  for (const name of [...discordNames(asked, field), asked.shownAs[field] ?? field]) {
    const part = parts.find((one) => name in one)
    if (part !== undefined) return part[name]
  }
  return undefined
}

/** Returns the names that a field can have in Discord's reply. */
export const discordNames = ({ renames }: Asked, field: string): ReadonlyArray<string> => [
  ...Object.keys(renames)
    .filter((path) => renames[path] === field)
    .slice(0, 1),
  field
]

/** The parts of Discord's objects that have fields which the input has beside all others. */
const INSIDE = ["thread_metadata", "resource"]

/** Converts a value of Discord's to the format of the input. Leaves out what the input cannot have, and nulls. */
const inOurFormat = (given: unknown, shape: Shape | undefined): unknown => {
  const object = shape?.object
  // Of a file, Discord has a hash.
  if (typeof given === "string" && object !== undefined) return given
  let value = given
  for (const convert of shape?.conversions ?? []) value = convert(value)
  if (Array.isArray(value)) {
    const item = shape?.list?.item()
    // Discord may have more flags than the input can set.
    const items = item?.word === true ? value.filter((word) => item.accepts(String(word))) : value
    return items.map((one) => inOurFormat(one, item))
  }
  if (!Predicate.isReadonlyRecord(value) || object === undefined) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const inner = object.field(name) ?? object.other?.()
      return inner === undefined || isAbsent(field) ? [] : [[name, inOurFormat(field, inner)]]
    })
  )
}

const isAbsent = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

const absentNotice = (fields: ReadonlyArray<string>): string =>
  `Discord accepted ${shortList(fields, NAMES_MAX)}, but its reply does not show ${fields.length === 1 ? "it" : "them"}.`

const NAMES_MAX = 12
