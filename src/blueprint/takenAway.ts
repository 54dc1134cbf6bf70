/** What the change of a field takes away from the guild. Consent to a plan covers it by name. */
import { Predicate } from "effect"
import { exempt } from "../objects/automodRule.ts"
import { contentFilters, notificationLevels, verificationLevels } from "../objects/guild.ts"
import { formatName } from "../tools/shared/previewText.ts"

interface FieldChange {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Returns the entries that a list no longer has, and the protection that a value weakens. */
export const takenAway = ({ after, before, field }: FieldChange): ReadonlyArray<string> => {
  if (Array.isArray(before)) {
    const [old, now] = [keysIn(before), keysIn(after)]
    const exempted = EXEMPTING.has(field) ? now.filter((key) => !old.includes(key)) : []
    return [
      ...old.filter((key) => !now.includes(key)).map((key) => `-${formatName(key)}`),
      ...exempted.map((key) => `+${formatName(key)}`),
      ...before.flatMap((entry: unknown, at) =>
        insideOf(old[at] ?? "", entry, entryOf(after, now.indexOf(old[at] ?? "")))
      )
    ]
  }
  const isWeaker =
    (ON.has(field) && before === true && after !== true) ||
    (OFF.has(field) && before !== true && after === true) ||
    levelOf(field, after) < levelOf(field, before) ||
    (REQUIRED.has(field) && before !== undefined && before !== "" && after === "") ||
    (field === "mention_total_limit" && Number(after) > Number(before))
  return isWeaker ? [`${String(before)} becomes ${String(after ?? "unset")}`] : []
}

const entryOf = (list: unknown, at: number): unknown => (Array.isArray(list) ? list[at] : undefined)

/** Returns what an entry of a list that stays has no longer inside. */
const insideOf = (key: string, before: unknown, after: unknown): ReadonlyArray<string> =>
  Predicate.isReadonlyRecord(before) && Predicate.isReadonlyRecord(after)
    ? Object.keys(before).flatMap((field) =>
        takenAway({ field, before: before[field], after: after[field] }).map(
          (loss) => `${formatName(key)}: ${field} ${loss}`
        )
      )
    : []

/** Lists that let somebody or something through. */
const EXEMPTING: ReadonlySet<string> = new Set([...Object.keys(exempt), "allow_list"])

/** What protects while it is on, and while it is off. */
const ON: ReadonlySet<string> = new Set(["enabled", "moderated", "nsfw", "mention_raid_protection_enabled"])
const OFF: ReadonlySet<string> = new Set(["mentionable"])

/** Channels that moderators or newcomers rely on. */
const REQUIRED: ReadonlySet<string> = new Set(["rules_channel", "public_updates_channel", "safety_alerts_channel"])

const LEVELS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  verification_level: verificationLevels,
  explicit_content_filter: contentFilters,
  default_message_notifications: notificationLevels
}

const levelOf = (field: string, value: unknown): number =>
  (Object.hasOwn(LEVELS, field) ? LEVELS[field]?.[String(value)] : undefined) ?? 0

/** Returns what identifies the entries of a list: a text, or the name, title or channel of an object. */
const keysIn = (list: unknown): ReadonlyArray<string> =>
  Array.isArray(list)
    ? list.map((entry: unknown) =>
        Predicate.isRecord(entry)
          ? String(entry.name ?? entry.title ?? entry.channel ?? JSON.stringify(entry))
          : String(entry)
      )
    : []
