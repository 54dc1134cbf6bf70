/** The library: the union of errors, the resilience policies, and the client's end of the wire. */
export * as Client from "./client/index.ts"
export * as Errors from "./errors/index.ts"
export * as Resilience from "./resilience/index.ts"
