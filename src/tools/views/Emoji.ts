import type { APIEmoji } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** What an agent needs of a custom emoji: its name, how it is written in a text, and who may use it. */
export const emoji = (it: APIEmoji) =>
  compact({
    id: it.id,
    name: it.name,
    written: `<${it.animated === true ? "a" : ""}:${it.name}:${it.id}>`,
    roles: it.roles,
    managed: it.managed,
    unavailable: it.available === false,
    user: it.user && user(it.user)
  })
