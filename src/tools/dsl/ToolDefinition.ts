import type { Either, Schema } from "effect"
import type { PermissionName } from "../../discord/permissions/PermissionName.ts"
import type { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Risk } from "../../safety/Permit.ts"
import type { CallOutline, PreviewFacts, RiskResolution, Tool, ToolCall, Wire } from "../Tool.ts"
import type { Reasons } from "./Reason.ts"

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
  /** Returns an effect that determines the risk by reading from Discord; `undefined` if the arguments suffice. */
  readonly resolveRisk?: (input: Input) => RiskResolution<Rises> | undefined
  /** `long`: Discord is slow here, so the call has a longer timeout. */
  readonly duration?: "default" | "long"
  /** Reads the names and counts that the preview of a destructive call shows. */
  readonly preview?: (input: Input) => PreviewFacts
  /** States in one sentence whether and how the call can be undone. A deletion without `undo` cannot be undone. */
  readonly undo?: string
  /** Checks rules across fields. Each issue has the path of the field to fix. */
  readonly validate?: (input: Input) => ReadonlyArray<ValidationIssue>
  /** Failure reasons of this tool, in addition to those that all tools share. */
  readonly failures?: Reasons<Name>
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
  ) => Either.Either<Pick<CallOutline, "risk" | "resolveRisk" | "referencedIds">, ValidationError>
}
