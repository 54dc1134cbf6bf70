/** One previewed call in words. */

import { argumentLines, type PreviewDetail, type PreviewFields } from "./previewArguments.ts"
import { truncate } from "./truncate.ts"

/** The lines of a call before and after the steps of a plan would stand; none when it does not say what it is about. */
export const callLines = (
  preview: PreviewFields,
  detail: PreviewDetail,
  steps: ReadonlyArray<string> = []
): ReadonlyArray<string> | undefined => {
  const { action, arguments: given, bot_may, facts, grants, incomplete, more, names, undo } = preview
  if (typeof action !== "string") return undefined
  return [
    `${truncate(action, LINE_MAX)}.`,
    ...grantLines(grants),
    ...steps,
    ...[...entriesOf(names), ...entriesOf(facts)].map(([name, value]) => lineOf(name, value)),
    ...(bot_may === false ? [denialLine(preview)] : []),
    ...[more, undo, incomplete].filter((it) => typeof it === "string").map((it) => truncate(it, LINE_MAX)),
    ...argumentLines(given, { names, grants, detail })
  ]
}

/** Characters of a text within a line. Lists are never cut: an entry that is cut off is one nobody agreed to. */
const LINE_MAX = 300

/** `channel_id` reads `channel`. */
const fieldLabel = (name: string): string => name.replace(/_ids?$/, "").replaceAll("_", " ")

const lineOf = (name: string, value: unknown): string => {
  const line = `${fieldLabel(name)}: ${valueText(value)}`
  return typeof value === "string" ? truncate(line, LINE_MAX) : line
}

/** Who is granted permissions that put others at risk. */
const grantLines = (grants: unknown): ReadonlyArray<string> =>
  Array.isArray(grants)
    ? grants.map(
        (grant: PreviewFields) => `Grants ${valueText(grant.permissions)} to ${truncate(String(grant.to), LINE_MAX)}.`
      )
    : []

const denialLine = ({ missing_permissions, obstacle }: PreviewFields): string =>
  Array.isArray(missing_permissions) && missing_permissions.length > 0
    ? `The bot may not do this: it lacks ${missing_permissions.join(", ")}.`
    : `The bot may not do this: ${obstacle === "timed_out" ? "it is timed out" : "its highest role is not above the target"}.`

const valueText = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items = value.map(valueText)
    return items.join(items.some((item) => item.includes(", ")) ? "; " : ", ")
  }
  return typeof value === "object" && value !== null
    ? entriesOf(value)
        .map(([name, item]) => `${name.replaceAll("_", " ")} ${valueText(item)}`)
        .join("; ")
    : truncate(String(value), LINE_MAX)
}

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : []
