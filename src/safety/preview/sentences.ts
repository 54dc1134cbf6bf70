/** What a call does, in a sentence, and whether it can be undone: from its row, where its facts do not say better. */
import type { Tool, ToolCall } from "../../tools/Tool.ts"

/** The first sentence of a tool's description, to the point where it explains. */
export const sentenceOf = ({ description }: Pick<Tool, "description">): string =>
  /^.*?(?=[.:;](?:\s|$))/.exec(description)?.[0] ?? description

/** What the row says of undoing; a deletion that says nothing is for good. */
export const undoOf = ({ risk, tool }: Pick<ToolCall, "risk" | "tool">): string | undefined =>
  tool.undo ?? (risk === "destructive" && tool.operation?.method === "DELETE" ? "This cannot be undone." : undefined)
