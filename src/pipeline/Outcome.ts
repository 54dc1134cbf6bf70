import { Effect, Predicate } from "effect"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import type { Envelope } from "../errors/Envelope.ts"
import { hasFailed, type PipelineStepReport, type SkipReason } from "../errors/PipelineReport.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { truncate } from "../text/words.ts"
import type { PlanStep } from "./Plan.ts"
import { secretsIn } from "./redaction.ts"

/** How one call of a plan ended: the call of a step, or of one item of its list. */
export type CallOutcome =
  | { readonly status: "ok"; result?: unknown; readonly attempts: number }
  | { readonly status: "failed"; readonly error: Envelope; readonly attempts: number }
  | { readonly status: "skipped"; readonly because: SkipReason; readonly attempts: 0 }

/** How a step ended. A step with items has a result that has their errors: `partial` if some failed and some are ok. */
export type StepOutcome =
  | CallOutcome
  | {
      readonly status: "ok" | "partial" | "failed"
      readonly result: { readonly items: ReadonlyArray<unknown> }
      readonly attempts: number
    }

/** Makes the outcome of a call that did not run. */
export const skipped = (because: SkipReason): CallOutcome => ({ status: "skipped", because, attempts: 0 })

/** How one item ended. */
type Item = Omit<CallOutcome, "attempts"> & { result?: unknown; readonly error?: Envelope }

/** Returns the item entries of a step that failed for some or all items. Returns an empty list for any other step. */
export const itemsOf = (step: PipelineStepReport): ReadonlyArray<Item> =>
  hasFailed(step) && Predicate.hasProperty(step.result, "items")
    ? (step.result.items as ReadonlyArray<Item>) // forEach made it
    : []

/** Replaces the items in a step's result. */
export const withItems = (step: PipelineStepReport, items: ReadonlyArray<Item>): PipelineStepReport => ({
  ...step,
  result: { items }
})

/** Removes the result of a step, but keeps the outcomes of its items. */
export const withoutResult = (step: PipelineStepReport): PipelineStepReport => {
  const items = itemsOf(step)
  const { result: _, ...bare } = step
  return items.length === 0 ? bare : withItems(bare, items.map(bareItem))
}

/** Removes the result of an item. */
export const bareItem = ({ result: _, ...item }: Item): Item => item

/** An item in a report: as its list has it, and as people call it. */
interface ItemLabel {
  readonly item?: unknown
  readonly name?: string
}

/** The maximum length of an item in a report, in characters. An item that is longer is its id. */
const ITEM_CHARS = 200

/**
 * Returns how a report labels the items of a step. The name of an object comes from what Discord's replies have shown of
 * the guilds that the caller may use. An item with a secret has no label.
 */
export const itemLabels = (step: PlanStep): Effect.Effect<(item: unknown) => ItemLabel, never, Discord | Settings> =>
  Effect.map(Effect.all([Discord, Settings, monotonicMs]), ([{ names }, settings, nowMs]) => {
    const { allowedGuilds, defaultGuildId } = settings
    const { guild_id = defaultGuildId } = step.args
    const isLiteral = Array.isArray(step.for_each)
    const known = (id: string) =>
      names.find(id, { guild_id, channel_id: id, allowedGuilds }, nowMs) ??
      names.find(id, { channel_id: id, allowedGuilds }, nowMs)
    return (item) => {
      if (secretsIn({ steps: [step] }).length > 0) return {}
      const fields = Predicate.isReadonlyRecord(item) ? item : { id: item }
      const ids = [fields.id, ...Object.values(fields)].flatMap((value) => ID.exec(String(value))?.[1] ?? [])
      const name = ids.map(known).find(Predicate.isNotUndefined) ?? fields.name
      return {
        item: itemText(item, fields.id, isLiteral),
        ...(typeof name === "string" && { name: truncate(name, ITEM_CHARS) })
      }
    }
  })

/** A bare id, or the id of a mention or a link. */
const ID = /^(?:<\W{1,3}|https:\/\/.{1,100}\/)?(\d{17,20})>?$/

/** An object of an earlier result is its id. The caller knows an item of a literal list as it is. */
const itemText = (item: unknown, id: unknown, isLiteral: boolean): unknown => {
  if (typeof item === "string") return truncate(item, ITEM_CHARS)
  const isShort = typeof item !== "object" || JSON.stringify(item).length <= ITEM_CHARS
  if (isShort && (isLiteral || typeof id !== "string")) return item
  return typeof id === "string" ? truncate(id, ITEM_CHARS) : undefined
}
