/** The other end of the wire: tools by their names and types, and their failures as the union that a caller in process would see. */
export * from "./CallEvent.ts"
export * from "./Client.ts"
export * from "./ConnectionFailed.ts"
export type { Command, Transport } from "./Session.ts"
export type * from "./ToolCall.ts"
export type { Tools } from "./Tools.ts"
export { ListedTool } from "./toolList.ts"
export * from "./toolResult.ts"
