import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import { variables } from "../../src/config/Settings.ts"
import { cursor, init, locations, pathOf, temporaryHome, withCursor, writing } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const KEY = "api-key=hidden-key"

/** Settings as an operator has them around, with a key that must not be written. */
const around = {
  DISCORD_API_URL: "http://127.0.0.1:8080/api",
  ALLOWED_GUILDS: "1248328050278400001",
  MCP_READ_ONLY: "yes",
  MCP_TOOL_SURFACE: "  ",
  LOG_LEVEL: "loud",
  OTEL_EXPORTER_OTLP_HEADERS: KEY,
  MCP_COFFEE: "black"
}

describe("init with settings in the environment", () => {
  it.scoped("copies them into the entry of every client, and names them", () =>
    Effect.gen(function* () {
      for (const [client, location] of locations) {
        const { root, environment } = yield* temporaryHome
        const here = { ...environment, variables: { ...environment.variables, ...around } }
        const { text } = yield* init(here, { ...writing(client, location), guild: ["1248328050311954441"] })
        assert.include(text, "Copied from the environment: DISCORD_API_URL, MCP_READ_ONLY", client.name)
        assert.include(text, "Not copied, because the value is invalid: LOG_LEVEL.")
        assert.strictEqual(
          text.includes("Not copied, because it may contain a secret: OTEL_EXPORTER_OTLP_HEADERS."),
          ["claude-desktop", "zed", "vscode", "antigravity"].includes(client.name) ||
            (client.name === "claude-code" && location.scope === "user"),
          client.name
        )
        const { FileSystem } = yield* Effect.promise(() => import("@effect/platform"))
        const fs = yield* FileSystem.FileSystem
        const written = yield* fs.readFileString(pathOf(location, here))
        assert.include(written, "http://127.0.0.1:8080/api", client.name)
        // A flag is stronger than the environment.
        assert.include(written, "1248328050311954441")
        assert.notInclude(written, "1248328050278400001")
        assert.notInclude(written, "hidden-key")
        assert.notInclude(text, "hidden-key")
        assert.notInclude(written, "COFFEE")
        assert.isAbove(root.length, 0)
        const again = yield* init(here, { ...writing(client, location), guild: ["1248328050311954441"] })
        assert.include(again.text, "nothing to change", client.name)
      }
    }).pipe(withNodeContext)
  )

  it.scoped("updates an existing entry with them", () =>
    Effect.gen(function* () {
      const { fs, path, environment } = yield* withCursor("{}")
      yield* init(environment, cursor)
      const here = {
        ...environment,
        variables: { ...environment.variables, DISCORD_API_URL: "http://127.0.0.1:1/api" }
      }
      yield* init(here, cursor)
      const { discord } = Object(JSON.parse(yield* fs.readFileString(path))).mcpServers
      assert.deepStrictEqual(discord.env, {
        DISCORD_TOKEN: "$" + "{env:DISCORD_TOKEN}",
        DISCORD_API_URL: "http://127.0.0.1:1/api"
      })
    }).pipe(withNodeContext)
  )

  it.scoped("writes secrets as references if the client supports them, and prefers a token file", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const entry = (given: object) =>
        Effect.map(
          init({ ...environment, variables: { ...environment.variables, ...given } }, { ...cursor, json: true }),
          ({ text }) => Object(JSON.parse(text)).mcpServers.discord.env
        )
      assert.deepStrictEqual(yield* entry({ OTEL_EXPORTER_OTLP_HEADERS: KEY, DISCORD_TOKEN: "abcdefghij" }), {
        DISCORD_TOKEN: "$" + "{env:DISCORD_TOKEN}",
        OTEL_EXPORTER_OTLP_HEADERS: "$" + "{env:OTEL_EXPORTER_OTLP_HEADERS}"
      })
      assert.deepStrictEqual(yield* entry({ DISCORD_TOKEN_FILE: "/run/token" }), { DISCORD_TOKEN_FILE: "/run/token" })
    }).pipe(withNodeContext)
  )

  it.scoped("copies every setting", () =>
    Effect.gen(function* () {
      const { environment } = yield* temporaryHome
      const given = Object.fromEntries(
        Object.values(variables)
          .filter(
            ({ name }) =>
              !["DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "OTEL_EXPORTER_OTLP_HEADERS", "MCP_REDIS_URL"].includes(name)
          )
          .map(({ accepts, fallback, name }) => [name, fallback || valueFor(accepts)] as const)
      )
      const { text } = yield* init(
        { ...environment, variables: { ...environment.variables, ...given } },
        { ...cursor, json: true }
      )
      const { DISCORD_TOKEN: _, ...env } = Object(JSON.parse(text)).mcpServers.discord.env
      assert.deepStrictEqual(env, given)
    }).pipe(withNodeContext)
  )
})

