/** Plans where channels are: in which category, within its limits, and in which order. */

import { channelKinds } from "../objects/channel.ts"
import { channelsIn, type Section, sectionOf } from "../tools/channels/order.ts"
import { guildChannels } from "./checkDocument.ts"
import { CATEGORY_CHANNELS_MAX, CHANNELS_MAX, type ChannelEntry } from "./entries.ts"
import type { ChannelState, GuildState } from "./GuildState.ts"
import { type Existing, orderOf, type WantedChannel } from "./match.ts"
import type { PlanDraft } from "./PlanDraft.ts"

const sections: ReadonlyArray<Section> = ["text", "voice", "category"]

/** The entries of a blueprint that the bot cannot view, or that cannot get where they belong, by key. */
export type Unseen = ReadonlySet<string>

/**
 * Whether a channel goes to another category. A channel whose category the bot cannot view stays there, unless the
 * blueprint has it in another one.
 */
export const movesTo = (plan: PlanDraft, { parent }: WantedChannel, channel: ChannelState, unseen: Unseen): boolean => {
  const current = channel.parent_id ?? undefined
  if (parent === undefined) return plan.state.channels.some(({ id }) => id === current)
  const id = unseen.has(parent) ? undefined : plan.resolve("channels", parent)
  return id !== undefined && id !== current
}

/** A channel of the blueprint at its place: its id, or the template of it, with its category. */
interface Placed {
  readonly id: string
  readonly parent: string | null
  readonly section: Section
}

/**
 * Adds the new order of channels to a plan: one call for all siblings. Positions are compared as an order, not as numbers.
 */
export const planPositions = (
  plan: PlanDraft,
  wanted: ReadonlyArray<WantedChannel>,
  channels: ReadonlyArray<ChannelState>,
  unseen: Unseen
): void => {
  const present = new Map(channels.map((channel) => [channel.id, channel]))
  const placed = channels.map((channel) => ({ ...channel, parent_id: channel.parent_id ?? null }))
  const entries = wanted.flatMap((entry) => placedBy(plan, entry, present, unseen))
  const parentOf = new Map(entries.map(({ id, parent }) => [id, parent]))
  const positions: Array<{ readonly id: string; readonly position: number }> = []
  for (const parent of new Set(entries.map((entry) => entry.parent))) {
    const siblings = entries.filter((entry) => entry.parent === parent)
    noticeSections(plan, siblings)
    for (const section of sections) {
      const current = channelsIn(placed, parent)
        .filter(
          (channel) =>
            sectionOf(channel) === section && (parentOf.has(channel.id) ? parentOf.get(channel.id) : parent) === parent
        )
        .map(({ id }) => id)
      const order = orderOf(
        current,
        siblings.filter((sibling) => sibling.section === section).map(({ id }) => id)
      )
      if (order === undefined) continue
      positions.push(...order.map((id, position) => ({ id, position })))
      addMove(plan, parent, current, order, present)
    }
  }
  const moved = positions.filter(({ id, position }) => present.get(id)?.position !== position)
  if (moved.length > 0) {
    plan.step("positions", "channels_modify_positions", "order of channels", {
      guild_id: plan.state.guild.id,
      positions: moved
    })
  }
}

const placedBy = (
  plan: PlanDraft,
  wanted: WantedChannel,
  present: ReadonlyMap<string, ChannelState>,
  unseen: Unseen
): ReadonlyArray<Placed> => {
  if (unseen.has(wanted.key)) return []
  const id = plan.resolve("channels", wanted.key)
  const channel = present.get(id ?? "")
  const wantedParent = wanted.parent === undefined ? null : plan.resolve("channels", wanted.parent)
  const parent =
    channel === undefined || movesTo(plan, wanted, channel, unseen) ? wantedParent : (channel.parent_id ?? null)
  const type = channel?.type ?? channelKinds[wanted.kind]
  return id === undefined || parent === undefined ? [] : [{ id, parent, section: sectionOf({ type }) }]
}

/** Says in a notice that siblings are listed by section, if the blueprint has them in another order. */
const noticeSections = (plan: PlanDraft, siblings: ReadonlyArray<Placed>): void => {
  const isMixed = siblings.some(
    ({ section }, at) => sections.indexOf(section) < sections.indexOf(siblings[at - 1]?.section ?? section)
  )
  if (!isMixed) return
  plan.notices.push(
    "Discord lists text above voice, and categories last: the order of the blueprint was changed to that."
  )
}

/** Adds the change of an order. What is created or moved to a category is a change by itself. */
const addMove = (
  plan: PlanDraft,
  parent: string | null,
  current: ReadonlyArray<string>,
  order: ReadonlyArray<string>,
  present: ReadonlyMap<string, ChannelState>
): void => {
  const nameOf = (id: string) => present.get(id)?.name
  const kept = order.filter((id) => current.includes(id))
  if (kept.every((id, at) => id === current[at])) return
  plan.changes.push({
    action: "move",
    object: "channel",
    name: parent === null ? "order of channels" : `order of ${JSON.stringify(nameOf(parent) ?? "")}`,
    risk: "write",
    fields: [{ field: "order", before: current.map(nameOf), after: kept.map(nameOf) }]
  })
}

