/** A typed client: tools by name, and their failures as the server's error union. */
export { type CallFailure, Client, callTool, callToolWithProgress, connect, events, listTools } from "./Client.ts"
export { decodeToolResult, type StructuredContent } from "./decodeToolResult.ts"
export type { EventFilter, EventsOptions, LiveEvent } from "./events.ts"
export { ConnectionFailed, type ServerCommand, type Transport } from "./Session.ts"
export {
  CallEvent,
  type OutputNotes,
  type ToolInput,
  type ToolName,
  type ToolOutput,
  type ToolView
} from "./ToolCall.ts"
export type * from "./Tools.ts"
export type { ListedTool } from "./toolList.ts"
