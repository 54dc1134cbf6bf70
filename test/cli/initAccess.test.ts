/** What the assistant may do with an entry of `init`: the flag, the question, and contradictions. */
import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Exit, Option } from "effect"
import type { Access } from "../../src/cli/init/access.ts"
import { formatOf } from "../../src/cli/init/ConfigFile.ts"
import { clients } from "../../src/cli/init/clients.ts"
import type { ConfigLocation, McpClient } from "../../src/cli/init/McpClient.ts"
import { codeOf } from "./doctorHarness.ts"
import {
  cursor,
  failureOf,
  init,
  initAtTerminal,
  locations,
  pathOf,
  temporaryHome,
  withCursor,
  writing
} from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const accesses: ReadonlyArray<Access> = ["read", "write", "destructive"]

const allow = (access: Access) => ({ allow: Option.some(access) })

/** The variables of an entry with that access. */
const expected = (access: Access, { elicitation }: McpClient): object =>
  ({
    read: { MCP_READ_ONLY: "true" },
    write: { MCP_DRY_RUN: "true" },
    destructive: { MCP_DRY_RUN: "false", MCP_CONFIRM: elicitation.supported ? "elicit" : "token" }
  })[access]

/** The settings of the access in the entry of a config file. */
const accessIn = Effect.fnUntraced(function* (client: McpClient, path: string) {
  const fs = yield* FileSystem.FileSystem
  const content = Object(Either.getOrThrow(formatOf(client).read(yield* fs.readFileString(path))))
  const env: object = content[client.servers].discord.env ?? {}
  return Object.fromEntries(Object.entries(env).filter(([name]) => /^MCP_(READ|DRY|CONFIRM|WRITE)/.test(name)))
})

/** A home directory, and the config file of a client there. */
const at = (client: McpClient, location: ConfigLocation) =>
  Effect.map(temporaryHome, ({ environment }) => {
    const path = pathOf(location, environment)
    const run = (options: object) => init(environment, { ...writing(client, location), ...options })
    return { environment, path, run, access: accessIn(client, path) }
  })

