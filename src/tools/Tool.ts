import { Context, Data, type Effect, type Schema, type Scope } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import type { Method } from "../discord/DiscordRequest.ts"
import type { FileSource } from "../discord/FileSource.ts"
import type { Permit, Risk } from "../discord/Permit.ts"
import type {
  DiscordFailure,
  DiscordMcpError,
  GatewayUnavailable,
  PipelineFailed,
  ValidationError
} from "../errors/DiscordMcpError.ts"
import type { PermissionName } from "../errors/PermissionName.ts"
import type { PipelineReport } from "../errors/PipelineReport.ts"
import type { Grant, OwnFacts } from "../errors/preview/Preview.ts"
import type { IdKind } from "../objects/schema/ids.ts"
import type { Reasons } from "./dsl/Reason.ts"
import type { RunningPlans } from "./RunningPlans.ts"
import type { ConsentKind } from "./shared/consentKinds.ts"
import type { ToolResult } from "./ToolResult.ts"

/** An id in the arguments of a call, with the path of its field. */
export interface ReferencedId {
  readonly kind: IdKind
  readonly id: string
  readonly path: string
}

/** A tool with decoded arguments. It has what the gate needs, and the effect that runs the tool. */
export interface ToolCall {
  readonly tool: Tool
  /** The default risk of the tool, raised by the arguments. */
  readonly risk: Risk
  /** Determines a risk that depends on Discord's state. The gate runs it after the scope and boundary checks. */
  readonly resolveRisk?: RiskResolution
  /** The value of `__confirm`. */
  readonly confirm: boolean | string | undefined
  /** The decoded arguments, without controls such as `__confirm`. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** For a shorthand: the equivalent arguments of the other tool with the same request. */
  readonly longhand?: Readonly<Record<string, unknown>>
  /** The input field that contains the arguments, such as `args` of a dispatcher; unset for the whole input. */
  readonly argumentsField?: string
  /** The dispatcher that the call came through. */
  readonly dispatcher?: string
  readonly referencedIds: ReadonlyArray<ReferencedId>
  /** The dangerous permissions that the call grants, as far as its arguments are known. */
  readonly grants?: ReadonlyArray<Grant>
  /** Reads names and counts for the preview, in addition to those from the ids and the definition. */
  readonly preview?: PreviewFacts
  /** The steps of a plan. A step whose arguments are not known yet is an outline. */
  readonly steps?: ReadonlyArray<StepCall>
  /** Secrets in the arguments of a plan that the field names do not reveal. */
  readonly secrets?: ReadonlyArray<string>
  /** The source of a step in its plan. */
  readonly written?: StepSource
  /** What a step of a tool's own plan changes. Previews show it in place of the arguments. */
  readonly facts?: StepFacts
  /** The facts of the step have all that it takes away. */
  readonly showsLosses?: true
  /** For a call that runs as several calls: reads what they depend on. The gate then decides about the plan. */
  readonly plan?: Effect.Effect<OwnPlan, DiscordFailure, Discord | FileSource | Settings | Permit>
  readonly run: Effect.Effect<
    ToolResult,
    DiscordFailure | GatewayUnavailable | PipelineFailed,
    Discord | FileSource | RunningPlans | Settings | Permit | ToolRunner
  >
}

/** A plan that a tool makes. It may have more steps than a plan of `mcp_pipeline`. */
export interface OwnPlan<Answer = unknown> {
  /** What consent to the plan covers, in place of the arguments of the call. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** What its preview says above the steps. */
  readonly facts: OwnFacts
  /** The names of objects, by id or by the template of the id. Previews show them beside ids. */
  readonly names: ReadonlyMap<string, string>
  /** The calls in order. After a failure, those that need no result of a failed call still run. */
  readonly steps: ReadonlyArray<PlannedCall>
  /**
   * Runs before the first call. Fails if the plan is out of date, because a person took time to agree to it, or if another
   * plan runs that it cannot run beside. Its scope closes after `conclude`.
   */
  readonly begin: Effect.Effect<
    void,
    DiscordFailure | ValidationError,
    Discord | RunningPlans | Settings | Permit | Scope.Scope
  >
  /** Makes the result from what the calls have done. */
  readonly conclude: (
    report: PipelineReport
  ) => Effect.Effect<ToolResult<Answer>, DiscordFailure | PipelineFailed, Discord | Settings | Permit>
}

/** A call of a plan that a tool makes, with the templates of `mcp_pipeline`. */
export interface PlannedCall {
  readonly id: string
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
  readonly facts: StepFacts
  /** The facts have all that the call takes away: the gate does not read it again. */
  readonly showsLosses?: true
  /** The least risk of the call, where earlier calls of the plan can raise it. */
  readonly risk?: Risk
}

