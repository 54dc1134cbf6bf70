/** Runs `init` in a temporary home directory and project. */
import { FileSystem, Terminal } from "@effect/platform"
import { Cause, Effect, Exit, Mailbox, Option } from "effect"
import type { Environment } from "../../src/cli/Environment.ts"
import { clients } from "../../src/cli/init/clients.ts"
import type { ConfigLocation, McpClient } from "../../src/cli/init/McpClient.ts"
import { Published } from "../../src/cli/init/ServerEntry.ts"
import { type InitOptions, initWith } from "../../src/cli/init.ts"
import type { Screen } from "../../src/cli/prompts.ts"
import { withoutStyle } from "../../src/cli/rendering/text.ts"
import { reportInterruption, shutdownOf } from "../../src/cli/shutdown.ts"
import { captureConsole } from "./captureConsole.ts"

/** The launch command of an installed package. */
export const launch = { command: "npx", args: ["-y", "effect-discord-mcp"] }

/** Every client with each of its config files. */
export const locations: ReadonlyArray<readonly [client: McpClient, location: ConfigLocation]> = clients.flatMap(
  (client) => client.locations.map((location) => [client, location] as const)
)

/** Makes temporary directories for a test. The environment names no others. */
export const temporaryHome = Effect.gen(function* () {
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
  guild: [],
  yes: false,
  dryRun: false,
  json: false
}

/** Runs `init` as an installed package, without a terminal. */
export const init = (environment: Environment, options: Partial<InitOptions> = {}) =>
  initOn({ interactive: false, columns: 80, write: () => Effect.void }, environment, options)

/** Runs `init` of a checkout, without a terminal. */
export const initOfCheckout = (environment: Environment, options: Partial<InitOptions> = {}) =>
  initOn({ interactive: false, columns: 80, write: () => Effect.void }, environment, options, false)

const initOn = (screen: Screen, environment: Environment, options: Partial<InitOptions>, published = true) =>
  initWith(
    {
      environment,
      script: "/usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js",
      execPath: process.execPath,
      screen,
      output: { coloured: false, onTerminal: screen.interactive }
    },
    { ...nothing, ...options }
  ).pipe(
    reportInterruption(shutdownOf(["node", "main.js", "init"]).message),
    Effect.provideService(Published, published),
    captureConsole
  )

/** Runs `init` on a terminal where a person presses these keys. Then the input ends. Returns the screen, too. */
export const initAtTerminal = Effect.fn("initAtTerminal")(function* (
  environment: Environment,
  options: Partial<InitOptions>,
  ...keys: ReadonlyArray<string>
) {
  const screen: Array<string> = []
  const write = (text: string) => Effect.sync(() => void screen.push(text))
  const result = yield* initOn({ interactive: true, columns: 80, write }, environment, options).pipe(
    Effect.provideService(Terminal.Terminal, yield* typing(keys))
  )
  return { ...result, screen: withoutStyle(screen.join("")) }
})

/** A terminal at which these keys are pressed, one question after the other. `^c` is Ctrl-C. */
const typing = (keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const mailbox = yield* Mailbox.make<Terminal.UserInput>()
    for (const name of keys) {
      const key = { name: name.replace("^", ""), ctrl: name.startsWith("^"), meta: false, shift: false }
      yield* mailbox.offer({ input: Option.some(name), key })
    }
    yield* mailbox.end
    return Terminal.Terminal.of({
      columns: Effect.succeed(0),
      rows: Effect.succeed(0),
      isTTY: Effect.succeed(true),
      display: () => Effect.dieMessage("a question on stdout"),
      readLine: Effect.never,
      readInput: Effect.succeed(mailbox)
    })
  })

/** The options that select a config file and write without a question. */
export const writing = (client: McpClient, location: ConfigLocation): Partial<InitOptions> => ({
  client: Option.some(client.name),
  scope: Option.some(location.scope),
  yes: true
})

/** The path of a config file. */
export const pathOf = (location: ConfigLocation, environment: Environment): string => location.path(environment) ?? ""

/** The options that add an entry for Cursor without a question. */
export const cursor = { client: Option.some("cursor"), yes: true }

/** A config of Cursor with another server. */
export const BEFORE = `{ "mcpServers": { "files": { "command": "files" } } }\n`

/** Makes a home directory with a config of Cursor. Returns both paths. */
export const withCursor = (content: string | Uint8Array) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const { root, environment } = yield* temporaryHome
    const directory = `${root}/home/.cursor`
    yield* fs.makeDirectory(directory)
    yield* fs.writeFile(
      `${directory}/mcp.json`,
      typeof content === "string" ? new TextEncoder().encode(content) : content
    )
    return { fs, root, environment, directory, path: `${directory}/mcp.json` }
  })

/** Returns the failure of a command as text. */
export const failureOf = (exit: Exit.Exit<unknown, unknown>): string =>
  Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
