/**
 * The overwrites of channels and of their categories. Discord copies those of a category to a new channel that has none,
 * and changes those of a channel that has the same ones together with those of its category.
 */
import { permissionBits } from "../errors/PermissionName.ts"
import { asOverwrite, liveOverwrites, type OverwriteArgument, overwritesOf } from "./channelArguments.ts"
import type { ChannelEntry } from "./entries.ts"
import type { ChannelState } from "./GuildState.ts"
import type { FieldChange, PlanDraft } from "./PlanDraft.ts"

/** The category of a new channel: its channel in the guild, and the overwrites that the blueprint gives it. */
export interface ParentCategory {
  readonly live: ChannelState | undefined
  readonly overwrites: ChannelEntry["overwrites"]
}

/** Returns the category with a key. */
export const parentCategory = (plan: PlanDraft, key: string): ParentCategory => {
  const id = plan.resolve("channels", key)
  return {
    live: plan.state.channels.find((channel) => channel.id === id),
    overwrites: (plan.document.channels ?? []).find((entry) => (entry.key ?? entry.name) === key)?.overwrites
  }
}

/** How a new channel gets its overwrites. */
export interface FirstOverwrites {
  /** What the creation sends. Without any, Discord copies those of the category. */
  readonly sent: ReadonlyArray<OverwriteArgument>
  /** What the channel then has. */
  readonly effective: ReadonlyArray<OverwriteArgument>
  /** Whether what was sent only keeps Discord from copying, and is removed after the creation. */
  readonly isPlaceholder: boolean
}

/**
 * Returns the overwrites that a channel is created with. One that has no entry for them gets those of its category, so
 * that it is never open where the category is not. One that is to have none is created with one that changes nothing:
 * Discord would copy those of the category otherwise.
 */
export const firstOverwrites = (
  plan: PlanDraft,
  { overwrites }: ChannelEntry,
  parent: ParentCategory | undefined
): FirstOverwrites => {
  const copied = parent?.live === undefined ? [] : liveOverwrites(parent.live)
  const inherited = parent?.overwrites === undefined ? copied : overwritesOf(plan, parent.overwrites, parent.live)
  if (overwrites === undefined) {
    const sent = parent?.overwrites === undefined ? [] : inherited
    return { sent, effective: inherited, isPlaceholder: false }
  }
  const own = overwritesOf(plan, overwrites, undefined)
  const isPlaceholder = own.length === 0 && [...copied, ...inherited].length > 0
  return {
    sent: isPlaceholder ? [{ id: plan.state.guild.id, type: "role", allow: [], deny: [] }] : own,
    effective: own,
    isPlaceholder
  }
}

/** Whether the bot may remove what keeps a new channel from getting the overwrites of its category. */
export const canClear = ({ own: { permissions } }: PlanDraft): boolean =>
  (permissions & (permissionBits.MANAGE_ROLES | permissionBits.ADMINISTRATOR)) !== 0n

/** The new overwrites of the categories that a plan changes, by id. */
export type CategoryChanges = Map<string, ReadonlyArray<OverwriteArgument>>

/** What a plan does so that a channel does not change together with its category. */
export type Separation = "overwrites first" | "leaves first" | undefined

/**
 * Returns how a channel is kept apart from its category, whose overwrites change before it. `undefined`: the channel
 * may change together with it.
 */
export const separationFrom = (
  plan: PlanDraft,
  changes: CategoryChanges,
  { overwrites }: ChannelEntry,
  channel: ChannelState,
  changed: ReadonlyArray<FieldChange>
): Separation => {
  const parent = plan.state.channels.find(({ id }) => id === channel.parent_id)
  const after = changes.get(parent?.id ?? "")
  if (parent === undefined || after === undefined || overwrites === undefined) return undefined
  if (!isSame(liveOverwrites(parent), liveOverwrites(channel))) return undefined
  if (!changed.some(({ field }) => field === "overwrites")) return "leaves first"
  return isSame(overwritesOf(plan, overwrites, channel), after) ? undefined : "overwrites first"
}

/** Whether two lists of overwrites allow and deny the same. */
const isSame = (one: ReadonlyArray<OverwriteArgument>, other: ReadonlyArray<OverwriteArgument>): boolean => {
  const textOf = (all: ReadonlyArray<OverwriteArgument>) =>
    all
      .map(asOverwrite)
      .flatMap(({ allow, deny, id }) => (allow === 0n && deny === 0n ? [] : [`${id} ${allow} ${deny}`]))
      .toSorted()
      .join()
  return textOf(one) === textOf(other)
}
