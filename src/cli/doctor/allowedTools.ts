import { catalogue } from "../../catalogue.ts"
import type { Settings } from "../../config/Settings.ts"
import { bitsOf, namesOf, type PermissionName } from "../../discord/permissions/PermissionName.ts"
import { scopeRejection } from "../../tools/meta/scopes.ts"
import type { Tool } from "../../tools/Tool.ts"

/** Returns the tools that the configured scopes allow. */
export const allowedTools = (settings: Settings["Type"]): ReadonlyArray<Tool> =>
  catalogue.filter((tool) => scopeRejection(tool, settings) === undefined)

/** A permission, and the names of the allowed tools that need it. */
export interface NeededPermission {
  readonly permission: PermissionName
  readonly tools: ReadonlyArray<string>
}

/** Returns the permissions that the tools need, most used first. */
export const permissionsNeededBy = (tools: ReadonlyArray<Tool>): ReadonlyArray<NeededPermission> =>
  namesOf(bitsOf(tools.flatMap(({ permissions }) => permissions)))
    .map((permission) => ({
      permission,
      tools: tools.filter(({ permissions }) => permissions.includes(permission)).map(({ name }) => name)
    }))
    .toSorted((a, b) => b.tools.length - a.tools.length)

/** Returns the link that invites the bot with exactly these permissions. */
export const inviteLink = (application: string, needed: ReadonlyArray<NeededPermission>, guild?: string): string => {
  const link = new URL("https://discord.com/oauth2/authorize")
  link.searchParams.set("client_id", application)
  link.searchParams.set("scope", "bot")
  link.searchParams.set("permissions", String(bitsOf(needed.map(({ permission }) => permission))))
  if (guild !== undefined) link.searchParams.set("guild_id", guild)
  return link.href
}
