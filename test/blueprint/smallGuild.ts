/** A small guild for plans of one case each. */
import { AutoModerationActionType, AutoModerationRuleTriggerType, ChannelType } from "discord-api-types/v10"
import type { ChannelState, GuildState, RoleState, RuleState } from "../../src/blueprint/GuildState.ts"
import { bitsOf, namesOf, permissionBits } from "../../src/errors/PermissionName.ts"
import { idOf } from "./guilds.ts"

export const GUILD = idOf(0)
export const BOT = idOf(99)
export const SEEN = idOf(300)
export const OTHER = idOf(301)
export const ROLE = idOf(100)

/** A channel that the list lacks, and a role that the guild lacks. */
export const HIDDEN = idOf(700)
export const GONE = idOf(800)

/** Every permission but ADMINISTRATOR. */
const MOST = bitsOf(namesOf((1n << 53n) - 1n)) & ~permissionBits.ADMINISTRATOR

export const role = (id: string, name: string, position: number): RoleState => ({
  id,
  name,
  position,
  permissions: id === BOT ? String(MOST) : "0"
})
export const channel = (id: string, name: string, more: Partial<ChannelState> = {}): ChannelState => ({
  id,
  name,
  type: ChannelType.GuildText,
  position: 0,
  parent_id: null,
  ...more
})
export const category = (id: string, name: string) => channel(id, name, { type: ChannelType.GuildCategory })
export const rule = (id: string, name: string, more: Partial<RuleState> = {}): RuleState => ({
  id,
  name,
  enabled: true,
  trigger_type: AutoModerationRuleTriggerType.Keyword,
  trigger_metadata: { keyword_filter: ["a"] },
  actions: [{ type: AutoModerationActionType.BlockMessage }],
  ...more
})

/** A Community guild whose bot has the highest role, and every permission but ADMINISTRATOR. */
export const state = (more: Partial<GuildState> = {}, guild: Partial<GuildState["guild"]> = {}): GuildState => ({
  guild: {
    id: GUILD,
    name: "Tidepool",
    owner_id: idOf(901),
    features: ["COMMUNITY"],
    roles: [role(GUILD, "@everyone", 0), role(ROLE, "member", 1), role(BOT, "bot", 2)],
    ...guild
  },
  channels: [channel(SEEN, "seen"), channel(OTHER, "other", { position: 1 })],
  bot: { id: idOf(902), roles: [BOT], permissions: MOST },
  ...more
})

/** A bot that views all channels. */
export const administrator: GuildState["bot"] = {
  id: idOf(902),
  roles: [BOT],
  permissions: permissionBits.ADMINISTRATOR
}
