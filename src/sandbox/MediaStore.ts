import type { APIAttachment } from "discord-api-types/v10"
import type { Reply } from "./discordError.ts"

/** A stored file. */
interface StoredFile {
  readonly data: Uint8Array
  readonly content_type: string
}

/** A request for a file. */
interface MediaRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The `Range` header. */
  readonly range: string | undefined
  readonly nowMs: number
}

/**
 * The content of attachments, served like Discord's CDN (`/attachments/…`) and media proxy (`/media/attachments/…`).
 * Links are signed and expire after a day. Reading a message signs its links again
 * (Discord docs, reference, signed attachment CDN URLs). The proxy serves pictures only, and does not scale them.
 */
export class MediaStore {
  /** The origin of links: `http://127.0.0.1:PORT`. */
  origin = ""
  readonly #files = new Map<string, StoredFile>()
  #bytes = 0

  /** Stores a file. Beyond 64 MiB in all, the oldest files are removed. */
  put(path: string, file: StoredFile): void {
    this.#files.set(path, file)
    this.#bytes += file.data.length
    for (const [oldest, { data }] of this.#files) {
      if (this.#bytes <= MAX_BYTES || oldest === path) break
      this.#files.delete(oldest)
      this.#bytes -= data.length
    }
  }

  /** Returns an attachment with fresh links. The links of a stored attachment are paths. */
  sign(attachment: APIAttachment, nowMs: number): APIAttachment {
    const { url: path } = attachment
    const query = this.#signature(path, nowMs)
    return {
      ...attachment,
      url: `${this.origin}${path}${query}`,
      proxy_url: `${this.origin}${PROXY}${path}${query}`
    }
  }

  /** Returns a fresh link for a link of this store, or `null` for any other link. */
  refresh(url: string, nowMs: number): string | null {
    const path = url.startsWith(this.origin) ? url.slice(this.origin.length).replace(/\?.*$/s, "") : ""
    return this.#files.has(path) ? `${this.origin}${path}${this.#signature(path, nowMs)}` : null
  }

  /** Returns the response to a request for a file, or `undefined` if the path names no file. */
  answer({ nowMs, path, query, range }: MediaRequest): Reply | undefined {
    const proxied = path.startsWith(`${PROXY}/`)
    const stored = proxied ? path.slice(PROXY.length) : path
    if (!stored.startsWith(CDN)) return undefined
    const file = this.#files.get(stored)
    const { ex = "", hm } = query
    if (file === undefined || hm !== signatureOf(stored, ex) || Number.parseInt(ex, 16) * 1000 <= nowMs) return gone
    if (proxied && !isPicture(file)) return unsupported
    return rangeOf(file, proxied ? undefined : range)
  }

  #signature(path: string, nowMs: number): string {
    const ex = Math.floor((nowMs + DAY_MS) / 1000).toString(16)
    return `?ex=${ex}&is=${Math.floor(nowMs / 1000).toString(16)}&hm=${signatureOf(path, ex)}&`
  }
}

const MAX_BYTES = 64 * 1024 * 1024
const DAY_MS = 24 * 60 * 60_000
const CDN = "/attachments/"
const PROXY = "/media"

const gone: Reply = {
  status: 404,
  headers: { "content-type": "text/plain" },
  body: "This content is no longer available."
}
const unsupported: Reply = { status: 415, headers: { "content-type": "text/plain" }, body: "" }

/** Returns a checksum, not a secret. It only detects a changed or missing parameter. */
const signatureOf = (path: string, ex: string): string => {
  let sum = 0
  for (const char of `${path}?${ex}`) sum = (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return sum.toString(16).padStart(8, "0")
}

const isPicture = ({ content_type, data }: StoredFile): boolean =>
  content_type.startsWith("image/") || Buffer.from(data.subarray(0, 4)).equals(PNG_SIGNATURE)

const PNG_SIGNATURE = Buffer.from("\x89PNG", "latin1")

const rangeOf = ({ content_type, data }: StoredFile, range: string | undefined): Reply => {
  const headers = { "content-type": content_type, "accept-ranges": "bytes" }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? []
  if (first === undefined || last === undefined) return { status: 200, headers, body: data }
  const [from, to] = [Number(first), Math.min(Number(last), data.length - 1)]
  return from >= data.length
    ? { status: 416, headers: { "content-range": `bytes */${data.length}` }, body: "" }
    : {
        status: 206,
        headers: { ...headers, "content-range": `bytes ${from}-${to}/${data.length}` },
        body: data.subarray(from, to + 1)
      }
}
