/** The other end of the wire: tool results back to typed effects. */
export * from "./toolResult.ts"
