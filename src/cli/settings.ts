// Only a token file needs the file system, so it is loaded and provided here.
// @effect-diagnostics strictEffectProvide:off
import { Effect, Option, type Scope } from "effect"
import { namesByCategory } from "../catalogue/toolNames.ts"
import { type Loaded, loadSettings, type ReadFile } from "../config/loadSettings.ts"
import { plainValue } from "../config/plainValue.ts"
import type { Serving } from "../config/settingWarnings.ts"
import type { ServeError } from "../sandbox/Sandbox.ts"
import { decodeText } from "../text/decodeText.ts"
import { InvalidPermissions } from "./argv.ts"
import { reasonOf } from "./exit.ts"
import { environmentVariables } from "./process.ts"

/**
 * Reads the settings from environment variables, and checks scopes against the tool catalogue. Only a server over HTTP
 * takes clicks: without it, the key of the endpoint has no effect.
 */
export const loadCliSettings = (environment: Readonly<Record<string, string | undefined>>, serving?: Serving) =>
  Effect.map(
    loadSettings(
      environment,
      { tools: Object.values(namesByCategory).flat(), categories: Object.keys(namesByCategory) },
      readTextFile,
      serving
    ),
    ({ settings, ...loaded }): Loaded => ({
      ...loaded,
      settings: serving?.http === true ? settings : { ...settings, interactionsPublicKey: undefined }
    })
  )

/** Reads a text file. Fails with the reason as one word, such as `NotFound`. */
export const readTextFile: ReadFile = (path) =>
  Effect.gen(function* () {
    const [{ FileSystem }, { layer }] = yield* Effect.promise(() =>
      Promise.all([import("@effect/platform/FileSystem"), import("@effect/platform-node/NodeFileSystem")])
    )
    return yield* Effect.flatMap(FileSystem, (fs) => fs.readFile(path)).pipe(
      Effect.mapError(reasonOf),
      Effect.flatMap(decodeText),
      Effect.provide(layer)
    )
  })

/** Settings that point to the embedded sandbox. `undefined` unsets a setting. */
export type SandboxSettings = Readonly<Record<string, string | undefined>>

/** The flags `--sandbox` and `--permissions` of a command. */
export interface SandboxChoice {
  readonly sandbox: boolean
  /** The permissions of the sandbox's bot. Unset: the permissions of a moderator. */
  readonly permissions?: Option.Option<string>
}

/** Starts the embedded sandbox within the scope if it is chosen. Returns the settings that point to it. */
export const sandboxSettings = ({
  permissions = Option.none(),
  sandbox
}: SandboxChoice): Effect.Effect<SandboxSettings, ServeError | InvalidPermissions, Scope.Scope> =>
  sandbox
    ? start(permissions)
    : Option.isNone(permissions)
      ? Effect.succeed({})
      : new InvalidPermissions({ problem: "needs --sandbox. On Discord, the bot's roles determine its permissions." })

const start = Effect.fnUntraced(function* (names: Option.Option<string>) {
  // Loaded only if the sandbox is used.
  const [{ make }, { permissionsOrDefault }] = yield* Effect.promise(() =>
    Promise.all([import("../sandbox/Sandbox.ts"), import("./sandboxPermissions.ts")])
  )
  const permissions = yield* Effect.mapError(
    permissionsOrDefault(names),
    (problem) => new InvalidPermissions({ problem })
  )
  const { token, url } = yield* make({ permissions })
  const { MCP_AUDIT, MCP_AUDIT_FILE } = environmentVariables()
  return {
    // The audit log is for real changes, unless the operator names a destination.
    MCP_AUDIT: MCP_AUDIT ?? (MCP_AUDIT_FILE === undefined ? "off" : undefined),
    DISCORD_TOKEN: token,
    DISCORD_API_URL: url,
    // The sandbox is on this machine, where no proxy reaches it.
    ...withoutProxy(environmentVariables()),
    // This setting names the real bot.
    DISCORD_EXPECTED_BOT_ID: undefined
  } satisfies SandboxSettings
})

/** Adds the sandbox's host to NO_PROXY, under the name that has precedence. */
const withoutProxy = (variables: Readonly<Record<string, string | undefined>>): SandboxSettings => {
  const name = variables.no_proxy === undefined ? "NO_PROXY" : "no_proxy"
  return { [name]: `${plainValue(name, variables[name] ?? "")},127.0.0.1` }
}
