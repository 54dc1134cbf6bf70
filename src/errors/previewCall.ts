/** One previewed call in words. */

import { argumentLines, type Detail, type Fields } from "./previewArguments.ts"
import { clip } from "./truncate.ts"

/** The lines of a call before and after the steps of a plan would stand; none when it does not say what it is about. */
export const callLines = (
  preview: Fields,
  detail: Detail,
  steps: ReadonlyArray<string> = []
): ReadonlyArray<string> | undefined => {
  const { action, arguments: given, bot_may, facts, grants, incomplete, more, names, undo } = preview
  if (typeof action !== "string") return undefined
  return [
    `${clip(action, LINE_MAX)}.`,
    ...grantLines(grants),
    ...steps,
    ...[...pairsOf(names), ...pairsOf(facts)].map(([name, value]) => lineOf(name, value)),
    ...(bot_may === false ? [mayNot(preview)] : []),
    ...[more, undo, incomplete].filter((it) => typeof it === "string").map((it) => clip(it, LINE_MAX)),
    ...argumentLines(given, { names, grants, detail })
  ]
}

/** Characters of a text within a line. Lists are never cut: an entry that is cut off is one nobody agreed to. */
const LINE_MAX = 300

/** `channel_id` reads `channel`. */
const labelled = (name: string): string => name.replace(/_ids?$/, "").replaceAll("_", " ")

const lineOf = (name: string, value: unknown): string => {
  const line = `${labelled(name)}: ${said(value)}`
  return typeof value === "string" ? clip(line, LINE_MAX) : line
}

/** Who is granted permissions that put others at risk. */
const grantLines = (grants: unknown): ReadonlyArray<string> =>
  Array.isArray(grants)
    ? grants.map((grant: Fields) => `Grants ${said(grant.permissions)} to ${clip(String(grant.to), LINE_MAX)}.`)
    : []

const mayNot = ({ missing_permissions, obstacle }: Fields): string =>
  Array.isArray(missing_permissions) && missing_permissions.length > 0
    ? `The bot may not do this: it lacks ${missing_permissions.join(", ")}.`
    : `The bot may not do this: ${obstacle === "timed_out" ? "it is timed out" : "its highest role is not above the target"}.`

const said = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items = value.map(said)
    return items.join(items.some((item) => item.includes(", ")) ? "; " : ", ")
  }
  return typeof value === "object" && value !== null
    ? pairsOf(value)
        .map(([name, item]) => `${name.replaceAll("_", " ")} ${said(item)}`)
        .join("; ")
    : clip(String(value), LINE_MAX)
}

const pairsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
