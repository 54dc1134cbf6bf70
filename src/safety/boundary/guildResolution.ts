import type { IdKind } from "../../tools/shared/ids.ts"

/** Kinds whose guild Discord is asked for. */
export type Sought = "channel" | "webhook" | "invite" | "template" | "sticker"

/** How an id is placed in a guild. */
export type Placing =
  /** It is a guild. */
  | { readonly by: "itself" }
  | { readonly by: "look-up"; readonly kind: Sought }
  /** It needs nothing, and proves nothing: the id it stands beside says where the call happens. */
  | { readonly by: "company"; readonly why: string }
  /** It belongs to no guild, so no call with it can be proven inside one. */
  | { readonly by: "nothing"; readonly why: string }

const lookUp = (kind: Sought): Placing => ({ by: "look-up", kind })
const company = (why: string): Placing => ({ by: "company", why })
const nothing = (why: string): Placing => ({ by: "nothing", why })

const ofGuild = "Discord finds it only in the guild of its route, and takes no other guild's in a body"

/** Every kind of id, with how it is placed, and why some need no look-up. */
export const placing: Readonly<Record<IdKind, Placing>> = {
  guild: { by: "itself" },
  channel: lookUp("channel"), // threads, and the channels that messages and live stages stand in
  webhook: lookUp("webhook"),
  invite: lookUp("invite"),
  template: lookUp("template"),
  sticker: lookUp("sticker"),
  message: company("Discord finds it only in the channel, webhook or lobby of its route"),
  user: company("an account is of no guild; what is done to a member is done in the guild of the route"),
  role: company(ofGuild),
  overwrite: company("a role or user; a channel takes only its own guild's"),
  event: company(ofGuild),
  rule: company(ofGuild),
  integration: company(ofGuild),
  sound: company("found in the guild of the route, or of source_guild_id; without one in that of the channel"),
  tag: company("Discord takes only tags of the forum it is asked of"),
  emoji: company("found in the guild or application of its route; elsewhere it is only shown"),
  command: company("found in the guild of its route; without one it is global, and then nothing places the call"),
  application: company("it is everywhere: what is done to it alone, nothing places"),
  sku: company("what is on offer, to guilds and users alike"),
  entitlement: company("of a guild or of a user; without a guild beside it nothing places the call"),
  subscription: company("of a user; without a guild beside it nothing places the call"),
  other: company("pages, requests and parts that Discord finds only in what the route names"),
  interaction: nothing("its token answers wherever somebody used a command, in a direct message, too"),
  lobby: nothing("it is of an application, and the channel it is linked to may be anywhere")
}
