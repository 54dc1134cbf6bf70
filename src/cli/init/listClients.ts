import { Array as Arr, Effect, Either, Predicate } from "effect"
import type { Environment } from "../Environment.ts"
import { choose, type Screen, writeLines } from "../prompts.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { padToWidth, widthOf } from "../rendering/text.ts"
import { readConfigFile } from "./ConfigFile.ts"
import { clients } from "./clients.ts"
import { configPath } from "./locations.ts"
import { botTokenName, type ConfigLocation, type McpClient, remoteTokenName } from "./McpClient.ts"
import { findServerName } from "./planChanges.ts"
import { type EntryKind, kindOf, type LaunchCommand } from "./ServerEntry.ts"

/** The state of a client's config file. */
export interface ClientStatus {
  readonly client: string
  readonly title: string
  readonly scope: ConfigLocation["scope"]
  /** `undefined` if the environment names no home directory. */
  readonly path: string | undefined
  readonly state: "absent" | "present" | "configured" | "unreadable"
  /** The name of this server in the file. */
  readonly name?: string
  /** How the entry reaches this server. */
  readonly kind?: EntryKind
  /** The entry still has the placeholder for the token. */
  readonly placeholder?: true
  readonly problem?: string
}

/** Returns the state of every config file of every client. */
export const clientStatuses = (environment: Environment, launch: LaunchCommand) =>
  Effect.forEach(
    clients.flatMap((client) => client.locations.map((location) => ({ client, location }))),
    ({ client, location }) => statusOf(client, location, environment, launch)
  )

/** Returns the clients that start this server, each once. They have their own settings. */
export const clientsWithEntry = (all: ReadonlyArray<ClientStatus>): ReadonlyArray<ClientStatus> =>
  Arr.dedupeWith(
    all.filter(({ kind }) => kind === "process"),
    (one, other) => one.client === other.client
  )

/** Renders the states as a table or as JSON. */
export const listClients = (environment: Environment, launch: LaunchCommand, json: boolean) =>
  Effect.map(clientStatuses(environment, launch), (all) => (json ? JSON.stringify(all, undefined, 2) : asTable(all)))

/** Asks for a client, each shown with the state of its config file. The first client with a file is marked. */
export const chooseClient = Effect.fn("init.chooseClient")(function* (
  environment: Environment,
  launch: LaunchCommand,
  screen: Screen
) {
  const all = yield* clientStatuses(environment, launch)
  const best = clients.map(({ name, title }) => {
    const own = all.filter(({ client }) => client === name)
    const shown = STATES.map((state) => own.find((status) => status.state === state)).find(Predicate.isNotUndefined)
    return { name, title, state: shown?.state ?? "absent", text: SHOWN[shown?.state ?? "absent"] }
  })
  const first = best.find(({ state }) => state !== "absent")?.name
  yield* writeLines("Which client gets the server?", screen)
  return yield* choose(
    "Client",
    best.map(({ name, text, title }) => ({
      title: `${title}${text}`,
      value: name,
      selected: name === first
    })),
    screen
  )
})

/** The states of config files. Of several files of a client, the first state counts. */
const STATES = ["configured", "unreadable", "present", "absent"] as const satisfies ReadonlyArray<ClientStatus["state"]>

/** The states after the title of a client. The title and its state fit into 40 columns. */
const SHOWN = {
  configured: " (has this server)",
  unreadable: " (file has an error)",
  present: " (is installed)",
  absent: ""
} as const satisfies Readonly<Record<ClientStatus["state"], string>>

const statusOf = Effect.fnUntraced(function* (
  client: McpClient,
  location: ConfigLocation,
  environment: Environment,
  launch: LaunchCommand
) {
  const path = yield* configPath(location, environment)
  const place = { client: client.name, title: client.title, scope: location.scope, path }
  if (path === undefined) return { ...place, state: "absent" } satisfies ClientStatus as ClientStatus
  const file = yield* Effect.either(readConfigFile(path, client))
  if (Either.isLeft(file))
    return { ...place, state: "unreadable", problem: file.left.problem } satisfies ClientStatus as ClientStatus
  if (!file.right.exists) return { ...place, state: "absent" } satisfies ClientStatus as ClientStatus
  const servers = file.right.content[client.servers]
  const name = Predicate.isReadonlyRecord(servers) ? findServerName(servers, launch) : undefined
  if (name === undefined) return { ...place, state: "present" } satisfies ClientStatus as ClientStatus
  const content: JsonObject = Object(Object(servers)[name])
  const entry = JSON.stringify(content)
  return {
    ...place,
    state: "configured",
    name,
    kind: kindOf(content),
    ...([botTokenName, remoteTokenName].some(({ placeholder }) => entry.includes(placeholder)) && { placeholder: true })
  } satisfies ClientStatus as ClientStatus
})

const asTable = (all: ReadonlyArray<ClientStatus>): string => {
  const columns = [
    ({ client }: ClientStatus) => client,
    ({ scope }: ClientStatus) => scope,
    ({ path }: ClientStatus) => path ?? "(no home directory is set)"
  ]
  const widths = columns.map((cell) => Math.max(...all.map((it) => widthOf(cell(it)))))
  return [
    ...all.map((it) =>
      [...columns.map((cell, at) => padToWidth(cell(it), widths[at] ?? 0)), stateOf(it)].join("  ").trimEnd()
    ),
    "",
    "init CLIENT [--scope user|project] adds this server to a client."
  ].join("\n")
}

const stateOf = ({ name, placeholder, problem, state }: ClientStatus): string => {
  switch (state) {
    case "absent":
      return ""
    case "present":
      return "exists"
    case "configured":
      return `has this server, as "${name}"${placeholder ? ", token missing" : ""}`
    case "unreadable":
      return problem ?? ""
  }
}
