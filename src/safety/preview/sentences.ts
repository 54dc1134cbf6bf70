/** Default sentences of a preview from the tool definition. The tool's own facts override them. */
import type { Tool, ToolCall } from "../../tools/Tool.ts"

/** Returns the first clause of a tool's description. */
export const actionSentence = ({ description }: Pick<Tool, "description">): string =>
  /^.*?(?=[.:;](?:\s|$))/.exec(description)?.[0] ?? description

/** Returns what the definition says about undoing. By default a deletion is permanent. */
export const undoSentence = ({ risk, tool }: Pick<ToolCall, "risk" | "tool">): string | undefined =>
  tool.undo ?? (risk === "destructive" && tool.operation?.method === "DELETE" ? "This cannot be undone." : undefined)
