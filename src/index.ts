/** The library: the union of errors and the resilience policies. `./errors` and `./resilience` are its parts. */
export * as Errors from "./errors/index.ts"
export * as Resilience from "./resilience/index.ts"
