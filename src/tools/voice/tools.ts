import { described } from "../../objects/schema/fields.ts"
import { guild_id, UserId } from "../../objects/schema/ids.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { region, voiceState } from "./view.ts"

const synonyms = {
  voice_get_user_state:
    "who is in voice, voice channel of a user, connected, is someone in a call, in which voice channel is a user, where is a user in voice, is a user muted, which voice channel is a user in, voice state, is a user deafened, is a user in voice, in which vc, voice status of a user, fetch voice state, what voice channel is a member in",
  voice_get_current_user_state:
    "is the bot in a voice channel, which voice channel is the bot in, the bot's voice state, is the bot muted, is the bot connected to voice",
  voice_list_regions: "voice servers, regions, voice server locations"
}

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
