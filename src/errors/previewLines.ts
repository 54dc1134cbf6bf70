/** A preview in words, for a person: the text half of a result has them, and so does a question. */
import { clip } from "./clip.ts"
import { oneLine } from "./tellable.ts"

/** The lines of a preview; none when it is not one that says what it is about. */
export const previewLines = (preview: Fields): ReadonlyArray<string> | undefined => {
  const { action, arguments: given, bot_may, facts, incomplete, more, names, steps, undo } = preview
  if (typeof action !== "string") return undefined
  return [
    `${action}.`,
    ...[...pairsOf(names), ...pairsOf(facts)].map(([name, value]) => `${labelled(name)}: ${said(value)}`),
    ...(Array.isArray(steps) ? steps.map((step: unknown, at) => `${at + 1}. ${stepOf(step)}`) : []),
    ...(bot_may === false ? [mayNot(preview)] : []),
    ...[more, undo, incomplete].filter((it) => typeof it === "string"),
    ...(Array.isArray(steps) ? [] : others(given, names))
  ].map((line) => clip(oneLine(line), LINE_MAX))
}

type Fields = Readonly<Record<string, unknown>>

/** Characters of a line, and items of a list. */
const LINE_MAX = 300
const ITEMS_MAX = 5

/** `channel_id` reads `channel`. */
const labelled = (name: string): string => name.replace(/_ids?$/, "").replaceAll("_", " ")

const mayNot = ({ missing_permissions, obstacle }: Fields): string =>
  Array.isArray(missing_permissions) && missing_permissions.length > 0
    ? `The bot may not do this: it lacks ${missing_permissions.join(", ")}.`
    : `The bot may not do this: ${obstacle === "timed_out" ? "it is timed out" : "its highest role is not above the target"}.`

const stepOf = (step: unknown): string => {
  const { arguments: given, tool, ...rest }: Fields = Object(step)
  const lines = previewLines(rest) ?? []
  return [`${said(tool)}: ${lines.join(" ")}`, ...(typeof given === "string" ? [`Arguments: ${given}.`] : [])].join(" ")
}

/** Arguments that no name stands for. */
const others = (given: unknown, names: unknown): ReadonlyArray<string> =>
  pairsOf(given)
    .filter(([name]) => !Object.hasOwn(Object(names), name))
    .map(([name, value]) => `${name}: ${JSON.stringify(shortened(value))}`)

const shortened = (value: unknown): unknown =>
  Array.isArray(value) && value.length > ITEMS_MAX
    ? [...value.slice(0, ITEMS_MAX), `and ${value.length - ITEMS_MAX} more`]
    : value

const said = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items = value.map(said)
    return items.join(items.some((item) => item.includes(", ")) ? "; " : ", ")
  }
  return typeof value === "object" && value !== null
    ? pairsOf(value)
        .map(([name, item]) => `${name.replaceAll("_", " ")} ${said(item)}`)
        .join("; ")
    : String(value)
}

const pairsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
