import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Option, TestClock } from "effect"
import type { Environment } from "../../src/cli/Environment.ts"
import { isRoot, rootNote } from "../skips.ts"
import { codeOf } from "./doctorHarness.ts"
import { BEFORE, cursor, failureOf, init, initAtTerminal, withCursor } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

/** An environment with a token file, so that nobody is asked for a token. */
const withToken = (environment: Environment): Environment => ({
  ...environment,
  variables: { ...environment.variables, DISCORD_TOKEN_FILE: "/run/secrets/token" }
})

/** The options after which only the last question is asked. */
const asked = { ...cursor, yes: false, allow: Option.some("write" as const) }

describe("the file that init writes", () => {
  for (const [keys, writes] of [
    [["y"], true],
    [["n"], false],
    [["enter"], false],
    [[], false]
  ] as const) {
    it.scoped(`is ${writes ? "" : "not "}written after ${keys.join() || "nothing, when the input ends"}`, () =>
      Effect.gen(function* () {
        const { fs, path, environment } = yield* withCursor(BEFORE)
        const { exit, text } = yield* initAtTerminal(withToken(environment), asked, ...keys)
        assert.isTrue(Exit.isSuccess(exit))
        assert.include(text, writes ? "Written." : "Nothing was written.")
        assert.strictEqual((yield* fs.readFileString(path)) !== BEFORE, writes)
      }).pipe(withNodeContext)
    )
  }

  it.scoped("is not written after Ctrl-C, which exits with 130 and one message", () =>
    Effect.gen(function* () {
      const { fs, path, environment } = yield* withCursor(BEFORE)
      const printed: Array<unknown> = []
      const { exit } = yield* Effect.consoleWith((console) =>
        initAtTerminal(environment, asked, "^c").pipe(
          Effect.withConsole({ ...console, error: (...parts) => Effect.sync(() => void printed.push(...parts)) })
        )
      )
      assert.strictEqual(codeOf(exit), 130)
      assert.deepStrictEqual(printed, ["Interrupted while init prepared the entry. Nothing was written."])
      assert.strictEqual(yield* fs.readFileString(path), BEFORE)
    }).pipe(withNodeContext)
  )

  it.scoped("has its old or its new content after an interruption, which the message says", () =>
    Effect.gen(function* () {
      const { fs, path, environment } = yield* withCursor(BEFORE)
      const printed: Array<unknown> = []
      const slow: FileSystem.FileSystem = { ...fs, rename: () => Effect.interrupt }
      const { exit } = yield* Effect.consoleWith((console) =>
        init(environment, cursor).pipe(
          Effect.withConsole({ ...console, error: (...parts) => Effect.sync(() => void printed.push(...parts)) })
        )
      ).pipe(Effect.provideService(FileSystem.FileSystem, slow))
      assert.isTrue(Exit.isInterrupted(exit))
      assert.deepStrictEqual(printed, [
        `Interrupted while init wrote ${path}. Each file has its old or its new content.`
      ])
    }).pipe(withNodeContext)
  )

  it.scoped("is only shown in a dry run, or if no one can confirm", () =>
    Effect.gen(function* () {
      const { directory, fs, path, environment } = yield* withCursor(BEFORE)
      const unattended = yield* init(environment, { ...cursor, yes: false })
      assert.include(
        failureOf(unattended.exit),
        "Nothing was written, because no one can confirm here. Repeat with --yes."
      )
      const dry = yield* init(environment, { ...cursor, dryRun: true })
      assert.isTrue(Exit.isSuccess(dry.exit))
      for (const { text } of [unattended, dry]) assert.include(text, `+++ ${path}\n@@ -1,1 +1,1 @@`)
      assert.strictEqual(yield* fs.readFileString(path), BEFORE)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withNodeContext)
  )

  it.scoped("never overwrites an older backup", () =>
    Effect.gen(function* () {
      const { directory, fs, path, environment } = yield* withCursor(BEFORE)
      for (const surface of ["core", "full", "search"]) {
        // All in the same millisecond, because the test clock does not advance.
        yield* init(environment, { ...cursor, surface: Option.some(surface) })
      }
      const names = (yield* fs.readDirectory(directory)).toSorted()
      const stamp = "1970-01-01T00-00-00-000Z"
      assert.deepStrictEqual(names, [
        "mcp.json",
        `mcp.json.${stamp}-2.bak`,
        `mcp.json.${stamp}-3.bak`,
        `mcp.json.${stamp}.bak`
      ])
      assert.strictEqual(yield* fs.readFileString(`${path}.${stamp}.bak`), BEFORE)
      assert.include(yield* fs.readFileString(`${path}.${stamp}-2.bak`), `"MCP_TOOL_SURFACE": "core"`)
      yield* TestClock.adjust("1 day")
      const { text } = yield* init(environment, { ...cursor, surface: Option.some("core") })
      assert.include(text, `${path}.1970-01-02T00-00-00-000Z.bak`)
    }).pipe(withNodeContext)
  )

  it.scoped("replaces the target of a link, and the link stays", () =>
    Effect.gen(function* () {
      const { directory, fs, path, root, environment } = yield* withCursor(BEFORE)
      const kept = `${root}/dotfiles.json`
      yield* fs.rename(path, kept)
      yield* fs.symlink(kept, path)
      yield* init(environment, cursor)
      assert.strictEqual(yield* fs.readLink(path), kept)
      assert.include(yield* fs.readFileString(kept), `"discord"`)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])

      yield* fs.remove(kept)
      const { exit } = yield* init(environment, cursor)
      assert.include(failureOf(exit), `${path} is a broken link to ${kept}. Nothing was changed.`)
      assert.isFalse(yield* fs.exists(kept))
    }).pipe(withNodeContext)
  )

  it.scoped("keeps BOM and line ends", () =>
    Effect.gen(function* () {
      const { fs, path, environment } = yield* withCursor(`\uFEFF{\r\n\t"mcpServers": {\r\n\t}\r\n}\r\n`)
      yield* init(environment, cursor)
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(yield* fs.readFile(path))
      assert.strictEqual(
        text,
        `\uFEFF${[
          "{",
          `\t"mcpServers": {`,
          `\t\t"discord": {`,
          `\t\t\t"command": "npx",`,
          `\t\t\t"args": ["-y", "effect-discord-mcp"],`,
          `\t\t\t"env": {`,
          `\t\t\t\t"DISCORD_TOKEN": "\${env:DISCORD_TOKEN}"`,
          "\t\t\t}",
          "\t\t}",
          "\t}",
          "}",
          ""
        ].join("\r\n")}`
      )
    }).pipe(withNodeContext)
  )

  for (const [what, content, problem] of [
    [
      "bytes that are no UTF-8",
      new Uint8Array([0x7b, 0xff, 0x7d]),
      "is not valid UTF-8: save it in UTF-8 with an editor"
    ],
    ["a list", "[]", "cannot be read: line 1, column 1: expected an object"],
    ["servers that are no table", `{ "mcpServers": [] }`, `cannot hold an entry: "mcpServers" is not a table`],
    ["servers that are nothing", `{ "mcpServers": null }`, `cannot hold an entry: "mcpServers" is not a table`],
    [
      "other servers under both names",
      `{ "mcpServers": { "discord": { "command": "a" }, "effect-discord-mcp": { "command": "b" } } }`,
      "cannot hold an entry: discord and effect-discord-mcp are the names of other servers"
    ],
    [
      "variables that are no table",
      `{ "mcpServers": { "discord": { "command": "effect-discord-mcp", "env": "A=1" } } }`,
      `cannot hold an entry: "env" is not a table`
    ]
  ] as const) {
    it.scoped(`does not touch a file with ${what}`, () =>
      Effect.gen(function* () {
        const { directory, fs, path, environment } = yield* withCursor(content)
        const before = yield* fs.readFile(path)
        const { exit } = yield* init(environment, cursor)
        assert.include(failureOf(exit), `${path} ${problem}. Nothing was changed.`)
        assert.deepStrictEqual(yield* fs.readFile(path), before)
        assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
      }).pipe(withNodeContext)
    )
  }

  it.scoped("rejects a path that is not a file, or has a file as parent", () =>
    Effect.gen(function* () {
      const { fs, path, root, environment } = yield* withCursor(BEFORE)
      yield* fs.remove(path)
      yield* fs.makeDirectory(path)
      assert.include(failureOf((yield* init(environment, cursor)).exit), `${path} is not a file. Nothing was changed.`)
      yield* fs.writeFileString(`${root}/home/.codeium`, "")
      const { exit } = yield* init(environment, { ...cursor, client: Option.some("windsurf") })
      assert.match(failureOf(exit), /mcp_config\.json cannot be (read|written) \(\w+\)\. Nothing was changed\./)
    }).pipe(withNodeContext)
  )

  it.scoped.skipIf(isRoot)(`is not written into a directory that is not to be written in${rootNote}`, () =>
    Effect.gen(function* () {
      const { directory, fs, path, environment } = yield* withCursor(BEFORE)
      yield* fs.chmod(directory, 0o555)
      const { exit } = yield* init(environment, cursor)
      yield* fs.chmod(directory, 0o755)
      assert.include(failureOf(exit), `${path} cannot be written (PermissionDenied). Nothing was changed.`)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withNodeContext)
  )

  it.scoped("does not overwrite concurrent changes of a client", () =>
    Effect.gen(function* () {
      const { directory, fs, path, environment } = yield* withCursor(BEFORE)
      const theirs = `{ "mcpServers": {}, "new": true }\n`
      // The client writes between our looking at its file and our writing: when the new text is there already.
      const busy: FileSystem.FileSystem = {
        ...fs,
        writeFileString: (to, ...rest) =>
          Effect.zipRight(
            fs.writeFileString(to, ...rest),
            to.endsWith(".new") ? fs.writeFileString(path, theirs) : Effect.void
          )
      }
      const { exit } = yield* init(environment, cursor).pipe(Effect.provideService(FileSystem.FileSystem, busy))
      assert.include(failureOf(exit), `${path} was changed by another program: retry. Nothing was changed.`)
      assert.strictEqual(yield* fs.readFileString(path), theirs)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withNodeContext)
  )

  it.scoped("leaves no backup if the file cannot be replaced", () =>
    Effect.gen(function* () {
      const { directory, fs, path, environment } = yield* withCursor(BEFORE)
      // On Windows, a file that another program has open cannot be replaced.
      const open = { ...fs, rename: () => fs.access("/nowhere/nothing") }
      const { exit } = yield* init(environment, cursor).pipe(Effect.provideService(FileSystem.FileSystem, open))
      assert.include(failureOf(exit), `${path} cannot be written (NotFound). Nothing was changed.`)
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withNodeContext)
  )

  it.scoped("uses the second name if another server has the first, and finds its entry again", () =>
    Effect.gen(function* () {
      const { fs, path, environment } = yield* withCursor(`{ "mcpServers": { "discord": { "command": "other" } } }`)
      yield* init(environment, cursor)
      const after = yield* fs.readFileString(path)
      assert.deepStrictEqual(Object.keys(Object(JSON.parse(after)).mcpServers), ["discord", "effect-discord-mcp"])
      assert.include((yield* init(environment, cursor)).text, `has this server, as "effect-discord-mcp"`)
      assert.strictEqual(yield* fs.readFileString(path), after)
    }).pipe(withNodeContext)
  )
})
