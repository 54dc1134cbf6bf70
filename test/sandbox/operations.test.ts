// The only option of this file is an environment variable.
// @effect-diagnostics processEnv:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import type { Route } from "../../src/sandbox/Router.ts"
import { routes, stateful } from "../../src/sandbox/routes/all.ts"
import { stubRoutes } from "../../src/sandbox/routes/stubs.ts"
import { operations } from "../contract/Operation.ts"
import { ask, at, field, mightySandbox, refusal, Sandbox, textField } from "./http.ts"

/** `DOCS=write` writes the table instead of comparing it. */
const writing = process.env.DOCS === "write"

/** Returns an operation without the names of its placeholders: `GET /channels/*`. */
const patternOf = (operation: string): string => operation.replaceAll(/\{[^}]*\}|:\w+/g, "*")

const published = operations.map(({ method, path }) => patternOf(`${method} ${path}`))

/** Operations that the sandbox omits on purpose: those that need other credentials, or return an image. */
const unknown = published.filter((pattern) => !routes.some((route) => patternOf(route.operation) === pattern))

const cells = (of: ReadonlyArray<Route>): string =>
  Object.entries(Array.groupBy(of, ({ operation }) => operation.slice(operation.indexOf(" ") + 1)))
    .map(([path, all]) => [all.map(({ operation }) => operation.split(" ")[0]).join(" "), path.replaceAll(":id", "*")])
    .map(([methods, path]) => `\`${methods} ${path}\``)
    .join("<br>")

