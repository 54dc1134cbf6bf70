/** The boundary to the person behind a client: a question to them is a request of the SDK, a promise. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { ElicitRequestFormParams, ElicitResult, RequestId } from "@modelcontextprotocol/sdk/types.js"
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js"
import type { JsonSchemaValidator, jsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/types.js"
import { Duration, Effect, Predicate } from "effect"
import { type ApproverCapability, CONFIRMATION_TIMEOUT, type ConfirmationOutcome } from "../safety/Approver.ts"

/**
 * The person behind the client of a request, if the client has said that it can
 * ask them by a form. Interrupting the question withdraws it there.
 */
export const approverBehind = (server: Server, requestId: RequestId): ApproverCapability =>
  server.getClientCapabilities()?.elicitation?.form === undefined
    ? { canReturn: true }
    : {
        canReturn: true,
        confirm: ({ message }) =>
          Effect.tryPromise({
            try: (signal) =>
              server.elicitInput(
                { mode: "form", message: `${message}\n\nShall this be done?`, requestedSchema },
                { ...options, relatedRequestId: requestId, signal }
              ),
            catch: (error): ConfirmationOutcome =>
              error instanceof McpError && error.code === ErrorCode.RequestTimeout ? "timed_out" : "unavailable"
          }).pipe(
            Effect.tapError((verdict) => Effect.logDebug(`the question to the person came to nothing: ${verdict}`)),
            Effect.map(outcomeOf),
            Effect.merge
          )
      }

/**
 * Takes any form as filled in: the one there is is read with care below, and the
 * SDK's own validator is a compiler of schemas that every start would load.
 */
export const anyForm: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined }) // unchecked: see above
  }
}

/** The gate's own patience ends first; the SDK's default would end it after a minute. */
const options = { timeout: Duration.toMillis(Duration.sum(CONFIRMATION_TIMEOUT, Duration.minutes(1))) }

const YES = "Yes, do it"
const NO = "No, leave it"

/**
 * One choice without a default: every client with forms shows it, and a person who
 * only closes the form with its button has still said which.
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
