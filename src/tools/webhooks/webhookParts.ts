/** Sends a long text through a webhook as several messages. Loaded when a call needs it. */
import type { PartialRequest, PartialResult } from "../dsl/ToolDefinition.ts"
import type { PartableMessage } from "../messages/fields.ts"
import { type OpenedThread, sendParts } from "../messages/sendParts.ts"
import type { SentMessage } from "../messages/view.ts"

/** Sends the parts one after another. Each waits for its message. With `thread_name`, all are in the post of the first. */
export const sendThrough = (
  input: PartableMessage & { readonly thread_name?: string },
  request: PartialRequest,
  resultOf: PartialResult
) =>
  sendParts(
    input,
    (changes) => request({ ...changes, ...WAITS }),
    (reply, changes) => resultOf(reply, { ...changes, ...WAITS }),
    input.thread_name === undefined ? undefined : openedBy
  )

const WAITS = { wait: true }

const openedBy = ({ channel_id = "" }: SentMessage): OpenedThread => ({
  thread_id: channel_id,
  changes: { thread_id: channel_id, thread_name: undefined, applied_tags: undefined }
})
