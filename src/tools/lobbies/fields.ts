/** What lobbies and their members are described with. */
import { Schema } from "effect"
import * as Limits from "../application/limits.ts"
import { flag, optional, url } from "../shared/fields.ts"
import { textMap } from "./textMap.ts"
import { CAN_LINK_LOBBY } from "./view.ts"

/** What a game keeps with a lobby or member. */
export const metadata = textMap("Texts of the game's own, by name; 1000 characters in all.", {
  keys: Limits.LOBBY_METADATA_KEYS_MAX,
  value: Limits.LOBBY_METADATA_MAX,
  total: Limits.LOBBY_METADATA_MAX
})

/** Where the events of a lobby go. */
export const eventsUrl = url("Where its events are sent, other than the application's.").pipe(
  Schema.filter(
    ({ length }) =>
      length <= Limits.LOBBY_EVENTS_URL_MAX ||
      `must be at most ${Limits.LOBBY_EVENTS_URL_MAX} characters, is ${length}`,
    { jsonSchema: { maxLength: Limits.LOBBY_EVENTS_URL_MAX } }
  )
)

/** What can be said of a member. */
export const memberFields = {
  metadata: optional(metadata),
  can_link_lobby: optional(flag("Whether it may link the lobby to a channel."))
}

/** A member as Discord takes it: rights are a number of flags, and null where there are none. */
export const memberBody = <Member extends { readonly can_link_lobby?: boolean | undefined }>({
  can_link_lobby,
  ...rest
}: Member) => ({
  ...rest,
  ...(can_link_lobby !== undefined && { flags: can_link_lobby ? CAN_LINK_LOBBY : null })
})
