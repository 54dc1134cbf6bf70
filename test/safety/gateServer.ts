/** A server over a fake transport in virtual time. Records confirmations and the requests that change Discord. */
import { Context, Effect, Layer, type Scope } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import type { Dispatch } from "../../src/dispatch/Dispatch.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import { off } from "../../src/live/Gateway.ts"
import {
  Approver,
  type ApproverCapability,
  type ConfirmationOutcome,
  type ConfirmationRequest
} from "../../src/safety/Approver.ts"
import { Gate } from "../../src/safety/Gate.ts"
import { answer, makeWire, type Step } from "../discord/wire.ts"
import { asksInMemory, call, type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"

/** Arbitrary ids: the fake transport accepts any. */
export const CHANNEL = "111122223333444455"
export const MESSAGE = "222233334444555566"

/** Answers reads with a minimal object, and accepts changes. */
const careless: Step = (request, onPhase) =>
  (request.method === "GET" ? answer(200, { id: "1", name: "x" }) : answer(204))(request, onPhase)

/** An approver that cannot confirm. */
export const nobody: ApproverCapability = { canReturn: true }

/** An approver with one fixed answer. Records its questions. */
export const somebody = (
  verdict: ConfirmationOutcome
): ApproverCapability & { readonly asked: ReadonlyArray<ConfirmationRequest> } => {
  const asked: Array<ConfirmationRequest> = []
  return {
    canReturn: true,
    asked,
    confirm: (question) =>
      Effect.sync(() => {
        asked.push(question)
        return verdict
      })
  }
}

/** Live events are off: no answer of a person can arrive. */
export const withoutGateway = Layer.succeedContext(coreServices(off))

/** A server with these settings, which by default takes questions to people. */
export const gateServer = Effect.fnUntraced(function* (
  environment: Environment,
  step: Step = careless,
  live: typeof asksInMemory = asksInMemory
) {
  const wire = makeWire(step)
  const settings = yield* settingsOf({ MCP_GLOBAL_REQUESTS_PER_SECOND: "10000", ...environment })
  const server: Layer.Layer<Dispatch | Gate> = Layer.provide(
    overDiscord(Layer.provide(Discord.layer, wire.layer), settings),
    live
  )
  const context = yield* Layer.build(server)
  return {
    /** Calls a tool with an approver. */
    call: (tool: string, input: object, approver: ApproverCapability = nobody): Effect.Effect<CallResult> =>
      call(tool, input).pipe(Effect.provideService(Approver, approver), Effect.provide(context)),
    gate: Context.get(context, Gate),
    /** All sent requests. */
    sent: wire.sent,
    /** The sent requests that change Discord, one line each. */
    changes: (): ReadonlyArray<string> =>
      wire.sent.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`)
  }
}) satisfies (
  environment: Environment,
  step?: Step,
  live?: typeof asksInMemory
) => Effect.Effect<unknown, never, Scope.Scope>

/** Summarizes how a call ended. */
export const outcomeOf = ({ isError, structured }: CallResult): string => {
  if (!isError) return "ran"
  switch (structured.code) {
    case "DRY_RUN_PREVIEW":
      return [
        structured.armed === true ? "armed" : "preview",
        ...(typeof structured.confirmation_token === "string" ? ["token"] : []),
        ...(structured.held_by === undefined ? [] : [structured.held_by])
      ].join(" ")
    case "CONFIRMATION_DECLINED":
      return String(structured.how)
    case "VALIDATION_FAILED":
      return [structured.validation_issues]
        .flat()
        .map((issue) => String(Object(issue).code))
        .join()
    default:
      return String(structured.code)
  }
}

/** The token of a preview. */
export const tokenOf = ({ structured }: CallResult): string => String(structured.confirmation_token)
