import { group } from "../../../src/tools/dsl/defineTool.ts"
import { post } from "../../../src/tools/dsl/toolBuilders.ts"
import { reasons } from "../../../src/tools/shared/failures.ts"
import { described } from "../../../src/tools/shared/fields.ts"
import { ChannelId } from "../../../src/tools/shared/ids.ts"

/** Signals to the people in a channel. */
export const tools = group("signals", [
  post("signals_typing", "/channels/{channel_id}/typing", {
    description: "Show for ten seconds that the bot is typing in a channel or thread.",
    path: { channel_id: described("Channel or thread id.", ChannelId) },
    repeat: "same",
    failures: reasons("thread_archived")
  })
])
