import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { variables } from "../../src/config/Settings.ts"
import { cursor, household, init, pathOf, places, withCursor, writing } from "./household.ts"
import { onDisk } from "./onDisk.ts"

const KEY = "api-key=hidden-key"

/** Settings as an operator has them around, with a key that must not be written. */
const around = {
  DISCORD_API_URL: "http://127.0.0.1:8080/api",
  ALLOWED_GUILDS: "1248328050278400001",
  MCP_READ_ONLY: "yes",
  MCP_AUDIT: "  ",
  LOG_LEVEL: "loud",
  OTEL_EXPORTER_OTLP_HEADERS: KEY,
  MCP_COFFEE: "black"
}

describe("init in an environment with settings of ours", () => {
  it.scoped("takes them over into the entry of every client, and says so", () =>
    Effect.gen(function* () {
      for (const [client, place] of places) {
        const { root, standpoint } = yield* household
        const here = { ...standpoint, variables: { ...standpoint.variables, ...around } }
        const { text } = yield* init(here, { ...writing(client, place), guild: Option.some("1248328050311954441") })
        assert.include(text, "Taken from the environment: DISCORD_API_URL, MCP_READ_ONLY", client.name)
        assert.include(text, "Not copied, for the server would refuse the value: LOG_LEVEL.")
        assert.strictEqual(
          text.includes("Not copied, for it may hold a secret: OTEL_EXPORTER_OTLP_HEADERS."),
          ["claude-desktop", "zed", "vscode"].includes(client.name) ||
            (client.name === "claude-code" && place.scope === "user"),
          client.name
        )
        const { FileSystem } = yield* Effect.promise(() => import("@effect/platform"))
        const fs = yield* FileSystem.FileSystem
        const written = yield* fs.readFileString(pathOf(place, here))
        assert.include(written, "http://127.0.0.1:8080/api", client.name)
        // A flag is stronger than the environment.
        assert.include(written, "1248328050311954441")
        assert.notInclude(written, "1248328050278400001")
        assert.notInclude(written, "hidden-key")
        assert.notInclude(text, "hidden-key")
        assert.notInclude(written, "COFFEE")
        assert.isAbove(root.length, 0)
        const again = yield* init(here, { ...writing(client, place), guild: Option.some("1248328050311954441") })
        assert.include(again.text, "nothing to change", client.name)
      }
    }).pipe(onDisk)
  )

  it.scoped("updates an entry that is there with them", () =>
    Effect.gen(function* () {
      const { fs, path, standpoint } = yield* withCursor("{}")
      yield* init(standpoint, cursor)
      const here = { ...standpoint, variables: { ...standpoint.variables, DISCORD_API_URL: "http://127.0.0.1:1/api" } }
      yield* init(here, cursor)
      const { discord } = Object(JSON.parse(yield* fs.readFileString(path))).mcpServers
      assert.deepStrictEqual(discord.env, {
        DISCORD_TOKEN: "$" + "{env:DISCORD_TOKEN}",
        DISCORD_API_URL: "http://127.0.0.1:1/api"
      })
    }).pipe(onDisk)
  )

  it.scoped("refers to secrets where the client can, and names the token's file in place of the token", () =>
    Effect.gen(function* () {
      const { standpoint } = yield* household
      const entry = (given: object) =>
        Effect.map(
          init({ ...standpoint, variables: { ...standpoint.variables, ...given } }, { ...cursor, json: true }),
          ({ text }) => Object(JSON.parse(text)).mcpServers.discord.env
        )
      assert.deepStrictEqual(yield* entry({ OTEL_EXPORTER_OTLP_HEADERS: KEY, DISCORD_TOKEN: "abcdefghij" }), {
        DISCORD_TOKEN: "$" + "{env:DISCORD_TOKEN}",
        OTEL_EXPORTER_OTLP_HEADERS: "$" + "{env:OTEL_EXPORTER_OTLP_HEADERS}"
      })
      assert.deepStrictEqual(yield* entry({ DISCORD_TOKEN_FILE: "/run/token" }), { DISCORD_TOKEN_FILE: "/run/token" })
    }).pipe(onDisk)
  )

  it.scoped("knows every setting there is", () =>
    Effect.gen(function* () {
      const { standpoint } = yield* household
      const given = Object.fromEntries(
        Object.values(variables)
          .filter(({ name }) => !["DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "OTEL_EXPORTER_OTLP_HEADERS"].includes(name))
          .map(({ accepts, fallback, name }) => [name, fallback || valueFor(accepts)] as const)
      )
      const { text } = yield* init(
        { ...standpoint, variables: { ...standpoint.variables, ...given } },
        { ...cursor, json: true }
      )
      const { DISCORD_TOKEN: _, ...env } = Object(JSON.parse(text)).mcpServers.discord.env
      assert.deepStrictEqual(env, given)
    }).pipe(onDisk)
  )
})

/** A value that a setting accepts, by what it says it accepts. */
const valueFor = (accepts: string): string => {
  if (accepts.startsWith("one of ")) return accepts.replace("one of ", "").split(", ")[0] ?? ""
  if (/ids|a Discord id/.test(accepts)) return "1248328050278400001"
  return accepts.includes("http") ? "https://otlp.example" : "something"
}

describe("init --sandbox", () => {
  it.scoped("writes an entry that serves the sandbox without a token, for every client, and can take it back", () =>
    Effect.gen(function* () {
      for (const [client, place] of places) {
        const { standpoint } = yield* household
        const here = { ...standpoint, variables: { ...standpoint.variables, ALLOWED_GUILDS: "1248328050278400001" } }
        const { text } = yield* init(here, { ...writing(client, place), sandbox: true })
        assert.notInclude(text, "Set DISCORD_TOKEN")
        assert.include(text, "doctor --sandbox")
        const { FileSystem } = yield* Effect.promise(() => import("@effect/platform"))
        const fs = yield* FileSystem.FileSystem
        const written = yield* fs.readFileString(pathOf(place, here))
        assert.match(written, /"serve",\s*"--sandbox"/, client.name)
        assert.notMatch(written, /DISCORD_TOKEN|ALLOWED_GUILDS|discord-token/, client.name)
        const again = yield* init(here, { ...writing(client, place), sandbox: true })
        assert.include(again.text, "nothing to change", client.name)
        yield* init(standpoint, writing(client, place))
        const back = yield* fs.readFileString(pathOf(place, here))
        assert.notInclude(back, "--sandbox", client.name)
        assert.include(back, "DISCORD_TOKEN", client.name)
      }
    }).pipe(onDisk)
  )
})
