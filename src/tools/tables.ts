import { appEmojis } from "./app_emojis/tools.ts"
import { application } from "./application/tools.ts"
import { auditLog } from "./audit_log/tools.ts"
import { automod } from "./automod/tools.ts"
import { channels } from "./channels/tools.ts"
import { commands } from "./commands/tools.ts"
import { componentsV2 } from "./components_v2/tools.ts"
import { emojis } from "./emojis/tools.ts"
import { eventOccurrences } from "./events/occurrences.ts"
import { events } from "./events/tools.ts"
import { guild } from "./guild/tools.ts"
import { interactions } from "./interactions/tools.ts"
import { invites } from "./invites/tools.ts"
import { lobbies } from "./lobbies/tools.ts"
import { bans } from "./members/bans.ts"
import { members } from "./members/tools.ts"
import { messages } from "./messages/tools.ts"
import { monetization } from "./monetization/tools.ts"
import { onboarding } from "./onboarding/tools.ts"
import { permissions } from "./permissions/tools.ts"
import { polls } from "./polls/tools.ts"
import { reactions } from "./reactions/tools.ts"
import { roles } from "./roles/tools.ts"
import { soundboard } from "./soundboard/tools.ts"
import { stageInstances } from "./stage_instances/tools.ts"
import { stickers } from "./stickers/tools.ts"
import type { Tool } from "./Tool.ts"
import { templates } from "./templates/tools.ts"
import { threads } from "./threads/tools.ts"
import { users } from "./users/tools.ts"
import { voice } from "./voice/tools.ts"
import { webhooks } from "./webhooks/tools.ts"

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
