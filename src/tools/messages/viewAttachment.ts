/** Returns a file of a message: a picture as an image, a text file as text, any other file as its description. */
import { Effect, Either, Encoding, Schema } from "effect"
import { Settings } from "../../config/Settings.ts"
import { Discord } from "../../discord/Discord.ts"
import type { Downloaded, DownloadOptions } from "../../discord/download.ts"
import type { DownloadFailed } from "../../discord/downloadPolicy.ts"
import { FileSource } from "../../discord/FileSource.ts"
import { networkFailed, type RequestSummary } from "../../errors/classifyResponse.ts"
import { type Cursor, notACursor, readCursor, writeCursor } from "../dsl/cursor.ts"
import { getJson } from "../dsl/getJson.ts"
import { guardOf } from "../dsl/guardOf.ts"
import type { Fail } from "../dsl/Reason.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { emptyMeansAbsent } from "../shared/alsoTakes.ts"
import { compact } from "../shared/compact.ts"
import { described, integer, opaque, optional, withDefault } from "../shared/fields.ts"
import { ChannelId, message_id } from "../shared/ids.ts"
import { mediaTypeOf } from "../shared/mediaType.ts"
import type { ResultImage, ToolResult } from "../ToolResult.ts"
import { filesOf, isText, type MessageFile, MessageWithFiles, scaledLink, withSignatureOf } from "./messageFiles.ts"

/** Maximum number of bytes of an image. Its base64 stays below the 1 MB that clients accept in a result. */
const IMAGE_BYTES_MAX = 750_000

/** Widths in pixels, requested in order until the image is small enough. */
const IMAGE_WIDTHS = [1024, 512, 256] as const

/** Maximum number of bytes of text in one result. */
const TEXT_BYTES_MAX = 100_000

/** Maximum number of bytes that are read of a text file if the server ignores `Range`. */
const TEXT_FILE_BYTES_MAX = 10_000_000

const FILE_INDEX_MAX = 99

/** The tool that shows a file of a message. */
export const viewAttachment = custom("messages_view_attachment", {
  description:
    "View a file of a message: a picture as an image, at most 1,024 px wide; a text file as text; other files as a description. Includes embeds and forwarded files.",
  fields: {
    channel_id: described("The channel or thread of the message.", ChannelId),
    message_id,
    index: withDefault(
      integer("Which file: attachments first, then pictures of embeds; 0 by default.", 0, FILE_INDEX_MAX),
      0
    ),
    cursor: optional(opaque("next_cursor of the previous part of a long text file.", 80).annotations(emptyMeansAbsent))
  },
  risk: "read",
  permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
  failures: {
    no_such_file: {
      when: "The message has no file with this index.",
      recovery: "Read the message with messages_get, and use an index below the number of its files."
    },
    file_too_large: {
      when: "The file is too large to view.",
      recovery: "Do not retry. Tell the user the file's name, size and link from messages_get."
    },
    not_a_picture: {
      when: "The file has the type of a picture, but its content is not PNG, JPEG, GIF or WebP.",
      recovery: "Do not retry. Tell the user that the file cannot be displayed."
    },
    foreign_host: {
      when: "The file is not on one of Discord's hosts.",
      recovery: "Do not retry. Give the user the link from messages_get."
    },
    link_expired: {
      when: "Discord no longer serves this file, even with a renewed link.",
      recovery: "Do not retry. The file was probably deleted; read the message again with messages_get."
    }
  },
  validate: ({ cursor }) =>
    cursor === undefined ? [] : Either.match(startOf(cursor), { onLeft: (issue) => [issue], onRight: () => [] }),
  run: (input, fail) => viewFile(input, fail)
})

interface Input {
  readonly channel_id: string
  readonly message_id: string
  readonly index: number
  readonly cursor?: string
}

/** A view of a file. */
interface FileView {
  readonly index: number
  /** The number of files in the message. */
  readonly count: number
  readonly file: object
  readonly text?: string
  readonly next_cursor?: string
}

type Failing = Fail<"no_such_file" | "file_too_large" | "not_a_picture" | "foreign_host" | "link_expired">

const viewFile = Effect.fn("messages_view_attachment")(function* (input: Input, fail: Failing) {
  const { channel_id, index, message_id } = input
  const message = yield* getJson(MessageWithFiles, "/channels/{channel_id}/messages/{message_id}", {
    channel_id,
    message_id
  })
  const files = filesOf(message)
  const file = files[index]
  if (file === undefined) return yield* fail("no_such_file", "index")
  const value: FileView = {
    index,
    count: files.length,
    file: compact({
      name: file.name,
      type: file.contentType,
      size: file.size,
      width: file.width,
      height: file.height,
      description: file.description,
      spoiler: file.spoiler
    })
  }
  if (file.isPicture) return yield* viewPicture(value, file, mediaLoader(input, file, fail), fail)
  if (isText(file)) return yield* viewText(value, file, mediaLoader(input, file, fail), input.cursor)
  return { value, notice: "Only pictures and text files can be viewed." } satisfies ToolResult
})

type Load = ReturnType<typeof mediaLoader>

