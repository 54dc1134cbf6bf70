import { described } from "../../../src/objects/schema/fields.ts"
import { ChannelId } from "../../../src/objects/schema/ids.ts"
import { group } from "../../../src/tools/dsl/defineTool.ts"
import { post } from "../../../src/tools/dsl/toolBuilders.ts"
import { reasons } from "../../../src/tools/shared/failures.ts"

/** Signals to the people in a channel. */
export const tools = group("signals", [
  post("signals_typing", "/channels/{channel_id}/typing", {
    description: "Show for ten seconds that the bot is typing in a channel or thread.",
    path: { channel_id: described("Channel or thread id.", ChannelId) },
    repeat: "same",
    failures: reasons("thread_archived")
  })
])
