/** The boundary to the MCP SDK: requests in, answers out. Cancelling a request interrupts its fiber. */
// @effect-diagnostics asyncFunction:off
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { Context, Duration, Effect, Either, Exit, FiberRef, HashMap, HashSet, Runtime } from "effect"
import type { Answer } from "../dispatch/Answer.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { ValidationIssue } from "../errors/fields.ts"
import { named } from "../errors/quoted.ts"
import { firstChars, truncate } from "../errors/truncate.ts"
import { Approver } from "../safety/Approver.ts"
import { stripInvisible } from "../safety/content/stripInvisible.ts"
import { Caller } from "../telemetry/Caller.ts"
import * as Redactor from "../telemetry/Redactor.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { noSuchTool } from "../tools/noSuchTool.ts"
import * as clientLogger from "./clientLogger.ts"
import { anyForm, approverBehind } from "./elicitation.ts"
import { instructions } from "./instructions.ts"
import { Listing } from "./Listing.ts"
import { offers } from "./resourceHandlers.ts"
import { REFUSED, ZERO } from "./StdioTransport.ts"
import { withinTraceOf } from "./traceContext.ts"

/** Who we say we are. */
export interface Identity {
  readonly version: string
  readonly sandbox: boolean
}

/** How long calls in flight may take to finish and their answers to be read, and how long to unwind when interrupted. */
const GRACE = Duration.seconds(5)
const UNWIND = Duration.millis(300)

/** JSON-RPC's codes; "shutting down" has none of its own. */
const METHOD_NOT_FOUND = -32601
const INVALID_PARAMS = -32602
const INTERNAL_ERROR = -32603

/** More of the name of a method than a sentence holds, in characters: what is invisible goes first. */
const METHOD_MAX = 1000

/**
 * Serves MCP over a transport for as long as the scope lives. When it closes, no
 * new call is taken, those in flight may finish for five seconds, and the rest
 * is interrupted.
 */
export const serveOver = Effect.fnUntraced(function* (
  transport: Transport,
  identity: Identity,
  redactor = Redactor.make([])
) {
  const dispatch = yield* Dispatch
  const listing = yield* Listing
  const calls = yield* makeCallCounter
  let accepting = true
  const list = Effect.map(listing.tools, (tools) => ({ tools }))

  const call = async (
    params: unknown,
    { _meta, requestId, sendNotification, signal }: Extra
  ): Promise<CallToolResult> => {
    const { arguments: input, name } = unreadCall(params) ?? callParams(params, listing.names, redactor)
    if (!accepting) throw protocolError(INTERNAL_ERROR, "The server is shutting down and takes no new calls.")
    const session = Context.make(Progress, progressTo(_meta?.progressToken, sendNotification)).pipe(
      Context.add(Caller, callerOf(server.getClientVersion()?.name, requestId)),
      Context.add(Approver, approverBehind(server, requestId))
    )
    // In place of all that the server was started with: each service given to a call further in copies those it has.
    const own = Runtime.updateContext(runtime, () => session).pipe(
      Runtime.setFiberRef(FiberRef.currentLogAnnotations, HashMap.set(annotations, "tool", name))
    )
    const exit = await Runtime.runPromiseExit(own)(
      calls.during(dispatch.answer(name, input).pipe(withinTraceOf(_meta), log.heard)),
      { signal }
    )
    if (Exit.isSuccess(exit)) return toResult(exit.value)
    // Dispatch answers bugs itself: this one is in answering. For a cancelled request the SDK writes nothing.
    throw protocolError(INTERNAL_ERROR, signal.aborted ? "cancelled" : "The server failed to answer.")
  }

  const offered = offers(dispatch, listing.maxResultChars)

  const offer = async (method: string, params: unknown, { signal }: Extra) => {
    const exit = await Runtime.runPromiseExit(runtime)(
      calls.during(Effect.either(offered[method]?.(params) ?? Effect.dieMessage(method))),
      { signal }
    )
    if (Exit.isSuccess(exit) && Either.isRight(exit.value)) return exit.value.right
    throw Exit.isSuccess(exit) && Either.isLeft(exit.value)
      ? Object.assign(new Error(), exit.value.left.error, { message: redactor.text(exit.value.left.error.message) })
      : protocolError(INTERNAL_ERROR, signal.aborted ? "cancelled" : "The server failed to answer.")
  }

  const server = new Server(
    {
      name: "effect-discord-mcp",
      title: identity.sandbox ? "Discord (SANDBOX)" : "Discord",
      version: identity.version
    },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} },
      instructions: instructions(identity.sandbox),
      jsonSchemaValidator: anyForm
    }
  )
  const log = clientLogger.make((params) => server.notification({ method: "notifications/message", params }), redactor)
  // What goes wrong with the protocol is not for the client's log: to send it there may be what goes wrong.
  const unheard = yield* Effect.runtime<never>()
  yield* Effect.locallyScopedWith(FiberRef.currentLoggers, HashSet.add(log.logger))
  const runtime = yield* Effect.runtime<never>()
  const annotations = yield* FiberRef.get(FiberRef.currentLogAnnotations)
  // Raw requests: the SDK's own parsing would answer a malformed call with a dump of its schema.
  server.removeRequestHandler("logging/setLevel")
  server.fallbackRequestHandler = async ({ method, params }, extra) => {
    if (method === "tools/list") return Runtime.runPromise(runtime)(list)
    if (method === "tools/call") return call(params, extra)
    if (method === "logging/setLevel") {
      if (log.setLevel(params)) return {}
      throw protocolError(
        INVALID_PARAMS,
        `logging/setLevel needs params.level, one of ${clientLogger.levelNames.join(", ")}.`
      )
    }
    if (Object.hasOwn(offered, method)) return offer(method, params, extra)
    throw protocolError(
      METHOD_NOT_FOUND,
      `This server has no method ${named(stripInvisible(firstChars(redactor.text(method), METHOD_MAX)))}.`
    )
  }
  server.onerror = (error) => Runtime.runFork(unheard)(Effect.logDebug("protocol error", error.message))

  yield* Effect.acquireRelease(
    Effect.promise(() => server.connect(transport)),
    () =>
      Effect.gen(function* () {
        accepting = false
        // A call has ended a moment before the SDK writes its answer, which closing would drop.
        const answered = Effect.zipRight(calls.idle, Effect.sleep(0))
        const [spent] = yield* Effect.timed(within(answered, GRACE))
        // Closing aborts what is still running, and waits until what was written has been read.
        const closed = Effect.zip(
          Effect.promise(() => server.close()),
          calls.idle,
          { concurrent: true }
        )
        yield* within(closed, Duration.max(Duration.subtract(GRACE, spent), UNWIND))
      })
  )
})

