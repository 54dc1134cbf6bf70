/** The fields of each kind of channel in a blueprint. */
import type { ChannelType } from "discord-api-types/v10"
import { Struct } from "effect"
import { type ChannelKind, channelKinds } from "../objects/channel.ts"
import { documentValues, ofKind } from "../objects/fields.ts"
import { type ChannelEntry, documented } from "./entries.ts"
import type { ChannelState } from "./GuildState.ts"

const EVERY = ["key", "name", "kind", "overwrites"]

/** Returns the fields that a channel of a kind has. */
export const fieldsOfKind = (kind: ChannelKind): ReadonlySet<string> =>
  new Set([...EVERY, ...(kind === "category" ? ["channels"] : []), ...ofKind(documented, kind)])

/** Returns the kind of a Discord channel type; `undefined` for a type that no blueprint describes. */
export const kindOfType = (type: number): ChannelKind | undefined =>
  (Object.keys(channelKinds) as ReadonlyArray<ChannelKind>).find((kind) => channelKinds[kind] === (type as ChannelType)) // `Object.keys` loses the keys

/** Why a new name is not taken. */
export const NAMELESS = "its name has no character that Discord keeps"

/** Whether a channel of a kind can become one of another: only between text and announcement. */
export const canBecome = (from: ChannelKind | undefined, to: ChannelKind): boolean =>
  from === to || [from, to].every((kind) => kind === "text" || kind === "announcement")

/** Returns the fields of a channel as a blueprint has them, without key, overwrites and channels. */
export const entryFields = (channel: ChannelState, kind: ChannelKind): ChannelEntry => ({
  name: channel.name,
  kind,
  ...documentValues(Struct.pick(documented, ...ofKind(documented, kind)), channel)
})

/**
 * Returns the name that Discord gives a channel: where people write, without capitals, spaces, and punctuation of ASCII
 * other than hyphens and underscores.
 */
export const discordName = (kind: ChannelKind, name: string): string =>
  kind === "voice" || kind === "stage" || kind === "category"
    ? name.trim()
    : name
        .trim()
        .toLowerCase()
        .replaceAll(/[!-,./:-@[-^`{-~]/g, "")
        .replaceAll(/[\s-]+/g, "-")
