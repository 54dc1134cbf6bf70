import { group } from "../dsl/defineTool.ts"
import { whole } from "../dsl/paging.ts"
import { get } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { described } from "../shared/fields.ts"
import { GuildId, UserId } from "../shared/ids.ts"
import { region, voiceState } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)

/** Voice: regions, and who is connected where. */
export const tools = group("voice", [
  get("voice_list_regions", "/voice/regions", {
    description: "List the voice regions a voice channel can be set to. Those of one guild: guild_list_voice_regions.",
    path: {},
    ...whole({ view: region, empty: "Discord names no regions." })
  }),
  get("voice_get_current_user_state", "/guilds/{guild_id}/voice-states/@me", {
    description: "Get the voice channel the bot itself is in. When it is in none, the answer is that it was not found.",
    path: { guild_id },
    options: view,
    toResult: one(voiceState),
    failures: reasons("unknown_voice_state")
  }),
  get("voice_get_user_state", "/guilds/{guild_id}/voice-states/{user_id}", {
    description:
      "Get the voice channel a member is in, and whether they are muted or deafened. Who is in none is not found.",
    path: { guild_id, user_id: described("The member.", UserId) },
    options: view,
    toResult: one(voiceState)
  })
])
