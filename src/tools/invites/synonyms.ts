/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  guild_list_invites: "all invites, invite links, who invited",
  invites_create_channel:
    "invite link, create an invite, invitation, url to join, invite someone, get an invite, link for a friend, let a friend join, how can people join, join link, share the server, need an invitation link, generate an invite, invite that expires, invite that never expires, make an invite, new invite link, create a link to the server, invite url, get me an invite, invite with a number of uses",
  invites_delete:
    "revoke an invite, disable an invite link, deactivate an invite, delete an invite, cancel an invite, expire an invite",
  invites_get: "where does an invite lead, invite info",
  invites_list_channel: "invites of a channel"
} as const
