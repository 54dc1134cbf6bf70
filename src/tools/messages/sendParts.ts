/** Sends a long text as several messages. Loaded when a call needs it. */
import { Effect, Either, Struct } from "effect"
import { type DiscordFailure, ValidationError, withCallFields } from "../../errors/DiscordMcpError.ts"
import type { SentParts, ValidationIssue } from "../../errors/fields.ts"
import type { OwnFacts } from "../../errors/preview/Preview.ts"
import { MESSAGE_CONTENT_MAX } from "../../objects/schema/limits.ts"
import { counted, truncate } from "../../text/words.ts"
import { Progress } from "../dsl/Progress.ts"
import { addLinks } from "../dsl/runRequest.ts"
import type { PartialRequest, PartialResult } from "../dsl/ToolDefinition.ts"
import type { ToolResult } from "../ToolResult.ts"
import type { PartableMessage } from "./fields.ts"
import { splitText } from "./splitText.ts"
import { locate, type SentMessage } from "./view.ts"

/** What the parts after the first change, because the first has opened a thread. */
export interface OpenedThread {
  readonly thread_id: string
  readonly changes: Readonly<Record<string, unknown>>
}

/**
 * Sends the parts one after another, each with its own nonce. The reply is on the first part; embeds, files, components,
 * stickers and the poll are on the last. If a part fails, those before stay, and the error names them. `opens`: returns the
 * thread that the first part has opened.
 */
export const sendParts = Effect.fn("messages.sendParts")(function* (
  input: PartableMessage,
  request: PartialRequest,
  resultOf: PartialResult,
  opens: (first: SentMessage) => OpenedThread | undefined = () => undefined
) {
  const texts = yield* textsOf(input)
  const first = (input.from_part ?? 1) - 1
  if (first >= texts.length) {
    return yield* refuse({
      path: "from_part",
      message: `must be at most ${texts.length}, the number of parts`,
      code: "too_large"
    })
  }
  const { report } = yield* Progress
  const sent: Array<SentMessage> = []
  const notices = new Set<string>()
  let attempts = 0
  for (const [index, content] of texts.entries()) {
    if (index < first) continue
    const opened = sent[0] && opens(sent[0])
    const changes = { ...changesOf(content, index === 0, index === texts.length - 1), ...opened?.changes }
    const reply = yield* Effect.mapError(
      request(changes),
      withSentParts({
        message_ids: sent.map(({ id }) => id),
        next_part: index + 1,
        parts: texts.length,
        ...(opened && { thread_id: opened.thread_id })
      })
    )
    attempts = Math.max(attempts, reply.attempts)
    const { notice, value } = yield* addLinks(resultOf(reply, changes), locate, input)
    if (notice !== undefined) notices.add(notice)
    sent.push(value as SentMessage) // the result of `sending.toResult`
    yield* report({
      done: index + 1,
      total: texts.length,
      message: `${index + 1} of ${counted(texts.length, "message")} sent`
    })
  }
  // There is at least one part.
  const value: SentMessage = {
    ...(sent[0] as SentMessage),
    parts: sent.map((message, at) => ({ ...withoutText(message), text: excerptOf(texts[first + at] ?? "") }))
  }
  const notice = [...notices].join(" ")
  return { value, attempts, ...(notice !== "" && { notice }) } satisfies ToolResult<SentMessage>
})

/**
 * Returns the beginning of each part, for a preview. All of them take at most 3,000 characters. The preview of a ping shows
 * the whole content, so there the number of parts is enough.
 */
export const partFacts = (input: Pick<PartableMessage, "content">, { pings }: OwnFacts): OwnFacts =>
  Either.match(splitText(input.content ?? ""), {
    onLeft: () => ({}),
    onRight: (parts) => ({
      messages:
        pings === undefined
          ? parts.map(({ text }, index) => `${index + 1}. ${truncate(text, Math.floor(PREVIEW_CHARS / parts.length))}`)
          : parts.length
    })
  })

const PREVIEW_CHARS = 3000

/** Returns the texts of the parts. Fails with a link that is longer than a message. `path`: the field of the text. */
export const textsOf = ({ content = "" }: Pick<PartableMessage, "content">, path = "content") =>
  Either.match(splitText(content), {
    onLeft: ({ length }) =>
      refuse({
        path,
        message: `has a link of ${length} characters, and a message has at most ${MESSAGE_CONTENT_MAX}: shorten the link`,
        code: "too_long"
      }),
    // A message without text has one part: its files, embeds or poll.
    onRight: (parts) => Effect.succeed(parts.length === 0 ? [content] : parts.map(({ text }) => text))
  })

const refuse = (issue: ValidationIssue) => new ValidationError({ validation_issues: [issue] })

/** Removes what only the last part has. */
const REMOVED = { embeds: undefined, components: undefined, files: undefined, sticker_ids: undefined, poll: undefined }

const changesOf = (content: string, isFirst: boolean, isLast: boolean) => ({
  split: undefined,
  from_part: undefined,
  ...(content !== "" && { content }),
  ...(!isFirst && { reply_to: undefined }),
  ...(!isLast && REMOVED)
})

/** Adds the parts that stay to a failure of a later part. */
const withSentParts =
  (sent_parts: typeof SentParts.Type) =>
  (failure: DiscordFailure): DiscordFailure =>
    sent_parts.next_part === 1 ? failure : withCallFields(failure, { sent_parts })

/** Returns the first and last words of a part: where the text was split. */
export const excerptOf = (text: string): string =>
  text.length <= 2 * EXCERPT_CHARS
    ? text
    : `${truncate(text, EXCERPT_CHARS)} ${[...text].slice(-EXCERPT_CHARS).join("")}`

const EXCERPT_CHARS = 40

/** Returns what a list of parts shows of one. */
export const withoutText = Struct.omit("author", "channel_id", "content", "flags", "silent", "time", "tts")
