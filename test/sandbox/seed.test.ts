import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { seedState } from "../../src/sandbox/Seed.ts"
import { Snowflakes, snowflakeAt, timeOf } from "../../src/sandbox/Snowflakes.ts"
import { voiceRecording } from "../../src/sandbox/seed/recording.ts"
import { recordingOf } from "../../src/tools/messages/voiceMessage.ts"

/** Returns the complete state of a seed. */
const whole = (seed: number) =>
  Effect.map(seedState(seed), ({ ids, state }) => ({
    ids,
    users: [...state.users],
    guilds: [...state.guilds],
    channels: [...state.channels],
    messages: [...state.channels.keys()].map((id) => state.messagesOf(id))
  }))

describe("the seed", () => {
  it.effect("creates the same state for the same seed, and another state for another seed", () =>
    Effect.gen(function* () {
      const [first, second, other] = [yield* whole(1), yield* whole(1), yield* whole(2)]
      assert.deepStrictEqual(first, second)
      assert.notDeepEqual(first.ids, other.ids)
      assert.notDeepEqual(first.messages, other.messages)
    })
  )

  it.effect("has channels, replies, reactions, embeds and attachments", () =>
    Effect.gen(function* () {
      const { channels, messages, users } = yield* whole(1)
      const all = messages.flat()
      assert.isAtLeast(channels.length, 12)
      assert.strictEqual(users.length, 20)
      assert.isAtLeast(all.length, 90)
      assert.isTrue(all.some((it) => it.message_reference !== undefined && it.referenced_message != null))
      assert.isTrue(all.some((it) => (it.reactions?.length ?? 0) > 0))
      assert.isTrue(all.some((it) => it.embeds.length > 0) && all.some((it) => it.attachments.length > 0))
      const [voice, ...others] = all.filter(({ flags = 0 }) => (flags & 8192) !== 0).flatMap((it) => it.attachments)
      const read = recordingOf(voiceRecording)
      assert.deepStrictEqual([read, others], [{ duration_secs: voice?.duration_secs, waveform: voice?.waveform }, []])
      assert.isTrue(
        all.some(({ attachments: [file] }) => file?.title !== undefined && /^[\da-f]{32}\./.test(file.filename))
      )
    })
  )

  it.effect("gives every object a unique id, and every message an id with its time", () =>
    Effect.gen(function* () {
      const { channels, guilds, messages, users } = yield* whole(3)
      const all = messages.flat()
      const ids = [...users, ...guilds, ...channels].map(([id]) => id).concat(all.map((it) => it.id))
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.isTrue(ids.every((id) => /^\d{17,20}$/.test(id)))
      for (const { id, timestamp } of all) assert.strictEqual(timeOf(id), Date.parse(timestamp))
    })
  )
})

describe("snowflakes", () => {
  it("contain the time, as in Discord's example", () => {
    assert.strictEqual(timeOf("175928847299117063"), 1_462_015_105_796)
    assert.strictEqual(timeOf(snowflakeAt(1_700_000_000_123, 7)), 1_700_000_000_123)
  })

  it("always increase, even if the clock stops or goes back", () => {
    const ids = new Snowflakes(snowflakeAt(1_700_000_000_000))
    const given = [5, 1_700_000_000_001, 1_700_000_000_001, 1_600_000_000_000].map((at) => BigInt(ids.next(at)))
    assert.deepStrictEqual(
      given,
      [...given].sort((a, b) => (a < b ? -1 : 1))
    )
    assert.strictEqual(new Set(given).size, 4)
  })
})
