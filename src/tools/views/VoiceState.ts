import type { APIVoiceRegion, APIVoiceState } from "discord-api-types/v10"
import { compact } from "./compact.ts"

/** What an agent needs of somebody's voice: where they are, and whether they can talk and hear. */
export const voiceState = (it: APIVoiceState) =>
  compact({
    user_id: it.user_id,
    name: it.member && (it.member.nick ?? it.member.user.global_name ?? it.member.user.username),
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

/** A place voice is carried through. */
export const region = (it: APIVoiceRegion) => compact(it)
