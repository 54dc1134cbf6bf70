import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of emojis, stickers and sounds, and of their files. */
export const expressions = {
  emojis_full: {
    on: 30008,
    when: "The limit of static emojis is reached.",
    recovery:
      "Ask the user which emoji to delete: emojis_list_guild {guild_id} or app_emojis_list {application_id} lists them.",
    suggested_tool: "emojis_list_guild"
  },
  animated_emojis_full: {
    on: 30018,
    when: "The limit of animated emojis is reached.",
    recovery: "Upload a static image, or ask the user which animated emoji to delete.",
    suggested_tool: "emojis_list_guild"
  },
  subscriber_emojis_full: {
    on: 30056,
    when: "The guild has 25 subscriber emojis, the maximum.",
    recovery: "Remove subscription roles from roles, or ask the user which subscriber emoji to delete.",
    suggested_tool: "emojis_list_guild"
  },
  emoji_roles_mixed: {
    on: 50144,
    when: "An emoji cannot be limited to subscription roles and other roles together.",
    recovery: "Pass either only subscription roles in roles, or none of them."
  },
  emoji_kind_fixed: {
    on: 50145,
    when: "An emoji cannot change between a subscriber emoji and an ordinary one.",
    recovery: "Create another emoji with emojis_create {guild_id, name, image, roles} instead.",
    suggested_tool: "emojis_create"
  },
  emoji_not_valid: {
    on: 50151,
    when: "The emoji is not usable here.",
    recovery: "Use a standard emoji, or one that emojis_list_guild {guild_id} lists for the same guild.",
    suggested_tool: "emojis_list_guild"
  },
  image_too_large: {
    on: 50035,
    issue: "BINARY_TYPE_MAX_SIZE",
    when: "The image file is larger than Discord accepts.",
    recovery: "Make the file smaller (an emoji: at most 256 KiB), then retry."
  },
  image_not_resizable: {
    on: 50138,
    when: "Discord could not resize the image enough.",
    recovery: "Resize the image (an emoji: 128 × 128 pixels), then retry."
  },
  file_not_readable: {
    on: [50046, 50110],
    when: "Discord cannot read the file.",
    recovery: "Provide the file in a format that the tool's description names, then retry."
  },
  stickers_full: {
    on: 30039,
    when: "The guild has the maximum number of stickers for its boost level.",
    recovery: "Ask the user which sticker to delete: stickers_list_guild {guild_id} lists them.",
    suggested_tool: "stickers_list_guild"
  },
  sticker_too_long: {
    on: 170007,
    when: "The sticker's animation is longer than 5 seconds.",
    recovery: "Shorten the animation to at most 5 seconds, then retry."
  },
  sticker_frames_full: {
    on: 170004,
    when: "The sticker has more than 1000 frames.",
    recovery: "Reduce the animation to at most 1000 frames, then retry."
  },
  sticker_frame_rate: {
    on: [170003, 170006],
    when: "The sticker's frame rate is too low or too high.",
    recovery: "Use a common frame rate for the animation, such as 30 per second, then retry."
  },
  sounds_full: {
    on: 30045,
    when: "The guild has the maximum number of sounds for its boost level.",
    recovery: "Ask the user which sound to delete: soundboard_list_guild_sounds {guild_id} lists them.",
    suggested_tool: "soundboard_list_guild_sounds"
  },
  sound_too_long: {
    on: 50124,
    when: "The sound is longer than 5.2 seconds.",
    recovery: "Shorten the sound to at most 5.2 seconds, then retry."
  },
  sound_format: {
    on: 50123,
    when: "The file is neither MP3 nor Ogg.",
    recovery: "Provide the sound as MP3 or Ogg, then retry."
  },
  sound_without_length: {
    on: 50192,
    when: "The sound file does not state its duration.",
    recovery: "Provide the sound re-encoded as MP3 or Ogg, then retry."
  }
} satisfies Reasons
