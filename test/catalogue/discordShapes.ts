/** Complete messages and their parts, with every field of Discord's API. */

import { createHash } from "node:crypto"
import { ChannelType, MessageType } from "discord-api-types/v10"
import { snowflakeAt, timestamp } from "../../src/sandbox/Snowflakes.ts"

/** A hash as in avatars and signed URLs. The same seed gives the same hash. */
const hex = (seed: string, length: number): string => createHash("sha256").update(seed).digest("hex").slice(0, length)

/** The placeholder of a picture, 36 characters. */
const placeholder = (seed: string) => ({
  placeholder: createHash("sha256").update(seed).digest("base64").slice(0, 36),
  placeholder_version: 1
})

/** Discord's proxy URL for a URL of another host. */
const external = (url: string): string =>
  `https://images-ext-1.discordapp.net/external/${createHash("sha256").update(url).digest("base64url")}/${url.replace("://", "/")}`

/** A user. */
export const userOf = (username: string, global_name: string | null, bot = false) => ({
  id: snowflakeAt(Date.UTC(2019, 2, username.length * 7, username.charCodeAt(0) % 24), username.charCodeAt(1)),
  username,
  avatar: hex(username, 32),
  discriminator: bot ? "4217" : "0",
  public_flags: bot ? 65_536 : 0,
  flags: bot ? 65_536 : 0,
  ...(bot && { bot }),
  banner: null,
  accent_color: null,
  global_name,
  avatar_decoration_data: null,
  collectibles: null,
  display_name_styles: null,
  banner_color: null,
  clan: null,
  primary_guild: null
})

/** A message without parts. */
export const messageOf = <const Said extends object>(said: Said) => ({
  type: MessageType.Default,
  mention_roles: [],
  attachments: [],
  embeds: [],
  edited_timestamp: null,
  flags: 0,
  components: [],
  pinned: false,
  mention_everyone: false,
  tts: false,
  ...said
})

/** An attachment with its signed URLs. */
export const attachmentOf = (id: string, channelId: string, file: File) => {
  const signed = `${channelId}/${id}/${file.filename}?ex=${hex(`${id}ex`, 8)}&is=${hex(`${id}is`, 8)}&hm=${hex(id, 64)}&`
  return {
    id,
    ...file,
    url: `https://cdn.discordapp.com/attachments/${signed}`,
    proxy_url: `https://media.discordapp.net/attachments/${signed}`,
    content_scan_version: 4,
    ...(file.width !== undefined && { original_content_type: file.content_type, ...placeholder(id) })
  }
}

/** The embed of a linked page. */
export const linkEmbed = (url: string, host: string, title: string, description: string, picture: string) => ({
  type: "article",
  url,
  title,
  description,
  color: 2_003_199,
  provider: { name: host, url: new URL(url).origin },
  thumbnail: mediaOf(picture, 1200, 630),
  content_scan_version: 4
})

/** The embed of a video. */
export const videoEmbed = (id: string, title: string, channel: string, description: string) => ({
  type: "video",
  url: `https://video.example/watch?v=${id}`,
  title,
  description,
  color: 16_711_680,
  author: { name: channel, url: `https://video.example/channel/${hex(channel, 24)}` },
  provider: { name: "Video", url: "https://video.example" },
  thumbnail: mediaOf(`https://i.video.example/vi/${id}/maxresdefault.jpg`, 1280, 720),
  video: { url: `https://video.example/embed/${id}`, width: 1280, height: 720, flags: 0 },
  content_scan_version: 4
})

/** An embed of a bot. */
export const richEmbed = (title: string, description: string, fields: ReadonlyArray<readonly [string, string]>) => ({
  type: "rich",
  title,
  description,
  color: 3_447_003,
  fields: fields.map(([name, value]) => ({ name, value, inline: true })),
  footer: {
    text: "Tide Bot",
    icon_url: "https://tides.example/icon.png",
    proxy_icon_url: external("https://tides.example/icon.png")
  },
  content_scan_version: 4
})

/** Parses a reaction such as `👀 6`. `me` at the end marks the bot's own; a custom emoji is `name:id`. */
export const reactionOf = (written: string) => {
  const [emoji = "", count = "1", me] = written.split(" ")
  const [name, id = null] = emoji.split(":")
  return {
    emoji: { id, name },
    count: Number(count),
    count_details: { burst: 0, normal: Number(count) },
    burst_colors: [],
    me_burst: false,
    burst_me: false,
    me: me !== undefined,
    burst_count: 0
  }
}

/** A poll with its votes. */
export const pollOf = (question: string, answers: ReadonlyArray<readonly [string, number]>, endsMs: number) => ({
  question: { text: question },
  answers: answers.map(([text], at) => ({ answer_id: at + 1, poll_media: { text } })),
  expiry: timestamp(endsMs),
  allow_multiselect: false,
  layout_type: 1,
  results: {
    answer_counts: answers.map(([, count], at) => ({ id: at + 1, count, me_voted: false })),
    is_finalized: false
  }
})

/** A thread that was started from a message and has its id. */
export const threadOf = (
  id: string,
  place: { readonly parent_id: string; readonly guild_id: string; readonly owner_id: string; readonly name: string },
  startedMs: number
) => ({
  id,
  type: ChannelType.PublicThread,
  last_message_id: snowflakeAt(startedMs + 90_000, 5),
  flags: 0,
  ...place,
  rate_limit_per_user: 0,
  bitrate: 64_000,
  user_limit: 0,
  rtc_region: null,
  thread_metadata: {
    archived: false,
    archive_timestamp: timestamp(startedMs + 30_000),
    auto_archive_duration: 4320,
    locked: false,
    create_timestamp: timestamp(startedMs + 30_000)
  },
  message_count: 3,
  member_count: 2,
  total_message_sent: 3,
  member_ids_preview: [place.owner_id]
})

/** The properties of a sent file. */
export interface File {
  readonly filename: string
  readonly size: number
  readonly content_type: string
  readonly description?: string
  readonly width?: number
  readonly height?: number
}

const mediaOf = (url: string, width: number, height: number) => ({
  url,
  proxy_url: external(url),
  width,
  height,
  content_type: "image/jpeg",
  ...placeholder(url),
  flags: 0
})
