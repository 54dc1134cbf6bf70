/**
 * What earlier calls of messages_catch_up have returned, and its cursor.
 *
 * A pass returns what is newer than `since` and not newer than `until`, channel by channel in the order of their ids. It
 * may take several calls. Between two passes, everything up to `until` is returned, in every channel but those in `behind`.
 */
import { Option } from "effect"

/** What earlier calls have returned. */
export interface Delivered {
  readonly until: string
  /** The pass that is not complete: its start, and the first channel that it has not finished. */
  readonly pass?: { readonly since: string; readonly channel: string }
  /** The last returned message of channels that could not be read, and of a channel that was cut. */
  readonly behind: ReadonlyMap<string, string>
}

/** Maximum number of channels that could not be read. One more can be cut. */
export const BEHIND_MAX = 30

/** Maximum length of a cursor: three ids of 20 digits, and the pairs of shorter ids. */
export const CURSOR_MAX = 20 * 3 + 2 + (BEHIND_MAX + 1) * 28

/** Formats the cursor: the newest id, the pass that is not complete, and the channels behind with their positions. */
export const writeCatchUpCursor = ({ behind, pass, until }: Delivered): string =>
  [
    pass === undefined ? until : `${until}-${pass.since}-${pass.channel}`,
    ...[...behind].map((pair) => pair.map(shortOf).join(":"))
  ].join(";")

/** Parses a cursor. Every id is a cursor, too: everything up to it is returned. */
export const readCatchUpCursor = (cursor: string): Option.Option<Delivered> => {
  if (cursor.length > CURSOR_MAX || !CURSOR.test(cursor)) return Option.none()
  const [head = "", ...pairs] = cursor.split(";")
  const [until = "", since, channel] = head.split("-")
  return Option.some({
    until,
    ...(since !== undefined && channel !== undefined && { pass: { since, channel } }),
    behind: new Map(
      pairs.map((pair) => {
        const [id = "", at = ""] = pair.split(":").map(idOf)
        return [id, at] as const
      })
    )
  })
}

const CURSOR = /^\d{1,20}(?:-\d{1,20}-\d{1,20})?(?:;[\da-z]{1,13}:[\da-z]{1,13})*$/

/** Shortens an id to the digits and letters of base 36. */
const shortOf = (id: string): string => BigInt(id).toString(36)

const idOf = (short: string): string =>
  String([...short].reduce((id, digit) => id * 36n + BigInt(Number.parseInt(digit, 36)), 0n))

/** The part of the messages that a call returns: newer than `since`, not newer than `until`. */
export interface Pass {
  readonly since: string
  readonly until: string
}

/** Continues the pass that is not complete, or begins one up to the newest id. */
export const passOf = ({ pass, until }: Delivered, newest: string): Pass =>
  pass === undefined ? { since: until, until: newest } : { since: pass.since, until }

/** Returns an id up to which all messages of a channel are returned. */
export const positionIn = ({ behind, pass, until }: Delivered, channel: string): string =>
  behind.get(channel) ?? (pass === undefined || isNewer(pass.channel, channel) ? until : pass.since)

/**
 * Returns what is delivered after a call. `positions`: that of each channel with new messages. `cut`: the first channel
 * that the pass has not finished.
 */
export const deliveredAfter = (
  before: Delivered,
  { since, until }: Pass,
  positions: ReadonlyMap<string, string>,
  cut: string | undefined
): Delivered => {
  const reached = newestOf([cut, before.pass?.channel])
  const after = { until, ...(cut !== undefined && reached !== undefined && { pass: { since, channel: reached } }) }
  const behind = [...positions].filter(([id, at]) => at !== positionIn({ ...after, behind: new Map() }, id))
  return { ...after, behind: new Map(behind) }
}

/** Whether an id is newer than another one. */
export const isNewer = (id: string, than: string): boolean => BigInt(id) > BigInt(than)

/** Returns the newest of ids. */
export const newestOf = (ids: ReadonlyArray<string | null | undefined>): string | undefined =>
  ids.reduce<string | undefined>(
    (newest, id) => (id != null && (newest === undefined || isNewer(id, newest)) ? id : newest),
    undefined
  )
