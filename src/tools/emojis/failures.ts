import type { Reasons } from "../dsl/Reason.ts"

/** About emojis, stickers and sounds, and the files they are made of. */
export const expressions = {
  emojis_full: {
    on: 30008,
    when: "There is room for no more emojis that stand still.",
    recovery:
      "Ask the person which one can go: emojis_list_guild {guild_id} or app_emojis_list {application_id} lists them.",
    suggested_tool: "emojis_list_guild"
  },
  animated_emojis_full: {
    on: 30018,
    when: "There is room for no more animated emojis.",
    recovery: "Upload a picture that stands still, or ask the person which animated emoji can go.",
    suggested_tool: "emojis_list_guild"
  },
  subscriber_emojis_full: {
    on: 30056,
    when: "The guild has 25 emojis for subscribers and takes no more.",
    recovery: "Leave subscription roles out of roles, or ask the person which such emoji can go.",
    suggested_tool: "emojis_list_guild"
  },
  emoji_roles_mixed: {
    on: 50144,
    when: "An emoji is for subscription roles or for others, not for both.",
    recovery: "Name in roles only subscription roles, or none of them."
  },
  emoji_kind_fixed: {
    on: 50145,
    when: "An emoji for subscribers stays one, and no other can become one.",
    recovery: "Create another emoji with emojis_create {guild_id, name, image, roles} instead.",
    suggested_tool: "emojis_create"
  },
  emoji_not_valid: {
    on: 50151,
    when: "The emoji is not valid here.",
    recovery: "Use a standard emoji, or one of emojis_list_guild {guild_id} of the same guild.",
    suggested_tool: "emojis_list_guild"
  },
  image_too_large: {
    on: 50035,
    issue: "BINARY_TYPE_MAX_SIZE",
    when: "The picture has more bytes than Discord takes.",
    recovery: "Make the picture smaller, for an emoji at most 256 KiB, then call again."
  },
  image_not_resizable: {
    on: 50138,
    when: "Discord could not make the picture small enough.",
    recovery: "Make the picture smaller, for an emoji 128 by 128 pixels, then call again."
  },
  file_not_readable: {
    on: [50046, 50110],
    when: "Discord cannot read the file.",
    recovery: "Provide the file in a format that the tool's description names, then call again."
  },
  stickers_full: {
    on: 30039,
    when: "The guild has as many stickers as its boosts allow.",
    recovery: "Ask the person which one can go: stickers_list_guild {guild_id} lists them.",
    suggested_tool: "stickers_list_guild"
  },
  sticker_too_long: {
    on: 170007,
    when: "The sticker moves for more than 5 seconds.",
    recovery: "Shorten the animation to 5 seconds at most, then call again."
  },
  sticker_frames_full: {
    on: 170004,
    when: "The sticker has more than 1000 frames.",
    recovery: "Leave out frames until there are 1000 at most, then call again."
  },
  sticker_frame_rate: {
    on: [170003, 170006],
    when: "The sticker's frame rate is too low or too high.",
    recovery: "Provide the animation with an ordinary frame rate, such as 30 a second, then call again."
  },
  sounds_full: {
    on: 30045,
    when: "The guild has as many sounds as its boosts allow.",
    recovery: "Ask the person which one can go: soundboard_list_guild_sounds {guild_id} lists them.",
    suggested_tool: "soundboard_list_guild_sounds"
  },
  sound_too_long: {
    on: 50124,
    when: "The sound is longer than 5.2 seconds.",
    recovery: "Shorten the sound to 5.2 seconds at most, then call again."
  },
  sound_format: {
    on: 50123,
    when: "The file is neither MP3 nor Ogg.",
    recovery: "Provide the sound as MP3 or Ogg, then call again."
  },
  sound_without_length: {
    on: 50192,
    when: "The file does not tell how long the sound is.",
    recovery: "Provide the sound saved anew as MP3 or Ogg, then call again."
  }
} satisfies Reasons
