/** Texts of recordings: voice messages and audio files, by the operator's transcription service. */
import { Effect } from "effect"
import { FileSource } from "../../discord/FileSource.ts"
import type { TranscriptionUnavailable } from "../../errors/DiscordMcpError.ts"
import { describe } from "../../errors/DiscordMcpError.ts"
import { codeOf } from "../../errors/ErrorCode.ts"
import type { LinkedFile } from "./mediaLinks.ts"

/** The text of a recording, or the reason why it has no text. `mayHelpOthers`: another recording can have one. */
export type Transcript = { readonly text: string } | { readonly missing: string; readonly mayHelpOthers: boolean }

/** Returns the text of a recording, whose link works. A failure is a notice: it does not take the file from the caller. */
export const transcriptOf = ({ contentType, name, seconds, url }: LinkedFile) =>
  Effect.flatMap(FileSource, ({ transcribe }) => transcribe({ contentType, name, seconds, url })).pipe(
    Effect.map((text): Transcript => ({ text })),
    Effect.catchTags({
      TranscriptionUnavailable: (failure) => Effect.succeed(missing(failure)),
      DownloadFailed: ({ problem }) =>
        Effect.succeed<Transcript>({
          missing: `The recording was not transcribed: it ${problem}.`,
          mayHelpOthers: true
        })
    })
  )

const missing = (failure: TranscriptionUnavailable): Transcript => {
  const { message, recovery_hint } = describe(failure)
  return {
    missing: `${message} ${recovery_hint} (${codeOf(failure)}, ${failure.reason})`,
    mayHelpOthers: OF_ONE.has(failure.reason)
  }
}

/** The reasons that are about one recording: another one can have a text. */
const OF_ONE: ReadonlySet<TranscriptionUnavailable["reason"]> = new Set(["too_large", "too_long", "refused"])

/** Says where a transcript comes from. */
export const BY_MACHINE = "transcript was made by a machine and can have errors."
