/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  permissions_explain:
    "why can, why can't, cannot, may not, not allowed, permission denied, missing permission, what may a user do, why is it forbidden, why not, can the bot, can a user, is someone allowed, check permissions, am I allowed, effective permissions, what permissions does a user have, what may the bot do, what can the bot do in a channel, what am I allowed to do, what permissions does the bot have, permission check, does a user have permission, which permissions, why is something not possible, why can't the bot, can someone see a channel, may a role, perms, permissions for, permissions in a channel, missing access, has permission",
  permissions_audit_channel:
    "who can see a channel, who can write in a channel, access check, which roles can view, who is able to post, who may read a channel, who may write in a channel, who has access to a channel, who can see, who has access, which roles can see a channel, audit a channel, is a channel private, who can write, channel permissions overview, show the permissions of a channel"
} as const
