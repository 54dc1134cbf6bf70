import { Effect } from "effect"
import type { Tool } from "../tools/Tool.ts"

/** Loads the tools of a feature on first use. All features together take 15 MB of memory. */
const lazily = <const Tools extends ReadonlyArray<Tool>>(
  load: () => Promise<{ readonly tools: Tools }>
): Effect.Effect<Tools> => Effect.map(Effect.promise(load), ({ tools }) => tools)

/** The features by category, in the order they are listed. To add a feature, add its folder and one line here. */
export const registry = {
  users: lazily(() => import("../tools/users/tools.ts")),
  guild: lazily(() => import("../tools/guild/tools.ts")),
  onboarding: lazily(() => import("../tools/onboarding/tools.ts")),
  templates: lazily(() => import("../tools/templates/tools.ts")),
  blueprint: lazily(() => import("../blueprint/tools.ts")),
  changes: lazily(() => import("../undo/tools.ts")),
  audit_log: lazily(() => import("../tools/audit_log/tools.ts")),
  automod: lazily(() => import("../tools/automod/tools.ts")),
  roles: lazily(() => import("../tools/roles/tools.ts")),
  members: lazily(() => import("../tools/members/tools.ts")),
  permissions: lazily(() => import("../tools/permissions/tools.ts")),
  channels: lazily(() => import("../tools/channels/tools.ts")),
  threads: lazily(() => import("../tools/threads/tools.ts")),
  messages: lazily(() => import("../tools/messages/tools.ts")),
  reactions: lazily(() => import("../tools/reactions/tools.ts")),
  polls: lazily(() => import("../tools/polls/tools.ts")),
  invites: lazily(() => import("../tools/invites/tools.ts")),
  events: lazily(() => import("../tools/events/tools.ts")),
  stage_instances: lazily(() => import("../tools/stage_instances/tools.ts")),
  voice: lazily(() => import("../tools/voice/tools.ts")),
  webhooks: lazily(() => import("../tools/webhooks/tools.ts")),
  emojis: lazily(() => import("../tools/emojis/tools.ts")),
  stickers: lazily(() => import("../tools/stickers/tools.ts")),
  soundboard: lazily(() => import("../tools/soundboard/tools.ts")),
  application: lazily(() => import("../tools/application/tools.ts")),
  app_emojis: lazily(() => import("../tools/app_emojis/tools.ts")),
  commands: lazily(() => import("../tools/commands/tools.ts")),
  interactions: lazily(() => import("../tools/interactions/tools.ts")),
  components_v2: lazily(() => import("../tools/components_v2/tools.ts")),
  monetization: lazily(() => import("../tools/monetization/tools.ts")),
  lobbies: lazily(() => import("../tools/lobbies/tools.ts")),
  gateway: lazily(() => import("../live/tools/tools.ts"))
} satisfies Readonly<Record<string, Effect.Effect<ReadonlyArray<Tool>>>>

/** A category of tools that call Discord. */
export type Category = keyof typeof registry

/** Every tool of the registry, as a type. */
export type RegisteredTool = Effect.Effect.Success<(typeof registry)[Category]>[number]