const table = (): string =>
  [
    "| class | about | operations |",
    "| --- | --- | --- |",
    ...Object.entries(stateful).map(([about, of]) => `| stateful | ${about} | ${cells(of)} |`),
    `| stub | the rest | ${cells(stubRoutes)} |`,
    `| unknown | | ${unknown.map((pattern) => `\`${pattern}\``).join("<br>")} |`
  ].join("\n")

describe("the operations of the sandbox", () => {
  it("exist in Discord, and are unique", () => {
    const patterns = routes.map((route) => patternOf(route.operation))
    // Documented, but not in the published description.
    const alsoDiscords = ["GET /applications/*/skus", "POST /attachments/refresh-urls"]
    assert.deepStrictEqual(
      patterns.filter((pattern) => !published.includes(pattern) && !alsoDiscords.includes(pattern)),
      []
    )
    assert.strictEqual(new Set(patterns).size, patterns.length)
  })

  it("include every operation that a bot can use", () => {
    assert.deepStrictEqual(
      unknown.filter((pattern) => !/partner-sdk|oauth2\/(keys|userinfo|@me)|users\/@me\/|widget\.png/.test(pattern)),
      []
    )
  })

  it("are listed in docs/sandbox.md (DOCS=write writes them)", () => {
    const file = "docs/sandbox.md"
    const page = readFileSync(file, "utf8")
    const fresh = page.replace(
      /<!-- operations -->\n[\s\S]*?<!-- \/operations -->/,
      () => `<!-- operations -->\n${table()}\n<!-- /operations -->`
    )
    if (writing) writeFileSync(file, fresh)
    assert.strictEqual(readFileSync(file, "utf8"), fresh)
  })
})

layer(mightySandbox, { excludeTestServices: true })("a stub operation", (it) => {
  it.effect("stores entities, and rejects unknown ids", () =>
    Effect.gen(function* () {
      const { bot, guild } = (yield* Sandbox).ids
      const all = `/applications/${bot}/guilds/${guild}/commands`
      const made = yield* ask("POST", all, { name: "tide", description: "when it comes" })
      assert.deepStrictEqual([made.status, field("guild_id")(made.body)], [201, guild])
      assert.strictEqual((yield* ask("POST", all, { name: "tide", description: "again" })).status, 200)
      const path = `${all}/${textField(made.body, "id")}`
      assert.strictEqual(field("description")((yield* ask("GET", path)).body), "again")
      const replaced = yield* ask("PUT", all, [{ name: "ebb" }, { name: "flow" }])
      assert.deepStrictEqual(field("name")((yield* ask("GET", all)).body), ["ebb", "flow"])
      assert.deepStrictEqual(field("name")(replaced.body), ["ebb", "flow"])
      assert.deepStrictEqual(refusal(yield* ask("GET", path)).slice(0, 2), [404, 10063])
    })
  )

  it.effect("identifies entities by the same field as Discord", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      yield* ask("POST", "/stage-instances", { channel_id: channels.voice, topic: "Knots" })
      assert.strictEqual(field("topic")((yield* ask("GET", `/stage-instances/${channels.voice}`)).body), "Knots")
      const sound = yield* ask("POST", `/guilds/${guild}/soundboard-sounds`, { name: "bell" })
      const sounds = yield* ask("GET", `/guilds/${guild}/soundboard-sounds`)
      assert.deepStrictEqual(at(sounds.body, "items", "sound_id"), [field("sound_id")(sound.body)])
    })
  )

  it.effect("returns a valid response if it stores nothing", () =>
    Effect.gen(function* () {
      const { bot, guild } = (yield* Sandbox).ids
      assert.strictEqual(field("id")((yield* ask("GET", "/applications/@me")).body), bot)
      assert.strictEqual(field("shards")((yield* ask("GET", "/gateway/bot")).body), 1)
      assert.strictEqual((yield* ask("PATCH", `/guilds/${guild}/voice-states/@me`, {})).status, 204)
      const late = yield* ask("POST", "/interactions/111111111111111111/t/callback", { type: 1 })
      assert.deepStrictEqual(refusal(late), [404, 10062, "Unknown interaction"])
    })
  )

  it.effect("returns every field that Discord documents", () =>
    Effect.gen(function* () {
      const { bot, channels, guild } = (yield* Sandbox).ids
      const played = yield* ask("GET", `/applications/${bot}/activity-instances/i-1`)
      assert.deepStrictEqual(field("location")(played.body), {
        id: `gc-${guild}-${channels.voice}`,
        kind: "gc",
        channel_id: channels.voice,
        guild_id: guild
      })
      assert.deepStrictEqual((yield* ask("GET", `/guilds/${guild}/new-member-welcome`)).body, {
        guild_id: guild,
        enabled: false,
        new_member_actions: [],
        resource_channels: []
      })
      const said = yield* ask("POST", "/lobbies/111111111111111111/messages", { content: "Aye" })
      assert.deepStrictEqual([field("content")(said.body), at(said.body, "author", "id")], ["Aye", bot])
      const unknown = yield* ask("GET", "/guilds/templates/abcdefghijkl")
      assert.deepStrictEqual(refusal(unknown), [404, 10057, "Unknown Guild Template"])
    })
  )

  it.effect("gives new onboarding prompts and options unique ids", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const path = `/guilds/${guild}/onboarding`
      const options = [{ title: "Knots", channel_ids: [channels.general], emoji_name: "🪢" }]
      yield* ask("PUT", path, { prompts: [{ id: "0", title: "What for?", options }] })
      const { body } = yield* ask("GET", path)
      const [prompt] = [Object(body).prompts].flat()
      const [option] = prompt.options
      for (const { id } of [prompt, option]) assert.match(id, /^\d{17,20}$/)
      assert.deepStrictEqual(prompt, {
        id: prompt.id,
        title: "What for?",
        type: 0,
        single_select: false,
        required: false,
        in_onboarding: false,
        options: [
          {
            id: option.id,
            title: "Knots",
            description: null,
            channel_ids: [channels.general],
            role_ids: [],
            emoji: { id: null, name: "🪢", animated: false }
          }
        ]
      })
      yield* ask("PUT", path, { prompts: [prompt] })
      assert.deepStrictEqual(at((yield* ask("GET", path)).body, "prompts", "id"), [prompt.id])
    })
  )
})
