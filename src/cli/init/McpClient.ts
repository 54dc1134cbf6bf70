import { REMOTE_TOKEN } from "../../config/httpVariables.ts"
import type { Environment } from "../Environment.ts"
import type { JsonObject } from "../rendering/renderValue.ts"

/** The scope of a config file: one user, or one project. */
export type ConfigScope = "user" | "project"

/** How an entry gets the bot's token: from the client's environment, from the client's prompt, or from a file. */
export type TokenForm = "env" | "prompt" | "file"

/** The names of a token that an entry needs, in settings, files and prompts. */
export interface TokenName {
  readonly name: string
  /** The value for clients without references. It is not a valid token, so the server does not start with it. */
  readonly placeholder: string
  /** The prompt for the token, for clients with `inputs`. */
  readonly input: TokenPrompt
}

/** A prompt for a secret, in the `inputs` of a config file. */
export interface TokenPrompt {
  readonly type: "promptString"
  readonly id: string
  readonly description: string
  readonly password: true
}

/** How an entry gets its token: by a reference if the client supports one. */
export interface TokenSource {
  /** The environment variable of the token. */
  readonly name: string
  /** The value of the token variable in the entry. */
  readonly variable?: string
  /** The client forwards the variable from its own environment (`env_vars`). */
  readonly forwarded?: true
  /** The client prompts for the token and stores it (`inputs`). */
  readonly prompted?: TokenPrompt
  /** The step that the user must take to provide the token. */
  readonly todo: string
}

/** The location of a file. */
export interface FileLocation {
  /** Returns `undefined` if the environment names no home directory. */
  readonly path: (environment: Environment) => string | undefined
  /** Returns the path of the file if the client is a packaged Windows app, which has a virtual file system. */
  readonly packaged?: (environment: Environment) => PackagedLocation | undefined
  /** The path on every platform, for the docs. */
  readonly shown: string
}

/** A file within the directory of a package, whose name begins with `prefix`. */
export interface PackagedLocation {
  readonly directory: string
  readonly prefix: string
  readonly file: string
}

/** The maximum number of tools that a client uses from all its servers, and the source of this number. */
export interface ToolLimit {
  readonly max: number
  readonly source: string
}

/**
 * Whether a client shows its user a question of a server (form elicitation of MCP), and the source of this fact.
 * Without elicitation, only the client's own permission for a tool can stop a call. `instead` says how to keep it.
 */
export type Elicitation =
  | { readonly supported: true; readonly source: string; readonly note?: string }
  | { readonly supported: false; readonly source: string; readonly instead: string }

/** A config file in which a client lists its servers. */
export interface ConfigLocation extends FileLocation {
  readonly scope: ConfigScope
  /** How an entry gets the bot's token. */
  readonly token: TokenSource
  /** How an entry gets the token for a server over HTTP. */
  readonly remoteToken: TokenSource
}

/** How a client lists a server over HTTP. */
export interface RemoteFormat {
  /** The field of the address. */
  readonly url: "url" | "httpUrl" | "serverUrl"
  /** Further fields of an entry. */
  readonly fields?: Readonly<Record<string, string>>
  /** The field that names the variable of the token. Without it, a header has the token. */
  readonly bearerVariable?: "bearer_token_env_var"
}

/** An MCP client that `init` supports. */
export interface McpClient {
  /** The argument of `init`. */
  readonly name: string
  readonly title: string
  readonly format: "json" | "toml"
  /** The field of the config file that maps server names to entries. */
  readonly servers: string
  /** Further fields of an entry. */
  readonly fields?: Readonly<Record<string, string>>
  /** Further fields of a new entry. An existing entry keeps its own values. */
  readonly defaults?: JsonObject
  /** The client reads further variables from the file of the field `envFile`. The variables of `env` have priority. */
  readonly readsEnvFile?: true
  readonly elicitation: Elicitation
  /** Unset: no limit is published. */
  readonly toolLimit?: ToolLimit
  /** Notes for users of this client. */
  readonly notes?: ReadonlyArray<string>
  /** Unset: the client can only start a process. */
  readonly remote?: RemoteFormat
  /** The config files. The first is the default. */
  readonly locations: readonly [ConfigLocation, ...ReadonlyArray<ConfigLocation>]
  /** The client starts from the desktop, whose PATH may lack Node. So its entries name the file of Node. */
  readonly startsFromDesktop?: true
  /** The client goes on when a command in its background ends. So the command `wait` wakes it. */
  readonly wakesByCommand?: true
  /** How to make the client reload its config. */
  readonly reload: string
}

/** The variable that holds the token, and the variable that names a file with it. */
export const TOKEN = "DISCORD_TOKEN"
export const TOKEN_FILE = "DISCORD_TOKEN_FILE"

/** The placeholder for the bot's token. */
export const PLACEHOLDER = "the token of your bot goes here"

/** The token of the bot. */
export const botTokenName: TokenName = {
  name: TOKEN,
  placeholder: PLACEHOLDER,
  input: { type: "promptString", id: "discord-token", description: "The token of the Discord bot", password: true }
}

/** The token of a client of a server over HTTP. */
export const remoteTokenName: TokenName = {
  name: REMOTE_TOKEN,
  placeholder: "the token of this client goes here",
  input: {
    type: "promptString",
    id: "discord-mcp-token",
    description: "The token for the Discord MCP server",
    password: true
  }
}
