/** Determines which tools are idempotent, for `idempotentHint`. */
import type { Method } from "../../discord/DiscordRequest.ts"
import type { Risk } from "../../safety/Permit.ts"

/**
 * Returns whether a second identical call changes nothing. Reads change nothing; PUT and PATCH set a state; DELETE
 * removes one (RFC 9110, idempotent methods). A POST adds something each time. The exceptions are listed below.
 */
export const isIdempotent = (name: string, method: Method, risk: Risk): boolean =>
  risk === "read" || (method === "POST" ? idempotentPosts.has(name) : !nonIdempotentWrites.has(name))

/** POSTs that are idempotent, each with its reason. */
export const idempotentPosts: ReadonlyMap<string, string> = new Map([
  ["users_create_dm", "answers with the direct message channel that exists"],
  ["members_bulk_ban", "a banned user stays banned"],
  ["messages_bulk_delete", "a deleted message stays deleted"],
  ["messages_crosspost", "a published message is not published again"],
  ["polls_end", "an ended poll stays ended"],
  ["lobbies_modify_members", "sets members and their metadata"]
])

/** Other writes that are not idempotent, each with its reason. */
export const nonIdempotentWrites: ReadonlyMap<string, string> = new Map([
  ["members_timeout", "minutes count from the moment of the call"],
  ["templates_sync", "copies the guild as it is at that moment"]
])
