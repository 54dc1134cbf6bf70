import type { Reasons } from "../dsl/Reason.ts"

/** About webhooks. */
export const webhooks = {
  webhook_token_not_valid: {
    on: 50027,
    when: "The token is not the webhook's.",
    recovery:
      "Do not use this token again: ask the person for the webhook's address, or make a webhook with webhooks_create {channel_id, name, reveal_token: true}.",
    suggested_tool: "webhooks_create"
  },
  webhooks_full: {
    on: 30007,
    when: "The channel has 15 webhooks and takes no more.",
    recovery: "Delete an unused one with webhooks_delete {webhook_id}: webhooks_list_channel {channel_id} lists them.",
    suggested_tool: "webhooks_list_channel"
  },
  guild_webhooks_full: {
    on: 30058,
    when: "The guild has 1000 webhooks and takes no more.",
    recovery: "Delete an unused one with webhooks_delete {webhook_id}: webhooks_list_guild {guild_id} lists them.",
    suggested_tool: "webhooks_list_guild"
  },
  webhook_of_discord: {
    on: 50073,
    when: "Discord itself has made the webhook, and nobody can change it.",
    recovery: "Leave this webhook as it is, and make one with webhooks_create {channel_id, name}.",
    suggested_tool: "webhooks_create"
  },
  forum_needs_thread: {
    on: 220001,
    when: "The webhook's channel is a forum, and no post is named.",
    recovery: "Name a post in thread_id, or start one with thread_name, then call again."
  },
  thread_name_outside_forum: {
    on: 220003,
    when: "A webhook can start a post only in a forum, and its channel is none.",
    recovery: "Leave thread_name and applied_tags out, then call again."
  },
  forum_refuses_service: {
    on: 220004,
    when: "Messages in the form of other services cannot go to a forum.",
    recovery: "Write to the forum with webhooks_execute {thread_name, content}, or use a webhook of a text channel.",
    suggested_tool: "webhooks_execute"
  }
} satisfies Reasons
