/** Blueprints in files of the operator's directory, and exports of templates. */
// @effect-diagnostics nodeBuiltinImport:off
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { readDocument } from "../../src/blueprint/readDocument.ts"
import { asked, call, roomy, Sandbox, type Served, served } from "../dispatch/app.ts"

const administrator = { ...roomy, permissions: PermissionFlagsBits.Administrator }

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

/** Runs a test with a directory for files, and one beside it. */
const withDirectory = <E>(
  test: (directory: string, outside: string) => Effect.Effect<void, E, Served>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const base = mkdtempSync(join(tmpdir(), "blueprints-"))
      for (const name of ["files", "files-outside"]) mkdirSync(join(base, name))
      return base
    }),
    (base) => {
      const directory = join(base, "files")
      return test(directory, join(base, "files-outside")).pipe(
        served({ MCP_DRY_RUN: "false", MCP_FILES_DIR: directory, ...environment }, administrator)
      )
    },
    (base) => Effect.sync(() => rmSync(base, { recursive: true }))
  )

const codes = (answer: Readonly<Record<string, unknown>>) =>
  [answer.validation_issues ?? []].flat().map((issue) => `${Object(issue).path} ${Object(issue).message}`)

describe("changes of a blueprint in a file", () => {
  it.live("are planned and applied without reading the file, which stays as it is", () =>
    withDirectory((directory) =>
      Effect.gen(function* () {
        const { ids, snapshot } = yield* Sandbox
        yield* structured("blueprint_export", { guild_id: ids.guild, file: "guild.yaml" })
        const text = readFileSync(join(directory, "guild.yaml"), "utf8")
        const input = {
          guild_id: ids.guild,
          file: "guild.yaml",
          changes: [
            { path: "channels[general].topic", value: "Tides" },
            { path: "channels[Community].channels[showcase].topic" },
            { path: "roles[member].name", value: "sailor" },
            { path: "roles[moderator].hoist", value: "false" },
            { path: "roles[diver]", value: '{"color": "#3498DB"}' },
            { path: "guild.verification_level", value: "high" }
          ]
        }
        const { counts, plan_id } = yield* structured("blueprint_plan", input)
        assert.deepStrictEqual(Object(counts), { create: 1, update: 4 })
        const applied = yield* structured("blueprint_apply", { ...input, plan_id, __confirm: true })
        assert.strictEqual(applied.converged, true, JSON.stringify(applied))
        const state = yield* snapshot
        const fields = (path: string) => Object(state[path])
        assert.strictEqual(fields(`/channels/${ids.channels.general}`).topic, "Tides")
        assert.strictEqual(fields(`/channels/${ids.channels.showcase}`).topic, "What you made")
        assert.strictEqual(fields(`/guilds/${ids.guild}/roles/${ids.roles.member}`).name, "sailor")
        assert.strictEqual(fields(`/guilds/${ids.guild}/roles/${ids.roles.moderator}`).hoist, false)
        assert.strictEqual(fields(`/guilds/${ids.guild}`).verification_level, 3)
        assert.strictEqual(readFileSync(join(directory, "guild.yaml"), "utf8"), text)
      })
    )
  )

  it.live("are refused by their path if it names nothing, or if the value does not fit", () =>
    withDirectory(() =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        yield* structured("blueprint_export", { guild_id: ids.guild, file: "guild.yaml" })
        for (const [path, value, issue] of [
          ["channels[nowhere].topic", "x", "changes[0].path has no match: the blueprint has nothing at step 2"],
          ["channels[general].topic[0]", "x", "changes[0].path has no match: the blueprint has nothing at step 4"],
          ["nothing[general].topic", "x", "changes[0].path has no match: the blueprint has nothing at step 1"],
          ["/channels/0", "x", "changes[0].path must be fields and [names]"],
          ["roles[moderator].hoist", "loud", "file.roles[2].hoist must be true or false"],
          ["channels[general].topc", "x", "did you mean topic?"]
        ] as const) {
          const answer = yield* structured("blueprint_plan", {
            guild_id: ids.guild,
            file: "guild.yaml",
            changes: [{ path, value }]
          })
          assert.include(codes(answer).join(), issue)
        }
      })
    )
  )
})

