/** Formats one previewed call. */
import { argumentLines, type PreviewDetail, type PreviewFields } from "./previewArguments.ts"
import { truncate } from "./truncate.ts"

/** Returns the lines of a call, with a plan's step lines among them; `undefined` if the preview has no action. */
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

/**
 * The maximum length of a text in a line, in characters. Lists are never truncated, because a person
 * cannot agree to a hidden entry.
 */
const LINE_MAX = 300

/** Turns a field name into a label: `channel_id` becomes `channel`. */
const fieldLabel = (name: string): string => name.replace(/_ids?$/, "").replaceAll("_", " ")

const lineOf = (name: string, value: unknown): string => {
  const line = `${fieldLabel(name)}: ${valueText(value)}`
  return typeof value === "string" ? truncate(line, LINE_MAX) : line
}

/** Lists who is granted dangerous permissions. */
const grantLines = (grants: unknown): ReadonlyArray<string> =>
  Array.isArray(grants)
    ? grants.map(
        (grant: PreviewFields) => `Grants ${valueText(grant.permissions)} to ${truncate(String(grant.to), LINE_MAX)}.`
      )
    : []

const denialLine = ({ missing_permissions, obstacle: reason }: PreviewFields): string =>
  Array.isArray(missing_permissions) && missing_permissions.length > 0
    ? `The bot may not do this: it lacks ${missing_permissions.join(", ")}.`
    : `The bot may not do this: ${reason === "timed_out" ? "it is timed out" : "its highest role is not above the target"}.`

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
