/** Turns recordings that Discord serves into text, a few at a time. Transcripts are kept, because each one costs. */
import { Duration, Effect } from "effect"
import type { ProxySettings } from "../config/proxyVariables.ts"
import type { TranscribeSettings } from "../config/transcribeVariables.ts"
import { TranscriptionUnavailable } from "../errors/DiscordMcpError.ts"
import { BoundedMap } from "../resilience/BoundedMap.ts"
import * as Deadline from "../resilience/Deadline.ts"
import type { Downloaded } from "./download.ts"
import { DownloadFailed } from "./downloadPolicy.ts"
import { makeFileMemory } from "./FileMemory.ts"
import { make as makeService } from "./transcription.ts"

/** A recording that Discord serves. `seconds`: its duration, if Discord says it. */
export interface ServedRecording {
  readonly url: string
  readonly name: string | undefined
  readonly contentType: string | undefined
  readonly seconds: number | undefined
}

/** Returns the text of a recording. */
export type Transcribe = (
  recording: ServedRecording
) => Effect.Effect<string, DownloadFailed | TranscriptionUnavailable>

/** The maximum number of recordings at once: of all clients, and of one. */
const AT_ONCE = { total: 8, share: 2, floor: 1 }

/** The maximum duration of a recording. */
const SECONDS_MAX = 30 * 60

/** The time limit of a transcript, with the wait for others and the download. */
const TIME = "60 seconds"

/** What a call keeps of its time, so that its result arrives without the transcript. */
const KEPT_MS = 2000

/** The transcript of a recording. `turn`: calls for the same recording go on one after the other. */
interface Kept {
  text: string | undefined
  readonly turn: Effect.Semaphore
}

/** The number of transcripts that are kept. */
const TRANSCRIPTS_MAX = 100

/** Makes the function. `download` passes a file to a function, and holds the memory for it until that has ended. */
export const makeTranscribe = Effect.fnUntraced(function* (
  settings: TranscribeSettings & ProxySettings,
  download: <A, E>(
    recording: ServedRecording,
    use: (file: Downloaded) => Effect.Effect<A, E>
  ) => Effect.Effect<A, E | DownloadFailed>
) {
  const slots = makeFileMemory(AT_ONCE)
  const transcripts = new BoundedMap<string, Kept>(TRANSCRIPTS_MAX)
  const send = yield* makeService(settings)

  const read = (recording: ServedRecording, kept: Kept) =>
    Effect.scoped(
      Effect.gen(function* () {
        // Another call may have read it meanwhile.
        if (kept.text !== undefined) return kept.text
        const { reserve } = yield* slots.holder
        yield* reserve(1)
        const text = yield* download(recording, ({ contentType, data }) =>
          send({ name: recording.name ?? "", contentType: recording.contentType ?? contentType, data })
        )
        kept.text = text
        return text
      })
    ).pipe(kept.turn.withPermits(1))

  const transcribe: Transcribe = (recording) =>
    Effect.gen(function* () {
      const { seconds = 0, url } = recording
      if (seconds > SECONDS_MAX) return yield* new TranscriptionUnavailable({ reason: "too_long" })
      // The signature of a link changes, its path does not.
      const key = URL.canParse(url) ? new URL(url).pathname : url
      const kept = transcripts.use(key, () => ({ text: undefined, turn: Effect.unsafeMakeSemaphore(1) }))
      const left = (yield* Deadline.remainingMs) - KEPT_MS
      return yield* read(recording, kept).pipe(
        Effect.timeoutFail({
          duration: Duration.min(TIME, Math.max(0, left)),
          onTimeout: () => new TranscriptionUnavailable({ reason: "timeout" })
        }),
        Effect.catchIf(
          (failure): failure is DownloadFailed => failure instanceof DownloadFailed && failure.refused === "too_large",
          () => new TranscriptionUnavailable({ reason: "too_large" })
        )
      )
    })
  return transcribe
})
