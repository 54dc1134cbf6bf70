import { Effect } from "effect"
import type { Settings } from "../../config/Settings.ts"
import { type Catalogue, loadTools } from "../Catalogue.ts"
import type { ListingStyle } from "../dsl/listedSchema.ts"
import type { Tool, ToolTraits } from "../Tool.ts"
import { META, scopeRejection } from "./scopes.ts"

/** The tools of the core surface, for most conversations. A test names the evidence for each. */
export const coreTools: ReadonlySet<string> = new Set([
  "users_list_current_user_guilds",
  "guild_get",
  "channels_list",
  "channels_create_guild_channel",
  "channels_modify",
  "channels_modify_permissions",
  "channels_create_thread",
  "channels_forum_create_thread",
  "messages_read",
  "messages_view_attachment",
  "messages_search",
  "messages_send",
  "messages_edit",
  "messages_delete",
  "messages_bulk_delete",
  "messages_pin",
  "reactions_create",
  "polls_create",
  "members_list",
  "members_search",
  "members_timeout",
  "members_kick",
  "members_ban",
  "members_add_role",
  "members_remove_role",
  "roles_list",
  "audit_log_get",
  "permissions_explain"
])

/**
 * Returns the tools that `tools/list` lists. An unlisted tool can still be called by name, if the gate allows it.
 * A tool in `MCP_TOOLS` is listed on every surface.
 */
export const listedTools = <A extends ToolSummary>(
  tools: ReadonlyArray<A>,
  settings: Settings["Type"]
): ReadonlyArray<A> =>
  tools.filter((tool) => scopeRejection(tool, settings) === undefined && isOnSurface(tool, settings))

/** Loads the tools that `tools/list` lists. */
export const loadListed = (
  catalogue: Catalogue["Type"],
  settings: Settings["Type"]
): Effect.Effect<ReadonlyArray<Tool>> =>
  Effect.flatMap(catalogue.traits, (traits) => loadTools(catalogue, listedTools(traits, settings)))

/** The traits that decide whether a tool is listed. */
export type ToolSummary = Pick<ToolTraits, "name" | "category" | "risk" | "duration">

/** The category of tools that need live events. Without them they can be called, but always fail. */
const GATEWAY = "gateway"

/** A tool of the category that few tasks need: only the full list has it, and a search finds it. It needs the gateway. */
const PRESENCE = "presence_set"

/** Returns whether a tool of the category can work: those for questions need only clicks, which Discord can post. */
const hasEvents = (name: string, { gateway, interactionsPublicKey }: Settings["Type"]): boolean =>
  gateway || (interactionsPublicKey !== undefined && !name.startsWith("gateway_") && name !== PRESENCE)

const isOnSurface = ({ category, name }: ToolSummary, settings: Settings["Type"]): boolean => {
  const { toolSurface, tools } = settings
  return category === GATEWAY
    ? hasEvents(name, settings) &&
        (tools?.includes(name) === true || toolSurface === "full" || (toolSurface === "core" && name !== PRESENCE))
    : toolSurface === "full" ||
        category === META ||
        tools?.includes(name) === true ||
        (toolSurface === "core" && coreTools.has(name))
}

/**
 * Returns the names of the tools that a client may call, for the index in the description of the search. Only the core
 * surface has an index: the full list has all tools, and the smallest list is for clients that pay for each token.
 */
export const indexedNames = (tools: ReadonlyArray<ToolSummary>, settings: Settings["Type"]): ReadonlyArray<string> =>
  settings.toolSurface !== "core" || settings.tools !== undefined
    ? []
    : tools.flatMap((tool) =>
        tool.category === META ||
        scopeRejection(tool, settings) !== undefined ||
        (tool.category === GATEWAY && !hasEvents(tool.name, settings))
          ? []
          : [tool.name]
      )

/** A group of tools that are listed in the same style. */
export interface ListingProfile {
  readonly has: (tool: ToolSummary) => boolean
  readonly styleOf: StyleOf
}

/** Returns the listing style of a tool by its name. */
export type StyleOf = (tool: string) => ListingStyle

/** The tool to whose objects most tools refer. Every list shows them whole. */
const MESSAGES_SEND = "messages_send"

/** Fields with objects that many tools accept, and the tool that describes them. */
const describedBy: Readonly<Record<string, string>> = {
  allowed_mentions: "messages_send",
  embeds: "messages_send",
  files: "messages_send",
  message: "messages_send",
  permission_overwrites: "channels_create_guild_channel",
  poll: "messages_send"
}

const shownBy =
  (tool: string): ListingStyle["shownBy"] =>
  (field) =>
    describedBy[field] === tool ? undefined : describedBy[field]

/** Fields that mean the same in every tool, and that the listed tools describe. */
const EVERYWHERE: ReadonlySet<string> = new Set(["__confirm", "audit_reason", "cursor", "guild_id", "view"])

/** Returns the style of a schema that is shown to a client which has the schemas of the listed tools. */
export const besideListed =
  (listed: ReadonlySet<string>): StyleOf =>
  (tool) => ({
    levels: Number.POSITIVE_INFINITY,
    ...(listed.has(MESSAGES_SEND) && { known: EVERYWHERE }),
    shownBy: (field) => {
      const other = shownBy(tool)(field)
      return other !== undefined && listed.has(other) ? other : undefined
    }
  })

/** Objects whose fields are only named: polls_create is listed beside messages_send, and few forums need tags. */
const BRIEF: ReadonlySet<string> = new Set(["poll", "available_tags"])
/** The listings that the build prepares: for the core surface and for the full one. */
export const listingProfiles = {
  everyday: {
    has: ({ category, name }) =>
      category === META || (category === GATEWAY && name !== PRESENCE) || coreTools.has(name),
    styleOf: (tool) => ({ levels: Number.POSITIVE_INFINITY, brief: BRIEF, shownBy: shownBy(tool) })
  },
  full: {
    has: () => true,
    styleOf: (tool) => ({ levels: tool === MESSAGES_SEND ? Number.POSITIVE_INFINITY : 0, shownBy: shownBy(tool) })
  }
} as const satisfies Readonly<Record<string, ListingProfile>>

/** Returns the prepared listing for these settings; none if the operator set `MCP_TOOLS`. */
export const listingProfileOf = ({ tools, toolSurface }: Settings["Type"]): keyof typeof listingProfiles | undefined =>
  toolSurface === "full" ? "full" : tools === undefined ? "everyday" : undefined

/** Returns the listing style for these settings. */
export const listingStyleOf = ({ toolSurface }: Settings["Type"]): StyleOf =>
  listingProfiles[toolSurface === "full" ? "full" : "everyday"].styleOf
