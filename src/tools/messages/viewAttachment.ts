/** Returns a file of a message: a picture as an image, a text file as text, a recording as its transcript, others as links. */
import { Effect, Either, Encoding } from "effect"
import { Settings } from "../../config/Settings.ts"
import { described, flag, integer, opaque, optional, withDefault } from "../../objects/schema/fields.ts"
import { ChannelId, message_id } from "../../objects/schema/ids.ts"
import { originalOf } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { Fail } from "../dsl/Reason.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { compact } from "../dsl/view.ts"
import type { ToolResult } from "../ToolResult.ts"
import { needsContentIntent } from "./failures.ts"
import { expiryOf, type LinkedFile, mediaLoader, saveMedia, workingLink } from "./mediaLinks.ts"
import { filesOf, isAudio, isText, MessageWithFiles, type PictureBounds, scaledLink } from "./messageFiles.ts"
import { pictureFormatOf } from "./pictureFormat.ts"
import { bytesOf, decodePart, type PartStart, readPartCursor, type TextPart, writePartCursor } from "./textPart.ts"
import { withheldNotice } from "./withheldContent.ts"

/** Maximum number of bytes of an image. Its base64 stays below the 1 MB that clients accept in a result. */
const IMAGE_BYTES_MAX = 750_000

/** Bounds in pixels, requested in order until the image is small enough. */
const IMAGE_BOUNDS: ReadonlyArray<PictureBounds> = [
  { width: 1024, height: 2000 },
  { width: 512, height: 1000 },
  { width: 256, height: 500 }
]

/**
 * The largest side of an image in pixels. Anthropic rejects a conversation of more than 20 images that has a larger one
 * (Anthropic docs, vision).
 */
const IMAGE_SIDE_MAX = 2000

/** Maximum number of bytes of text in one result. */
const TEXT_BYTES_MAX = 100_000

/** Maximum number of bytes that are read of a text file if the server ignores `Range`. */
const TEXT_FILE_BYTES_MAX = 10_000_000

const FILE_INDEX_MAX = 99

