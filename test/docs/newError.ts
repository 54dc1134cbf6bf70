import { Schema } from "effect"
import { failure } from "../../src/errors/failure.ts"

/** The guild has used its time for voice. `resets_at`: an ISO time. */
export class VoiceTimeUsed extends failure<VoiceTimeUsed>()(
  "VoiceTimeUsed",
  {
    code: "VOICE_TIME_USED",
    side: "client",
    category: "business",
    http: 403,
    jsonRpc: "Forbidden",
    kind: "tool_runtime_fatal",
    text: ({ resets_at }) => ({
      retriable: false,
      message: "The guild has used its time for voice.",
      recovery_hint: `Call again after ${resets_at}.`
    })
  },
  { resets_at: Schema.String }
) {}
