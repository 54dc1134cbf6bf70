/** Texts of the recordings in events. The log has no links of files, so the messages are read again. */
import { Effect } from "effect"
import { Settings } from "../../config/Settings.ts"
import * as Deadline from "../../resilience/Deadline.ts"
import { counted } from "../../text/words.ts"
import { getReadable } from "../../tools/dsl/getJson.ts"
import { filesOf, isAudio, MessageWithFiles } from "../../tools/messages/messageFiles.ts"
import { BY_MACHINE, transcriptOf } from "../../tools/messages/transcripts.ts"
import type { LoggedEvent } from "../GatewayEvent.ts"

/** The texts of recordings by the id of the attachment, and remarks. */
export interface Transcripts {
  readonly texts: ReadonlyMap<string, string>
  readonly notes: ReadonlyArray<string>
}

/** The maximum number of recordings that one result has texts of. */
const RECORDINGS_MAX = 5

/** The time limit of all texts of a result together. */
const TIME_MS = 60_000

/** Reads the texts of the recordings in events, the newest first. A failure is a remark. */
export const transcriptsOf = Effect.fnUntraced(
  function* (events: ReadonlyArray<LoggedEvent>) {
    const recordings = events.flatMap(recordingsIn).toReversed()
    const { transcribeUrl } = yield* Settings
    if (recordings.length === 0) return { texts: new Map(), notes: [] } satisfies Transcripts
    if (transcribeUrl === undefined) return { texts: new Map(), notes: [NO_SERVICE] } satisfies Transcripts
    const texts = new Map<string, string>()
    const notes = new Set<string>()
    const wanted = recordings.slice(0, RECORDINGS_MAX)
    for (const recording of wanted) {
      const transcript = yield* transcriptIn(recording)
      if ("text" in transcript) {
        texts.set(recording.id, transcript.text)
        continue
      }
      notes.add(transcript.missing)
      // A key that is refused for one is refused for all.
      if (!transcript.mayHelpOthers) break
    }
    const others = recordings.length - wanted.length
    if (others > 0) {
      notes.add(
        `${counted(others, "older recording")} not transcribed: a result has at most ${RECORDINGS_MAX}. Call messages_view_attachment for each.`
      )
    }
    return { texts, notes: [...(texts.size > 0 ? [BY_MACHINE] : []), ...notes] } satisfies Transcripts
  },
  (reading) => Effect.flatMap(Deadline.after(TIME_MS), (at) => Deadline.until(at)(reading))
)

const NO_SERVICE =
  "No recording has a transcript: MCP_TRANSCRIBE_URL is not set, or the policy of this client excludes it."

const GONE = "A message was deleted or cannot be read: its recording has no transcript."

/** A recording in an event. */
interface EventRecording {
  readonly id: string
  readonly channel_id: string
  readonly message_id: string
}

const recordingsIn = ({
  attachments = [],
  channel_id,
  forwarded,
  message_id
}: LoggedEvent): ReadonlyArray<EventRecording> =>
  channel_id === undefined || message_id === undefined
    ? []
    : [...attachments, ...(forwarded?.attachments ?? [])]
        .filter(({ name, seconds }) => isAudio({ name, seconds, isPicture: false }))
        .map(({ id }) => ({ id, channel_id, message_id }))

const transcriptIn = ({ channel_id, id, message_id }: EventRecording) =>
  getReadable(MessageWithFiles, "/channels/{channel_id}/messages/{message_id}", { channel_id, message_id }).pipe(
    Effect.map((message) => filesOf(message).find((file) => file.id === id)),
    Effect.catchTags({
      DiscordNotFoundError: () => Effect.succeed(undefined),
      DiscordPermissionError: () => Effect.succeed(undefined)
    }),
    Effect.flatMap((file) =>
      file?.url === undefined
        ? Effect.succeed({ missing: GONE, mayHelpOthers: true })
        : transcriptOf({ ...file, url: file.url })
    )
  )
