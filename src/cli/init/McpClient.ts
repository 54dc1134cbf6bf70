import type { Environment } from "../Environment.ts"

/** The scope of a config file: one user, or one project. */
export type ConfigScope = "user" | "project"

/** How an entry gets the bot token: by a reference if the client supports one. */
export interface TokenSource {
  /** The value of the token variable in the entry. */
  readonly variable?: string
  /** The client forwards the variable from its own environment (`env_vars`). */
  readonly forwarded?: true
  /** The client prompts for the token and stores it (`inputs`). */
  readonly prompted?: true
  /** The step that the user must take to provide the token. */
  readonly todo: string
}

/** The location of a file. */
export interface FileLocation {
  /** Returns `undefined` if the environment names no home directory. */
  readonly path: (environment: Environment) => string | undefined
  /** The path on every platform, for the docs. */
  readonly shown: string
}

/** A config file in which a client lists its servers. */
export interface ConfigLocation extends FileLocation {
  readonly scope: ConfigScope
  readonly token: TokenSource
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
  /** The config files. The first is the default. */
  readonly locations: readonly [ConfigLocation, ...ReadonlyArray<ConfigLocation>]
  /** How to make the client reload its config. */
  readonly reload: string
}

/** The variable that holds the token, and the variable that names a file with it. */
export const TOKEN = "DISCORD_TOKEN"
export const TOKEN_FILE = "DISCORD_TOKEN_FILE"

/** The placeholder for clients without references. It is not a valid token, so the server does not start with it. */
export const PLACEHOLDER = "the token of your bot goes here"
