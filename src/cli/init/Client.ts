import type { Machine } from "../stateDirectory.ts"

/** Where an entry holds: for one user everywhere, or in one project. */
export type Scope = "user" | "project"

/** The machine, and the project somebody stands in. */
export interface Standpoint extends Machine {
  readonly directory: string
}

/** How the server comes to its token: by a reference where the client knows one. */
export interface TokenWay {
  /** What stands for it among the variables of the entry. */
  readonly variable?: string
  /** The entry only names the variable, and the client hands on its own (`env_vars`). */
  readonly forwarded?: true
  /** The client asks for it and keeps it (`inputs`). */
  readonly asked?: true
  /** What is left to do for whoever has the token. */
  readonly todo: string
}

/** Where a file is. */
export interface Location {
  /** `undefined` where the environment names no home. */
  readonly path: (standpoint: Standpoint) => string | undefined
  /** The same as a reader knows it, on every platform. */
  readonly shown: string
}

/** A file a client reads its servers from in one scope. */
export interface Place extends Location {
  readonly scope: Scope
  readonly token: TokenWay
}

/** A program that starts MCP servers. */
export interface Client {
  /** What is typed. */
  readonly name: string
  readonly title: string
  readonly format: "json" | "toml"
  /** The field of its file that holds the servers, by their names. */
  readonly servers: string
  /** What stands in an entry before its command. */
  readonly fields?: Readonly<Record<string, string>>
  /** The first is taken unless another scope is asked for. */
  readonly places: readonly [Place, ...ReadonlyArray<Place>]
  /** What makes it read its file again. */
  readonly reload: string
}

/** The variable the token is read from, and the one that names a file with it. */
export const TOKEN = "DISCORD_TOKEN"
export const TOKEN_FILE = "DISCORD_TOKEN_FILE"

/** Stands where a client takes nothing but the token itself. No token has spaces: with this one no server starts. */
export const PLACEHOLDER = "the token of your bot goes here"
