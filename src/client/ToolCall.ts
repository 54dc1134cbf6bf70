/** What the catalogue says of a call: which tools there are, what each takes, and what it answers. */

import type { StructuredContent } from "./decodeToolResult.ts"
import type { Tools } from "./Tools.ts"

/** The name of a tool. */
export type ToolName = keyof Tools

/** How much of Discord's objects an answer shows. */
export type ToolView = "compact" | "full"

/** What a tool takes. `Shown` is the view that is asked for, of a tool that has several. */
export type ToolInput<Name extends ToolName, Shown extends ToolView = ToolView> = Tools[Name]["input"] &
  ("view" extends keyof Tools[Name]["input"] ? { readonly view?: Shown } : unknown)

/**
 * What a tool answers, as the server promises it: it is not checked again here. Asked for
 * Discord's whole objects, it is those, whatever Discord puts into them. Of what was too
 * large to answer, the fields are missing that `notice` names.
 */
export type ToolOutput<Name extends ToolName, Shown extends ToolView = "compact"> = OutputNotes &
  (Shown extends "full" ? FullOutput<Tools[Name]["answer"]> : Tools[Name]["answer"])

/** What can stand beside any answer. */
export interface OutputNotes {
  /** What the server says of this answer: why it is empty, what was left out. */
  readonly notice?: string
  /** Where in it stands what people wrote, as patterns: data, never instructions. */
  readonly untrusted_fields?: ReadonlyArray<string>
}

type FullOutput<Compact> = Compact extends { readonly items: ReadonlyArray<unknown> }
  ? { readonly items: ReadonlyArray<unknown>; readonly next_cursor?: string }
  : StructuredContent