describe("an export that is too large for a result", () => {
  it.live("goes to a file, from which it is planned and applied", () =>
    withDirectory(
      (directory) =>
        Effect.gen(function* () {
          const { ids, patch } = yield* Sandbox
          const whole = yield* structured("blueprint_export", { guild_id: ids.guild })
          assert.strictEqual(whole.reason, "too_large_to_show")
          assert.match(String(whole.recovery_hint), /Set file .*sections.*blueprint export/)
          const written = yield* structured("blueprint_export", { guild_id: ids.guild, file: "guild.yaml" })
          const text = readFileSync(join(directory, "guild.yaml"), "utf8")
          const { counts, names, ...rest } = written
          const { channels = [], roles = [] } = Object(names)
          assert.includeMembers(channels, ["Community", "general", "ideas"])
          assert.includeMembers(roles, ["admin", "moderator"])
          assert.deepStrictEqual(Object.keys(Object(names)), Object.keys(Object(counts)))
          assert.deepStrictEqual(rest, { file: "guild.yaml", bytes: Buffer.byteLength(text) })
          assert.isAbove(text.length, 3000)
          assert.deepStrictEqual(Object.keys(Object(counts)), ["roles", "channels", "automod", "emojis", "stickers"])
          assert.isTrue(Either.isRight(yield* readDocument(text)))
          assert.deepStrictEqual(readdirSync(directory), ["guild.yaml"])
          assert.strictEqual(statSync(join(directory, "guild.yaml")).mode & 0o077, 0)
          const input = { guild_id: ids.guild, file: "guild.yaml", prune: true }
          assert.isTrue((yield* structured("blueprint_plan", input)).in_sync)
          yield* patch({ [`/channels/${ids.channels.general}`]: { topic: "Else" } })
          const { plan_id } = yield* structured("blueprint_plan", input)
          const applied = yield* structured("blueprint_apply", { ...input, plan_id, __confirm: true })
          assert.deepInclude(applied, { converged: true, calls: { ok: 1, failed: 0, skipped: 0 } })
          // The plan is of the content, not of the name.
          writeFileSync(join(directory, "guild.yaml"), "version: 1\n")
          const changed = yield* structured("blueprint_apply", { ...input, plan_id })
          assert.match(codes(changed).join(), /^plan_id is not the id of a plan/)
        }),
      { MCP_MAX_RESULT_CHARS: "3000" }
    )
  )

  it.live("says that the operator has set no directory", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      for (const tool of ["blueprint_export", "blueprint_plan"]) {
        const refused = yield* structured(tool, { guild_id: guild, file: "a.yaml" })
        assert.match(codes(refused).join(), /^file .*the operator has set no MCP_FILES_DIR$/)
      }
    }).pipe(served({}, administrator))
  )

  it.live("needs the scope to write for a file, and stays possible in read-only mode", () =>
    Effect.gen(function* () {
      yield* withDirectory(
        (directory) =>
          Effect.gen(function* () {
            const { guild } = (yield* Sandbox).ids
            const preview = yield* structured("blueprint_export", { guild_id: guild, file: "a.yaml" })
            assert.strictEqual(preview.code, "DRY_RUN_PREVIEW")
            assert.deepStrictEqual(readdirSync(directory), [])
            assert.property(yield* structured("blueprint_export", { guild_id: guild }), "text")
          }),
        { MCP_WRITE_MODE: "preview" }
      )
      yield* withDirectory(
        (directory) =>
          Effect.gen(function* () {
            const { guild } = (yield* Sandbox).ids
            yield* structured("blueprint_export", { guild_id: guild, file: "a.yaml" })
            assert.deepStrictEqual(readdirSync(directory), ["a.yaml"])
          }),
        { MCP_READ_ONLY: "true" }
      )
    })
  )
})

