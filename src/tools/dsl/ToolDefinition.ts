/** The parts of a tool definition, as types. */
import type { Effect, Either, Schema } from "effect"
import type { Settings } from "../../config/Settings.ts"
import type { Discord } from "../../discord/Discord.ts"
import type { DiscordRequest, Reply, RequestFile, Subject } from "../../discord/DiscordRequest.ts"
import type { FileInput, FileSource } from "../../discord/FileSource.ts"
import type { Permit, Risk } from "../../discord/Permit.ts"
import type { DiscordFailure, ValidationError } from "../../errors/DiscordMcpError.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { PermissionName } from "../../errors/PermissionName.ts"
import type { GrantedPermissions } from "../permissions/dangerous.ts"
import type { ConsentKind } from "../shared/consentKinds.ts"
import type { CallOutline, PreviewFacts, RiskResolution, Tool, ToolCall, Wire } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import type { Renames } from "./checks.ts"
import type { ShownAs } from "./completeResult.ts"
import type { Reasons } from "./Reason.ts"
import type { Pages } from "./readPages.ts"
import type { Result } from "./view.ts"

/** The fields of an input. None of them needs services to decode. */
export type Fields = Schema.Struct.Fields

/** The parts of every tool definition. `Name`: its failure reasons. `Rises`: risks that its arguments can cause. */
export interface CommonSpec<Input, Name extends string = string, Rises extends Risk = Risk> {
  /** States in one or two sentences what the tool does and when to use another tool; at most 400 characters. */
  readonly description: string
  /** The title, if `titleOf` does not derive a suitable one. */
  readonly title?: string
  /** Permissions that the bot needs regardless of the arguments, if they differ from those of its operation. */
  readonly permissions?: ReadonlyArray<PermissionName>
  /** Returns the risk of a call with these arguments. It can only raise the default risk. */
  readonly riskOf?: (input: Input) => Rises
  /** The kinds of its effects that need consent; by default `deletes` for a destructive DELETE. Empty: no call does. */
  readonly asks?: ReadonlyArray<ConsentKind>
  /** Returns the permissions that a call grants. Previews show the dangerous ones. `granting` derives the risk, too. */
  readonly grants?: (input: Input) => ReadonlyArray<GrantedPermissions>
  /** Returns an effect that determines the risk by reading from Discord; `undefined` if the arguments suffice. */
  readonly resolveRisk?: (input: Input) => RiskResolution<Rises> | undefined
  /** `long`: Discord is slow here, so the call has a longer timeout. `waiting`: the call has its own time limit. */
  readonly duration?: "default" | "long" | "waiting"
  /** Reads the names and counts that the preview of a destructive call shows. */
  readonly preview?: (input: Input) => PreviewFacts
  /** States in one sentence whether and how the call can be undone. A deletion without `undo` cannot be undone. */
  readonly undo?: string
  /** If this field is omitted too, an omitted optional guild_id means the default guild. */
  readonly guildUnless?: string
  /** A valid input that shows the shape of nested fields. Lists publish it. */
  readonly example?: Readonly<Record<string, unknown>>
  /**
   * Converts the arguments to what the call sends. Everything that follows sees only these: `validate`, `riskOf`, previews,
   * the request. Its notices are added to the result, and an issue ends the call.
   */
  readonly rewrite?: (input: Input) => Rewritten
  /** Checks rules across fields. Each issue has the path of the field to fix. */
  readonly validate?: (input: Input) => ReadonlyArray<ValidationIssue>
  /** Failure reasons of this tool, in addition to those that all tools share. */
  readonly failures?: Reasons<Name>
}

/** Arguments as a call sends them: the same fields, with values of the same types. */
export interface Rewritten {
  readonly input: object
  readonly issues: ReadonlyArray<ValidationIssue>
  readonly notices: ReadonlyArray<string>
}

