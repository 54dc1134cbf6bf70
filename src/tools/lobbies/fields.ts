/** Input fields of lobbies and their members. */
import { Schema } from "effect"
import * as Limits from "../application/limits.ts"
import { flag, optional, url } from "../shared/fields.ts"
import { textMap } from "./textMap.ts"
import { CAN_LINK_LOBBY } from "./view.ts"

/** Metadata that a game stores with a lobby or member. */
export const metadata = textMap("The game's texts by key, at most 1000 characters in total.", {
  keys: Limits.LOBBY_METADATA_KEYS_MAX,
  value: Limits.LOBBY_METADATA_MAX,
  total: Limits.LOBBY_METADATA_MAX
})

/** The URL that receives the events of a lobby. */
export const eventsUrl = url("URL for the lobby's webhook events, instead of the application's.").pipe(
  Schema.filter(
    ({ length }) =>
      length <= Limits.LOBBY_EVENTS_URL_MAX ||
      `must be at most ${Limits.LOBBY_EVENTS_URL_MAX} characters, is ${length}`,
    { jsonSchema: { maxLength: Limits.LOBBY_EVENTS_URL_MAX } }
  )
)

/** The fields of a member. */
export const memberFields = {
  metadata: optional(metadata),
  can_link_lobby: optional(flag("Whether the member may link the lobby to a channel."))
}

/** Converts a member to Discord's format: permissions are a number of flags, or null for none. */
export const memberBody = <Member extends { readonly can_link_lobby?: boolean | undefined }>({
  can_link_lobby,
  ...rest
}: Member) => ({
  ...rest,
  ...(can_link_lobby !== undefined && { flags: can_link_lobby ? CAN_LINK_LOBBY : null })
})
