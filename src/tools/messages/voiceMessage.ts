/** Voice messages: one OGG file with Opus, with its duration and waveform, which Discord requires and does not compute. */
import { MessageFlags } from "discord-api-types/v10"
import { Effect, Encoding } from "effect"
import { ValidationError } from "../../errors/DiscordMcpError.ts"
import type { LoadedContent } from "../dsl/ToolDefinition.ts"

/** Returns the body of a voice message, with the duration and waveform of its file. Other messages stay. */
export const withRecording = (content: LoadedContent): Effect.Effect<LoadedContent, ValidationError> => {
  const { body, files } = content
  const [file] = files
  if (file === undefined || (Number(Object(body).flags ?? 0) & MessageFlags.IsVoiceMessage) === 0) {
    return Effect.succeed(content)
  }
  const recording = recordingOf(file.data)
  return typeof recording === "string"
    ? new ValidationError({ validation_issues: [{ path: "files[0]", message: recording, code: "file" }] })
    : Effect.succeed({
        body: { ...Object(body), attachments: [{ id: "0", filename: NAME, ...recording }] },
        files: [{ ...file, name: NAME, contentType: "audio/ogg" }]
      })
}

/** The name that Discord's clients give. */
const NAME = "voice-message.ogg"

/** What Discord shows of a recording. */
interface Recording {
  readonly duration_secs: number
  /** Base64 of one byte for each part of equal length: how loud it is. */
  readonly waveform: string
}

/** Reads the duration and the waveform of an OGG file with Opus. Returns what is wrong with any other file. */
export const recordingOf = (data: Uint8Array): Recording | string => {
  const file = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (file.toString("latin1", 0, 4) !== "OggS") return `is ${kindOf(file)}, not OGG with Opus: ${CONVERT}`
  const { granule, heads, sizes } = packetsOf(file)
  if (!heads[0]?.startsWith("OpusHead")) return `is OGG without Opus: ${CONVERT}`
  const seconds = granule / OPUS_RATE
  if (!(seconds > 0) || sizes.length === 0) return "is OGG with Opus, but has no sound: record it again"
  return {
    duration_secs: Math.round(seconds * 1000) / 1000,
    waveform: Encoding.encodeBase64(waveformOf(sizes, seconds))
  }
}

const CONVERT = "convert it, such as with ffmpeg -i FILE -c:a libopus voice.ogg, or send it without is_voice_message"

/** Opus in OGG counts 48,000 samples a second, at any rate of the recording (RFC 7845, section 4). */
const OPUS_RATE = 48_000

const kindOf = (file: Buffer): string => {
  const head = file.toString("latin1", 0, 12)
  return KINDS.find(([signature]) => signature.test(head))?.[1] ?? "a file of another kind"
}

/** The first bytes of other recordings, in latin1. */
const KINDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, "MP3"],
  [/^RIFF.{4}WAVE/s, "WAV"],
  [/^.{4}ftyp/s, "MP4 or M4A"],
  [/^.E\xdf\xa3/s, "WebM"],
  [/^fLaC/, "FLAC"]
]

/** The packets of the first stream: the beginnings of the first two, the sizes of the others, and the last position. */
const packetsOf = (file: Buffer) => {
  const heads: Array<string> = []
  const sizes: Array<number> = []
  let [granule, packet, serial, begin] = [0, 0, -1, 0]
  for (let at = 0; at + PAGE_BYTES <= file.length && file.toString("latin1", at, at + 4) === "OggS"; ) {
    const count = file[at + 26] ?? 0
    const lengths = file.subarray(at + PAGE_BYTES, at + PAGE_BYTES + count)
    const isFirst = serial === -1 || file.readUInt32LE(at + 14) === serial
    let from = at + PAGE_BYTES + count
    if (serial === -1) serial = file.readUInt32LE(at + 14)
    if (isFirst) {
      const position = Number(file.readBigInt64LE(at + 6))
      // -1: no packet ends on this page.
      if (position > granule) granule = position
      for (const length of lengths) {
        if (packet === 0) begin = from
        packet += length
        from += length
        if (length === LENGTH_MAX) continue
        if (heads.length < HEADS) heads.push(file.toString("latin1", begin, begin + 8))
        else sizes.push(packet)
        packet = 0
      }
    } else for (const length of lengths) from += length
    at = from
  }
  return { granule, heads, sizes }
}

/** The bytes of a page before its lengths, and the length of a part that the packet continues after (RFC 3533). */
const PAGE_BYTES = 27
const LENGTH_MAX = 255

/** The packets before the sound: the identification and the comments. */
const HEADS = 2

/** Opus takes more bytes for louder and busier sound, so the sizes of packets show where somebody speaks. */
const waveformOf = (sizes: ReadonlyArray<number>, seconds: number): Uint8Array => {
  const count = Math.max(1, Math.min(WAVEFORM_MAX, sizes.length, Math.ceil(seconds * BARS_PER_SECOND)))
  const parts = Array.from({ length: count }, (_, at) => {
    const part = sizes.slice(Math.floor((at * sizes.length) / count), Math.ceil(((at + 1) * sizes.length) / count))
    return part.reduce((sum, size) => sum + size, 0) / part.length
  })
  const most = Math.max(1, ...parts)
  return Uint8Array.from(parts, (part) => Math.round((part / most) * 255))
}

/** Discord's clients write a byte for a tenth of a second, and at most 256. */
const WAVEFORM_MAX = 256
const BARS_PER_SECOND = 10
