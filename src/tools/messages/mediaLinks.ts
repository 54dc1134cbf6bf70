/** Links of Discord's files: they are signed, expire after a day, and are renewed when they have. */
import { Effect, Either } from "effect"
import { Discord } from "../../discord/Discord.ts"
import type { DownloadOptions } from "../../discord/download.ts"
import type { DownloadFailed } from "../../discord/downloadPolicy.ts"
import { FileSource } from "../../discord/FileSource.ts"
import { networkFailed, type RequestSummary } from "../../errors/classifyResponse.ts"
import type { ValidationError } from "../../errors/DiscordMcpError.ts"
import { readerOf } from "../../objects/schema/reply.ts"
import { Caller } from "../../telemetry/Caller.ts"
import { stripInvisible } from "../../text/sanitize.ts"
import { isoTime } from "../../text/words.ts"
import type { Fail } from "../dsl/Reason.ts"
import { type MessageFile, RefreshedLinks, withSignatureOf } from "./messageFiles.ts"

/** The file of a message that a call is about. */
interface Target {
  readonly channel_id: string
  readonly message_id: string
}

/** The failures of a download from Discord's hosts. */
export type MediaFail = Fail<"file_too_large" | "not_a_picture" | "foreign_host" | "link_expired">

/** Runs a download. If the link has expired, it runs once more with a renewed one. `link`: the one that works. */
const withRenewal = <A, R>(
  url: string,
  download: (renewed: string) => Effect.Effect<A, DownloadFailed | ValidationError, R>
) =>
  Effect.gen(function* () {
    const attempt = (link: string) =>
      download(link).pipe(
        Effect.map((value) => Either.right(value)),
        Effect.catchTag("DownloadFailed", (failure) => Effect.succeed(Either.left(failure)))
      )
    const first = yield* attempt(url)
    const renewed = Either.isLeft(first) && isExpired(first.left) ? yield* renewedLink(url) : undefined
    return renewed === undefined ? { link: url, result: first } : { link: renewed, result: yield* attempt(renewed) }
  })

/** Returns the failure of a download as one of a tool, or as a network failure. */
const failureOf = (failure: DownloadFailed, target: Target, fail: MediaFail) => {
  if (failure.refused === "forbidden") return fail("foreign_host", "index")
  if (failure.refused === "too_large") return fail("file_too_large", "index")
  if (failure.status === UNSUPPORTED) return fail("not_a_picture", "index")
  if (isExpired(failure)) return fail("link_expired", "message_id")
  return networkFailed(summaryOf(target), failure.problem)
}

/** Downloads files from Discord's hosts. `current` returns the link that works. */
export const mediaLoader = (target: Target, url: string, fail: MediaFail) => {
  let current = url
  const load = (link: string, options: DownloadOptions) =>
    Effect.gen(function* () {
      const { loadMedia } = yield* FileSource
      const download = (renewed: string) => loadMedia(renewed === url ? link : withSignatureOf(renewed, link), options)
      const { link: working, result } = yield* withRenewal(url, download)
      current = working
      if (Either.isRight(result)) return Either.right(result.right)
      if (result.left.refused === "too_large") return Either.left("too_large" as const)
      if (result.left.status === PAST_END) return Either.left("past_end" as const)
      return yield* failureOf(result.left, target, fail)
    })
  return { load, current: () => current }
}

/** Returns a link that works now. A link on another host than Discord's is not signed. */
export const workingLink = Effect.fnUntraced(function* (target: Target, url: string, fail: MediaFail) {
  const { loadMedia } = yield* FileSource
  const { link, result } = yield* withRenewal(url, (renewed) => loadMedia(renewed, { maxBytes: 1, range: [0, 0] }))
  // Of a larger answer, or one beyond the end of an empty file, the link works.
  return Either.isLeft(result) && isExpired(result.left) ? yield* failureOf(result.left, target, fail) : link
})

/** Saves a file in the operator's directory, under the id of its message and its cleaned name. */
export const saveMedia = Effect.fnUntraced(function* (target: Target, file: LinkedFile, fail: MediaFail) {
  const { save } = yield* FileSource
  const { clientId } = yield* Caller
  const name = `${target.message_id}-${cleanFileName(file.name ?? "file")}`
  const { link, result } = yield* withRenewal(file.url, (url) => save({ url, name, at: "save", bytes: file.size }))
  if (Either.isLeft(result)) return yield* failureOf(result.left, target, fail)
  const { bytes, fullPath, path } = result.right
  // Only a client on this machine can open the whole path.
  return { link, saved: { path: clientId === undefined ? fullPath : path, bytes } }
})

/** A file with its link. */
export type LinkedFile = MessageFile & { readonly url: string }

/** Makes the name of a file that somebody else has chosen safe: no directories, hidden files, or long names. */
export const cleanFileName = (name: string): string => {
  const plain = stripInvisible(name.normalize("NFC"))
    .replaceAll(/[/\\:*?"<>|\s\p{Cc}]+/gu, "_")
    .replaceAll(/^[._-]+|[._]+$/g, "")
  const dot = plain.lastIndexOf(".")
  const [stem, end] =
    dot > 0 && plain.length - dot <= ENDING_MAX ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ""]
  return `${firstBytes(stem, NAME_BYTES_MAX)}${end}` || "file"
}

const ENDING_MAX = 10

/** With the id of the message and the ending of a part, a name has at most 255 bytes. */
const NAME_BYTES_MAX = 120

const firstBytes = (text: string, max: number): string => {
  let [size, fits] = [0, ""]
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > max) break
    fits += character
  }
  return fits
}

/** Returns when a signed link ends, which its parameter `ex` says in seconds since 1970, in hexadecimal. */
export const expiryOf = (link: string): string | undefined => {
  const seconds = Number.parseInt((URL.canParse(link) && new URL(link).searchParams.get("ex")) || "", 16)
  return seconds > 0 && seconds < MAX_SECONDS ? isoTime(seconds * 1000) : undefined
}

const MAX_SECONDS = 1e11

const isExpired = ({ status }: DownloadFailed): boolean =>
  status !== undefined && status >= 400 && status < 500 && !NOT_EXPIRED.has(status)

/** The media proxy's status for a picture that it cannot read. */
const UNSUPPORTED = 415

/** The status of a range that starts past the end of the file. */
const PAST_END = 416

const NOT_EXPIRED: ReadonlySet<number> = new Set([UNSUPPORTED, PAST_END, 429])

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
      read: readerOf(RefreshedLinks)
    })
  ).pipe(
    // `read` has read the body.
    Effect.map(({ body }) => (body as typeof RefreshedLinks.Type).refreshed_urls?.[0]?.refreshed ?? undefined),
    // If Discord returns no new link, the caller keeps the result of the expired link.
    Effect.catchTags({
      ValidationError: () => Effect.succeed(undefined),
      DiscordNotFoundError: () => Effect.succeed(undefined),
      DiscordPermissionError: () => Effect.succeed(undefined),
      DiscordUnexpectedResponse: () => Effect.succeed(undefined)
    })
  )

const summaryOf = ({ channel_id, message_id }: Target): RequestSummary => ({
  method: "GET",
  route: "/attachments",
  ids: { channel_id, message_id },
  subject: "bot",
  repeatable: true,
  attempt: 1
})
