/** What the bot itself may do while a plan runs. A plan must not hide channels from the bot: it would create them again. */
import { channelKindOf, grantedPermissions, type Overwrite } from "../discord/permissions/effectivePermissions.ts"
import { alwaysRequired } from "../discord/permissions/requiredPermissions.ts"
import { bitsOf, namesOf, type PermissionName, permissionBits } from "../errors/PermissionName.ts"
import type { GuildState } from "./GuildState.ts"

/** Permissions that plans need in the guild. */
const NEEDED = bitsOf([
  ...(["ADMINISTRATOR", "VIEW_CHANNEL", "MANAGE_CHANNELS", "MANAGE_ROLES", "MANAGE_GUILD"] as const),
  ...(["MANAGE_GUILD_EXPRESSIONS", "CREATE_GUILD_EXPRESSIONS"] as const)
])

/** Permissions that plans need in a channel. */
const NEEDED_IN_CHANNEL = bitsOf(["VIEW_CHANNEL", "MANAGE_CHANNELS"])

/** Without CONNECT, a voice channel cannot be managed (Discord docs, permissions, implicit permissions). */
const NEEDED_IN_VOICE = NEEDED_IN_CHANNEL | bitsOf(["CONNECT"])

/** Operations that changes of an object use, or whose permissions are the same. */
const operations: Readonly<Record<string, readonly [method: "PATCH" | "POST" | "PUT", route: string]>> = {
  automod_rule: ["PATCH", "/guilds/{guild_id}/auto-moderation/rules/{rule_id}"],
  category: ["PATCH", "/guilds/{guild_id}/channels"],
  channel: ["PATCH", "/guilds/{guild_id}/channels"],
  emoji: ["POST", "/guilds/{guild_id}/emojis"],
  guild: ["PATCH", "/guilds/{guild_id}"],
  onboarding: ["PUT", "/guilds/{guild_id}/onboarding"],
  role: ["PATCH", "/guilds/{guild_id}/roles/{role_id}"],
  sticker: ["POST", "/guilds/{guild_id}/stickers"],
  welcome_screen: ["PATCH", "/guilds/{guild_id}/welcome-screen"]
}

export class OwnAccess {
  readonly #state: GuildState
  readonly #now: ReadonlyMap<string, bigint>
  readonly #planned: Map<string, bigint>
  #permissions: bigint

  constructor(state: GuildState) {
    this.#state = state
    this.#now = new Map(state.guild.roles.map(({ id, permissions }) => [id, BigInt(permissions)]))
    this.#planned = new Map(this.#now)
    this.#permissions = state.bot.permissions
  }

  /** The permissions in the guild that the bot keeps until the end of the plan so far. */
  get permissions(): bigint {
    return this.#permissions
  }

  /** Returns the permissions that changes of objects need and the bot lacks. Overwrites can give it some in channels. */
  lacks(objects: ReadonlyArray<string>): ReadonlyArray<PermissionName> {
    if ((this.#permissions & permissionBits.ADMINISTRATOR) !== 0n) return []
    const needed = objects.flatMap((object) => {
      const [method, route] = operations[object] ?? []
      return method === undefined || route === undefined ? [] : alwaysRequired({ method, route, path: {}, body: {} })
    })
    return namesOf(bitsOf(needed) & ~this.#permissions)
  }

  /** Plans the permissions of a role. Returns why the plan cannot change them, and plans nothing then. */
  changeRole(role: string, after: bigint): string | undefined {
    const { bot, guild } = this.#state
    const held = [guild.id, ...bot.roles]
    if (guild.owner_id === bot.id || !held.includes(role)) return undefined
    const others = held.reduce((bits, id) => (id === role ? bits : bits | (this.#planned.get(id) ?? 0n)), 0n)
    const lost = (this.#planned.get(role) ?? 0n) & ~after & ~others
    if ((lost & NEEDED) !== 0n) return `the bot itself would lose ${namesIn(lost & NEEDED)}: give that to its own role`
    this.#planned.set(role, after)
    this.#permissions &= ~lost
    return undefined
  }

  /** Returns why a channel cannot have these overwrites. `before`: those that it has now. */
  channelDenial(type: number, after: ReadonlyArray<Overwrite>, before?: ReadonlyArray<Overwrite>): string | undefined {
    if ((this.#permissions & permissionBits.ADMINISTRATOR) !== 0n) return undefined
    const kind = channelKindOf(type)
    const needed = kind === "voice" ? NEEDED_IN_VOICE : NEEDED_IN_CHANNEL
    const held = (roles: ReadonlyMap<string, bigint>, overwrites: ReadonlyArray<Overwrite>) => {
      const { bot, guild } = this.#state
      const member = { id: bot.id, roles: bot.roles, timedOut: false }
      return grantedPermissions({ id: guild.id, ownerId: guild.owner_id, roles }, member, { kind, overwrites })
    }
    const lost = needed & ~held(this.#planned, after) & (before === undefined ? needed : held(this.#now, before))
    return lost === 0n ? undefined : `the bot itself would lack ${namesIn(lost)} in it: allow that to the bot's role`
  }
}

const namesIn = (bits: bigint): string => namesOf(bits).join(", ")
