import { dirname } from "node:path"
import { FileSystem, Error as PlatformError } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { formatOf } from "../../src/cli/init/ConfigFile.ts"
import { snippetOf, snippetText } from "../../src/cli/init/planChanges.ts"
import { init, launch, locations, pathOf, temporaryHome, writing } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const SECRET = "MTIxOTY5OTQwODg5NjAwMDAwMQ.Gabcde.not-a-real-token-but-of-its-shape"

/** A file with another server and with comments where there are any, by format. */
const others = {
  json: (servers: string) => `{
  // What I like.
  "theme": "dark",
  "${servers}": {
    "files": {
      "command": "npx", // from the registry
      "args": ["-y", "files"],
      "env": { "FILES_KEY": "do-not-show-this" }
    } // the last one
    /* no more */
  }, // servers
  "after": [1, 2, 3]
}
`,
  toml: (servers: string) => `# What I like.
model = "o5" # the best

[${servers}.files] # files
command = "npx"
args = ["-y", "files"]

[${servers}.files.env]
FILES_KEY = "do-not-show-this"

# The rest.
[tui]
notifications = true
`
}

/** An older entry of this server, with somebody's own wishes. */
const ours = {
  json: (servers: string) => `{
  "${servers}": {
    "mine": {
      "command": "node", // 18
      "args": ["/old/effect-discord-mcp/main.js"],
      "env": {
        "DISCORD_TOKEN": "${SECRET}",
        "MCP_READ_ONLY": "true" // careful
      },
      "disabled": false
    }
  }
}
`,
  toml: (servers: string) => `[${servers}.mine]
command = "node" # 18
args = ["/old/effect-discord-mcp/main.js"]
startup_timeout_sec = 20

[${servers}.mine.env]
DISCORD_TOKEN = "${SECRET}"
MCP_READ_ONLY = "true" # careful
`
}

const broken = {
  json: `{\n  "a": 1,\n  "b": [1, 2\n}\n`,
  toml: `a = 1\nb = [1, 2\n\n[c]\n`
}

const read = (path: string) => Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readFileString(path))

/** A line but for its commas. */
const bare = (line: string): string => line.replaceAll(",", "")

const filesBeside = (path: string) => Effect.flatMap(FileSystem.FileSystem, (fs) => fs.readDirectory(dirname(path)))

/** A file with that content, and what runs of `init` do to it. */
const at = Effect.fnUntraced(function* (location: (typeof locations)[number][1], content?: string) {
  const fs = yield* FileSystem.FileSystem
  const { environment } = yield* temporaryHome
  const path = pathOf(location, environment)
  if (content !== undefined) {
    yield* fs.makeDirectory(dirname(path), { recursive: true })
    yield* fs.writeFileString(path, content, { mode: 0o640 })
  }
  return { path, environment }
})

/** The same disk, with one directory that is not to be written in: for root, whom no mode of a directory stops. */
const readOnly = (fs: FileSystem.FileSystem, directory: string): FileSystem.FileSystem => {
  const refuse = (path: string) =>
    path.startsWith(directory)
      ? new PlatformError.SystemError({
          module: "FileSystem",
          method: "open",
          reason: "PermissionDenied",
          pathOrDescriptor: path
        })
      : Effect.void
  return {
    ...fs,
    writeFile: (path, ...rest) => Effect.zipRight(refuse(path), fs.writeFile(path, ...rest)),
    writeFileString: (path, ...rest) => Effect.zipRight(refuse(path), fs.writeFileString(path, ...rest)),
    rename: (from, to) => Effect.zipRight(refuse(to), fs.rename(from, to))
  }
}

