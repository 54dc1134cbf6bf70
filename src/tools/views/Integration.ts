import type { APIGuildIntegration } from "discord-api-types/v10"
import { compact } from "./compact.ts"

/** What an agent needs of an integration: what it is, whose, and which bot it brought. */
export const integration = (it: APIGuildIntegration) =>
  compact({
    id: it.id,
    name: it.name,
    type: it.type,
    disabled: !it.enabled,
    account: it.account.name === it.name ? undefined : it.account.name,
    bot_id: it.application?.bot?.id,
    application_id: it.application?.id,
    added_by: it.user?.username,
    role_id: it.role_id,
    subscribers: it.subscriber_count,
    scopes: it.scopes
  })
