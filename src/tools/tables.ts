import { appEmojis } from "./app_emojis.ts"
import { application } from "./application.ts"
import { auditLog } from "./audit_log.ts"
import { automod } from "./automod.ts"
import { bans } from "./bans.ts"
import { channels } from "./channels.ts"
import { commands } from "./commands.ts"
import { componentsV2 } from "./components_v2.ts"
import { emojis } from "./emojis.ts"
import { eventOccurrences } from "./eventOccurrences.ts"
import { events } from "./events.ts"
import { guild } from "./guild.ts"
import { interactions } from "./interactions.ts"
import { invites } from "./invites.ts"
import { lobbies } from "./lobbies.ts"
import { members } from "./members.ts"
import { messages } from "./messages.ts"
import { monetization } from "./monetization.ts"
import { onboarding } from "./onboarding.ts"
import { permissions } from "./permissions.ts"
import { polls } from "./polls.ts"
import { reactions } from "./reactions.ts"
import { roles } from "./roles.ts"
import { soundboard } from "./soundboard.ts"
import { stageInstances } from "./stage_instances.ts"
import { stickers } from "./stickers.ts"
import type { Tool } from "./Tool.ts"
import { templates } from "./templates.ts"
import { threads } from "./threads.ts"
import { users } from "./users.ts"
import { voice } from "./voice.ts"
import { webhooks } from "./webhooks.ts"

/** The tools that speak to Discord, in the order they are listed. */
export const tables: ReadonlyArray<Tool> = [
  ...users,
  ...guild,
  ...onboarding,
  ...templates,
  ...auditLog,
  ...automod,
  ...roles,
  ...members,
  ...bans,
  ...permissions,
  ...channels,
  ...threads,
  ...messages,
  ...reactions,
  ...polls,
  ...invites,
  ...events,
  ...eventOccurrences,
  ...stageInstances,
  ...voice,
  ...webhooks,
  ...emojis,
  ...stickers,
  ...soundboard,
  ...application,
  ...appEmojis,
  ...commands,
  ...interactions,
  ...componentsV2,
  ...monetization,
  ...lobbies
]
