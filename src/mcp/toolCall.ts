/** The parameters and the result of `tools/call`, as the protocol has them. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import type { Settings } from "../config/Settings.ts"
import type { Answer } from "../dispatch/Answer.ts"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import type { Redactor } from "../text/redact.ts"
import { noSuchTool } from "../tools/noSuchTool.ts"
import { REFUSED } from "./frames.ts"

/** The error code of JSON-RPC for malformed parameters. */
export const INVALID_PARAMS = -32602

/** Returns the arguments of a call whose frame was rejected unread: the validation error. Its tool is unknown. */
export const unreadCall = (params: unknown): { readonly name: string; readonly arguments: object } | undefined => {
  const issue: ValidationIssue | undefined = Object(params)[REFUSED]
  return issue && { name: "unknown", arguments: new ValidationError({ validation_issues: [issue] }) }
}

/** Reads the parameters of `tools/call`. An unknown tool and malformed parameters are protocol errors. */
export const callParams = (
  params: unknown,
  names: ReadonlyArray<string>,
  redactor: Redactor
): { readonly name: string; readonly arguments: object } => {
  const { arguments: input, name }: { readonly arguments?: unknown; readonly name?: unknown } = Object(params)
  // Some clients write null for "no arguments".
  const given = input ?? {}
  if (typeof name !== "string" || typeof given !== "object" || Array.isArray(given)) {
    throw protocolError(INVALID_PARAMS, "tools/call needs params.name, a string, and params.arguments, an object.")
  }
  if (!names.includes(name)) {
    throw protocolError(INVALID_PARAMS, noSuchTool(redactor.text(name), names))
  }
  return { name, arguments: given }
}

/** Makes the result of a call. `halves` is `MCP_RESULT`. */
export const toResult = (
  { image, isError, structured, text }: Answer,
  halves: Settings["Type"]["result"]
): CallToolResult => ({
  content: [
    ...(halves === "structured" ? [] : [{ type: "text" as const, text }]),
    ...(image === undefined ? [] : [{ type: "image" as const, ...image }])
  ],
  ...(halves !== "text" && { structuredContent: structured }),
  ...(isError && { isError })
})

/** Makes a JSON-RPC error. The SDK sends its code and message; the SDK's own error class repeats the code in the text. */
export const protocolError = (code: number, message: string): Error => Object.assign(new Error(message), { code })
