/** The order in which people see the channels of a guild, and the fewest new positions for another order. */
import { ChannelType } from "discord-api-types/v10"
import { channelKindOf } from "../../discord/permissions/effectivePermissions.ts"

/** What decides the place of a channel. */
export interface Placed {
  readonly id: string
  readonly type: number
  readonly position: number
  readonly parent_id?: string | null | undefined
}

/** Channels of a category, and those without one, are shown in two sections: text above voice. Categories come last. */
export type Section = "text" | "voice" | "category"

/** Returns the section of a channel. Forums and announcements are with the text channels, stages with the voice channels. */
export const sectionOf = ({ type }: Pick<Placed, "type">): Section =>
  type === ChannelType.GuildCategory ? "category" : channelKindOf(type) === "voice" ? "voice" : "text"

/** Returns the channels of a category, or those without one, in the order that people see. */
export const channelsIn = <Channel extends Placed>(
  channels: ReadonlyArray<Channel>,
  parent_id: string | null
): ReadonlyArray<Channel> =>
  channels
    .filter((it) => (it.parent_id ?? null) === parent_id)
    .toSorted((a, b) => SECTIONS.indexOf(sectionOf(a)) - SECTIONS.indexOf(sectionOf(b)) || compare(a, b))

const SECTIONS: ReadonlyArray<Section> = ["text", "voice", "category"]

/** Within a section, Discord sorts by position, then by id. */
const compare = (a: Pick<Placed, "id" | "position">, b: Pick<Placed, "id" | "position">): number =>
  a.position - b.position || (BigInt(a.id) < BigInt(b.id) ? -1 : 1)

/** A new position of a channel. */
export interface NewPosition {
  readonly id: string
  readonly position: number
}

/**
 * Returns the fewest new positions that put `moved` at an index among the other channels of its section, which are in
 * order. Without a free position between its neighbours, the channels after it move up, or those before it move down.
 */
export const positionsFor = (
  moved: NewPosition,
  others: ReadonlyArray<NewPosition>,
  index: number
): ReadonlyArray<NewPosition> => {
  const [before, after] = [others[index - 1], others[index]]
  const lowest = before === undefined ? 0 : above(before, moved)
  const highest = after === undefined ? Number.POSITIVE_INFINITY : below(after, moved)
  if (lowest <= highest) {
    const position =
      moved.position >= lowest && moved.position <= highest ? moved.position : between(before, after, lowest, highest)
    return position === moved.position ? [] : [{ id: moved.id, position }]
  }
  const up = shifted({ id: moved.id, position: lowest }, others.slice(index), above)
  const down =
    highest < 0 ? undefined : shifted({ id: moved.id, position: highest }, others.slice(0, index).reverse(), below)
  const isPossible = down?.every(({ position }) => position >= 0) === true
  return isPossible && down.length < up.length ? down : up
}

/** Returns the lowest position at which a channel comes after another. */
const above = (other: NewPosition, { id }: NewPosition): number =>
  other.position + (BigInt(other.id) < BigInt(id) ? 0 : 1)

/** Returns the highest position at which a channel comes before another. */
const below = (other: NewPosition, { id }: NewPosition): number =>
  other.position - (BigInt(id) < BigInt(other.id) ? 0 : 1)

/** Chooses a position that no neighbour has, if there is one. */
const between = (
  before: NewPosition | undefined,
  after: NewPosition | undefined,
  lowest: number,
  highest: number
): number => {
  const free = before === undefined ? Math.max(lowest, (after?.position ?? 1) - 1) : before.position + 1
  return free <= highest ? free : lowest
}

/** Shifts channels, from the nearest on, as far as each needs to keep its order. */
const shifted = (
  first: NewPosition,
  rest: ReadonlyArray<NewPosition>,
  next: (previous: NewPosition, it: NewPosition) => number
): ReadonlyArray<NewPosition> => {
  const changes = [first]
  for (const channel of rest) {
    const previous = changes.at(-1) ?? first
    const position = next(previous, channel)
    if (next === above ? channel.position >= position : channel.position <= position) break
    changes.push({ id: channel.id, position })
  }
  return changes
}
