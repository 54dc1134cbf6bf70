/** The boundary to MCP elicitation, which asks the user of a client. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { ElicitRequestFormParams, ElicitResult, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js"
import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js"
import { Duration, Effect, Predicate } from "effect"
import { type ApproverCapability, CONFIRMATION_TIMEOUT, type ConfirmationOutcome } from "../safety/Approver.ts"

/**
 * Returns the approver of a request: the client's user, if the client supports form
 * elicitation. Interruption cancels the elicitation, and so does the end of the sender's token.
 */
export const approverBehind = (
  server: Server,
  requestId: RequestId,
  tokenEnded: Effect.Effect<void> = Effect.never
): ApproverCapability =>
  server.getClientCapabilities()?.elicitation?.form === undefined
    ? { canReturn: true }
    : {
        canReturn: true,
        confirm: ({ message }) =>
          Effect.tryPromise({
            try: (signal) =>
              server.elicitInput(
                { mode: "form", message: `${message}\n\nRun this call?`, requestedSchema },
                { ...options, relatedRequestId: requestId, signal }
              ),
            catch: (error): ConfirmationOutcome =>
              error instanceof McpError && error.code === ErrorCode.RequestTimeout ? "timed_out" : "unavailable"
          }).pipe(
            Effect.tapError((outcome) => Effect.logDebug(`the elicitation ended without an answer: ${outcome}`)),
            Effect.map(outcomeOf),
            Effect.merge,
            Effect.raceFirst(Effect.as(tokenEnded, "cancelled" as const))
          )
      }

/**
 * Accepts every answer. The answer to the only form is checked below. The SDK's validator would load a
 * schema compiler at every start.
 */
export const anyForm: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined }) // unchecked: see above
  }
}

/** The timeout of an elicitation. It is longer than the gate's own timeout. The SDK's default is one minute. */
const options = { timeout: Duration.toMillis(Duration.sum(CONFIRMATION_TIMEOUT, Duration.minutes(1))) }

const YES = "Yes, do it"
const NO = "No, leave it"

/**
 * One required choice without a default. Every client with form elicitation shows it,
 * and closing the form does not accept.
 */
const requestedSchema: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: { answer: { type: "string", title: "Your answer", enum: [YES, NO] } },
  required: ["answer"]
}

const outcomeOf = ({ action, content }: ElicitResult): ConfirmationOutcome => {
  if (action === "cancel") return "cancelled"
  return action === "accept" && Predicate.hasProperty(content, "answer") && content.answer === YES
    ? "accepted"
    : "declined"
}