describe("init with a wrong restriction in the environment", () => {
  const restricting = Object.values(variables).filter(({ restricts }) => restricts)

  it.scoped("names it, and writes nothing", () =>
    Effect.gen(function* () {
      const { environment, fs, path } = yield* withCursor("{}")
      const refusal = (given: Readonly<Record<string, string>>, options: object = {}) =>
        Effect.map(
          init({ ...environment, variables: { ...environment.variables, ...given } }, { ...cursor, ...options }),
          ({ exit }) => (Exit.isSuccess(exit) ? "" : String(Cause.squash(exit.cause)))
        )
      for (const { name } of restricting) {
        for (const value of ["", " ", "undefined", ...(name === "MCP_READ_ONLY" ? ["maybe"] : [])]) {
          assert.include(yield* refusal({ [name]: value }), `\n  - ${name}: `, value)
          assert.include(yield* refusal({ [name]: value }, { json: true }), `\n  - ${name}: `, value)
        }
      }
      assert.strictEqual(yield* fs.readFileString(path), "{}")
      // Neither a flag that replaces it nor an entry of another server needs it.
      const guild = ["1248328050278400001"]
      assert.strictEqual(yield* refusal({ ALLOWED_GUILDS: "" }, { guild }), "")
      assert.strictEqual(yield* refusal({ ALLOWED_GUILDS: "", DISCORD_EXPECTED_BOT_ID: "" }, { sandbox: true }), "")
      assert.strictEqual(
        yield* refusal({ ALLOWED_GUILDS: "" }, { url: Option.some("https://discord.example.com/mcp") }),
        ""
      )
    }).pipe(withNodeContext)
  )
})

/** A value that a setting accepts, by what it says it accepts. */
const valueFor = (accepts: string): string => {
  if (accepts.startsWith("one of ")) return accepts.replace("one of ", "").split(", ")[0] ?? ""
  if (/ids|a Discord id/.test(accepts)) return "1248328050278400001"
  if (accepts.includes("public key")) return "0123456789abcdef".repeat(4)
  if (accepts.includes("port")) return "127.0.0.1:9464"
  return accepts.includes("http") ? "https://otlp.example" : "something"
}

describe("init --sandbox", () => {
  it.scoped("writes a sandbox entry without a token for every client, and can revert it", () =>
    Effect.gen(function* () {
      for (const [client, location] of locations) {
        const { environment } = yield* temporaryHome
        const here = { ...environment, variables: { ...environment.variables, ALLOWED_GUILDS: "1248328050278400001" } }
        const { text } = yield* init(here, { ...writing(client, location), sandbox: true })
        assert.notInclude(text, "Set DISCORD_TOKEN")
        assert.match(text, new RegExp(`: npx -y effect-discord-mcp doctor --client ${client.name}$`))
        const { FileSystem } = yield* Effect.promise(() => import("@effect/platform"))
        const fs = yield* FileSystem.FileSystem
        const written = yield* fs.readFileString(pathOf(location, here))
        assert.match(written, /"serve",\s*"--sandbox"/, client.name)
        assert.notMatch(written, /DISCORD_TOKEN|ALLOWED_GUILDS|discord-token/, client.name)
        const again = yield* init(here, { ...writing(client, location), sandbox: true })
        assert.include(again.text, "nothing to change", client.name)
        yield* init(environment, writing(client, location))
        const back = yield* fs.readFileString(pathOf(location, here))
        assert.notInclude(back, "--sandbox", client.name)
        assert.include(back, "DISCORD_TOKEN", client.name)
      }
    }).pipe(withNodeContext)
  )
})
