/**
 * Channels that the bot cannot view. Since 2026-11-16 Discord leaves them out of
 * a guild's list, and the gateway sends them obfuscated: with a flag, and a name
 * that stands for every one of them (Discord docs, channel, obfuscated channels).
 */

/** A list of channels without those that are obfuscated. */
export const withoutHidden = <A extends Flagged>(channels: ReadonlyArray<A>): ReadonlyArray<A> =>
  channels.filter((channel) => !isHidden(channel))

/** Whether a channel is obfuscated: nothing in it but its id is true. */
export const isHidden = ({ flags }: Flagged): boolean => ((flags ?? 0) & CHANNEL_OBFUSCATED) !== 0

/** The name of a channel, unless it has none or is obfuscated. */
export const channelName = (channel: Flagged & { readonly name?: string | null | undefined }): string | undefined =>
  isHidden(channel) || channel.name === OBFUSCATED_NAME ? undefined : (channel.name ?? undefined)

/** A channel without the name that stands for every obfuscated one. */
export const withoutName = <A extends Flagged>(channel: A): A =>
  isHidden(channel) ? { ...channel, name: null } : channel

/** What is told of channels wherever they are counted or named. */
export const NOT_TOLD = "channels and threads that the bot cannot view, if there are any"

interface Flagged {
  readonly flags?: number | null | undefined
}

const CHANNEL_OBFUSCATED = 1 << 17
const OBFUSCATED_NAME = "___hidden___"
