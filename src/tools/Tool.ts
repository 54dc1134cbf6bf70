import type { Effect, Schema } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import type { Method } from "../discord/DiscordRequest.ts"
import type { FileSource } from "../discord/FileSource.ts"
import type { PermissionName } from "../discord/permissions/PermissionName.ts"
import type { PipelineFailed, ValidationError } from "../errors/ClientErrors.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import type { Permit, Risk } from "../safety/Permit.ts"
import type { Reasons } from "./dsl/Reason.ts"
import type { IdKind } from "./shared/ids.ts"
import type { ToolResult } from "./ToolResult.ts"
import type { ToolRunner } from "./ToolRunner.ts"

/** An id in the arguments of a call, with the path of its field. */
export interface ReferencedId {
  readonly kind: IdKind
  readonly id: string
  readonly path: string
}

/** A tool with decoded arguments: everything the gate needs, and the effect that runs it. */
export interface ToolCall {
  readonly tool: Tool
  /** The default risk of the tool, raised by the arguments. */
  readonly risk: Risk
  /** Of a call whose risk depends on what Discord knows: how high it is. The gate asks, inside the bounds. */
  readonly resolveRisk?: RiskResolution
  /** The value of `__confirm`. */
  readonly confirm: boolean | string | undefined
  /** The arguments as decoded, without controls such as `__confirm`. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** The field of the caller's that they stand in, as `args` of a dispatcher; unset: they are all that was given. */
  readonly argumentsField?: string
  readonly referencedIds: ReadonlyArray<ReferencedId>
  /** What will happen, in names and counts, found by reads alone; beside what the ids and the row tell of any call. */
  readonly preview?: PreviewFacts
  /** Of a plan: the calls it is made of. A step whose arguments are not known yet is only its tool. */
  readonly steps?: ReadonlyArray<StepCall>
  /** Of a plan: secrets that stand in its arguments under names that do not say so. */
  readonly secrets?: ReadonlyArray<string>
  /** Of a step of a plan: how it stands there. */
  readonly written?: StepSource
  readonly run: Effect.Effect<
    ToolResult,
    DiscordFailure | PipelineFailed,
    Discord | FileSource | Settings | Permit | ToolRunner
  >
}

/** The risk that a call turns out to have, found by reads alone. It can only raise the one that is known. */
export type RiskResolution<Weighed extends Risk = Risk> = Effect.Effect<Weighed, DiscordFailure, Discord | Permit>

/** Facts about what a call will do, for the person who is to agree to it. */
export type PreviewFacts = Effect.Effect<Readonly<Record<string, unknown>>, DiscordFailure, Discord | Permit>

/** How a step stands in its plan: templates included, and how many steps go before it. */
export interface StepSource {
  readonly at: number
  readonly args: Readonly<Record<string, unknown>>
  readonly for_each?: string
}

/** A call whose arguments are not fully known yet. */
export type CallOutline = Pick<
  ToolCall,
  "tool" | "risk" | "resolveRisk" | "argumentsField" | "referencedIds" | "written"
> & {
  readonly arguments: undefined
}

/** A step of a plan, as far as it is known before the plan runs. */
export type StepCall = ToolCall | CallOutline

/** What a tool is given and gives as JSON, for the compiler alone: no value ever has it. */
export interface Wire<Input, Answer> {
  readonly input: Input
  readonly answer: Answer
}

/** One tool of the catalogue: data from which everything else is derived. */
export interface Tool<Name extends string = string, Input = unknown, Answer = unknown> {
  readonly name: Name
  readonly wire?: Wire<Input, Answer>
  readonly category: string
  readonly description: string
  /** Method and route of its request; `undefined` for a tool with its own logic. */
  readonly operation: { readonly method: Method; readonly route: string } | undefined
  readonly risk: Risk
  /** Which timeout and deadline hold; `steps`: those of the calls it is made of. */
  readonly duration: "default" | "long" | "steps"
  /** Whether a second identical call changes nothing more. */
  readonly idempotent: boolean
  /** Permissions the bot needs, as far as they do not depend on the arguments. */
  readonly permissions: ReadonlyArray<PermissionName>
  /** Its failure reasons by name, each with a recovery hint. */
  readonly failures: Reasons
  /** Whether and how the call can be undone, in a sentence. A deletion without it cannot be undone. */
  readonly undo?: string
  readonly input: Schema.Schema.AnyNoContext
  /** Decodes arguments to a call, or fails with all problems at once. `defaultGuildId` replaces a missing `guild_id`. */
  readonly prepare: (input: unknown, defaultGuildId?: string) => Effect.Effect<ToolCall, ValidationError>
  /**
   * The same as far as it goes while some fields are not known yet (`isOpen`): the others
   * are checked, and the risk is the highest that the open ones leave possible.
   */
  readonly outline: (
    input: Readonly<Record<string, unknown>>,
    isOpen: (value: unknown) => boolean,
    defaultGuildId?: string
  ) => Effect.Effect<CallOutline, ValidationError>
}
