import type { ListToolsResult } from "@modelcontextprotocol/sdk/types.js"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../config/Settings.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { listed, listingProfileOf, schemaBudget } from "../tools/meta/surface.ts"
import type { Entry } from "./entries.ts"
import { prebuilt } from "./prebuilt.ts"

/** The answer to `tools/list`, every name that can be called, and how long an answer may be. */
export class Listing extends Context.Tag("effect-discord-mcp/mcp/Listing")<
  Listing,
  {
    readonly names: ReadonlyArray<string>
    readonly tools: Effect.Effect<ListToolsResult["tools"]>
    /** `MCP_MAX_RESULT_CHARS`, which holds for resources too. */
    readonly maxResultChars: number
  }
>() {}

/** The list as the settings want it, of what the build has prepared; else `live` makes it of the catalogue itself. */
export const make = (
  names: ReadonlyArray<string>,
  settings: Settings["Type"],
  live: Effect.Effect<ReadonlyArray<Entry>>
): Effect.Effect<Listing["Type"]> =>
  Effect.map(
    Effect.cached(
      Effect.flatMap(prepared(listingProfileOf(settings)), (entries) =>
        Effect.map(entries === undefined ? live : Effect.succeed(entries), (all) =>
          listed(all, settings).map(({ listing }) =>
            settings.defaultGuildId === undefined ? listing : withoutGuild(listing)
          )
        )
      )
    ),
    (tools) => ({ names, tools, maxResultChars: settings.maxResultChars })
  )

const prepared = (stock: ReturnType<typeof listingProfileOf>) =>
  stock === undefined ? Effect.succeed(undefined) : prebuilt(stock)

/** Where the operator has set a default guild, `guild_id` need not be given. */
const withoutGuild = ({ inputSchema, ...rest }: Entry["listing"]): Entry["listing"] => ({
  ...rest,
  inputSchema: {
    ...inputSchema,
    ...(inputSchema.required !== undefined && {
      required: inputSchema.required.filter((name) => name !== "guild_id")
    })
  }
})

/** The list of a catalogue that is loaded. */
export const layer: Layer.Layer<Listing, never, Catalogue | Settings> = Layer.effect(
  Listing,
  Effect.gen(function* () {
    const { all, names } = yield* Catalogue
    const settings = yield* Settings
    const live = Effect.flatMap(
      Effect.promise(() => import("./entries.ts")),
      ({ entriesOf }) => Effect.map(all, (tools) => entriesOf(tools, schemaBudget(settings)))
    )
    return yield* make(names, settings, live)
  })
)
