import type { APISoundboardSound } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** What an agent needs of a sound; its id is called as the fields that ask for it. */
export const sound = (it: APISoundboardSound) =>
  compact({
    sound_id: it.sound_id,
    name: it.name,
    guild_id: it.guild_id,
    emoji_id: it.emoji_id,
    emoji_name: it.emoji_name,
    volume: it.volume === 1 ? undefined : it.volume,
    unavailable: !it.available,
    user: it.user && user(it.user)
  })
