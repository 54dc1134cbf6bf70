/**
 * Sends recordings to the service that the operator has set, which speaks OpenAI's interface for transcriptions. It never
 * follows a redirect: the recording and the key go to the address of the setting only.
 */
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type { HttpClientResponse } from "@effect/platform/HttpClientResponse"
import { Effect, Either, Redacted, Schema, type Scope, Stream } from "effect"
import type { ProxySettings } from "../config/proxyVariables.ts"
import type { TranscribeSettings } from "../config/transcribeVariables.ts"
import { TranscriptionUnavailable } from "../errors/DiscordMcpError.ts"
import { retryAfterMs } from "../errors/retryAfter.ts"
import { firstChars } from "../text/words.ts"
import { clientOver } from "./download.ts"
import { makeDispatcher } from "./proxy/proxyDispatcher.ts"

/** A recording with its content. */
export interface Recording {
  readonly name: string
  readonly contentType: string | undefined
  readonly data: Uint8Array
}

/** The maximum size of a response in bytes, and of a transcript in characters. */
const RESPONSE_BYTES_MAX = 1_000_000
const TRANSCRIPT_MAX = 50_000

/** Makes a function that sends a recording and returns its text. Its sockets close with the scope. */
export const make = ({
  transcribeKey,
  transcribeModel,
  transcribeUrl,
  ...proxies
}: TranscribeSettings & ProxySettings): Effect.Effect<
  (recording: Recording) => Effect.Effect<string, TranscriptionUnavailable>,
  never,
  Scope.Scope
> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => makeDispatcher(proxies, { connect: { timeout: 5000 }, connections: 8 })),
      (agent) => Effect.promise(() => agent.destroy())
    ),
    (agent) => {
      const client = clientOver(agent)
      return (recording) =>
        Effect.scoped(
          client.execute(requestOf(recording, { transcribeKey, transcribeModel, transcribeUrl })).pipe(
            Effect.mapError(({ cause }) => unreachable(cause)),
            Effect.flatMap(textOf)
          )
        )
    }
  )

const requestOf = (
  { contentType, data, name }: Recording,
  { transcribeKey, transcribeModel, transcribeUrl = "" }: TranscribeSettings
) => {
  const form = new FormData()
  form.append("model", transcribeModel)
  form.append("response_format", "json")
  form.append("file", new Blob([Buffer.from(data)], { type: contentType ?? "audio/ogg" }), fileNameOf(name))
  return HttpClientRequest.post(transcribeUrl, { headers: { accept: "application/json" } }).pipe(
    transcribeKey === undefined ? (request) => request : HttpClientRequest.bearerToken(Redacted.value(transcribeKey)),
    HttpClientRequest.bodyFormData(form)
  )
}

/** Services tell the format by the ending. Nobody needs the name that a person gave. */
const fileNameOf = (name: string): string => {
  const [, ending = "ogg"] = /\.([a-z\d]{2,5})$/i.exec(name) ?? []
  return `recording.${ending.toLowerCase()}`
}

const unreachable = (cause: unknown) => {
  const { code } = Object(cause)
  return new TranscriptionUnavailable({
    reason: "unreachable",
    ...(typeof code === "string" && /^[A-Z][A-Z\d_]{1,40}$/.test(code) && { network: code })
  })
}

/** Returns the text of a response, or why it has none. */
const textOf = Effect.fnUntraced(function* (response: HttpClientResponse) {
  const { headers, status } = response
  if (status !== 200) {
    const retry_after_ms = retryAfterMs((name) => headers[name], undefined)
    const reason = reasonOf(status)
    return yield* new TranscriptionUnavailable({
      reason,
      status,
      ...(reason === "rate_limited" && retry_after_ms !== undefined && { retry_after_ms })
    })
  }
  const invalid = () => new TranscriptionUnavailable({ reason: "invalid_response", status })
  const chunks: Array<Uint8Array> = []
  let size = 0
  yield* response.stream.pipe(
    Stream.mapError(({ cause }) => unreachable(cause)),
    Stream.runForEach((chunk) => {
      size += chunk.length
      chunks.push(chunk)
      return size > RESPONSE_BYTES_MAX ? invalid() : Effect.void
    })
  )
  const decoded = decodeTranscript(Buffer.concat(chunks).toString("utf8"))
  return Either.isLeft(decoded) ? yield* invalid() : firstChars(decoded.right.text, TRANSCRIPT_MAX)
})

const decodeTranscript = Schema.decodeUnknownEither(Schema.parseJson(Schema.Struct({ text: Schema.String })))

const reasonOf = (status: number): TranscriptionUnavailable["reason"] => {
  if (status === 401 || status === 403) return "key_refused"
  if (status === 429) return "rate_limited"
  if (status === 413) return "too_large"
  if (status === 408 || status === 504) return "timeout"
  if (status >= 500) return "failing"
  if (status >= 400) return "refused"
  return status >= 300 ? "redirected" : "invalid_response"
}
