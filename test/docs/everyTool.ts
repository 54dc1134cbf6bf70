/** What every tool takes and gives, as the types of the tables have it: the source of src/client/Tools.ts. */
import type { pipeline } from "../../src/pipeline/pipeline.ts"
import type { appEmojis } from "../../src/tools/app_emojis.ts"
import type { application } from "../../src/tools/application.ts"
import type { auditLog } from "../../src/tools/audit_log.ts"
import type { automod } from "../../src/tools/automod.ts"
import type { bans } from "../../src/tools/bans.ts"
import type { channels } from "../../src/tools/channels.ts"
import type { commands } from "../../src/tools/commands.ts"
import type { componentsV2 } from "../../src/tools/components_v2.ts"
import type { emojis } from "../../src/tools/emojis.ts"
import type { eventOccurrences } from "../../src/tools/eventOccurrences.ts"
import type { events } from "../../src/tools/events.ts"
import type { guild } from "../../src/tools/guild.ts"
import type { interactions } from "../../src/tools/interactions.ts"
import type { invites } from "../../src/tools/invites.ts"
import type { lobbies } from "../../src/tools/lobbies.ts"
import type { members } from "../../src/tools/members.ts"
import type { messages } from "../../src/tools/messages.ts"
import type { metaTools } from "../../src/tools/meta.ts"
import type { monetization } from "../../src/tools/monetization.ts"
import type { onboarding } from "../../src/tools/onboarding.ts"
import type { permissions } from "../../src/tools/permissions.ts"
import type { polls } from "../../src/tools/polls.ts"
import type { reactions } from "../../src/tools/reactions.ts"
import type { roles } from "../../src/tools/roles.ts"
import type { soundboard } from "../../src/tools/soundboard.ts"
import type { stageInstances } from "../../src/tools/stage_instances.ts"
import type { stickers } from "../../src/tools/stickers.ts"
import type { templates } from "../../src/tools/templates.ts"
import type { threads } from "../../src/tools/threads.ts"
import type { users } from "../../src/tools/users.ts"
import type { voice } from "../../src/tools/voice.ts"
import type { webhooks } from "../../src/tools/webhooks.ts"

/** Every tool by its name. A table that is not named here is missed by the test that writes the client's types. */
export type EveryTool = { readonly [Each in All as Each["name"]]: NonNullable<Each["wire"]> }

type All =
  | ReturnType<typeof metaTools>[number]
  | ReturnType<typeof pipeline>
  | (typeof users)[number]
  | (typeof guild)[number]
  | (typeof onboarding)[number]
  | (typeof templates)[number]
  | (typeof auditLog)[number]
  | (typeof automod)[number]
  | (typeof roles)[number]
  | (typeof members)[number]
  | (typeof bans)[number]
  | (typeof permissions)[number]
  | (typeof channels)[number]
  | (typeof threads)[number]
  | (typeof messages)[number]
  | (typeof reactions)[number]
  | (typeof polls)[number]
  | (typeof invites)[number]
  | (typeof events)[number]
  | (typeof eventOccurrences)[number]
  | (typeof stageInstances)[number]
  | (typeof voice)[number]
  | (typeof webhooks)[number]
  | (typeof emojis)[number]
  | (typeof stickers)[number]
  | (typeof soundboard)[number]
  | (typeof application)[number]
  | (typeof appEmojis)[number]
  | (typeof commands)[number]
  | (typeof interactions)[number]
  | (typeof componentsV2)[number]
  | (typeof monetization)[number]
  | (typeof lobbies)[number]
