/** Which tools change nothing more when the same call is made twice: what `idempotentHint` tells a client. */
import type { Method } from "../../discord/DiscordRequest.ts"
import type { Risk } from "../../safety/Permit.ts"

/**
 * Whether a second identical call changes nothing. A read changes nothing. PUT and PATCH set a state, DELETE
 * takes one away (RFC 9110, idempotent methods). A POST adds something each time. The exceptions are listed below.
 */
export const isIdempotent = (name: string, method: Method, risk: Risk): boolean =>
  risk === "read" || (method === "POST" ? settling.has(name) : !renewing.has(name))

/** POSTs that set a state or end one, each with its reason. */
export const settling: ReadonlyMap<string, string> = new Map([
  ["users_create_dm", "answers with the direct message channel that exists"],
  ["members_bulk_ban", "a banned user stays banned"],
  ["messages_bulk_delete", "a deleted message stays deleted"],
  ["messages_crosspost", "a published message is not published again"],
  ["polls_end", "an ended poll stays ended"],
  ["lobbies_modify_members", "sets members and their metadata"]
])

/** Other writes whose second call can change something, each with its reason. */
export const renewing: ReadonlyMap<string, string> = new Map([
  ["templates_sync", "copies the guild as it is at that moment"]
])
