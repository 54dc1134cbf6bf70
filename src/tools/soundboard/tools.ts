import type {
  RESTPatchAPIGuildSoundboardSoundJSONBody,
  RESTPostAPIGuildSoundboardSoundJSONBody,
  RESTPostAPISoundboardSendSoundJSONBody
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { decimal, described, nullable, optional, text } from "../../objects/schema/fields.ts"
import { ChannelId, EmojiId, GuildId, guild_id, SoundId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { atLeastOne, atMostOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { compact, created, one, view, viewOf } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { soundData, sound as soundFile } from "../shared/files.ts"
import { User, user } from "../users/view.ts"

const sound_id = described("The sound.", SoundId)
const name = text("The name, 2 to 32 characters.", { min: Limits.SOUND_NAME_MIN, max: Limits.SOUND_NAME_MAX })
const volume = (description: string) => optional(decimal(description, 0, 1))
const emoji_id = described("Custom emoji of the guild, shown on the sound.", EmojiId)
const emoji_name = text("Standard emoji shown on the sound: the character itself.", { max: Limits.SOUND_EMOJI_MAX })
const oneEmoji = atMostOne("emoji_id", "emoji_name")

/** A soundboard sound, as decoded from Discord's reply. Default sounds have small numbers as ids. */
const Sound = Schema.Struct({
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
const sound = viewOf(
  Sound,
  (sound) =>
    compact({
      sound_id: sound.sound_id,
      name: sound.name,
      guild_id: sound.guild_id,
      emoji_id: sound.emoji_id,
      emoji_name: sound.emoji_name,
      volume: sound.volume === 1 ? undefined : sound.volume,
      unavailable: sound.available === false,
      user: sound.user && user(sound.user)
    }),
  // The file is that of this id.
  { sound: "sound_id" }
)

/** Compact view of a sound that a call created. */
const createdSound = created(sound, "sound_id")

const synonyms = {
  soundboard_list_guild_sounds:
    "sounds of the server, soundboard, list sounds, which sounds do we have, show the soundboard, custom sounds, all soundboard sounds, fetch soundboard sounds",
  soundboard_create_guild_sound:
    "upload a sound, add a sound, sound effect, new sound, upload an mp3, create soundboard sound, add to the soundboard",
  soundboard_send_sound:
    "play a sound in voice, play a sound effect, play the airhorn, trigger a sound, play soundboard, play a sound",
  soundboard_delete_guild_sound: "remove a sound, delete sound, remove a sound from the soundboard",
  soundboard_list_default_sounds:
    "default soundboard sounds, discord's own sounds, standard sounds, which sounds does discord come with",
  soundboard_get_guild_sound: "one sound, sound info, who uploaded a sound, details of a sound",
  soundboard_modify_guild_sound:
    "rename a sound, make a sound louder, make a sound quieter, edit sound, emoji of a sound"
}

/** Soundboard sounds, played in voice channels. */
export const tools = group({ category: "soundboard", synonyms }, [
  get("soundboard_list_default_sounds", "/soundboard-default-sounds", {
    description: "List Discord's default sounds, which can be played in every guild.",
    path: {},
    ...unpaged({ view: sound, empty: "Discord lists no default sounds." })
  }),
  get("soundboard_list_guild_sounds", "/guilds/{guild_id}/soundboard-sounds", {
    description: "List the sounds of a guild's soundboard.",
    path: { guild_id },
    ...unpaged({
      body: Schema.Struct({ items: expected(Schema.Array(Sound)) }),
      items: ({ items }) => items,
      view: sound,
      empty: "This guild has no sounds."
    })
  }),
  get("soundboard_get_guild_sound", "/guilds/{guild_id}/soundboard-sounds/{sound_id}", {
    description: "Get one sound of a guild's soundboard.",
    path: { guild_id, sound_id },
    options: view,
    toResult: one(sound)
  }),
  post("soundboard_create_guild_sound", "/guilds/{guild_id}/soundboard-sounds", {
    description: "Add a sound to a guild's soundboard: MP3 or Ogg, at most 512 KiB and 5.2 seconds.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildSoundboardSoundJSONBody>()({
      name,
      volume: volume("Volume from 0 to 1; 1 by default."),
      emoji_id: optional(emoji_id),
      emoji_name: optional(emoji_name)
    }),
    options: { sound: described("The sound file: {url}, {path} or {base64}.", soundFile) },
    auditReason: true,
    failures: reasons(
      "sounds_full",
      "boosts_missing",
      "sound_too_long",
      "sound_format",
      "sound_without_length",
      "file_not_readable",
      "emoji_not_valid"
    ),
    validate: oneEmoji,
    toBody: ({ sound }) => Effect.map(soundData(sound, "sound", Limits.SOUND_BYTES_MAX), (sound) => ({ sound })),
    toResult: one(createdSound)
  }),
  post("soundboard_send_sound", "/channels/{channel_id}/send-soundboard-sound", {
    description:
      "Play a sound in a voice channel the bot is connected to. The bot must not be muted or deafened there.",
    path: { channel_id: described("The voice channel.", ChannelId) },
    body: fits<RESTPostAPISoundboardSendSoundJSONBody>()({
      sound_id,
      source_guild_id: optional(
        described("The guild of the sound; omit for the channel's own guild or a default sound.", GuildId)
      )
    }),
    failures: reasons("not_a_voice_channel", "voice_muted", "unknown_sound")
  }),
  patch("soundboard_modify_guild_sound", "/guilds/{guild_id}/soundboard-sounds/{sound_id}", {
    description: "Change the name, volume or emoji of a guild sound. The sound file cannot be changed.",
    path: { guild_id, sound_id },
    body: fits<RESTPatchAPIGuildSoundboardSoundJSONBody>()({
      name: optional(name),
      volume: volume("Volume from 0 to 1."),
      emoji_id: optional(nullable(emoji_id)),
      emoji_name: optional(nullable(emoji_name))
    }),
    auditReason: true,
    failures: reasons("emoji_not_valid"),
    validate: (input) => [
      ...atLeastOne("name", "volume", "emoji_id", "emoji_name")(input),
      // One emoji may be set while the other is cleared.
      ...(input.emoji_id === null || input.emoji_name === null ? [] : oneEmoji(input))
    ],
    toResult: one(sound)
  }),
  del("soundboard_delete_guild_sound", "/guilds/{guild_id}/soundboard-sounds/{sound_id}", {
    description: "Delete a sound from a guild's soundboard permanently.",
    path: { guild_id, sound_id },
    auditReason: true
  })
])
