import { group } from "./define.ts"
import { described } from "./fields.ts"
import { GuildId } from "./Ids.ts"
import { get } from "./row.ts"
import { one, view } from "./view.ts"
import { guild as compactGuild } from "./views/Guild.ts"

/** A guild itself. */
export const guild = group("guild", [
  get("guild_get", "/guilds/{guild_id}", {
    description: "Get a guild (server): name, owner, how many members, features. Its channels are in channels_list.",
    path: { guild_id: described("The guild (server).", GuildId) },
    local: view,
    ask: () => ({ with_counts: true }),
    result: one(compactGuild)
  })
])
