import type { APIGuildWidget } from "discord-api-types/v10"
import { compact } from "./compact.ts"

/** What an agent needs of a widget. Its people are anonymous: their ids are none. */
export const widget = (it: APIGuildWidget) =>
  compact({
    id: it.id,
    name: it.name,
    invite: it.instant_invite,
    online: it.presence_count,
    channels: it.channels.map(({ id, name }) => ({ id, name })),
    people: it.members.map(({ activity, status, username }) =>
      compact({ name: username, status, activity: activity?.name })
    )
  })
