/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  webhooks_create:
    "new webhook, webhook url, integration, create a webhook, make a webhook, set up a webhook, webhook for a service, webhook for github, add a webhook, incoming webhook, create webhook, url for posting from outside",
  webhooks_execute:
    "post with a webhook, send as another name, send with a webhook, execute webhook, post as a webhook, message as a webhook, webhook send, send a webhook message, post under another name and avatar, message through a webhook, use a webhook",
  webhooks_list_guild:
    "all webhooks, list webhooks, webhooks of the server, which webhooks exist, what webhooks do we have, webhooks, show webhooks, fetch webhooks",
  webhooks_modify:
    "rename a webhook, webhook avatar, edit webhook, move a webhook to another channel, change a webhook, change the name of a webhook",
  webhooks_delete:
    "remove a webhook, delete webhook, revoke a webhook, stop following a channel, unfollow an announcement channel, unfollow a news channel, stop the follow",
  webhooks_list_channel:
    "webhooks of a channel, what webhooks does a channel have, which webhooks post in a channel, list channel webhooks, webhooks in this channel, fetch webhooks of a channel",
  webhooks_get: "webhook info, one webhook, fetch webhook, who created a webhook, details of a webhook",
  webhooks_get_with_token: "webhook by token, webhook by url",
  webhooks_get_message:
    "message of a webhook, fetch webhook message, message that a webhook posted, what a webhook posted",
  webhooks_execute_slack: "slack webhook, slack message format, slack-compatible webhook, send a slack payload",
  webhooks_execute_github: "github events through a webhook, github-compatible webhook, push and issue notifications",
  webhooks_modify_with_token: "change a webhook by its token, rename a webhook by its url",
  webhooks_edit_message:
    "edit a webhook message, change a webhook's message, update a message of a webhook, fix the text of a webhook, change what a webhook posted, text that a webhook posted",
  webhooks_delete_with_token: "delete a webhook by its token, delete a webhook by its url",
  webhooks_delete_message:
    "delete a webhook message, remove a message of a webhook, remove a webhook's message, delete what a webhook posted"
} as const
