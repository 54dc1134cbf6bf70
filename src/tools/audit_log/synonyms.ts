/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  audit_log_get:
    "audit log, moderation log, mod log, who did what, who banned, who kicked, who deleted, who changed, who created, history of changes, who is responsible, who removed, who renamed, who gave, who did it, who has done it, recent moderator actions, find out who, when was it changed, log of actions, who banned and why, who changed the server, show the audit log, who removed my message, who deleted a message, who changed a role, who gave a role, who took a role, who invited the bot, which moderator, who made a channel, who unbanned, who timed out, who added the bot, who was it, who banned someone, who kicked someone, who added, moderators' actions, fetch audit logs, audit logs, mod logs, server log, who pinned, who invited, who timed out a user"
} as const
