import { FileSystem } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { configuredEntry, parseEnvFile, variablesOf } from "../../src/cli/doctor/configuredEntry.ts"
import { doctorWith } from "../../src/cli/doctor.ts"
import { captureConsole } from "./captureConsole.ts"
import { codeOf, environment as host } from "./doctorHarness.ts"
import { launch, temporaryHome } from "./initHarness.ts"
import { withNodeContext } from "./withNodeContext.ts"

const reference = (name: string) => `$${`{${name}}`}`

describe("the file of envFile", () => {
  it("is parsed as VS Code parses it", () => {
    const text = [
      "# a comment",
      "PLAIN=value",
      "  export EXPORTED = spaced value  ",
      "COLON: value",
      "COMMENT=value # comment",
      'QUOTED="a # b" # comment',
      "SINGLE='a\\nb'",
      'LINES="a\\nb"',
      "TICKS=`a=b`",
      'INNER=a"#"b',
      "EQUALS=a=b",
      "EMPTY=",
      "no separator",
      "=no name"
    ].join("\r\n")
    assert.deepStrictEqual(parseEnvFile(text), {
      PLAIN: "value",
      EXPORTED: "spaced value",
      COLON: "value",
      COMMENT: "value",
      QUOTED: "a # b",
      SINGLE: "a\\nb",
      LINES: "a\nb",
      TICKS: "a=b",
      INNER: 'a"#"b',
      EQUALS: "a=b",
      EMPTY: ""
    })
  })

  const withEntry = Effect.fnUntraced(function* (client: "vscode" | "cursor", envFile: string) {
    const fs = yield* FileSystem.FileSystem
    const { environment } = yield* temporaryHome
    const directory = `${environment.directory}/.${client}`
    yield* fs.makeDirectory(directory)
    const entry = {
      ...launch,
      envFile,
      env: { MCP_READ_ONLY: "true", MCP_FILES_DIR: `${reference("workspaceFolder")}/up` }
    }
    yield* fs.writeFileString(
      `${directory}/mcp.json`,
      JSON.stringify({ [client === "vscode" ? "servers" : "mcpServers"]: { discord: entry } })
    )
    yield* fs.writeFileString(`${environment.directory}/.env`, "DISCORD_TOKEN=token-of-the-file\nMCP_READ_ONLY=false\n")
    return environment
  })

  for (const client of ["vscode", "cursor"] as const) {
    it.scoped(`has variables of the entry of ${client}, and env has priority`, () =>
      Effect.gen(function* () {
        const environment = yield* withEntry(client, `${reference("workspaceFolder")}/.env`)
        const entry = yield* configuredEntry(client, environment, launch)
        assert.notProperty(entry, "problem")
        assert.deepStrictEqual(variablesOf(entry, environment), {
          ...environment.variables,
          DISCORD_TOKEN: "token-of-the-file",
          MCP_READ_ONLY: "true",
          MCP_FILES_DIR: `${environment.directory}/up`
        })
      }).pipe(withNodeContext)
    )
  }

  it.scoped(
    "fails the check of the entry if it cannot be read, because the client does not start the server then",
    () =>
      Effect.gen(function* () {
        for (const [envFile, problem] of [
          [`${reference("userHome")}/missing.env`, "/home/missing.env cannot be read (NotFound)"],
          [".env", 'its envFile ".env" is not an absolute path']
        ] as const) {
          const environment = yield* withEntry("vscode", envFile)
          const entry = yield* configuredEntry("vscode", environment, launch)
          const { exit, text } = yield* captureConsole(
            doctorWith(
              { ...host({}), environment: { ...environment, variables: variablesOf(entry, environment) }, entry },
              { json: true, offline: true, client: Option.some("vscode") }
            )
          )
          assert.strictEqual(codeOf(exit), 2)
          const [check] = Object(JSON.parse(text)).checks
          assert.deepInclude(check, { name: "entry", status: "failed" })
          assert.include(check.found, problem)
        }
      }).pipe(withNodeContext)
  )
})
