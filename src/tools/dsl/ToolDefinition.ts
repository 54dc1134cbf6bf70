import type { Either, Schema } from "effect"
import type { PermissionName } from "../../discord/permissions/PermissionName.ts"
import type { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Risk } from "../../safety/Permit.ts"
import type { CallOutline, PreviewFacts, RiskResolution, Tool, ToolCall, Wire } from "../Tool.ts"
import type { Reasons } from "./Reason.ts"

/** The fields of an input. None of them needs services to decode. */
export type Fields = Schema.Struct.Fields

/** The parts every tool definition can have. `Name`: its failure reasons. `Rises`: the risks its arguments can raise it to. */
export interface CommonSpec<Input, Name extends string = string, Rises extends Risk = Risk> {
  /** One or two plain sentences, 400 characters at most: what it does, and when to use another tool. */
  readonly description: string
  /** Permissions the bot needs, as far as they do not depend on the arguments. */
  readonly permissions?: ReadonlyArray<PermissionName>
  /** Returns the risk of a call with these arguments. It can only raise the default risk. */
  readonly riskOf?: (input: Input) => Rises
  /** Finds the risk by reads of Discord; `undefined` if these arguments need no look-up. */
  readonly resolveRisk?: (input: Input) => RiskResolution<Rises> | undefined
  /** `long`: Discord itself is slow here, so the call has a longer timeout. */
  readonly duration?: "default" | "long"
  /** Finds what a destructive call will do, as names and counts, by reads alone. */
  readonly preview?: (input: Input) => PreviewFacts
  /** Whether and how the call can be undone, in a sentence. A deletion without it cannot be undone. */
  readonly undo?: string
  /** Checks rules across fields. Each issue has the path of the field to fix. */
  readonly validate?: (input: Input) => ReadonlyArray<ValidationIssue>
  /** Failure reasons of this tool, beside those that every tool shares. */
  readonly failures?: Reasons<Name>
}

/** A tool that has no category yet. `group` adds it. */
export interface ToolDefinition<Name extends string = string, Input = unknown, Answer = unknown>
  extends Omit<Tool, "name" | "wire" | "category" | "prepare" | "outline"> {
  readonly name: Name
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
  ) => Either.Either<Pick<CallOutline, "risk" | "resolveRisk" | "referencedIds">, ValidationError>
}