/** Downloads a file from Discord's hosts. An expired link is renewed once. */
const mediaLoader = (input: Input, file: MessageFile, fail: Failing) => (link: string, options: DownloadOptions) =>
  Effect.gen(function* () {
    const { loadMedia } = yield* FileSource
    const first = yield* Effect.either(loadMedia(link, options))
    if (Either.isRight(first)) return Either.right(first.right)
    const renewed = isExpired(first.left) ? yield* renewedLink(file.url) : undefined
    const result =
      renewed === undefined ? first : yield* Effect.either(loadMedia(withSignatureOf(renewed, link), options))
    if (Either.isRight(result)) return Either.right(result.right)
    if (result.left.refused === "too_large") return Either.left("too_large" as const)
    if (result.left.refused === "forbidden") return yield* fail("foreign_host", "index")
    if (isExpired(result.left)) return yield* fail("link_expired", "message_id")
    return yield* networkFailed(summaryOf(input), result.left.problem)
  })

const isExpired = ({ status }: DownloadFailed): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 429

/** Requests a new link from Discord. Returns `undefined` if Discord returns none. */
const renewedLink = (link: string) =>
  Effect.flatMap(Discord, ({ request }) =>
    request({
      method: "POST",
      route: "/attachments/refresh-urls",
      path: {},
      body: { attachment_urls: [link] },
      subject: "bot",
      risk: "read",
      repeat: "same",
      duration: "default",
      fits: guardOf(Refreshed)
    })
  ).pipe(
    // `fits` has checked the body.
    Effect.map(({ body }) => (body as typeof Refreshed.Type).refreshed_urls[0]?.refreshed ?? undefined),
    // If Discord returns no new link, the caller keeps the result of the expired link.
    Effect.catchTags({
      ValidationError: () => Effect.succeed(undefined),
      DiscordNotFoundError: () => Effect.succeed(undefined),
      DiscordUnexpectedResponse: () => Effect.succeed(undefined)
    })
  )

const Refreshed = Schema.Struct({
  refreshed_urls: Schema.Array(Schema.Struct({ refreshed: Schema.NullOr(Schema.String) }))
})

const summaryOf = ({ channel_id, message_id }: Input): RequestSummary => ({
  method: "GET",
  route: "/attachments",
  ids: { channel_id, message_id },
  subject: "bot",
  repeatable: true,
  attempt: 1
})

const viewPicture = Effect.fnUntraced(function* (value: FileView, file: MessageFile, load: Load, fail: Failing) {
  const link = file.proxyUrl ?? file.url
  for (const width of IMAGE_WIDTHS) {
    const loaded = yield* load(scaledLink(link, file, width), { maxBytes: IMAGE_BYTES_MAX })
    if (Either.isLeft(loaded)) continue
    const image = imageOf(loaded.right)
    return image === undefined ? yield* fail("not_a_picture", "index") : ({ value, image } satisfies ToolResult)
  }
  return yield* fail("file_too_large", "index")
})

/** Detects an image by its first bytes, because its name and content type are not reliable. */
const imageOf = ({ data }: Downloaded): ResultImage | undefined => {
  const mimeType = mediaTypeOf(data)
  return mimeType !== undefined && SHOWN_TYPES.has(mimeType)
    ? { data: Encoding.encodeBase64(data), mimeType }
    : undefined
}

/** The image types that model providers accept. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

const viewText = Effect.fnUntraced(function* (
  value: FileView,
  file: MessageFile,
  load: Load,
  cursor: string | undefined
) {
  const { maxResultChars } = yield* Settings
  const from = cursor === undefined ? 0 : Either.getOrElse(startOf(cursor), () => 0)
  if (from > 0 && from >= file.size) return { value: { ...value, text: "" } } satisfies ToolResult
  const loaded = yield* load(file.url, {
    maxBytes: TEXT_FILE_BYTES_MAX,
    range: [from, from + TEXT_BYTES_MAX - 1]
  })
  if (Either.isLeft(loaded)) {
    return { value, notice: "The file is too large to view." } satisfies ToolResult
  }
  const { data } = loaded.right
  const decoded = decodePart(data, from + data.length >= file.size)
  if (decoded === undefined) {
    return { value, notice: "The file has the type of text, but its content is not UTF-8." } satisfies ToolResult
  }
  const shown = truncateJson(decoded, maxResultChars - RESULT_CHARS)
  const next = from + Buffer.byteLength(shown)
  return {
    value: {
      ...value,
      text: shown,
      ...(next < file.size && { next_cursor: writeCursor({ by: "offset", at: String(next) }) })
    }
  } satisfies ToolResult
})

/** Characters reserved for the description of the file and the rest of the result. */
const RESULT_CHARS = 2500

const startOf = (cursor: string) =>
  Either.flatMap(readCursor(cursor), ({ at, by }: Cursor) =>
    by === "offset" ? Either.right(Number(at)) : Either.left(notACursor)
  )

/** Decodes a part of a UTF-8 file, without a character that is cut at its end; `undefined` if it is not text. */
const decodePart = (data: Uint8Array, isLast: boolean): string | undefined => {
  const complete = isLast ? data : data.subarray(0, data.length - cutBytes(data))
  const decoded = Buffer.from(complete).toString("utf8")
  return decoded.includes("\u0000") || decoded.includes("\ufffd") ? undefined : decoded
}

/** Counts the bytes of an incomplete UTF-8 character at the end. */
const cutBytes = (data: Uint8Array): number => {
  for (let back = 1; back <= 4 && back <= data.length; back++) {
    const byte = data[data.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}

/** Returns the longest start of a text whose JSON has at most this many characters. */
const truncateJson = (text: string, maxChars: number): string => {
  let fits = text
  for (let written = JSON.stringify(fits).length; written > maxChars; written = JSON.stringify(fits).length) {
    const length = Math.floor((fits.length * maxChars) / written)
    const last = fits.charCodeAt(length - 1)
    fits = fits.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
  }
  return fits
}