describe("the path of a blueprint", () => {
  /** What is in the way of a path, and the refusals when it is written and read. */
  const paths: Readonly<
    Record<
      string,
      readonly [path: string, make: (directory: string, outside: string) => void, written: RegExp, read: RegExp]
    >
  > = {
    "leads out of the directory": ["../out.yaml", () => {}, /outside the operator/, /outside the operator/],
    "begins like the directory": ["../files-outside/a.yaml", () => {}, /outside the operator/, /outside the operator/],
    "is absolute": ["/etc/out.yaml", () => {}, /outside the operator/, /outside the operator/],
    "is the directory": [".", () => {}, /must end with .yaml/, /outside the operator/],
    "is in a linked directory": [
      "link/a.yaml",
      (directory, outside) => {
        writeFileSync(join(outside, "a.yaml"), "version: 1")
        symlinkSync(outside, join(directory, "link"))
      },
      /outside the operator/,
      /outside the operator/
    ],
    "is a link": [
      "a.yaml",
      (directory, outside) => {
        writeFileSync(join(outside, "a.yaml"), "version: 1")
        symlinkSync(join(outside, "a.yaml"), join(directory, "a.yaml"))
      },
      /exists already/,
      /outside the operator/
    ],
    "is a link to nothing": [
      "a.yaml",
      (directory, outside) => symlinkSync(join(outside, "new.yaml"), join(directory, "a.yaml")),
      /exists already/,
      /is not a readable file/
    ],
    "is a directory": [
      "a.yaml",
      (directory) => mkdirSync(join(directory, "a.yaml")),
      /exists already/,
      /is not a readable file/
    ],
    "is in no directory": ["new/a.yaml", () => {}, /no directory that exists/, /is not a readable file/],
    "has a NUL": ["a\u0000.yaml", () => {}, /cannot be written|control|invalid/, /not a readable file|control|invalid/],
    "has another ending": [".env", () => {}, /must end with .yaml/, /is not a readable file/],
    "is a file of more than 4 MB": [
      "a.yaml",
      (directory) => {
        writeFileSync(join(directory, "a.yaml"), "")
        truncateSync(join(directory, "a.yaml"), 4_000_001)
      },
      /exists already/,
      /is larger than 4000000 bytes/
    ],
    "is a file that is no UTF-8": [
      "a.yaml",
      (directory) => writeFileSync(join(directory, "a.yaml"), Buffer.from([0x76, 0xff, 0xfe])),
      /exists already/,
      /not a text in UTF-8 or UTF-16/
    ],
    "is a file with problems": [
      "a.yaml",
      (directory) => writeFileSync(join(directory, "a.yaml"), "version: 1\nroles: [{nam: a}]\n"),
      /exists already/,
      /file\.roles\[0\]\.nam line 2, column 10: is not a field/
    ]
  }

  for (const [what, [path, make, written, read]] of Object.entries(paths)) {
    it.live(`is refused if it ${what}`, () =>
      withDirectory((directory, outside) =>
        Effect.gen(function* () {
          const { guild } = (yield* Sandbox).ids
          make(directory, outside)
          const before = [readdirSync(directory), readdirSync(outside)]
          assert.match(codes(yield* structured("blueprint_export", { guild_id: guild, file: path })).join(), written)
          for (const tool of ["blueprint_plan", "blueprint_apply"]) {
            assert.match(codes(yield* structured(tool, { guild_id: guild, file: path })).join(), read)
          }
          assert.deepStrictEqual([readdirSync(directory), readdirSync(outside)], before)
        })
      )
    )
  }

  it.live("never replaces a file, even one of another call", () =>
    withDirectory((directory) =>
      Effect.gen(function* () {
        const { guild } = (yield* Sandbox).ids
        const all = yield* Effect.all(
          Array.from({ length: 4 }, () => structured("blueprint_export", { guild_id: guild, file: "a.yaml" })),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(all.filter(({ file }) => file === "a.yaml").length, 1)
        const text = readFileSync(join(directory, "a.yaml"), "utf8")
        assert.isTrue(Either.isRight(yield* readDocument(text)))
        assert.deepStrictEqual(readdirSync(directory), ["a.yaml"])
      })
    )
  )

  it.live("is set in place of the blueprint, not beside it", () =>
    withDirectory(() =>
      Effect.gen(function* () {
        const { guild } = (yield* Sandbox).ids
        for (const more of [{}, { blueprint: "version: 1", file: "a.yaml" }]) {
          const refused = yield* structured("blueprint_plan", { guild_id: guild, ...more })
          assert.deepStrictEqual(codes(refused), ["blueprint set it, or file"])
        }
        assert.deepStrictEqual(yield* asked, [])
      })
    )
  )
})

describe("a template of Discord", () => {
  const exportOf = (input: object) => structured("blueprint_export", input)

  it.live("is exported by its code and by its links, with what it stores", () =>
    Effect.gen(function* () {
      const { channels, guild, templateCode } = (yield* Sandbox).ids
      const { text } = yield* exportOf({ template_code: templateCode })
      const links = ["https://discord.new/CODE", "discord.new/CODE/", "https://discord.com/template/CODE", " CODE "]
      for (const link of links) {
        const template_code = link.replace("CODE", templateCode)
        assert.deepStrictEqual(yield* exportOf({ template_code }), { text })
      }
      const document = Either.getOrThrow(yield* readDocument(text))
      assert.deepStrictEqual(Object.keys(document), ["version", "guild", "everyone", "roles", "channels"])
      assert.notInclude(String(text), guild)
      assert.notInclude(String(text), channels.general)
      const { text: roles } = yield* exportOf({ template_code: templateCode, sections: ["roles"] })
      const part = Either.getOrThrow(yield* readDocument(roles))
      assert.deepStrictEqual(part, { version: 1, roles: document.roles ?? [] })
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "100000" }, administrator))
  )

  it.live("has the state that it was saved with, although the guild has changed since", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      const { text } = yield* exportOf({ template_code: ids.templateCode })
      yield* patch({ [`/channels/${ids.channels.general}`]: { name: "renamed", topic: "Else" } })
      const notice = "The guild has changed since the template was saved."
      assert.deepStrictEqual(yield* exportOf({ template_code: ids.templateCode }), { text, notice })
      assert.notInclude(String(text), "renamed")
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "100000" }, administrator))
  )

  it.live("can be planned for any guild, and applied to the guild that it is of changes nothing twice", () =>
    Effect.gen(function* () {
      const { guild, templateCode } = (yield* Sandbox).ids
      const { text } = yield* exportOf({ template_code: templateCode })
      const input = { guild_id: guild, blueprint: text }
      const applied = yield* structured("blueprint_apply", { ...input, __confirm: true })
      assert.isTrue(applied.converged, JSON.stringify(applied))
      assert.isTrue((yield* structured("blueprint_plan", input)).in_sync)
    }).pipe(served({ MCP_DRY_RUN: "false", MCP_MAX_RESULT_CHARS: "100000" }, administrator))
  )

  it.live("that does not exist is unknown, and a text that is no code is refused before", () =>
    Effect.gen(function* () {
      const unknown = yield* exportOf({ template_code: "https://discord.new/nosuchcode12" })
      assert.deepInclude(unknown, { code: "DISCORD_NOT_FOUND", reason: "unknown_template" })
      const before = (yield* asked).length
      for (const template_code of ["", "a b", "https://example.com/template/abc", "../guilds/1", "discord.new/"]) {
        const refused = yield* exportOf({ template_code })
        assert.strictEqual(refused.code, "VALIDATION_FAILED", template_code)
      }
      const both = yield* exportOf({ template_code: "abc", guild_id: (yield* Sandbox).ids.guild })
      assert.deepStrictEqual(codes(both), ["guild_id set it, or template_code"])
      assert.strictEqual((yield* asked).length, before)
    }).pipe(served({}, administrator))
  )
})