/** A channel that an entry means. */
export interface MatchedChannel {
  readonly wanted: WantedChannel
  readonly before: ChannelEntry
  readonly channel: ChannelState
  /** Whether it changes after the settings of the guild: until then, Community needs it as it is. */
  readonly isLate: boolean
}

/** The capacity that a guild and its categories have, with the deletions of the same plan that can run first. */
export class Capacity {
  readonly #count: Map<string, number>
  readonly #deletable: ReadonlyArray<ChannelState>
  /** The number of channels that are created. */
  created = 0

  readonly #plan: PlanDraft
  /** The categories that would have too many channels if those that get in came before those that leave. */
  #crowded: ReadonlySet<string> = new Set()

  constructor(plan: PlanDraft, deleted: ReadonlyArray<Existing<ChannelEntry>>) {
    const { channels } = plan.state
    const ids = new Set(deleted.map(({ id }) => id))
    const inUse = channelsInUse(plan.state)
    const parents = new Set(channels.map(({ parent_id }) => parent_id))
    this.#plan = plan
    this.#deletable = channels.filter(({ id }) => ids.has(id) && !inUse.has(id) && !parents.has(id))
    this.#count = new Map([[GUILD, channels.length]])
  }

  /** Counts the channels of each category without those that leave it. New categories have to be in the plan. */
  count(matched: ReadonlyArray<MatchedChannel>, created: ReadonlyArray<WantedChannel>, unseen: Unseen): void {
    const moving = matched.filter(({ channel, wanted }) => movesTo(this.#plan, wanted, channel, unseen))
    const leaving = new Set(moving.map(({ channel }) => channel.id))
    const most = new Map<string, number>()
    const add = (place: string) => most.set(place, (most.get(place) ?? 0) + 1)
    for (const { id, parent_id } of this.#plan.state.channels) {
      if (parent_id == null) continue
      add(parent_id)
      if (!leaving.has(id)) this.#add(parent_id)
    }
    for (const { parent } of [...moving.map(({ wanted }) => wanted), ...created]) {
      if (parent !== undefined) add(this.#plan.resolve("channels", parent) ?? "")
    }
    this.#crowded = new Set([...most].flatMap(([id, count]) => (count > CATEGORY_CHANNELS_MAX ? [id] : [])))
  }

  /** Whether channels have to leave a category before others get in. */
  isCrowded(parent: string | undefined): boolean {
    return parent !== undefined && this.#crowded.has(parent)
  }

  /** Counts a channel that is created. Returns why the guild cannot have it, and counts nothing then. */
  create(parent: string | undefined): string | undefined {
    const reason = this.#isFull(GUILD, CHANNELS_MAX)
      ? `a guild has at most ${CHANNELS_MAX} channels`
      : this.enter(parent)
    if (reason === undefined) {
      this.#add(GUILD)
      this.created++
    }
    return reason
  }

  /** Counts a channel that gets into a category. Returns why the category cannot have it: then it stays where it is. */
  enter(parent: string | undefined, current?: string): string | undefined {
    if (parent === undefined) return undefined
    if (this.#isFull(parent, CATEGORY_CHANNELS_MAX)) {
      if (current !== undefined) this.#add(current)
      return `a category has at most ${CATEGORY_CHANNELS_MAX} channels`
    }
    this.#add(parent)
    return undefined
  }

  /** The ids of the channels whose deletions have to run first. */
  get first(): ReadonlySet<string> {
    const first = new Set<string>()
    const take = (place: string, max: number, all: ReadonlyArray<ChannelState>) => {
      const already = all.filter(({ id }) => first.has(id)).length
      const excess = (this.#count.get(place) ?? 0) - max - already
      for (const { id } of all.filter((one) => !first.has(one.id)).slice(0, Math.max(0, excess))) first.add(id)
    }
    for (const place of this.#count.keys())
      if (place !== GUILD) take(place, CATEGORY_CHANNELS_MAX, this.#deletableIn(place))
    take(GUILD, CHANNELS_MAX, this.#deletable)
    return first
  }

  #deletableIn(place: string): ReadonlyArray<ChannelState> {
    return place === GUILD ? this.#deletable : this.#deletable.filter(({ parent_id }) => parent_id === place)
  }

  #isFull(place: string, max: number): boolean {
    return (this.#count.get(place) ?? 0) >= max + this.#deletableIn(place).length
  }

  #add(place: string): void {
    this.#count.set(place, (this.#count.get(place) ?? 0) + 1)
  }
}

/** The place that all channels are in. It is no id. */
const GUILD = ""

/** Returns the channels that settings of the guild refer to. Discord refuses to delete some of them. */
const channelsInUse = ({ guild, onboarding, rules = [], welcome }: GuildState): ReadonlySet<unknown> =>
  new Set([
    ...guildChannels.map((field) => guild[`${field}_id`]),
    ...(welcome?.welcome_channels ?? []).map(({ channel_id }) => channel_id),
    ...(onboarding?.default_channel_ids ?? []),
    ...(onboarding?.prompts ?? []).flatMap(({ options }) => options.flatMap(({ channel_ids }) => channel_ids ?? [])),
    ...rules.flatMap(({ actions }) => actions.map(({ metadata }) => metadata?.channel_id))
  ])
