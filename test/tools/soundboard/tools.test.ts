import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, MP3, OGG, PNG, wired } from "../wired.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

const stored = {
  name: "gull",
  sound_id: ID,
  volume: 1,
  emoji_id: null,
  emoji_name: "🐦",
  guild_id: OTHER,
  available: true
}

const shown = { sound_id: ID, name: "gull", guild_id: OTHER, emoji_name: "🐦" }

describe("soundboard_create_guild_sound", () => {
  it.effect("sends the sound as a data URL", () =>
    Effect.gen(function* () {
      for (const [base64, type] of [
        [OGG, "audio/ogg"],
        [MP3, "audio/mpeg"],
        [Buffer.from([0xff, 0xfb, 0x90, 0x64]).toString("base64"), "audio/mpeg"]
      ] as const) {
        const given = { guild_id: OTHER, name: "gull", volume: 0.5, emoji_name: "🐦", sound: { base64 } }
        const { sent, structured } = yield* wired("soundboard_create_guild_sound", given, stored)
        assert.deepStrictEqual(JSON.parse(JSON.stringify(sent?.body)), {
          name: "gull",
          volume: 0.5,
          emoji_name: "🐦",
          sound: `data:${type};base64,${base64}`
        })
        assert.deepStrictEqual(structured, { ...shown, volume: 1 })
      }
    })
  )

  it.effect("accepts MP3 and Ogg up to 512 KiB, and one emoji", () =>
    Effect.gen(function* () {
      const create = (given: object) =>
        Effect.map(wired("soundboard_create_guild_sound", { guild_id: ID, name: "gull", ...given }, stored), issuesOf)
      assert.deepStrictEqual(yield* create({ sound: { base64: PNG } }), ["sound is not an MP3 or Ogg sound"])
      assert.deepStrictEqual(yield* create({ sound: { base64: Buffer.alloc(512 * 1024 + 1).toString("base64") } }), [
        "sound.base64 is larger than 524288 bytes"
      ])
      assert.deepStrictEqual(yield* create({ sound: { base64: OGG }, volume: 1.5, emoji_id: ID, emoji_name: "🐦" }), [
        "volume must be from 0 to 1, is 1.5"
      ])
      assert.deepStrictEqual(yield* create({ sound: { base64: OGG }, emoji_id: ID, emoji_name: "🐦" }), [
        "emoji_name cannot be set together with emoji_id"
      ])
    })
  )
})

describe("soundboard_modify_guild_sound", () => {
  it.effect("clears an emoji while it sets another", () =>
    Effect.gen(function* () {
      const modify = (given: object) =>
        wired("soundboard_modify_guild_sound", { guild_id: ID, sound_id: ID, ...given }, stored)
      const swapped = yield* modify({ clear: ["emoji_id"], emoji_name: "🐦" })
      assert.deepStrictEqual(swapped.sent?.body, { emoji_id: null, emoji_name: "🐦" })
      assert.deepStrictEqual((yield* modify({ clear: ["emoji_name"] })).sent?.body, { emoji_name: null })
      assert.deepStrictEqual(issuesOf(yield* modify({ emoji_id: ID, emoji_name: "🐦" })), [
        "emoji_name cannot be set together with emoji_id"
      ])
      assert.deepStrictEqual(issuesOf(yield* modify({})), [
        "name set at least one of name, volume, emoji_id, emoji_name"
      ])
    })
  )
})

describe("lists of sounds", () => {
  it.effect("are read from the items of Discord's reply", () =>
    Effect.gen(function* () {
      const ofGuild = yield* wired("soundboard_list_guild_sounds", { guild_id: OTHER }, { items: [stored] })
      assert.deepStrictEqual(ofGuild.structured, { items: [shown] })
      const quiet = { ...stored, volume: 0.25, available: false }
      const ofAll = yield* wired("soundboard_list_default_sounds", {}, [quiet])
      assert.deepStrictEqual(ofAll.structured, { items: [{ ...shown, volume: 0.25, unavailable: true }] })
    })
  )
})
