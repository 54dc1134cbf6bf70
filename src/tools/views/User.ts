import type { APIUser } from "discord-api-types/v10"
import { compact } from "./compact.ts"

/** What an agent needs of a user. */
export const user = (it: APIUser) =>
  compact({ id: it.id, username: it.username, name: it.global_name, bot: it.bot, system: it.system })
