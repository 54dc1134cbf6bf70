/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  guild_list_invites:
    "all invites, invite links, who invited, which invites exist, list invites, fetch invites, how often was an invite used, uses of invites, active invites, invites of the server, how many uses has an invite",
  invites_create_channel:
    "invite link, create an invite, invitation, url to join, invite someone, get an invite, link for a friend, let a friend join, how can people join, join link, share the server, need an invitation link, generate an invite, invite that expires, invite that never expires, make an invite, new invite link, create a link to the server, invite url, get me an invite, invite with a number of uses, create invite, invite people, invite code, one-time invite, temporary invite",
  invites_delete:
    "revoke an invite, disable an invite link, deactivate an invite, delete an invite, cancel an invite, expire an invite, remove an invite, invalidate an invite, kill an invite, disable an invite, remove an old invite, remove the invite to a channel",
  invites_get:
    "where does an invite lead, invite info, who made an invite, which server is an invite for, resolve an invite, check an invite code, invite details, fetch invite, is an invite valid, when does an invite expire, who made the invite, creator of an invite",
  invites_list_channel: "invites of a channel, list the invites to a channel, channel invites",
  invites_get_target_users: "who may use an invite, users of a restricted invite, target users of an invite",
  invites_get_target_users_job: "status of the target users job, are the target users processed",
  invites_set_target_users:
    "restrict an invite to users, only these users may use an invite, replace the users of an invite",
  invites_add_target_user: "let one more user use an invite, allow a user on an invite",
  invites_remove_target_user: "a user may no longer use an invite, take a user off an invite",
  invites_bulk_add_target_users: "allow many users on an invite, add several users to an invite",
  invites_bulk_remove_target_users: "take many users off an invite, remove several users from an invite"
} as const
