/** The tool that sends the text of a file as messages. */
import { Effect, Either, Struct } from "effect"
import { FileSource } from "../../discord/FileSource.ts"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import { opaque } from "../../objects/schema/fields.ts"
import { channel_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { decodeText } from "../../text/decodeText.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { joinNotices } from "../ToolResult.ts"
import { splitFields } from "./fields.ts"
import { tables, toRenderableParts } from "./markdown.ts"
import { sending, sendTo } from "./send.ts"

/** A character has at most four bytes, in UTF-8 and in UTF-16. The BOM has two or three. */
const BYTES_MAX = Limits.SPLIT_CONTENT_MAX * 4 + 3

/** The longest path that the operating systems take. */
const PATH_MAX = 4096

interface TextFileInput {
  readonly channel_id: string
  readonly file: string
  readonly from_part?: number
  readonly tables?: string
}

/** The tool that sends the text of a file. It pings no roles and not everyone. */
export const sendTextFile = custom("messages_send_text_file", {
  description:
    "Send the text of a file, such as a Markdown document, as one or several messages, split before headings, then between paragraphs. At most 20000 characters. To attach a file use messages_send {files}.",
  fields: {
    channel_id,
    file: opaque("Path of a text file inside MCP_FILES_DIR.", PATH_MAX),
    from_part: splitFields.from_part,
    tables
  },
  risk: "write",
  permissions: ["VIEW_CHANNEL", "SEND_MESSAGES"],
  failures: sending.failures,
  run: (input) => send(input)
})

const send = Effect.fn("messages.sendTextFile")(function* ({ channel_id, file, ...rest }: TextFileInput) {
  const bytes = yield* (yield* FileSource).read(file, "file", BYTES_MAX)
  const content = yield* textIn(bytes)
  const { input, issues, notices } = toRenderableParts({ ...rest, content, split: true })
  if (issues.length > 0) return yield* refuse(...issues.map((issue) => ({ ...issue, path: "file" })))
  const result = yield* sendTo(channel_id, input)
  return {
    ...result,
    // The caller has the text. Each part shows its link.
    value: { file, ...Struct.omit(result.value, "content") },
    ...(notices.length > 0 && { notice: joinNotices(result.notice, notices.join(" ")) })
  }
})

const textIn = (bytes: Uint8Array): Either.Either<string, ValidationError> =>
  Either.mapLeft(decodeText(bytes), (problem) =>
    refuse({ path: "file", message: `is ${problem}`, code: "not_text" })
  ).pipe(
    Either.map((text) => text.replaceAll("\r\n", "\n")),
    Either.filterOrLeft(
      (text) => text.trim() !== "",
      () => refuse({ path: "file", message: "has no text", code: "empty_message" })
    ),
    Either.filterOrLeft(
      (text) => [...text].length <= Limits.SPLIT_CONTENT_MAX,
      (text) =>
        refuse({
          path: "file",
          message: `must have at most ${Limits.SPLIT_CONTENT_MAX} characters, has ${[...text].length}: attach it with messages_send {files}`,
          code: "too_long"
        })
    )
  )

const refuse = (...validation_issues: ReadonlyArray<ValidationIssue>) => new ValidationError({ validation_issues })
