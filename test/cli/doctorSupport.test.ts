import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { anonymize } from "../../src/cli/doctor/supportReport.ts"
import { doctorWith } from "../../src/cli/doctor.ts"
import { Sandbox } from "../dispatch/app.ts"
import { captureConsole } from "./captureConsole.ts"
import { atSandbox, codeOf, directory, environment, TOKEN, withSandbox } from "./doctorHarness.ts"

/** A secret that was put into the wrong variable. */
const MISPLACED = "hunter2-is-my-password"

describe("doctor --support", () => {
  const reportOf = (variables: Readonly<Record<string, string>>) =>
    captureConsole(doctorWith(environment(variables), { json: false, offline: false, support: true }))

  it.scoped("has versions, settings and checks, and no secret, id, name or home path", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const HOME = yield* directory
      const env = {
        ...(yield* atSandbox),
        HOME,
        MCP_AUDIT: "file",
        MCP_TOOL_SURFACE: "full",
        MCP_BULKHEAD_LIMIT: MISPLACED,
        ALLOWED_GUILDS: `${ids.guild},1234567890123456789`,
        DISCORD_DEFAULT_GUILD_ID: "1234567890123456789",
        DISCORD_EXPECTED_BOT_ID: "1111111111111111111",
        OTEL_EXPORTER_OTLP_ENDPOINT: `https://ada:${MISPLACED}@telemetry.example.net/otlp`,
        OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${MISPLACED}`
      }
      const { exit, text } = yield* reportOf(env)
      assert.strictEqual(codeOf(exit), 2)
      for (const part of [
        /^effect-discord-mcp \S+, node 20\.11\.0, linux$/m,
        /^ {2}MCP_TOOL_SURFACE: full$/m,
        /^ {2}MCP_BULKHEAD_LIMIT: wrong$/m,
        /^ {2}ALLOWED_GUILDS: set$/m,
        /^ {2}DISCORD_TOKEN: set$/m,
        /^ {2}failed settings: \d settings? wrong/m,
        /^ {2}warning guilds: /m,
        /~\/\.local\/state\/effect-discord-mcp\/audit\.log/
      ]) {
        assert.match(text, part)
      }
      for (const secret of [
        TOKEN,
        MISPLACED,
        HOME,
        "telemetry.example.net",
        "sandbox-bot",
        "Tidepool",
        ids.guild,
        "1234567890123456789",
        "1219699408896000001"
      ]) {
        assert.notInclude(text, secret)
      }
      assert.notMatch(text, /\d{17,20}/)
      assert.notInclude(text, "\u001b")
    }).pipe(withSandbox())
  )

  it("removes what identifies a person or a machine from any line", () => {
    const here = { platform: "linux", variables: { HOME: "/srv/homes/ada" }, directory: "/srv/secret-project" }
    const windows = { ...here, platform: "win32", variables: { USERPROFILE: "C:\\Users\\ada" } }
    assert.strictEqual(
      anonymize('"Tide\\"pool" (1248328050278400001) in /srv/homes/ada/x, /srv/secret-project/.mcp.json', here),
      '"…" (<id>) in ~/x, ./.mcp.json'
    )
    assert.strictEqual(anonymize("/home/bob/a and /Users/eve/b", here), "/home/…/a and /Users/…/b")
    assert.strictEqual(anonymize("C:\\Users\\ada\\x, c:\\Users\\bob\\y", windows), "~\\x, c:\\Users\\…\\y")
    assert.strictEqual(
      anonymize("https://proxy.example.net:8080/api, https://discord.com/api, http://127.0.0.1:4000/api", here),
      "https://<host>/api, https://discord.com/api, http://127.0.0.1:4000/api"
    )
  })
})
