/** The library: the errors, the resilience policies, and the client. */
export * as Client from "./client/index.ts"
export * as Errors from "./errors/index.ts"
export * as Resilience from "./resilience/index.ts"
