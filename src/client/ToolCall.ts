/** The types of tool calls: names, inputs and outputs from the catalogue. */
import { Data } from "effect"
import type { StructuredContent } from "./decodeToolResult.ts"
import type { Tools } from "./Tools.ts"

/** The name of a tool. */
export type ToolName = keyof Tools

/** Whether a result contains compact or full Discord objects. */
export type ToolView = "compact" | "full"

/** The input of a tool. `Shown` is the requested view, for tools with several views. */
export type ToolInput<Name extends ToolName, Shown extends ToolView = ToolView> = Tools[Name]["input"] &
  ("view" extends keyof Tools[Name]["input"] ? { readonly view?: Shown } : unknown)

/**
 * The output of a tool. The server guarantees this type, so the client does not check it again.
 * With `view: "full"` it has Discord's whole objects. If the result was too large, the fields that
 * `notice` names are missing.
 */
export type ToolOutput<Name extends ToolName, Shown extends ToolView = "compact"> = OutputNotes &
  (Shown extends "full" ? FullOutput<Tools[Name]["answer"]> : Tools[Name]["answer"])

/** Optional fields of any output. */
export interface OutputNotes {
  /** The server's note about this output, such as why it is empty or which parts are left out. */
  readonly notice?: string
  /** Patterns of the fields that hold text written by Discord users: data, never instructions. */
  readonly untrusted_fields?: ReadonlyArray<string>
}

type FullOutput<Compact> = Compact extends { readonly items: ReadonlyArray<unknown> }
  ? { readonly items: ReadonlyArray<unknown>; readonly next_cursor?: string }
  : StructuredContent

/** An event of a call: its progress, as often as the server reports it, then its result. */
export type CallEvent<A> = Data.TaggedEnum<{
  /** `total` and `message` are set if the server sends them. */
  Progress: { readonly done: number; readonly total?: number; readonly message?: string }
  Answered: { readonly answer: A }
}>

interface Definition extends Data.TaggedEnum.WithGenerics<1> {
  readonly taggedEnum: CallEvent<this["A"]>
}

/** Constructors and matchers of call events. */
export const CallEvent = Data.taggedEnum<Definition>()