/** The tool that shows a file of a message. */
export const viewAttachment = custom("messages_view_attachment", {
  description:
    "View a file of a message: a picture at most 1,024 px wide, a text file as text, speech as text if set up, any file with a link that works now.",
  fields: {
    channel_id: described("The channel or thread of the message.", ChannelId),
    message_id,
    index: withDefault(
      integer("Which file: attachments, then embeds, then components; 0 by default.", 0, FILE_INDEX_MAX),
      0
    ),
    cursor: optional(opaque("next_cursor of the previous part of a long text.", 80)),
    save: optional(flag("Save it in MCP_FILES_DIR instead."))
  },
  risk: "read",
  // It changes nothing of Discord, but it leaves a file behind: it is recorded, and needs the scope to write.
  riskOf: ({ save }) => (save === true ? "write" : "read"),
  asks: [],
  permissions: ["VIEW_CHANNEL", "READ_MESSAGE_HISTORY"],
  failures: {
    no_such_file: {
      when: "The message has no file with this index.",
      recovery: "Call it with index 0: its count is the number of files."
    },
    no_files: {
      when: "The message has no files.",
      recovery: "Do not retry. Read the message with messages_get."
    },
    files_withheld: {
      when: "Discord withholds the files of the message: the application lacks the MESSAGE_CONTENT intent.",
      recovery: needsContentIntent
    },
    file_too_large: {
      when: "The file is too large to view or save.",
      recovery: "Do not retry. Give the user the file's name, size and link from messages_get."
    },
    not_a_picture: {
      when: "The file has the type of a picture, but its content is not a complete PNG, JPEG, GIF or WebP.",
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
    cursor === undefined ? [] : Either.match(readPartCursor(cursor), { onLeft: (issue) => [issue], onRight: () => [] }),
  run: (input, fail) => viewFile(input, fail)
})

interface Input {
  readonly channel_id: string
  readonly message_id: string
  readonly index: number
  readonly cursor?: string
  readonly save?: boolean
}

/** A view of a file. */
interface FileView {
  readonly index: number
  /** The number of files in the message. */
  readonly count: number
  readonly file: object
  readonly text?: string
  /** What people say in a recording. */
  readonly transcript?: string
  readonly next_cursor?: string
  /** Where the file was saved. */
  readonly saved?: { readonly path: string; readonly bytes: number }
}

type Failing = Fail<
  "no_such_file" | "no_files" | "files_withheld" | "file_too_large" | "not_a_picture" | "foreign_host" | "link_expired"
>

const viewFile = Effect.fn("messages_view_attachment")(function* (input: Input, fail: Failing) {
  const { channel_id, index, message_id } = input
  const message = yield* getReadable(MessageWithFiles, "/channels/{channel_id}/messages/{message_id}", {
    channel_id,
    message_id
  })
  const files = filesOf(message)
  const file = files[index]
  if (file === undefined) {
    // The file may be in a part of the message that was left out.
    const isPartial = message.attachments === undefined || originalOf(message) !== message
    if (isPartial) return { value: { index, count: files.length, file: {} } }
    if (files.length > 0) return yield* fail("no_such_file", "index")
    if (withheldNotice([message]) !== undefined) return yield* fail("files_withheld", "message_id")
    return yield* fail("no_files", "message_id")
  }
  const value: FileView = {
    index,
    count: files.length,
    file: compact({
      name: file.name,
      type: file.contentType,
      size: file.size,
      width: file.width,
      height: file.height,
      seconds: file.seconds,
      description: file.description,
      spoiler: file.spoiler
    })
  }
  const { url } = file
  if (url === undefined) return { value }
  const linked: LinkedFile = { ...file, url }
  if (input.save === true) {
    const { link, saved } = yield* saveMedia(input, linked, fail)
    return { value: { ...withLink(value, link), saved } }
  }
  const { current, load } = mediaLoader(input, url, fail)
  const view: ToolResult<FileView> | undefined = file.isPicture
    ? yield* viewPicture(value, linked, load, fail)
    : isText(file)
      ? yield* viewText(withLink(value, url), linked, load, input.cursor)
      : undefined
  if (view !== undefined) return { ...view, value: withLink(view.value, current()) }
  const link = yield* workingLink(input, url, fail)
  const { filesDir, transcribeUrl } = yield* Settings
  const isRecording = isAudio(file)
  if (isRecording && transcribeUrl !== undefined) {
    return yield* viewRecording(withLink(value, link), { ...file, url: link }, input.cursor)
  }
  return {
    value: withLink(value, link),
    notice: `Only pictures and text files can be viewed. file.url is a link to it that works now${filesDir === undefined ? "" : ", and save: true stores it"}.${isRecording ? NOT_TRANSCRIBED : ""}`
  }
})

const NOT_TRANSCRIBED =
  " The recording has no transcript: MCP_TRANSCRIBE_URL is not set, or the policy of this client excludes it."

/** Adds the link that works now, and when it ends. */
const withLink = <A extends FileView>(value: A, url: string): A => ({
  ...value,
  file: compact({ ...value.file, url, url_expires: expiryOf(url) })
})

type Load = ReturnType<typeof mediaLoader>["load"]

const viewPicture = Effect.fnUntraced(function* (value: FileView, file: LinkedFile, load: Load, fail: Failing) {
  const link = file.proxyUrl ?? file.url
  for (const bounds of IMAGE_BOUNDS) {
    const loaded = yield* load(scaledLink(link, file, bounds), { maxBytes: IMAGE_BYTES_MAX })
    if (Either.isLeft(loaded)) continue
    const { data } = loaded.right
    const format = pictureFormatOf(data)
    if (format === undefined) return yield* fail("not_a_picture", "index")
    if (Math.max(format.width, format.height) > IMAGE_SIDE_MAX) continue
    const image = { data: Encoding.encodeBase64(data), mimeType: format.mimeType }
    return { value, image } satisfies ToolResult
  }
  return yield* fail("file_too_large", "index")
})

const viewText = Effect.fnUntraced(function* (
  value: FileView,
  file: LinkedFile,
  load: Load,
  cursor: string | undefined
) {
  const start = startOf(cursor)
  const { from } = start
  const loaded = yield* load(file.url, {
    maxBytes: TEXT_FILE_BYTES_MAX,
    range: [from, from + TEXT_BYTES_MAX - 1]
  })
  if (Either.isLeft(loaded)) {
    return loaded.left === "past_end"
      ? ({ value: { ...value, text: "" } } satisfies ToolResult)
      : ({ value, notice: "The file is too large to view." } satisfies ToolResult)
  }
  const { data } = loaded.right
  const isLast = data.length < TEXT_BYTES_MAX || from + data.length === file.size
  const part = decodePart(data, start, isLast)
  if (part === undefined) {
    return { value, notice: "The file has the type of text, but its content is not text." } satisfies ToolResult
  }
  return {
    value: yield* withPart(value, "text", { ...part, from, isLast }),
    ...(part.encoding === "windows-1252" && {
      notice: "The file is not UTF-8: it was read as Windows-1252, so letters other than a to z can be wrong."
    })
  } satisfies ToolResult
})

/** Most files are no recordings. */
const loadTranscripts = Effect.promise(() => import("./transcripts.ts"))

/** Shows what people say in a recording. Without a transcript, it shows the link and says why. */
const viewRecording = Effect.fnUntraced(function* (value: FileView, file: LinkedFile, cursor: string | undefined) {
  const { BY_MACHINE, transcriptOf } = yield* loadTranscripts
  const transcript = yield* transcriptOf(file)
  if ("missing" in transcript) return { value, notice: transcript.missing } satisfies ToolResult
  const { from } = startOf(cursor)
  const text = Buffer.from(transcript.text).subarray(from).toString("utf8")
  const part = { text, encoding: "utf-8", skipped: 0, from, isLast: true } as const
  return { value: yield* withPart(value, "transcript", part), notice: BY_MACHINE } satisfies ToolResult
})

const startOf = (cursor: string | undefined): PartStart =>
  cursor === undefined ? { from: 0 } : Either.getOrElse(readPartCursor(cursor), () => ({ from: 0 }))

/** Adds a part of a text that fits, and the cursor of the next one. `from`: its first byte. `isLast`: nothing follows it. */
const withPart = (
  value: FileView,
  name: "text" | "transcript",
  { encoding, from, isLast, skipped, text }: TextPart & { readonly from: number; readonly isLast: boolean }
) =>
  Effect.map(Settings, ({ maxResultChars }): FileView => {
    const fitting = fitValue(value, maxResultChars)
    const part = truncateJson(text, fitting.chars)
    const next = from + skipped + bytesOf(part, encoding)
    return {
      ...fitting.value,
      [name]: part,
      ...((part.length < text.length || !isLast) && { next_cursor: writePartCursor({ encoding, from: next }) })
    }
  })

/** Characters of a result that the view of a file does not have: its notices, cursor and names of untrusted fields. */
const METADATA_CHARS = 600

/** The least number of characters of text in a part. */
const TEXT_CHARS_MIN = 400

/** Returns how many characters of text fit beside the description of the file. A long description is left out. */
const fitValue = (value: FileView, maxChars: number): { readonly value: FileView; readonly chars: number } => {
  const chars = maxChars - METADATA_CHARS - JSON.stringify(value).length
  if (chars >= TEXT_CHARS_MIN) return { value, chars }
  const { description: _, ...file }: { readonly description?: string } = value.file
  return { value: { ...value, file }, chars: Math.max(TEXT_CHARS_MIN, chars) }
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
