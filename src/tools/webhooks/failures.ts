import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of webhooks. */
export const webhooks = {
  webhook_token_not_valid: {
    on: 50027,
    when: "The token is not valid for this webhook.",
    recovery:
      "Do not reuse this token: ask the user for the webhook's URL, or create a webhook with webhooks_create {channel_id, name, reveal_token: true}.",
    suggested_tool: "webhooks_create"
  },
  webhooks_full: {
    on: 30007,
    when: "The channel has reached its limit of 15 webhooks.",
    recovery:
      "List the webhooks with webhooks_list_channel {channel_id}, delete an unused one with webhooks_delete {webhook_id}, then retry.",
    suggested_tool: "webhooks_list_channel"
  },
  guild_webhooks_full: {
    on: 30058,
    when: "The guild has reached its limit of 1000 webhooks.",
    recovery:
      "List the webhooks with webhooks_list_guild {guild_id}, delete an unused one with webhooks_delete {webhook_id}, then retry.",
    suggested_tool: "webhooks_list_guild"
  },
  webhook_of_discord: {
    on: 50073,
    when: "Discord created the webhook, and it cannot be changed.",
    recovery: "Leave this webhook unchanged, and create another with webhooks_create {channel_id, name}.",
    suggested_tool: "webhooks_create"
  },
  forum_needs_thread: {
    on: 220001,
    when: "The webhook's channel is a forum, and neither thread_id nor thread_name is set.",
    recovery: "Set thread_id to a post, or thread_name to start one, then retry."
  },
  thread_name_outside_forum: {
    on: 220003,
    when: "A webhook can start a post only in a forum, and its channel is not a forum.",
    recovery: "Omit thread_name and applied_tags, then retry."
  },
  forum_refuses_service: {
    on: 220004,
    when: "Messages in Slack's or GitHub's format cannot be sent to a forum.",
    recovery: "Send to the forum with webhooks_execute {thread_name, content}, or use a webhook of a text channel.",
    suggested_tool: "webhooks_execute"
  }
} satisfies Reasons