/** Waits for so long and no longer, inside a finalizer too. */
const within = (effect: Effect.Effect<unknown>, duration: Duration.Duration) =>
  Effect.timeoutOption(Effect.interruptible(effect), duration)

type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1]

const callerOf = (client: string | undefined, requestId: string | number): Caller["Type"] => ({
  ...(client !== undefined && { client: truncate(stripInvisible(firstChars(client, CLIENT_MAX * 10)), CLIENT_MAX) }),
  requestId: requestId === ZERO ? "0" : String(requestId)
})

/** The most that is kept of the name a client gives itself, in characters: each record and log line of a call has it. */
const CLIENT_MAX = 100

/** Tells the client how far a call is, where it has asked to hear of it. */
const progressTo = (progressToken: string | number | undefined, send: Extra["sendNotification"]): Progress["Type"] => ({
  report: ({ done, message, total }) =>
    progressToken === undefined
      ? Effect.void
      : Effect.ignore(
          Effect.tryPromise(() =>
            send({
              method: "notifications/progress",
              params: { progressToken, progress: done, message, ...(total !== undefined && { total }) }
            })
          )
        )
})

/** Knows whether calls are running. */
const makeCallCounter = Effect.map(Effect.makeLatch(true), (none) => {
  let running = 0
  const enter = Effect.suspend(() => (running++ === 0 ? none.close : Effect.void))
  const leave = Effect.suspend(() => (--running === 0 ? none.open : Effect.void))
  return {
    idle: none.await,
    during: <A>(call: Effect.Effect<A>): Effect.Effect<A> =>
      Effect.acquireUseRelease(
        enter,
        () => call,
        () => leave
      )
  }
})

/** A call whose frame was refused before it was read: nobody knows its tool, and the refusal is its answer. */
const unreadCall = (params: unknown): { readonly name: string; readonly arguments: object } | undefined => {
  const issue: ValidationIssue | undefined = Object(params)[REFUSED]
  return issue && { name: "unknown", arguments: new ValidationError({ validation_issues: [issue] }) }
}

/** A tool that does not exist and parameters that are none are errors of the protocol, not of a tool. */
const callParams = (
  params: unknown,
  names: ReadonlyArray<string>,
  redactor: Redactor.Redactor
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

const toResult = ({ isError, structured, text }: Answer): CallToolResult => ({
  content: [{ type: "text", text }],
  structuredContent: structured,
  ...(isError && { isError })
})

/** The SDK sends code and message of whatever a handler throws; its own error class repeats the code in the text. */
const protocolError = (code: number, message: string): Error => Object.assign(new Error(message), { code })
