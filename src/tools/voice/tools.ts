import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { described } from "../shared/fields.ts"
import { guild_id, UserId } from "../shared/ids.ts"
import { synonyms } from "./synonyms.ts"
import { region, voiceState } from "./view.ts"

/** Voice regions and voice states. */
export const tools = group({ category: "voice", synonyms }, [
  get("voice_list_regions", "/voice/regions", {
    description:
      "List all voice regions for voice channels. For the regions of one guild use guild_list_voice_regions.",
    path: {},
    ...unpaged({ view: region, empty: "Discord lists no voice regions." })
  }),
  get("voice_get_current_user_state", "/guilds/{guild_id}/voice-states/@me", {
    title: "Get own voice state",
    description:
      "Get the bot's own voice state: its voice channel. Returns not found if the bot is in no voice channel.",
    path: { guild_id },
    options: view,
    toResult: one(voiceState),
    failures: reasons("unknown_voice_state")
  }),
  get("voice_get_user_state", "/guilds/{guild_id}/voice-states/{user_id}", {
    description:
      "Get a member's voice state: voice channel, muted, deafened. Returns not found if the member is in no voice channel.",
    path: { guild_id, user_id: described("The member.", UserId) },
    options: view,
    toResult: one(voiceState)
  })
])
