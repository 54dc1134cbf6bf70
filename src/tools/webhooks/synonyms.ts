/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  webhooks_create:
    "new webhook, webhook url, integration, create a webhook, make a webhook, set up a webhook, webhook for a service, webhook for github, add a webhook",
  webhooks_execute: "post with a webhook, send as another name",
  webhooks_list_guild: "all webhooks, list webhooks",
  webhooks_modify: "rename a webhook, webhook avatar",
  webhooks_delete: "remove a webhook"
} as const
