import { Effect } from "effect"
import { findGuild } from "../find.ts"
import { json } from "../Reply.ts"
import { route } from "../Router.ts"

const region = (id: string, name: string, optimal = false) => ({ id, name, optimal, deprecated: false, custom: false })

const REGIONS = [
  region("rotterdam", "Rotterdam", true),
  region("us-east", "US East"),
  region("us-west", "US West"),
  region("brazil", "Brazil"),
  region("japan", "Japan"),
  region("sydney", "Sydney")
]

/** Voice regions. */
export const voiceRegionRoutes = [
  route("GET", "/voice/regions", () => Effect.succeed(json(200, REGIONS))),

  route("GET", "/guilds/:guild_id/regions", ({ param, state }) =>
    Effect.as(findGuild(state, param("guild_id")), json(200, REGIONS))
  )
]
