// @effect-diagnostics strictEffectProvide:off
import { FetchHttpClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { permissionBits } from "../../../src/errors/PermissionName.ts"
import { recordingOf } from "../../../src/tools/messages/voiceMessage.ts"
import { call, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"

/** A page of an OGG stream with its packets (RFC 3533). */
const page = (granule: number, packets: ReadonlyArray<Buffer>, serial = 7): Buffer => {
  const lengths = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  const head = Buffer.alloc(27)
  head.write("OggS")
  head.writeBigInt64LE(BigInt(granule), 6)
  head.writeUInt32LE(serial, 14)
  head[26] = lengths.length
  return Buffer.concat([head, Buffer.from(lengths), ...packets])
}

const heads = [page(0, [Buffer.from("OpusHead\u0001\u0001")]), page(0, [Buffer.from("OpusTags")])]
/** A recording: a second with small packets, one with large packets. */
const recording = Buffer.concat([
  ...heads,
  page(48_000, Array<Buffer>(50).fill(Buffer.alloc(20))),
  page(-1, [], 7),
  page(999_000, [Buffer.from("another stream")], 8),
  page(108_000, Array<Buffer>(50).fill(Buffer.alloc(300)))
])
const voice = { files: [{ base64: recording.toString("base64"), name: "answer.opus" }], flags: ["is_voice_message"] }

describe("a recording", () => {
  it("has the duration of its last page and a waveform by the sizes of its packets", () => {
    const read = recordingOf(recording)
    if (typeof read === "string") return assert.fail(read)
    const waveform = [...Buffer.from(read.waveform, "base64")]
    assert.strictEqual(read.duration_secs, 2.25)
    assert.strictEqual(waveform.length, 23)
    assert.deepStrictEqual([Math.max(...waveform), waveform[0], waveform[22]], [255, 17, 255])
    const hour = recordingOf(
      Buffer.concat([
        ...heads,
        ...Array.from({ length: 40 }, (_, at) => page(48_000 * 90 * (at + 1), Array<Buffer>(50).fill(Buffer.alloc(9))))
      ])
    )
    assert.strictEqual(typeof hour === "string" ? 0 : Buffer.from(hour.waveform, "base64").length, 256)
  })

  it("of another kind, without sound or cut off is named, with what to do", () => {
    const cases: ReadonlyArray<readonly [data: Buffer, says: RegExp]> = [
      [Buffer.from("ID3\u0004 mp3"), /^is MP3, not OGG with Opus: convert it, such as with ffmpeg/],
      [Buffer.from("RIFF\u0000\u0000\u0000\u0000WAVEfmt "), /^is WAV,/],
      [Buffer.from("\u0000\u0000\u0000\u0020ftypM4A "), /^is MP4 or M4A,/],
      [Buffer.from("fLaC"), /^is FLAC,/],
      [Buffer.from("hello"), /^is a file of another kind,/],
      [page(48_000, [Buffer.from("\u0001vorbis")]), /^is OGG without Opus: convert it/],
      [Buffer.concat(heads), /has no sound: record it again/],
      [Buffer.from("OggS"), /^is OGG without Opus/],
      [recording.subarray(0, 40), /has no sound|without Opus/]
    ]
    for (const [data, says] of cases) assert.match(String(recordingOf(data)), says)
  })
})

describe("a voice message", () => {
  it.live("is sent, shown with its duration, and never edited", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const channel_id = ids.channels.general
      const sent = yield* call("messages_send", { channel_id, ...voice, reply_to: ids.messages.firstInGeneral })
      const { attachments, voice_message } = Object(sent.structured)
      assert.deepStrictEqual([voice_message, attachments[0].duration_secs ?? attachments[0].seconds], [true, 2.25])
      const edited = yield* call("messages_edit", { channel_id, message_id: sent.structured.id, content: "x" })
      assert.strictEqual(edited.structured.reason, "voice_not_editable")
      // As Discord, the sandbox takes nothing else from any client.
      const { token, url } = yield* Sandbox
      for (const [body, code] of [
        [{ flags: 8192, content: "listen" }, 50159],
        [{ flags: 8192 }, 50160]
      ] as const) {
        const refused = yield* HttpClientRequest.post(`${url}/v10/channels/${channel_id}/messages`).pipe(
          HttpClientRequest.setHeader("authorization", `Bot ${token}`),
          HttpClientRequest.bodyUnsafeJson(body),
          HttpClient.execute,
          Effect.flatMap(({ json }) => json),
          Effect.provide(FetchHttpClient.layer)
        )
        assert.strictEqual(Object(refused).code, code)
      }
    }).pipe(served({}, { ...roomy, permissions: ALL }))
  )

  it.effect("is refused with anything beside its recording, before anything is sent", () =>
    Effect.gen(function* () {
      const [file] = voice.files
      const cases: ReadonlyArray<readonly [input: object, says: RegExp]> = [
        [{ content: "listen" }, /^content is not possible in a voice message: send it before or after/],
        [{ embeds: [{ title: "x" }] }, /^embeds is not possible/],
        [{ sticker_ids: [ID] }, /^sticker_ids is not possible/],
        [{ poll: { question: "x", answers: ["a", "b"] } }, /^poll is not possible/],
        [{ files: [file, file] }, /^files must be one OGG file with Opus .* each recording as its own message/],
        [{ files: [] }, /files must be one OGG file/],
        [
          { files: [{ base64: Buffer.from("ID3\u0004").toString("base64") }] },
          /^files\[0\] is MP3, not OGG with Opus: convert/
        ]
      ]
      for (const [more, says] of cases) {
        for (const to of [{ channel_id: ID }, { user_id: ID }]) {
          const tool = "user_id" in to ? "users_send_dm" : "messages_send"
          const result = yield* wired(tool, { ...to, ...voice, ...more }, { id: ID })
          assert.match(String(issuesOf(result)), says, JSON.stringify(more).slice(0, 80))
          assert.notInclude(String(result.sent?.path), "/messages")
        }
      }
    })
  )
})

const ALL = Object.values(permissionBits).reduce((all, bit) => all | bit, 0n)
