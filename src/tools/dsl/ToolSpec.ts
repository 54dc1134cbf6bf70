import type { Schema } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { DiscordRequest, Subject } from "../../discord/DiscordRequest.ts"
import type { FileInput } from "../../discord/FileSource.ts"
import type { Risk } from "../../safety/Permit.ts"
import type { ToolResult } from "../ToolResult.ts"
import type { Renames } from "./ownPaths.ts"
import type { Pages } from "./readPages.ts"
import type { CommonSpec, Fields } from "./ToolDefinition.ts"
import type { Result } from "./view.ts"

/** The placeholders of a route: `"channel_id" | "message_id"`. */
export type PlaceholdersOf<Route extends string> = Route extends `${string}{${infer Field}}${infer Rest}`
  ? Field | PlaceholdersOf<Rest>
  : never

/** Rejects a field that is in two parts of one request. */
type Disjoint<A, B> = keyof A & keyof B extends never
  ? unknown
  : { readonly "this field is in two parts of the request": keyof A & keyof B }

/** The fields of a path: exactly one for each placeholder of the route. */
type PathOf<Route extends string, Path> = { readonly [Field in PlaceholdersOf<Route>]: Schema.Struct.Field } & {
  readonly [Field in Exclude<keyof Path, PlaceholdersOf<Route>>]: never
}

/** The decoded arguments of a tool. */
export type InputOf<
  Path extends Fields,
  Query extends Fields,
  Body extends Fields,
  Local extends Fields
> = Schema.Struct.Type<Path> & Schema.Struct.Type<Query> & Schema.Struct.Type<Body> & Schema.Struct.Type<Local>

/** The definition of a tool that makes one request. */
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
  /** The tool's own fields, which are not sent to Discord unchanged. */
  readonly options?: Local & Disjoint<Path & Query & Body, Local>
  /** The lowest risk of a call; by default `read` for GET, `destructive` for DELETE, else `write`. */
  readonly risk?: Floor
  /** The risk that lists show, if most calls have a higher one than the lowest. */
  readonly usualRisk?: Rises
  /**
   * Marks a simpler form of another tool with the same request. Returns the arguments
   * that the other tool would have, from which the preview derives the permissions.
   */
  readonly shorthand?: (input: InputOf<Path, Query, Body, Local>) => Readonly<Record<string, unknown>>
  /** Returns the parts of the request body that differ from the body fields; an Effect if it loads files. */
  readonly toBody?: (input: InputOf<Path, Query, Body, Local>) => unknown
  /**
   * Returns the files of the request, each with the path of its field, its name in the form and its maximum size.
   * The files are loaded once, for all attempts.
   */
  readonly files?: (
    input: InputOf<Path, Query, Body, Local>
  ) => ReadonlyArray<readonly [file: FileInput, at: string, key?: string, maxBytes?: number]>
  /** Sends the body as a multipart form: one part for each field, and one for each file. */
  readonly form?: true
  /** Maps paths in Discord's body to fields of the tool, for validation issues from Discord. */
  readonly renames?: Renames
  /** Returns the query if it differs from the query fields. */
  readonly toQuery?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["query"]>
  /** Returns headers that only this route accepts. */
  readonly toHeaders?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["headers"]>
  /** The route accepts `X-Audit-Log-Reason`. */
  readonly auditReason?: Reasoned
  readonly repeat?: DiscordRequest["repeat"]
  readonly subject?: Subject
  readonly accept?: DiscordRequest["accept"]
  /** Makes the result from Discord's body. Without `toResult`, the result is `{ done: true }`. */
  readonly toResult?: Result<InputOf<Path, Query, Body, Local>, Answer>
  /** Reads a list in pages. Replaces `toResult`. */
  readonly pages?: Pages<Answer>
  /** Changes a result according to the settings. */
  readonly refine?: (result: ToolResult, settings: Settings["Type"]) => ToolResult
}
