import { Effect } from "effect"
import type { Tool } from "./Tool.ts"

/** Loads the tools of a feature on first use. All features together take 15 MB of memory. */
const lazily = <const Tools extends ReadonlyArray<Tool>>(
  load: () => Promise<{ readonly tools: Tools }>
): Effect.Effect<Tools> => Effect.map(Effect.promise(load), ({ tools }) => tools)

/** The features by category, in the order they are listed. To add a feature, add its folder and one line here. */
export const registry = {
  users: lazily(() => import("./users/tools.ts")),
  guild: lazily(() => import("./guild/tools.ts")),
  onboarding: lazily(() => import("./onboarding/tools.ts")),
  templates: lazily(() => import("./templates/tools.ts")),
  blueprint: lazily(() => import("./blueprint/tools.ts")),
  audit_log: lazily(() => import("./audit_log/tools.ts")),
  automod: lazily(() => import("./automod/tools.ts")),
  roles: lazily(() => import("./roles/tools.ts")),
  members: lazily(() => import("./members/tools.ts")),
  permissions: lazily(() => import("./permissions/tools.ts")),
  channels: lazily(() => import("./channels/tools.ts")),
  threads: lazily(() => import("./threads/tools.ts")),
  messages: lazily(() => import("./messages/tools.ts")),
  reactions: lazily(() => import("./reactions/tools.ts")),
  polls: lazily(() => import("./polls/tools.ts")),
  invites: lazily(() => import("./invites/tools.ts")),
  events: lazily(() => import("./events/tools.ts")),
  stage_instances: lazily(() => import("./stage_instances/tools.ts")),
  voice: lazily(() => import("./voice/tools.ts")),
  webhooks: lazily(() => import("./webhooks/tools.ts")),
  emojis: lazily(() => import("./emojis/tools.ts")),
  stickers: lazily(() => import("./stickers/tools.ts")),
  soundboard: lazily(() => import("./soundboard/tools.ts")),
  application: lazily(() => import("./application/tools.ts")),
  app_emojis: lazily(() => import("./app_emojis/tools.ts")),
  commands: lazily(() => import("./commands/tools.ts")),
  interactions: lazily(() => import("./interactions/tools.ts")),
  components_v2: lazily(() => import("./components_v2/tools.ts")),
  monetization: lazily(() => import("./monetization/tools.ts")),
  lobbies: lazily(() => import("./lobbies/tools.ts")),
  gateway: lazily(() => import("./gateway/tools.ts"))
} satisfies Readonly<Record<string, Effect.Effect<ReadonlyArray<Tool>>>>

/** A category of tools that call Discord. */
export type Category = keyof typeof registry

/** Every tool of the registry, as a type. */
export type RegisteredTool = Effect.Effect.Success<(typeof registry)[Category]>[number]
