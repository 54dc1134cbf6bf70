/** Sends a long text as a forum post: the first part starts it, the others follow in its thread. Loaded when needed. */
import { Effect } from "effect"
import { withCallFields } from "../../errors/DiscordMcpError.ts"
import type { PartialRequest, PartialResult } from "../dsl/ToolDefinition.ts"
import type { PartableMessage } from "../messages/fields.ts"
import { sendRest } from "../messages/send.ts"
import { textsOf, withoutText } from "../messages/sendParts.ts"
import type { MessageView } from "../messages/view.ts"
import { joinNotices, type ToolResult } from "../ToolResult.ts"

/** What a new post has of its first message and of the others. */
interface Post {
  readonly id: string
  readonly message?: MessageView
  readonly parts?: ReadonlyArray<object>
}

/**
 * Creates the post with the first part, its embeds, files and components, and sends the others into its thread. If one
 * fails, the post stays, and the error names its thread and what sends the rest.
 */
export const sendPost = Effect.fn("channels.sendPost")(function* <A extends Post>(
  message: PartableMessage,
  request: PartialRequest,
  resultOf: PartialResult
) {
  const texts = yield* textsOf(message, "message.content")
  const { split: _, ...whole } = message
  const changes = { message: { ...whole, ...(texts[0] !== "" && { content: texts[0] }) } }
  const created = resultOf(yield* request(changes), changes)
  const post = created.value as A // the result of `toResult`
  if (texts.length === 1) return { ...created, value: post } satisfies ToolResult<A>
  const first: Partial<MessageView> = post.message ?? {}
  const rest = yield* Effect.mapError(sendRest(post.id, message), (failure) => {
    const { message_ids = [], next_part = 2 } = "sent_parts" in failure ? (failure.sent_parts ?? {}) : {}
    return withCallFields(failure, {
      sent_parts: {
        message_ids: [first.id ?? post.id, ...message_ids],
        next_part,
        parts: texts.length,
        thread_id: post.id,
        tool: "messages_send"
      }
    })
  })
  return {
    value: { ...post, parts: [withoutText(first), ...(rest.value.parts ?? [])] },
    attempts: Math.max(created.attempts ?? 1, rest.attempts ?? 1),
    ...(created.notice !== undefined && { notice: created.notice }),
    ...(rest.notice !== undefined && { notice: joinNotices(created.notice, rest.notice) })
  } satisfies ToolResult<A>
})
