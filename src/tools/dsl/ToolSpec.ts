import type { Schema } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { FileInput } from "../../discord/FileSource.ts"
import type { Risk } from "../../safety/Permit.ts"
import type { ToolResult } from "../ToolResult.ts"
import type { Renames } from "./ownPaths.ts"
import type { Pages } from "./paging.ts"
import type { CommonSpec, Fields } from "./ToolDefinition.ts"
import type { Result } from "./view.ts"

/** The fields of a route: `"channel_id" | "message_id"`. */
export type PlaceholdersOf<Route extends string> = Route extends `${string}{${infer Field}}${infer Rest}`
  ? Field | PlaceholdersOf<Rest>
  : never

/** Fields that stand in two places of one request are a mistake. */
type Disjoint<A, B> = keyof A & keyof B extends never
  ? unknown
  : { readonly "a field stands in two places": keyof A & keyof B }

/** The fields of a path: one for each placeholder of the route, and no other. */
type PathOf<Route extends string, Path> = { readonly [Field in PlaceholdersOf<Route>]: Schema.Struct.Field } & {
  readonly [Field in Exclude<keyof Path, PlaceholdersOf<Route>>]: never
}

/** What the fields of a row decode to. */
export type InputOf<
  Path extends Fields,
  Query extends Fields,
  Body extends Fields,
  Local extends Fields
> = Schema.Struct.Type<Path> & Schema.Struct.Type<Query> & Schema.Struct.Type<Body> & Schema.Struct.Type<Local>

/** What a row with a route can say. */
export interface ToolSpec<
  Route extends string,
  Path extends Fields,
  Query extends Fields,
  Body extends Fields,
  Local extends Fields,
  Answer,
  Floor extends Risk,
  Rises extends Risk,
  Reasoned extends true
> extends CommonSpec<InputOf<Path, Query, Body, Local>, string, Rises> {
  readonly path: Path & PathOf<Route, Path>
  readonly query?: Query & Disjoint<Path, Query>
  readonly body?: Body & Disjoint<Path & Query, Body>
  /** Fields that are for this tool, and not sent as they are. */
  readonly options?: Local & Disjoint<Path & Query & Body, Local>
  /** The floor; by default `read` for GET, `destructive` for DELETE, else `write`. */
  readonly risk?: Floor
  /** The body as Discord takes it, where it is not just the body fields; as an effect, where files go into it. */
  readonly toBody?: (input: InputOf<Path, Query, Body, Local>) => unknown
  /**
   * Files that go along, each with the path of its field; with its name in the form where
   * it is not one of a message, and with its largest size. They are loaded once, for all tries.
   */
  readonly files?: (
    input: InputOf<Path, Query, Body, Local>
  ) => ReadonlyArray<readonly [file: FileInput, at: string, key?: string, maxBytes?: number]>
  /** The body goes as a form: each of its fields, and each file under the name of its own field. */
  readonly form?: true
  /** Where `send` puts a field elsewhere: from Discord's path to the field, for Discord's complaints about it. */
  readonly renames?: Renames
  /** The query as Discord takes it, where it is not just the query fields. */
  readonly toQuery?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["query"]>
  /** Headers that this route alone takes. */
  readonly toHeaders?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["headers"]>
  /** The route takes `X-Audit-Log-Reason`. */
  readonly auditReason?: Reasoned
  readonly repeat?: DiscordRequest["repeat"]
  readonly subject?: Subject
  readonly accept?: DiscordRequest["accept"]
  /** From Discord's body to the result. Without it that is done, which is said whatever Discord sends along. */
  readonly toResult?: Result<InputOf<Path, Query, Body, Local>, Answer>
  /** A list that is read in pages, in place of `result`. */
  readonly pages?: Pages<Answer>
  /** What the settings have to say about a result. */
  readonly refine?: (result: ToolResult, settings: Settings["Type"]) => ToolResult
}
