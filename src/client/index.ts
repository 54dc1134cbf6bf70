/** A typed client: tools by name, and their failures as the server's error union. */
export { CallEvent } from "./CallEvent.ts"
export { type CallFailure, Client, callTool, callToolWithProgress, connect, listTools } from "./Client.ts"
export { ConnectionFailed } from "./ConnectionFailed.ts"
export { decodeToolResult, type StructuredContent } from "./decodeToolResult.ts"
export type { ServerCommand, Transport } from "./Session.ts"
export type { OutputNotes, ToolInput, ToolName, ToolOutput, ToolView } from "./ToolCall.ts"
export type * from "./Tools.ts"
export type { ListedTool } from "./toolList.ts"
