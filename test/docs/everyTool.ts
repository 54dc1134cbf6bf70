/** What every tool takes and gives, as the types of the tables have it: the source of src/client/Tools.ts. */
import type { pipeline } from "../../src/pipeline/pipeline.ts"
import type { appEmojis } from "../../src/tools/app_emojis/tools.ts"
import type { application } from "../../src/tools/application/tools.ts"
import type { auditLog } from "../../src/tools/audit_log/tools.ts"
import type { automod } from "../../src/tools/automod/tools.ts"
import type { channels } from "../../src/tools/channels/tools.ts"
import type { commands } from "../../src/tools/commands/tools.ts"
import type { componentsV2 } from "../../src/tools/components_v2/tools.ts"
import type { emojis } from "../../src/tools/emojis/tools.ts"
import type { eventOccurrences } from "../../src/tools/events/occurrences.ts"
import type { events } from "../../src/tools/events/tools.ts"
import type { guild } from "../../src/tools/guild/tools.ts"
import type { interactions } from "../../src/tools/interactions/tools.ts"
import type { invites } from "../../src/tools/invites/tools.ts"
import type { lobbies } from "../../src/tools/lobbies/tools.ts"
import type { bans } from "../../src/tools/members/bans.ts"
import type { members } from "../../src/tools/members/tools.ts"
import type { messages } from "../../src/tools/messages/tools.ts"
import type { metaTools } from "../../src/tools/meta/tools.ts"
import type { monetization } from "../../src/tools/monetization/tools.ts"
import type { onboarding } from "../../src/tools/onboarding/tools.ts"
import type { permissions } from "../../src/tools/permissions/tools.ts"
import type { polls } from "../../src/tools/polls/tools.ts"
import type { reactions } from "../../src/tools/reactions/tools.ts"
import type { roles } from "../../src/tools/roles/tools.ts"
import type { soundboard } from "../../src/tools/soundboard/tools.ts"
import type { stageInstances } from "../../src/tools/stage_instances/tools.ts"
import type { stickers } from "../../src/tools/stickers/tools.ts"
import type { templates } from "../../src/tools/templates/tools.ts"
import type { threads } from "../../src/tools/threads/tools.ts"
import type { users } from "../../src/tools/users/tools.ts"
import type { voice } from "../../src/tools/voice/tools.ts"
import type { webhooks } from "../../src/tools/webhooks/tools.ts"

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
