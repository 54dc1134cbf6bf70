/** The other end of the wire: tools by their names and types, and their failures as the union that a caller in process would see. */
export { CallEvent } from "./CallEvent.ts"
export { type CallFailure, Client, callTool, callToolWithProgress, connect, listTools } from "./Client.ts"
export { ConnectionFailed } from "./ConnectionFailed.ts"
export { decodeToolResult, type StructuredContent } from "./decodeToolResult.ts"
export type { ServerCommand, Transport } from "./Session.ts"
export type { OutputNotes, ToolInput, ToolName, ToolOutput, ToolView } from "./ToolCall.ts"
export type { Tools } from "./Tools.ts"
export type { ListedTool } from "./toolList.ts"