describe("init", () => {
  for (const [client, location] of locations) {
    const { read: parse } = formatOf(client)
    const wanted = { launch, variables: {} }

    describe(`${client.name}, ${location.scope}`, () => {
      it.scoped("creates the file and its directories, and a second run changes nothing", () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const { path, environment } = yield* at(location)
          const first = yield* init(environment, writing(client, location))
          assert.isTrue(Exit.isSuccess(first.exit))
          assert.include(first.text, location.token.todo)
          assert.match(first.text, new RegExp(`: npx -y effect-discord-mcp doctor --client ${client.name}$`))
          assert.strictEqual(yield* read(path), snippetText(client, location, wanted))
          assert.deepEqual(
            Option.fromNullable(parse(yield* read(path))),
            Option.some(parse(snippetText(client, location, wanted)))
          )
          const { mode, mtime } = yield* fs.stat(path)
          assert.strictEqual(mode & 0o777, location.scope === "user" ? 0o600 : 0o644)

          const second = yield* init(environment, writing(client, location))
          assert.match(second.text, /nothing to change/)
          assert.deepStrictEqual((yield* fs.stat(path)).mtime, mtime)
          assert.deepStrictEqual(
            (yield* filesBeside(path)).filter((name) => /\.(bak|new)$/.test(name)),
            []
          )
        }).pipe(withNodeContext)
      )

      it.scoped("keeps other servers, comments and order, and a backup of the file", () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const before = others[client.format](client.servers)
          const { path, environment } = yield* at(location, before)
          const { exit, text } = yield* init(environment, writing(client, location))
          assert.isTrue(Exit.isSuccess(exit))
          const after = yield* read(path)
          // Line by line it is all there still, in the same order; a comma may have come.
          const lines = after.split("\n")
          let from = 0
          for (const line of before.split("\n")) {
            const found = lines.findIndex((it, at) => at >= from && bare(it) === bare(line))
            assert.isAtLeast(found, from, line)
            from = found + 1
          }
          const kept = parse(before)
          const now = parse(after)
          assert.isTrue(kept._tag === "Right" && now._tag === "Right")
          const servers = {
            ...Object(kept).right[client.servers],
            ...Object(snippetOf(client, location, wanted))[client.servers]
          }
          assert.deepEqual(JSON.parse(JSON.stringify(Object(now).right)), {
            ...JSON.parse(JSON.stringify(Object(kept).right)),
            ...(location.token.prompted && { inputs: Object(snippetOf(client, location, wanted)).inputs }),
            [client.servers]: JSON.parse(JSON.stringify(servers))
          })
          assert.strictEqual((yield* fs.stat(path)).mode & 0o777, 0o640)
          const [backup = "", ...more] = (yield* filesBeside(path)).filter((name) => name.endsWith(".bak"))
          assert.deepStrictEqual(more, [])
          assert.strictEqual(yield* read(`${dirname(path)}/${backup}`), before)
          assert.include(text, backup)
          assert.notInclude(text, "do-not-show-this")
          assert.match((yield* init(environment, writing(client, location))).text, /nothing to change/)
          assert.strictEqual(yield* read(path), after)
        }).pipe(withNodeContext)
      )

      it.scoped("updates its own entry and keeps the user's variables and token", () =>
        Effect.gen(function* () {
          const { path, environment } = yield* at(location, ours[client.format](client.servers))
          const { text } = yield* init(environment, { ...writing(client, location), surface: Option.some("full") })
          const after = yield* read(path)
          const entries = Object(Object(parse(after)).right)[client.servers]
          assert.deepEqual(JSON.parse(JSON.stringify(entries)), {
            mine: {
              ...client.fields,
              ...client.defaults,
              ...launch,
              env: { DISCORD_TOKEN: SECRET, MCP_READ_ONLY: "true", MCP_TOOL_SURFACE: "full" },
              ...(client.format === "json" ? { disabled: false } : { startup_timeout_sec: 20 })
            }
          })
          assert.include(after, client.format === "json" ? "// 18" : "# 18")
          assert.include(after, client.format === "json" ? "// careful" : "# careful")
          assert.notInclude(text, SECRET)
          assert.notInclude(text, location.token.todo)
        }).pipe(withNodeContext)
      )

      it.scoped("rejects a file with a syntax error, with line and column, and keeps it unchanged", () =>
        Effect.gen(function* () {
          const { path, environment } = yield* at(location, broken[client.format])
          const { exit } = yield* init(environment, writing(client, location))
          assert.isTrue(Exit.isFailure(exit))
          const message = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
          assert.include(message, `${path} cannot be read: line 4, column 1`)
          assert.strictEqual(yield* read(path), broken[client.format])
          assert.strictEqual((yield* filesBeside(path)).filter((name) => /\.(bak|new)$/.test(name)).length, 0)
        }).pipe(withNodeContext)
      )

      it.scoped("reports a directory that is not writable, and leaves no file behind", () =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          const before = others[client.format](client.servers)
          const { path, environment } = yield* at(location, before)
          const names = yield* filesBeside(path)
          const { exit } = yield* init(environment, writing(client, location)).pipe(
            Effect.provideService(FileSystem.FileSystem, readOnly(fs, dirname(path)))
          )
          assert.include(
            Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "",
            `${path} cannot be written (PermissionDenied). Nothing was changed.`
          )
          assert.strictEqual(yield* read(path), before)
          assert.deepStrictEqual(yield* filesBeside(path), names)
        }).pipe(withNodeContext)
      )
    })
  }
})
