/** The other end of the wire: tools by their names and types, and their failures as the union that a caller in process would see. */
export { CallEvent } from "./CallEvent.ts"
export { type CallFailure, Client, callTool, callToolWithProgress, connect, listTools } from "./Client.ts"
export { ConnectionFailed } from "./ConnectionFailed.ts"
export type { Command, Transport } from "./Session.ts"
export type { Answer, Input, Marks, ToolName, View } from "./ToolCall.ts"
export type { Tools } from "./Tools.ts"
export type { ListedTool } from "./toolList.ts"
export { decodeToolResult, type Structured } from "./toolResult.ts"
