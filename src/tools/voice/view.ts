import { Schema } from "effect"
import { expected, Id, nullish, Time } from "../../objects/schema/reply.ts"
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
  (state) =>
    compact({
      user_id: state.user_id,
      name: state.member?.nick ?? state.member?.user?.global_name ?? state.member?.user?.username,
      guild_id: state.guild_id,
      channel_id: state.channel_id,
      muted: state.mute,
      deafened: state.deaf,
      self_muted: state.self_mute,
      self_deafened: state.self_deaf,
      streaming: state.self_stream,
      video: state.self_video,
      suppressed: state.suppress,
      asked_to_speak: state.request_to_speak_timestamp
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
