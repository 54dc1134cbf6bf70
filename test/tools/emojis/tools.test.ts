import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { GIF, issuesOf, PNG, wired } from "../wired.ts"

const ID = "1248328050311954441"
const ROLE = "1248328050278400001"

const stored = {
  id: ID,
  name: "tide",
  animated: true,
  roles: [],
  managed: false,
  require_colons: true,
  available: false,
  user: { id: ROLE, username: "ada", global_name: "Ada", discriminator: "0", avatar: null }
}

const shown = {
  id: ID,
  name: "tide",
  written: `<a:tide:${ID}>`,
  unavailable: true,
  user: { id: ROLE, username: "ada", name: "Ada" }
}

describe("emojis_create", () => {
  it.effect("sends the image as a data URL with its media type", () =>
    Effect.gen(function* () {
      const { query, sent, structured } = yield* wired(
        "emojis_create",
        { guild_id: ID, name: "tide", roles: [`<@&${ROLE}>`], image: { base64: GIF }, audit_reason: "spring" },
        stored
      )
      assert.deepStrictEqual(sent?.body, { name: "tide", roles: [ROLE], image: `data:image/gif;base64,${GIF}` })
      assert.deepStrictEqual([sent?.path, sent?.reason, query], [`/guilds/${ID}/emojis`, "spring", {}])
      assert.deepStrictEqual(structured, { ...shown, roles: [] })

      const inData = { base64: `data:image/jpeg;base64,${PNG}` }
      const other = yield* wired("app_emojis_create", { application_id: ID, name: "tide", image: inData }, stored)
      assert.deepStrictEqual(other.sent?.body, { name: "tide", image: `data:image/png;base64,${PNG}` })
      assert.deepStrictEqual(other.structured, shown)
    })
  )

  it.effect("accepts an image of at most 256 KiB, from one source", () =>
    Effect.gen(function* () {
      const create = (image: object) =>
        Effect.map(wired("emojis_create", { guild_id: ID, name: "tide", image }, stored), issuesOf)
      const most = Buffer.alloc(256 * 1024 + 1).toString("base64")
      assert.deepStrictEqual(yield* create({ base64: most }), ["image.base64 is larger than 262144 bytes"])
      assert.deepStrictEqual(yield* create({ base64: "aGVsbG8=" }), [
        "image is not a PNG, JPEG, GIF, WebP or AVIF picture"
      ])
      assert.deepStrictEqual(yield* create({ base64: PNG, path: "x.png" }), [
        "image set exactly one of url, path and base64"
      ])
      assert.deepStrictEqual(yield* create({ path: "x.png" }), [
        "image.path files may not be named by path here: the operator has set no MCP_FILES_DIR"
      ])
    })
  )
})

describe("emojis_modify", () => {
  it.effect("changes the given fields and rejects a call without a change", () =>
    Effect.gen(function* () {
      const where = { guild_id: ID, emoji_id: `<:tide:${ROLE}>` }
      const { sent } = yield* wired("emojis_modify", { ...where, roles: [] }, stored)
      assert.deepStrictEqual([sent?.path, sent?.body], [`/guilds/${ID}/emojis/${ROLE}`, { roles: [] }])
      assert.deepStrictEqual(issuesOf(yield* wired("emojis_modify", where)), ["name set at least one of name, roles"])
    })
  )
})

describe("app_emojis_list", () => {
  it.effect("lists the items of Discord's reply", () =>
    Effect.gen(function* () {
      const { structured } = yield* wired("app_emojis_list", { application_id: ID }, { items: [stored] })
      assert.deepStrictEqual(structured, { items: [shown] })
      const none = yield* wired("app_emojis_list", { application_id: ID }, { items: [] })
      assert.deepStrictEqual(none.structured, { items: [], notice: "The application has no emojis." })
    })
  )
})