describe("init --allow", () => {
  it.scoped("writes each access to the config file of each client, also as a change, and keeps it", () =>
    Effect.gen(function* () {
      for (const [client, location] of locations) {
        const { run, ...entry } = yield* at(client, location)
        for (const access of accesses) {
          const { exit, text } = yield* run(allow(access))
          assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
          assert.deepEqual(yield* entry.access, expected(access, client), `${client.name} ${access}`)
          assert.strictEqual(text.includes("cannot ask you"), access === "destructive" && !client.elicitation.supported)
          assert.strictEqual(text.includes("and asks you."), access === "destructive" && client.elicitation.supported)
          assert.strictEqual(text.includes("only previewed"), access === "write")
        }
        assert.include((yield* run(allow("destructive"))).text, "nothing to change")
        // Without the flag the entry keeps its access.
        assert.include((yield* run({})).text, "nothing to change")
      }
    }).pipe(withNodeContext)
  )

  it.scoped("changes any access to any other as if the entry were new, also with the sandbox", () =>
    Effect.gen(function* () {
      const client = clients.find(({ name }) => name === "cursor") ?? assert.fail()
      const [, location] = locations.find(([{ name }]) => name === "cursor") ?? assert.fail()
      for (const sandbox of [false, true]) {
        const { run, ...entry } = yield* at(client, location)
        for (const access of [...accesses, ...accesses.toReversed(), "read", "destructive"] as const) {
          const { exit } = yield* run({ sandbox, ...allow(access) })
          assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
          assert.deepEqual(yield* entry.access, expected(access, client))
        }
      }
    }).pipe(withNodeContext)
  )

  it.scoped("shows the change in the diff, and removes what the access contradicts", () =>
    Effect.gen(function* () {
      const env = { MCP_READ_ONLY: "true", MCP_WRITE_MODE: "preview", LOG_LEVEL: "debug" }
      const entry = { command: "npx", args: ["-y", "effect-discord-mcp"], env }
      const { environment, path } = yield* withCursor(JSON.stringify({ mcpServers: { discord: entry } }, undefined, 2))
      const { text } = yield* init(environment, { ...cursor, ...allow("destructive") })
      for (const line of [
        '-        "MCP_READ_ONLY": "true",',
        '-        "MCP_WRITE_MODE": "preview",',
        '+        "MCP_DRY_RUN": "false",',
        '+        "MCP_CONFIRM": "elicit"'
      ]) {
        assert.include(text, line)
      }
      const fs = yield* FileSystem.FileSystem
      assert.deepInclude(Object(JSON.parse(yield* fs.readFileString(path))).mcpServers.discord.env, {
        LOG_LEVEL: "debug",
        MCP_DRY_RUN: "false"
      })
    }).pipe(withNodeContext)
  )

  it.scoped("says what to set in a client that cannot ask", () =>
    Effect.gen(function* () {
      for (const { elicitation, name } of clients) {
        const { environment } = yield* temporaryHome
        const { text } = yield* init(environment, { client: Option.some(name), yes: true, ...allow("destructive") })
        if (!elicitation.supported) assert.include(text, elicitation.instead)
        assert.match(elicitation.source, /^(https:\/\/\S+|not documented)$/)
        assert.isTrue(!elicitation.supported || elicitation.source !== "not documented")
      }
    }).pipe(withNodeContext)
  )

  it.scoped("prints only the entry with --json, and writes nothing in a dry run", () =>
    Effect.gen(function* () {
      const { directory, environment, fs, path } = yield* withCursor("{}")
      const json = yield* init(environment, { ...cursor, json: true, ...allow("destructive") })
      assert.deepStrictEqual(Object(JSON.parse(json.text)).mcpServers.discord.env, {
        DISCORD_TOKEN: `\${env:DISCORD_TOKEN}`,
        MCP_DRY_RUN: "false",
        MCP_CONFIRM: "elicit"
      })
      const dry = yield* init(environment, { ...cursor, dryRun: true, ...allow("read") })
      assert.include(dry.text, '"MCP_READ_ONLY": "true"')
      assert.include(dry.text, "Nothing was written: this was a dry run.")
      const unattended = yield* init(environment, { ...cursor, yes: false, ...allow("read") })
      assert.include(failureOf(unattended.exit), "no one can confirm here")
      assert.strictEqual(yield* fs.readFileString(path), "{}")
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withNodeContext)
  )

  it.scoped("takes the approval of people in Discord in place of the user's", () =>
    Effect.gen(function* () {
      const { environment, fs, path } = yield* withCursor("{}")
      const approvals = {
        MCP_CONFIRM: " Discord",
        MCP_APPROVERS: "1248328050286788611",
        MCP_APPROVAL_CHANNEL: "1248328050316148746",
        MCP_GATEWAY: "true"
      }
      const here = { ...environment, variables: { ...environment.variables, ...approvals } }
      const { exit, text } = yield* init(here, { ...cursor, json: false, ...allow("destructive") })
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      assert.include(text.replaceAll(/\s+/g, " "), "after one of MCP_APPROVERS has approved it in Discord")
      const { env } = Object(JSON.parse(yield* fs.readFileString(path))).mcpServers.discord
      assert.deepInclude(env, { ...approvals, MCP_CONFIRM: "discord", MCP_DRY_RUN: "false" })
    }).pipe(withNodeContext)
  )

  it.scoped("rejects every setting of the environment that it contradicts, and copies every other", () =>
    Effect.gen(function* () {
      const settings: ReadonlyArray<readonly [name: string, value: string, contradicts: ReadonlyArray<Access>]> = [
        ["MCP_READ_ONLY", "yes", ["write", "destructive"]],
        ["MCP_READ_ONLY", "off", ["read"]],
        ["MCP_WRITE_MODE", "preview", ["write", "destructive"]],
        ["MCP_WRITE_MODE", "allow", []],
        ["MCP_DRY_RUN", "TRUE", ["destructive"]],
        ["MCP_DRY_RUN", "0", ["write"]],
        ["MCP_CONFIRM", "flag", ["destructive"]],
        ["MCP_CONFIRM", "token", ["destructive"]],
        ["MCP_CONFIRM", "elicit", []]
      ]
      for (const [name, value, contradicts] of settings) {
        for (const access of accesses) {
          for (const json of [false, true]) {
            const { environment, fs, path } = yield* withCursor("{}")
            const here = { ...environment, variables: { ...environment.variables, [name]: value } }
            const { exit, text } = yield* init(here, { ...cursor, json, ...allow(access) })
            const failure = failureOf(exit)
            assert.strictEqual(Exit.isFailure(exit), contradicts.includes(access), `${name}=${value}, ${access}`)
            if (Exit.isFailure(exit)) {
              assert.match(
                failure,
                new RegExp(`contradict --allow ${access}:\\n.*- ${name} is \\w+, but must be \\w+\\.`)
              )
              assert.strictEqual(yield* fs.readFileString(path), "{}")
            } else {
              const { env } = Object(JSON.parse(json ? text : yield* fs.readFileString(path))).mcpServers.discord
              assert.property(env, name)
            }
          }
        }
      }
    }).pipe(withNodeContext)
  )

  it.scoped("does not replace a restriction of the environment that is blank or invalid", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      for (const name of ["MCP_READ_ONLY", "MCP_DRY_RUN", "MCP_CONFIRM", "MCP_WRITE_MODE"]) {
        for (const value of ["", "perhaps"]) {
          const here = { ...environment, variables: { ...environment.variables, [name]: value } }
          for (const access of accesses) {
            assert.include(failureOf((yield* init(here, { ...cursor, ...allow(access) })).exit), `\n  - ${name}: `)
          }
        }
      }
    }).pipe(withNodeContext)
  )
})

