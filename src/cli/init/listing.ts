import { Effect, Either, Predicate } from "effect"
import { type Client, PLACEHOLDER, type Place, type Standpoint, TOKEN } from "./Client.ts"
import { ownName } from "./changes.ts"
import { clients } from "./clients.ts"
import type { Launch } from "./Entry.ts"
import { readSettingsFile } from "./SettingsFile.ts"

/** What is found where a client looks for its servers. */
export interface Listed {
  readonly client: string
  readonly title: string
  readonly scope: Place["scope"]
  /** `undefined` where no home directory is known. */
  readonly path: string | undefined
  readonly state: "absent" | "present" | "configured" | "unreadable"
  /** The name of this server there. */
  readonly name?: string
  /** The token has not been put in yet. */
  readonly placeholder?: true
  readonly problem?: string
}

/** Every file of every client, with what is found there. */
export const listed = (standpoint: Standpoint, launch: Launch) =>
  Effect.forEach(
    clients.flatMap((client) => client.places.map((place) => ({ client, place }))),
    ({ client, place }) => look(client, place, standpoint, launch)
  )

/** The same as a text. */
export const listing = (standpoint: Standpoint, launch: Launch, json: boolean) =>
  Effect.map(listed(standpoint, launch), (all) => (json ? JSON.stringify(all, undefined, 2) : asTable(all)))

const look = Effect.fnUntraced(function* (client: Client, place: Place, standpoint: Standpoint, launch: Launch) {
  const path = place.path(standpoint)
  const found = { client: client.name, title: client.title, scope: place.scope, path }
  if (path === undefined) return { ...found, state: "absent" } satisfies Listed as Listed
  const file = yield* Effect.either(readSettingsFile(path, client))
  if (Either.isLeft(file))
    return { ...found, state: "unreadable", problem: file.left.problem } satisfies Listed as Listed
  if (!file.right.exists) return { ...found, state: "absent" } satisfies Listed as Listed
  const servers = file.right.content[client.servers]
  const name = Predicate.isReadonlyRecord(servers) ? ownName(servers, launch) : undefined
  if (name === undefined) return { ...found, state: "present" } satisfies Listed as Listed
  const token: unknown = Object(Object(Object(servers)[name]).env)[TOKEN]
  return {
    ...found,
    state: "configured",
    name,
    ...(token === PLACEHOLDER && { placeholder: true })
  } satisfies Listed as Listed
})

const asTable = (all: ReadonlyArray<Listed>): string => {
  const columns = [
    ({ client }: Listed) => client,
    ({ scope }: Listed) => scope,
    ({ path }: Listed) => path ?? "(no home directory is known)"
  ]
  const widths = columns.map((cell) => Math.max(...all.map((it) => cell(it).length)))
  return [
    ...all.map((it) =>
      [...columns.map((cell, at) => cell(it).padEnd(widths[at] ?? 0)), stateOf(it)].join("  ").trimEnd()
    ),
    "",
    "init CLIENT [--scope user|project] adds this server to one of them."
  ].join("\n")
}

const stateOf = ({ name, placeholder, problem, state }: Listed): string => {
  switch (state) {
    case "absent":
      return ""
    case "present":
      return "exists"
    case "configured":
      return `has this server, as "${name}"${placeholder ? ", still without a token" : ""}`
    case "unreadable":
      return problem ?? ""
  }
}
