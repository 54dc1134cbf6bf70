import type { Either, Schema } from "effect"
import type { PermissionName } from "../../discord/permissions/PermissionName.ts"
import type { ValidationError } from "../../errors/ClientErrors.ts"
import type { ValidationIssue } from "../../errors/fields.ts"
import type { Risk } from "../../safety/Permit.ts"
import type { CallOutline, PreviewFacts, RiskResolution, Tool, ToolCall, Wire } from "../Tool.ts"
import type { Reasons } from "./Reason.ts"

/** The fields of an input. None of them needs services to decode. */
export type Fields = Schema.Struct.Fields

/** What every row can say. `Name` are the reasons it can fail for, `Rises` the risks its arguments can raise it to. */
export interface CommonSpec<Input, Name extends string = string, Rises extends Risk = Risk> {
  /** One or two plain sentences, 400 characters at most: what it does, and when to use another tool. */
  readonly description: string
  /** Permissions the bot needs, as far as the row alone can say. */
  readonly permissions?: ReadonlyArray<PermissionName>
  /** Arguments that make a call more dangerous than its row. */
  readonly riskOf?: (input: Input) => Rises
  /** The same where only Discord knows what the arguments mean; `undefined` of arguments that need no look-up. */
  readonly resolveRisk?: (input: Input) => RiskResolution<Rises> | undefined
  /** `long` for what Discord itself takes its time for: it gets more of it. */
  readonly duration?: "default" | "long"
  /** What a destructive call will do, in names and counts, found by reads alone. */
  readonly preview?: (input: Input) => PreviewFacts
  /** Whether and how it can be undone, in a sentence; a deletion that says nothing cannot. */
  readonly undo?: string
  /** Rules across fields, each with the path of the field to mend. */
  readonly validate?: (input: Input) => ReadonlyArray<ValidationIssue>
  /** What can stand in the way of this tool, where there is more to say than for every tool. */
  readonly failures?: Reasons<Name>
}

/** A row that has no category yet. */
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