describe("init on a terminal", () => {
  /** The options of a run that asks only for the access, and to confirm. */
  const sandbox = { ...cursor, yes: false, sandbox: true }

  it.scoped("asks for the access, and marks that of the entry", () =>
    Effect.gen(function* () {
      const { environment, path } = yield* withCursor("{}")
      const client = clients.find(({ name }) => name === "cursor") ?? assert.fail()
      const current = accessIn(client, path)
      for (const [keys, access] of [
        // The server's default comes first.
        [["enter", "y"], "write"],
        [["up", "enter", "y"], "read"],
        [["up", "enter", "y"], "destructive"],
        [["enter"], "destructive"],
        [["up", "up", "enter", "y"], "read"],
        [["enter"], "read"],
        [["down", "enter", "y"], "write"]
      ] as const) {
        const { exit, screen, text } = yield* initAtTerminal(environment, sandbox, ...keys)
        assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
        assert.deepEqual(yield* current, expected(access, client))
        assert.strictEqual(text.includes("nothing to change"), keys.length === 1)
        assert.include(screen, "What may the assistant do?")
        assert.include(screen, "also delete and ban, after you agree")
      }
    }).pipe(withNodeContext)
  )

  it.scoped("marks the access of the environment, and rejects another answer", () =>
    Effect.gen(function* () {
      const { environment, fs, path } = yield* withCursor("{}")
      const here = { ...environment, variables: { ...environment.variables, MCP_READ_ONLY: "true" } }
      const other = yield* initAtTerminal(here, sandbox, "down", "enter", "y")
      assert.include(failureOf(other.exit), "- MCP_READ_ONLY is true, but must be false.")
      assert.strictEqual(yield* fs.readFileString(path), "{}")
      assert.include((yield* initAtTerminal(here, sandbox, "enter", "y")).text, "The assistant can only read.")
    }).pipe(withNodeContext)
  )

  it.scoped("does not ask for the access with --allow, --yes, --dry-run, --json or --url", () =>
    Effect.gen(function* () {
      const { environment } = yield* withCursor("{}")
      for (const options of [
        { ...sandbox, ...allow("read") },
        { ...sandbox, yes: true },
        { ...sandbox, dryRun: true },
        { ...sandbox, json: true },
        { ...cursor, yes: false, url: Option.some("https://discord.example.com/mcp") }
      ]) {
        const { screen } = yield* initAtTerminal(environment, options, "n")
        assert.notInclude(screen, "What may the assistant do?")
      }
    }).pipe(withNodeContext)
  )

  it.scoped("lets a person choose the client, and goes on with it", () =>
    Effect.gen(function* () {
      const { environment, path } = yield* withCursor("{}")
      const options = { sandbox: true, client: Option.none() }
      const { exit, screen, text } = yield* initAtTerminal(environment, options, "enter", "enter", "y")
      assert.isTrue(Exit.isSuccess(exit), failureOf(exit))
      // The only client with a file is marked.
      assert.include(text, `Cursor: ${path}`)
      assert.include(screen, "Cursor (is installed)")
      for (const { title } of clients) assert.include(screen, title)
      const again = yield* initAtTerminal(environment, options, "up", "enter", "enter", "n")
      assert.include(again.screen, "Cursor (has this server)")
      assert.include(again.text, "Claude Code: ")
      // Without a terminal the clients are listed.
      assert.match((yield* init(environment, options)).text, /^cursor +user +\S+ +has this server, as "discord"$/m)
    }).pipe(withNodeContext)
  )

  it.scoped("writes nothing if the input ends or is interrupted at any question", () =>
    Effect.gen(function* () {
      const { directory, environment, fs, path } = yield* withCursor("{}")
      const choosing = { sandbox: true, client: Option.none() }
      for (const [options, before] of [
        [choosing, []],
        [choosing, ["enter"]],
        [choosing, ["enter", "enter"]],
        [sandbox, []],
        [{ ...cursor, yes: false }, ["enter"]]
      ] as const) {
        const ended = yield* initAtTerminal(environment, options, ...before)
        assert.match(`${ended.text}${failureOf(ended.exit)}`, /Nothing was written\./)
        assert.strictEqual(codeOf((yield* initAtTerminal(environment, options, ...before, "^c")).exit), 130)
      }
      assert.strictEqual(yield* fs.readFileString(path), "{}")
      assert.deepStrictEqual(yield* fs.readDirectory(directory), ["mcp.json"])
    }).pipe(withNodeContext)
  )
})
