/** Input fields of lobbies and their members. */
import { flag, optional, url } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"
import { textMap } from "./textMap.ts"
import { CAN_LINK_LOBBY } from "./view.ts"

/** Metadata that a game stores with a lobby or member. */
export const metadata = textMap("The game's texts by key, at most 1000 characters in total.", {
  keys: Limits.LOBBY_METADATA_KEYS_MAX,
  value: Limits.LOBBY_METADATA_MAX,
  total: Limits.LOBBY_METADATA_MAX
})

/** The URL that receives the events of a lobby. */
export const eventsUrl = url("URL for webhook events, instead of the application's.", {
  max: Limits.LOBBY_EVENTS_URL_MAX
})

/** The fields of a member. */
export const memberFields = {
  metadata: optional(metadata),
  can_link_lobby: optional(flag("May link a channel to the lobby; false by default."))
}

/** Converts a member to Discord's format: permissions are flags as a number, or null for none. */
export const memberBody = <Member extends { readonly can_link_lobby?: boolean | undefined }>({
  can_link_lobby,
  ...rest
}: Member) => ({
  ...rest,
  ...(can_link_lobby !== undefined && { flags: can_link_lobby ? CAN_LINK_LOBBY : null })
})
