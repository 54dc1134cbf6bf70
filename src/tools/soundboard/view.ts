import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

/** A soundboard sound, as decoded from Discord's reply. Default sounds have small numbers as ids. */
export const Sound = Schema.Struct({
  sound_id: expected(Id),
  name: expected(Schema.String),
  guild_id: nullish(Id),
  emoji_id: nullish(Id),
  emoji_name: nullish(Schema.String),
  volume: nullish(Schema.Number),
  available: nullish(Schema.Boolean),
  user: nullish(User)
})

/** Compact view of a sound. The id is named sound_id, like the input field. */
export const sound = viewOf(
  Sound,
  (it) =>
    compact({
      sound_id: it.sound_id,
      name: it.name,
      guild_id: it.guild_id,
      emoji_id: it.emoji_id,
      emoji_name: it.emoji_name,
      volume: it.volume === 1 ? undefined : it.volume,
      unavailable: it.available === false,
      user: it.user && user(it.user)
    }),
  // The file is that of this id.
  { sound: "sound_id" }
)

/** Compact view of a sound that a call created. */
export const createdSound = created(sound, "sound_id")
