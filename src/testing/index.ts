/** What those need who test against this server: its contract as a check. */
export * from "./checkEnvelope.ts"
export { checkHint, imperatives } from "./checkHint.ts"
