import type { Settings } from "../../config/Settings.ts"
import type { Tool } from "../Tool.ts"
import { META, scopeRejection } from "./scopes.ts"

/** Everyday tools: what most conversations need. */
const core: ReadonlySet<string> = new Set([
  "users_get_current",
  "users_list_current_user_guilds",
  "guild_get",
  "channels_list",
  "channels_get",
  "channels_create_guild_channel",
  "channels_modify",
  "channels_create_thread",
  "messages_read",
  "messages_get",
  "messages_search",
  "messages_send",
  "messages_edit",
  "messages_delete",
  "reactions_create",
  "members_list",
  "members_search",
  "members_get",
  "members_modify",
  "members_add_role",
  "members_remove_role",
  "roles_list",
  "events_list",
  "audit_log_get",
  "permissions_explain"
])

/**
 * Which tools a client is shown. This is about listing alone: what may be called
 * is the gate's affair, and any allowed tool can be called by its name. A tool
 * that the operator names is shown whatever the surface.
 */
export const listed = <A extends Shown>(tools: ReadonlyArray<A>, settings: Settings["Type"]): ReadonlyArray<A> =>
  tools.filter((tool) => scopeRejection(tool, settings) === undefined && isShown(tool, settings))

/** What is known of a tool without loading it. */
export type Shown = Pick<Tool, "name" | "category" | "risk" | "duration">

const isShown = ({ category, name }: Shown, { toolSurface, tools }: Settings["Type"]): boolean =>
  toolSurface === "full" ||
  category === META ||
  tools?.includes(name) === true ||
  (toolSurface === "core" && core.has(name))

/** Tools that are listed alike: which there can be, and how long a schema may be. */
export interface ListingProfile {
  readonly has: (tool: Shown) => boolean
  /** In characters: with all tools shown each schema must be short. */
  readonly schemaChars: number
}

/** What the build prepares, by name. Most clients are shown the everyday tools, so these have a stock of their own. */
export const listingProfiles = {
  everyday: { has: ({ category, name }) => category === META || core.has(name), schemaChars: 700 },
  full: { has: () => true, schemaChars: 200 }
} as const satisfies Readonly<Record<string, ListingProfile>>

/** The stock that the list is taken from; none where the operator has named tools of their own. */
export const listingProfileOf = ({ tools, toolSurface }: Settings["Type"]): keyof typeof listingProfiles | undefined =>
  toolSurface === "full" ? "full" : tools === undefined ? "everyday" : undefined

/** How long a listed schema may be under these settings. */
export const schemaBudget = ({ toolSurface }: Settings["Type"]): number =>
  listingProfiles[toolSurface === "full" ? "full" : "everyday"].schemaChars
