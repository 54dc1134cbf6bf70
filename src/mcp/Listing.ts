import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import { Context, Effect, Layer } from "effect"
import { namesByCategory } from "../catalogue/toolNames.ts"
import { Settings } from "../config/Settings.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { indexedNames, listedTools, listingProfileOf, type ToolSummary } from "../tools/meta/surface.ts"
import { withIndex, withoutGuild } from "../tools/meta/toolListing.ts"
import type { Entry } from "./entries.ts"
import { prebuilt } from "./prebuilt.ts"

/** The response to `tools/list`, the names of all callable tools, and the settings behind both. */
export class Listing extends Context.Tag("effect-discord-mcp/mcp/Listing")<
  Listing,
  {
    readonly names: ReadonlyArray<string>
    readonly tools: Effect.Effect<ListToolsResult["tools"]>
    /** The settings of the list. Resources and completions use them too. */
    readonly settings: Settings["Type"]
  }
>() {}

/** Where the list comes from if the build has prepared none for the settings. */
export interface ListingSource {
  readonly entries: Effect.Effect<ReadonlyArray<Entry>>
  readonly traits: Effect.Effect<ReadonlyArray<ToolSummary>>
}

/** Makes the list that the settings select: from the prebuilt entries, or else from the source. */
export const make = (
  names: ReadonlyArray<string>,
  settings: Settings["Type"],
  source: ListingSource
): Effect.Effect<Listing["Type"]> => {
  const tools = Effect.gen(function* () {
    const prepared = yield* prebuiltEntries(listingProfileOf(settings))
    const entries = prepared ?? (yield* source.entries)
    const index = indexedNames(yield* summaries(names, settings, source), settings)
    return listedTools(entries, settings).map(({ listing }) => {
      const indexed = withIndex(listing, index)
      return settings.defaultGuildId === undefined ? indexed : withoutGuild(indexed)
    })
  })
  return Effect.map(Effect.cached(tools), (tools) => ({ names, tools, settings }))
}

/** Returns what decides whether the index names a tool. The traits are loaded only if their risks decide. */
const summaries = (names: ReadonlyArray<string>, { readOnly, risks }: Settings["Type"], { traits }: ListingSource) =>
  readOnly || risks !== undefined
    ? traits
    : Effect.sync((): ReadonlyArray<ToolSummary> => {
        const known = new Set(names)
        return Object.entries(namesByCategory).flatMap(([category, tools]) =>
          tools.filter((name) => known.has(name)).map((name) => ({ name, category, risk: "read", duration: "default" }))
        )
      })

const prebuiltEntries = (profile: ReturnType<typeof listingProfileOf>) =>
  profile === undefined ? Effect.succeed(undefined) : prebuilt(profile)

/** Provides the list of the loaded catalogue. */
export const layer: Layer.Layer<Listing, never, Catalogue | Settings> = Layer.effect(
  Listing,
  Effect.gen(function* () {
    const catalogue = yield* Catalogue
    const settings = yield* Settings
    const entries = Effect.flatMap(
      Effect.promise(() => import("./entries.ts")),
      ({ liveEntries }) => liveEntries(catalogue, settings)
    )
    return yield* make(catalogue.names, settings, { entries, traits: catalogue.traits })
  })
)