/** A tool without a category. `group` adds the category. */
export interface ToolDefinition<Name extends string = string, Input = unknown, Answer = unknown>
  extends Omit<Tool, "name" | "wire" | "category" | "title" | "prepare" | "outline"> {
  readonly name: Name
  readonly title?: string
  readonly wire?: Wire<Input, Answer>
  readonly prepare: (
    tool: Tool,
    input: unknown,
    defaultGuildId: string | undefined
  ) => Either.Either<ToolCall, ValidationError>
  readonly outline: (
    input: Readonly<Record<string, unknown>>,
    isOpen: (value: unknown) => boolean,
    defaultGuildId: string | undefined
  ) => Either.Either<Pick<CallOutline, "risk" | "resolveRisk" | "referencedIds" | "grants">, ValidationError>
}

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
  readonly duration?: "default" | "long"
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
  /** Reads what the request keeps of the object as it is; `undefined` if the arguments suffice. */
  readonly keeps?: (
    input: InputOf<Path, Query, Body, Local>
  ) => Effect.Effect<Kept, DiscordFailure, Discord | Permit> | undefined
  /**
   * Returns the files of the request, each with the path of its field, its name in the form and its maximum size.
   * The files are loaded once, for all attempts.
   */
  readonly files?: (
    input: InputOf<Path, Query, Body, Local>
  ) => ReadonlyArray<readonly [file: FileInput, at: string, key?: string, maxBytes?: number]>
  /** Completes the body by the loaded files, such as with their duration. */
  readonly withFiles?: (content: LoadedContent) => Effect.Effect<LoadedContent, ValidationError>
  /** Sends the body as a multipart form: one part for each field, and one for each file. */
  readonly form?: true
  /** Maps paths in Discord's body to fields of the tool, for validation issues from Discord. */
  readonly renames?: Renames
  /** Returns the query if it differs from the query fields. */
  readonly toQuery?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["query"]>
  /** Returns headers that only this route accepts. */
  readonly toHeaders?: (input: InputOf<Path, Query, Body, Local>) => NonNullable<DiscordRequest["headers"]>
  /** The fields of the result that show fields of this input under another name. */
  readonly shownAs?: ShownAs
  /** The route accepts `X-Audit-Log-Reason`. */
  readonly auditReason?: Reasoned
  readonly repeat?: DiscordRequest["repeat"]
  readonly subject?: Subject
  readonly accept?: DiscordRequest["accept"]
  /** Makes the result from Discord's body. Without `toResult`, the result is `{ done: true }`. */
  readonly toResult?: Result<InputOf<Path, Query, Body, Local>, Answer>
  /** Makes several requests of the route, for arguments that one request does not fulfil. */
  readonly several?: Several<InputOf<Path, Query, Body, Local> & object, NoInfer<Answer>>
  /** Sends the request in another way, if it has to. */
  readonly send?: (
    request: DiscordRequest,
    input: InputOf<Path, Query, Body, Local>
  ) => Effect.Effect<Reply, DiscordFailure, Discord | Permit>
  /**
   * Returns a notice of what a write took from the bot itself, such as the sight of a channel, or did not do, such as a
   * ping. It never fails, and sends requests only if the write can have such an effect.
   */
  readonly afterwards?: (
    input: InputOf<Path, Query, Body, Local>,
    reply: unknown
  ) => Effect.Effect<string | undefined, never, Discord | Permit>
  /** Reads a list in pages. Replaces `toResult`. */
  readonly pages?: Pages<Answer>
  /** Changes a result according to the settings. */
  readonly refine?: (result: ToolResult, settings: Settings["Type"]) => ToolResult
}

/** What a request keeps of the object as it is: parts of its body, and what its result says was lost. */
export interface Kept {
  readonly body: Readonly<Record<string, unknown>>
  readonly result: Readonly<Record<string, unknown>>
}

/** The body and the files of a request. */
export interface LoadedContent {
  readonly body: unknown
  readonly files: ReadonlyArray<RequestFile>
}

/** Makes several requests of a tool's route, for arguments that one request does not fulfil. */
export interface Several<Input, Answer> {
  /** The fields that need it: without any of them, a call is one request. */
  readonly fields: ReadonlyArray<string>
  /**
   * Makes the requests; `undefined` if one request is enough. `request` makes one of them. It takes the fields that
   * differ from the arguments (`undefined` removes one), and more query parameters. `resultOf` makes its result, as for
   * a call that is one request.
   */
  readonly run: (
    input: Input,
    request: PartialRequest,
    resultOf: PartialResult
  ) => Effect.Effect<ToolResult<Answer>, DiscordFailure, Discord | FileSource | Settings | Permit> | undefined
}

/** Makes one of several requests. */
export type PartialRequest = (
  changes: Readonly<Record<string, unknown>>,
  query?: NonNullable<DiscordRequest["query"]>
) => Effect.Effect<Reply, DiscordFailure, Permit>

/** Makes the result of one of several requests from its reply and the fields that differ from the arguments. */
export type PartialResult = (reply: Reply, changes: Readonly<Record<string, unknown>>) => ToolResult

/** The arguments of a tool before they are decoded, with the fields for consent and audit log. */
export type WireInput<
  Given extends Fields,
  Floor extends Risk,
  Rises extends Risk,
  Reasoned extends true = never
> = Schema.Struct.Encoded<Given> & Consent<Floor, Rises> & AuditReason<Reasoned>

/** Only a tool whose calls can be destructive accepts `__confirm`. `Rises` is `never` if arguments cannot raise the risk. */
type Consent<Floor extends Risk, Rises extends Risk> = "destructive" extends Floor | Rises ? Confirmed : unknown

interface Confirmed {
  /** Executes the call: true, or a preview's confirmation_token. */
  readonly __confirm?: boolean | string
}

type AuditReason<Reasoned extends true> = [Reasoned] extends [never] ? unknown : Reason

interface Reason {
  /** Audit log reason. */
  readonly audit_reason?: string
}
