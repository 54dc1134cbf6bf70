import type { Route } from "../Router.ts"
import { channelRoutes } from "./channels.ts"
import { banRoutes } from "./bans.ts"
import { memberRoutes } from "./members.ts"
import { pruneRoutes } from "./prune.ts"
import { roleRoutes } from "./roles.ts"
import { guildRoutes } from "./guilds.ts"
import { messageRoutes } from "./messages.ts"
import { reactionRoutes } from "./reactions.ts"
import { sendingRoutes } from "./sending.ts"
import { userRoutes } from "./users.ts"

/** Every operation the sandbox has behaviour for. */
export const routes: ReadonlyArray<Route> = [
  ...userRoutes,
  ...guildRoutes,
  ...roleRoutes,
  ...memberRoutes,
  ...banRoutes,
  ...pruneRoutes,
  ...channelRoutes,
  ...messageRoutes,
  ...sendingRoutes,
  ...reactionRoutes
]
