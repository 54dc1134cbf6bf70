import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, PNG, wired } from "../wired.ts"

const ID = "1248328050311954441"

const stored = {
  id: ID,
  name: "Ebb",
  description: "",
  tags: "sea",
  type: 2,
  format_type: 2,
  available: true,
  guild_id: ID
}

describe("stickers_create_guild_sticker", () => {
  it.effect("sends a form with the file in its own field", () =>
    Effect.gen(function* () {
      const file = { base64: PNG }
      const given = { guild_id: ID, name: "Ebb", tags: "sea", file, audit_reason: "spring" }
      const { sent, structured } = yield* wired("stickers_create_guild_sticker", given, stored)
      assert.deepStrictEqual(sent?.body, { name: "Ebb", description: "", tags: "sea" })
      assert.deepStrictEqual(
        [sent?.form, sent?.reason, sent?.files.map(({ data, key, name }) => [key, name, data.length])],
        [true, "spring", [["file", "file", 9]]]
      )
      assert.deepStrictEqual(structured, {
        id: ID,
        name: "Ebb",
        tags: "sea",
        format: "apng",
        guild_id: ID,
        cleared: ["description"]
      })
    })
  )

  it.effect("has limits, also for the file", () =>
    Effect.gen(function* () {
      const create = (given: object) =>
        Effect.map(
          wired("stickers_create_guild_sticker", { guild_id: ID, name: "Ebb", tags: "sea", ...given }, stored),
          issuesOf
        )
      assert.deepStrictEqual(yield* create({ description: "x", file: { base64: PNG } }), [
        "description must be empty, or at least 2 characters"
      ])
      assert.deepStrictEqual(yield* create({ file: { base64: Buffer.alloc(512 * 1024 + 1).toString("base64") } }), [
        "file.base64 is larger than 524288 bytes"
      ])
      assert.deepStrictEqual(yield* create({}), ["file is required"])
    })
  )
})

describe("packs of stickers", () => {
  const wave = { id: ID, name: "Wave", description: "waves", tags: "hello", type: 1, format_type: 3, pack_id: "1" }
  const pack = { id: ID, name: "Sea", description: "Of the sea", sku_id: "1", stickers: [wave, wave] }

  it.effect("show the number of stickers in the list, and all stickers by id", () =>
    Effect.gen(function* () {
      const all = yield* wired("stickers_list_packs", {}, { sticker_packs: [pack] })
      assert.deepStrictEqual(all.structured, {
        items: [{ id: ID, name: "Sea", description: "Of the sea", stickers: 2 }]
      })
      const one = yield* wired("stickers_get_pack", { pack_id: ID }, pack)
      const inPack = { id: ID, name: "Wave", description: "waves", tags: "hello" }
      assert.deepStrictEqual(one.structured, {
        id: ID,
        name: "Sea",
        description: "Of the sea",
        stickers: [inPack, inPack]
      })
      const alone = yield* wired("stickers_get", { sticker_id: ID }, wave)
      assert.deepStrictEqual(alone.structured, { ...inPack, format: "lottie", pack_id: "1" })
    })
  )
})