/** The object that a call changes, and all that it destroys or replaces there. */
export type StepFacts = Readonly<Record<string, string | ReadonlyArray<string>>> & { readonly name: string }

/** Determines the risk of a call by reading from Discord. It can only raise the known risk. */
export type RiskResolution<R extends Risk = Risk> = Effect.Effect<R, DiscordFailure, Discord | Permit>

/** Reads facts about what a call will do, for the approver. */
export type PreviewFacts = Effect.Effect<OwnFacts, DiscordFailure, Discord | Permit>

/** A step as written in its plan, templates included, with its index. */
export interface StepSource {
  readonly at: number
  readonly args: Readonly<Record<string, unknown>>
  readonly for_each?: string
  /** The arguments that the results of other steps decide, with the ids of these steps. */
  readonly from_steps?: ReadonlyArray<{ readonly argument: string; readonly steps: ReadonlyArray<string> }>
}

/** A call whose arguments are not fully known yet. */
export type CallOutline = Pick<
  ToolCall,
  "tool" | "risk" | "resolveRisk" | "argumentsField" | "referencedIds" | "written" | "grants" | "facts" | "showsLosses"
> & {
  readonly arguments: undefined
}

/** A step of a plan, before the plan runs. */
export type StepCall = ToolCall | CallOutline

/** Input and output of a tool as JSON. It exists only as a type. */
export interface Wire<Input, Answer> {
  readonly input: Input
  readonly answer: Answer
}

/** One tool of the catalogue. Everything else is derived from this data. */
export interface Tool<Name extends string = string, Input = unknown, Answer = unknown> {
  readonly name: Name
  readonly wire?: Wire<Input, Answer>
  readonly category: string
  /** The title that people see in a list: sentence case, at most 40 characters. */
  readonly title: string
  readonly description: string
  /** Phrases of users for this tool, separated by commas. The search uses them. */
  readonly synonyms?: string
  /** Method and route of its request; `undefined` for a tool with its own logic. */
  readonly operation: { readonly method: Method; readonly route: string } | undefined
  /** Whether the tool is a simpler form of another one with the same operation. */
  readonly shorthand?: true
  readonly risk: Risk
  /** The kinds of its effects that need consent. Each call that needs consent has one of them. */
  readonly asks?: ReadonlyArray<ConsentKind>
  /** Selects the timeout and deadline. `steps` selects those of the steps; `waiting`: the tool has its own time limit. */
  readonly duration: "default" | "long" | "steps" | "waiting"
  /** Whether a second identical call changes nothing more. */
  readonly idempotent: boolean
  /** Permissions that the bot needs regardless of the arguments. */
  readonly permissions: ReadonlyArray<PermissionName>
  /** Its failure reasons by name, each with a recovery hint. */
  readonly failures: Reasons
  /** States in one sentence whether and how the call can be undone. A deletion without `undo` cannot be undone. */
  readonly undo?: string
  /** A valid input, for a tool whose fields are nested. Lists publish it. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly input: Schema.Schema.AnyNoContext
  /**
   * Decodes arguments to a call. Fails with all issues of the schema, or else with those of rules across fields.
   * `defaultGuildId` replaces a missing `guild_id`.
   */
  readonly prepare: (input: unknown, defaultGuildId?: string) => Effect.Effect<ToolCall, ValidationError>
  /**
   * Decodes arguments of which some fields are not known yet (`isOpen`). Validates the known fields, and returns the
   * highest risk that the open fields allow.
   */
  readonly outline: (
    input: Readonly<Record<string, unknown>>,
    isOpen: (value: unknown) => boolean,
    defaultGuildId?: string
  ) => Effect.Effect<CallOutline, ValidationError>
}

/** What is known about a tool before its feature is loaded. */
export type ToolTraits = Pick<
  Tool,
  | "name"
  | "category"
  | "risk"
  | "duration"
  | "operation"
  | "permissions"
  | "description"
  | "asks"
  | "shorthand"
  | "synonyms"
>

/** Runs a tool from within another call, such as a plan. The permit of the whole call limits each step. */
export class ToolRunner extends Context.Tag("effect-discord-mcp/tools/ToolRunner")<
  ToolRunner,
  { readonly run: (tool: string, input: unknown) => Effect.Effect<ToolResult, DiscordMcpError, Permit> }
>() {}

/** The name of the tool that runs plans. */
export const PIPELINE = "mcp_pipeline"

/** The plan of a call, as the input of `mcp_pipeline`. No client can send one: a JSON value is never an instance of it. */
export class CallPlan extends Data.Class<{ readonly call: ToolCall; readonly plan: OwnPlan }> {}
