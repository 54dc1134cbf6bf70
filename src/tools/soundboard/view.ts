import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { User, user } from "../users/view.ts"

/** What is read of a sound. Those of Discord's own have small numbers for ids. */
export const Sound = Schema.Struct({
  sound_id: Id,
  name: Schema.String,
  guild_id: may(Id),
  emoji_id: may(Id),
  emoji_name: may(Schema.String),
  volume: may(Schema.Number),
  available: may(Schema.Boolean),
  user: may(User)
})

/** What an agent needs of a sound; its id is called as the fields that ask for it. */
export const sound = viewOf(Sound, (it) =>
  compact({
    sound_id: it.sound_id,
    name: it.name,
    guild_id: it.guild_id,
    emoji_id: it.emoji_id,
    emoji_name: it.emoji_name,
    volume: it.volume === 1 ? undefined : it.volume,
    unavailable: it.available === false,
    user: it.user && user(it.user)
  })
)
