import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { listedTools, listingProfileOf } from "../tools/meta/surface.ts"
import { withoutGuild } from "../tools/meta/toolListing.ts"
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

/** Makes the list that the settings select: from the prebuilt entries, or else from `live`. */
export const make = (
  names: ReadonlyArray<string>,
  settings: Settings["Type"],
  live: Effect.Effect<ReadonlyArray<Entry>>
): Effect.Effect<Listing["Type"]> =>
  Effect.map(
    Effect.cached(
      Effect.flatMap(prebuiltEntries(listingProfileOf(settings)), (entries) =>
        Effect.map(entries === undefined ? live : Effect.succeed(entries), (all) =>
          listedTools(all, settings).map(({ listing }) =>
            settings.defaultGuildId === undefined ? listing : withoutGuild(listing)
          )
        )
      )
    ),
    (tools) => ({ names, tools, settings })
  )

const prebuiltEntries = (profile: ReturnType<typeof listingProfileOf>) =>
  profile === undefined ? Effect.succeed(undefined) : prebuilt(profile)

/** Provides the list of the loaded catalogue. */
export const layer: Layer.Layer<Listing, never, Catalogue | Settings> = Layer.effect(
  Listing,
  Effect.gen(function* () {
    const catalogue = yield* Catalogue
    const settings = yield* Settings
    const live = Effect.flatMap(
      Effect.promise(() => import("./entries.ts")),
      ({ liveEntries }) => liveEntries(catalogue, settings)
    )
    return yield* make(catalogue.names, settings, live)
  })
)
