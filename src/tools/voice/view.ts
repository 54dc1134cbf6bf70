import { Schema } from "effect"
import { expected, Id, nullish, Time } from "../dsl/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { NamedUser } from "../users/view.ts"

const flag = nullish(Schema.Boolean)

/** Compact view of a voice state: channel, mute and deafen flags. */
export const voiceState = viewOf(
  Schema.Struct({
    user_id: expected(Id),
    member: nullish(Schema.Struct({ nick: nullish(Schema.String), user: nullish(NamedUser) })),
    guild_id: nullish(Id),
    channel_id: nullish(Id),
    mute: flag,
    deaf: flag,
    self_mute: flag,
    self_deaf: flag,
    self_stream: flag,
    self_video: flag,
    suppress: flag,
    request_to_speak_timestamp: nullish(Time)
  }),
  (it) =>
    compact({
      user_id: it.user_id,
      name: it.member?.nick ?? it.member?.user?.global_name ?? it.member?.user?.username,
      guild_id: it.guild_id,
      channel_id: it.channel_id,
      muted: it.mute,
      deafened: it.deaf,
      self_muted: it.self_mute,
      self_deafened: it.self_deaf,
      streaming: it.self_stream,
      video: it.self_video,
      suppressed: it.suppress,
      asked_to_speak: it.request_to_speak_timestamp
    })
)

/** Compact view of a voice region. */
export const region = viewOf(
  Schema.Struct({
    id: expected(Schema.String),
    name: expected(Schema.String),
    optimal: flag,
    deprecated: flag,
    custom: flag
  }),
  (it) => compact(it)
)
