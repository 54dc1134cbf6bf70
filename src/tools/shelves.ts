import { Effect } from "effect"
import type { Catalogue } from "./Catalogue.ts"
import { type Category, categoryOf, namesIn } from "./contents.ts"
import type { Tool } from "./Tool.ts"

type Table = Effect.Effect<ReadonlyArray<Tool>>

const both = (one: Table, other: Table): Table => Effect.zipWith(one, other, (some, more) => [...some, ...more])

/** The tables of each category. All at once they would take 15 MB, and a quarter of the time of a first call. */
const tables: Readonly<Record<Exclude<Category, "meta">, Table>> = {
  users: Effect.map(
    Effect.promise(() => import("./users/tools.ts")),
    ({ users }) => users
  ),
  guild: Effect.map(
    Effect.promise(() => import("./guild/tools.ts")),
    ({ guild }) => guild
  ),
  onboarding: Effect.map(
    Effect.promise(() => import("./onboarding/tools.ts")),
    ({ onboarding }) => onboarding
  ),
  templates: Effect.map(
    Effect.promise(() => import("./templates/tools.ts")),
    ({ templates }) => templates
  ),
  audit_log: Effect.map(
    Effect.promise(() => import("./audit_log/tools.ts")),
    ({ auditLog }) => auditLog
  ),
  automod: Effect.map(
    Effect.promise(() => import("./automod/tools.ts")),
    ({ automod }) => automod
  ),
  roles: Effect.map(
    Effect.promise(() => import("./roles/tools.ts")),
    ({ roles }) => roles
  ),
  members: both(
    Effect.map(
      Effect.promise(() => import("./members/tools.ts")),
      ({ members }) => members
    ),
    Effect.map(
      Effect.promise(() => import("./members/bans.ts")),
      ({ bans }) => bans
    )
  ),
  permissions: Effect.map(
    Effect.promise(() => import("./permissions/tools.ts")),
    ({ permissions }) => permissions
  ),
  channels: Effect.map(
    Effect.promise(() => import("./channels/tools.ts")),
    ({ channels }) => channels
  ),
  threads: Effect.map(
    Effect.promise(() => import("./threads/tools.ts")),
    ({ threads }) => threads
  ),
  messages: Effect.map(
    Effect.promise(() => import("./messages/tools.ts")),
    ({ messages }) => messages
  ),
  reactions: Effect.map(
    Effect.promise(() => import("./reactions/tools.ts")),
    ({ reactions }) => reactions
  ),
  polls: Effect.map(
    Effect.promise(() => import("./polls/tools.ts")),
    ({ polls }) => polls
  ),
  invites: Effect.map(
    Effect.promise(() => import("./invites/tools.ts")),
    ({ invites }) => invites
  ),
  events: both(
    Effect.map(
      Effect.promise(() => import("./events/tools.ts")),
      ({ events }) => events
    ),
    Effect.map(
      Effect.promise(() => import("./events/occurrences.ts")),
      ({ eventOccurrences }) => eventOccurrences
    )
  ),
  stage_instances: Effect.map(
    Effect.promise(() => import("./stage_instances/tools.ts")),
    ({ stageInstances }) => stageInstances
  ),
  voice: Effect.map(
    Effect.promise(() => import("./voice/tools.ts")),
    ({ voice }) => voice
  ),
  webhooks: Effect.map(
    Effect.promise(() => import("./webhooks/tools.ts")),
    ({ webhooks }) => webhooks
  ),
  emojis: Effect.map(
    Effect.promise(() => import("./emojis/tools.ts")),
    ({ emojis }) => emojis
  ),
  stickers: Effect.map(
    Effect.promise(() => import("./stickers/tools.ts")),
    ({ stickers }) => stickers
  ),
  soundboard: Effect.map(
    Effect.promise(() => import("./soundboard/tools.ts")),
    ({ soundboard }) => soundboard
  ),
  application: Effect.map(
    Effect.promise(() => import("./application/tools.ts")),
    ({ application }) => application
  ),
  app_emojis: Effect.map(
    Effect.promise(() => import("./app_emojis/tools.ts")),
    ({ appEmojis }) => appEmojis
  ),
  commands: Effect.map(
    Effect.promise(() => import("./commands/tools.ts")),
    ({ commands }) => commands
  ),
  interactions: Effect.map(
    Effect.promise(() => import("./interactions/tools.ts")),
    ({ interactions }) => interactions
  ),
  components_v2: Effect.map(
    Effect.promise(() => import("./components_v2/tools.ts")),
    ({ componentsV2 }) => componentsV2
  ),
  monetization: Effect.map(
    Effect.promise(() => import("./monetization/tools.ts")),
    ({ monetization }) => monetization
  ),
  lobbies: Effect.map(
    Effect.promise(() => import("./lobbies/tools.ts")),
    ({ lobbies }) => lobbies
  )
}

const names = namesIn(Object.keys(tables))

/** Tools as they have been found, by name. */
const known = new Map<string, Tool>()

const load = (table: Table): Table =>
  Effect.tap(table, (tools) => {
    for (const tool of tools) known.set(tool.name, tool)
  })

/** The tools that speak to Discord, each table loaded when one of its tools is first wanted. */
export const shelves: Catalogue["Type"] = {
  names,
  find: (name) =>
    Effect.suspend(() => {
      const tool = known.get(name)
      if (tool !== undefined) return Effect.succeed(tool)
      const category = categoryOf(name)
      return category === undefined || category === "meta"
        ? Effect.succeed(undefined)
        : Effect.map(load(tables[category]), () => known.get(name))
    }),
  all: Effect.map(Effect.forEach(Object.values(tables), load), (all) => all.flat())
}
