/** A home directory and a project of a test's own, and `init` at work in them. */
import { FileSystem } from "@effect/platform"
import { Cause, Effect, Exit, Option } from "effect"
import type { Environment } from "../../src/cli/Environment.ts"
import { clients } from "../../src/cli/init/clients.ts"
import type { ConfigLocation, McpClient } from "../../src/cli/init/McpClient.ts"
import { type InitOptions, initWith } from "../../src/cli/init.ts"
import { captureConsole } from "./captureConsole.ts"

/** The way a server is started that comes from the registry. */
export const launch = { command: "npx", args: ["-y", "effect-discord-mcp"] }

/** Every client with every file it has. */
export const locations: ReadonlyArray<readonly [client: McpClient, location: ConfigLocation]> = clients.flatMap(
  (client) => client.locations.map((location) => [client, location] as const)
)

/** Directories that are gone after the test; the variables of the machine name no others. */
export const household = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const root = yield* fs.realPath(yield* fs.makeTempDirectoryScoped({ prefix: "init-" }))
  const environment: Environment = {
    platform: "linux",
    variables: { HOME: `${root}/home` },
    directory: `${root}/project`
  }
  yield* fs.makeDirectory(`${root}/home`)
  yield* fs.makeDirectory(environment.directory)
  return { root, environment }
})

const nothing: InitOptions = {
  client: Option.none(),
  scope: Option.none(),
  surface: Option.none(),
  guild: Option.none(),
  yes: false,
  dryRun: false,
  json: false
}

/** Runs `init` as the registry's package, where nobody can be asked unless a test says so. */
export const init = (environment: Environment, options: Partial<InitOptions> = {}, interactive = false) =>
  captureConsole(
    initWith(
      {
        environment,
        script: "/usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js",
        screen: { interactive, columns: 80, write: () => Effect.void },
        coloured: false
      },
      { ...nothing, ...options }
    )
  )

/** The options that name a client's file, and write without asking. */
export const writing = (client: McpClient, location: ConfigLocation): Partial<InitOptions> => ({
  client: Option.some(client.name),
  scope: Option.some(location.scope),
  yes: true
})

/** The path of a file, which every household has. */
export const pathOf = (location: ConfigLocation, environment: Environment): string => location.path(environment) ?? ""

/** The options that give Cursor an entry without asking. */
export const cursor = { client: Option.some("cursor"), yes: true }

/** Settings of Cursor's with another server. */
export const BEFORE = `{ "mcpServers": { "files": { "command": "files" } } }\n`

/** A home with settings of Cursor's, and the paths of both. */
export const withCursor = (content: string | Uint8Array) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { root, environment } = yield* household
    const directory = `${root}/home/.cursor`
    yield* fs.makeDirectory(directory)
    yield* fs.writeFile(
      `${directory}/mcp.json`,
      typeof content === "string" ? new TextEncoder().encode(content) : content
    )
    return { fs, root, environment, directory, path: `${directory}/mcp.json` }
  })

/** Why a command has failed. */
export const failureOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
