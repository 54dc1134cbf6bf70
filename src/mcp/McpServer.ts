/** The boundary to the MCP SDK: translates requests and responses. Cancelling a request interrupts its fiber. */
// @effect-diagnostics asyncFunction:off
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js"
import { Context, Duration, Effect, Either, Exit, FiberRef, HashMap, HashSet, Runtime, RuntimeFlags } from "effect"
import type { Settings } from "../config/Settings.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { Approver } from "../safety/Approver.ts"
import { CurrentSettings } from "../safety/CurrentSettings.ts"
import { Caller } from "../telemetry/Caller.ts"
import * as Redactor from "../text/redact.ts"
import { stripInvisible } from "../text/stripInvisible.ts"
import { firstChars, named, truncate } from "../text/words.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { makeCallCounter } from "./callCounter.ts"
import * as clientLogger from "./clientLogger.ts"
import { anyForm, approverBehind } from "./elicitation.ts"
import { withoutUnread } from "./frames.ts"
import { instructions } from "./instructions.ts"
import { Listing } from "./Listing.ts"
import type { Refused } from "./Refused.ts"
import { clientId, withCancellableIds } from "./requestIds.ts"
import { type HandlerResult, isResourceMethod, resourceHandlers } from "./resourceHandlers.ts"
import { callParams, INVALID_PARAMS, protocolError, toResult, unreadCall } from "./toolCall.ts"
import { withinTraceOf } from "./traceContext.ts"

/** How the server identifies itself. */
export interface Identity {
  readonly version: string
  readonly sandbox: boolean
}

/** The time for running calls to finish and their responses to be read, then for interrupted calls to end. */
const GRACE = Duration.seconds(5)
const UNWIND = Duration.millis(300)

/** Error codes of JSON-RPC. JSON-RPC has no code for "shutting down". */
const METHOD_NOT_FOUND = -32601
const INTERNAL_ERROR = -32603

/** The maximum number of characters of a method name in an error message, and of an error message of the SDK in the log. */
const METHOD_MAX = 1000

/** The access of a client: the dispatch of its calls, and its list of tools. */
export interface Access {
  readonly dispatch: Dispatch["Type"]
  readonly listing: Listing["Type"]
  /** The authenticated client. Unset without authentication: then the name in `initialize` is used. */
  readonly client?: { readonly id: string; readonly name: string }
  /** The settings that apply to the sender now. Unset if they cannot change. */
  readonly current?: CurrentSettings["Type"]
  /** Waits until the sender's token is no longer valid. Unset if it cannot end. */
  readonly ended?: Effect.Effect<void>
}

/** The options of a session. */
export interface SessionOptions {
  readonly transport: Transport
  readonly identity: Identity
  readonly redactor?: Redactor.Redactor
  /** The time limit for running calls when the scope closes. */
  readonly grace?: Duration.Duration
  /** `MCP_RESULT`: which halves of a result are sent. */
  readonly result: Settings["Type"]["result"]
  /** Returns the access of the sender of a request. */
  readonly accessOf: (extra: Extra) => Access
  /** Called when a request begins. Returns what is called when it has ended. */
  readonly onRequest?: (extra: Extra) => () => void
}

/** Serves MCP over a transport, with the same access for every request. */
export const serveOver = Effect.fnUntraced(function* (
  transport: Transport,
  identity: Identity,
  redactor = Redactor.make([])
) {
  const access: Access = { dispatch: yield* Dispatch, listing: yield* Listing }
  const { result } = access.listing.settings
  yield* serveSession({ transport, identity, redactor, result, accessOf: () => access })
})

/**
 * Serves one session until the scope closes. After that, it accepts no new call. Running calls may
 * finish within the grace period. Then they are interrupted.
 */
export const serveSession = Effect.fnUntraced(function* ({
  accessOf,
  grace = GRACE,
  identity,
  onRequest,
  redactor = Redactor.make([]),
  result,
  transport
}: SessionOptions) {
  const calls = yield* makeCallCounter
  let accepting = true

  const call = async (params: unknown, extra: Extra): Promise<CallToolResult> => {
    const { _meta, requestId, sendNotification, signal } = extra
    const { client, current, dispatch, ended, listing } = accessOf(extra)
    const { arguments: input, name } = unreadCall(params) ?? callParams(params, listing.names, redactor)
    if (!accepting) throw protocolError(INTERNAL_ERROR, "The server is shutting down and takes no new calls.")
    const session = Context.make(Progress, progressTo(_meta?.progressToken, sendNotification)).pipe(
      Context.add(Caller, callerOf(client, server.getClientVersion()?.name, requestId)),
      Context.add(Approver, approverBehind(server, requestId, ended)),
      withCurrent(current)
    )
    // Replaces the server's context: providing services on top would copy all of them for each call.
    const own = Runtime.updateContext(runtime, () => session).pipe(
      Runtime.setFiberRef(FiberRef.currentLogAnnotations, annotated(annotations, name, client?.name))
    )
    const answering = dispatch
      .answer(name, input)
      .pipe(withClient(client?.name), withinTraceOf(_meta), log.withClientLogLevel)
    const exit = await calls.during(Runtime.runPromiseExit(own)(answering, { signal }))
    if (Exit.isSuccess(exit)) return toResult(exit.value, result)
    // Dispatch handles defects of calls, so this defect comes from the response. The SDK sends nothing for a
    // cancelled request.
    throw protocolError(INTERNAL_ERROR, signal.aborted ? "cancelled" : "The server failed to answer.")
  }

  const handle = async (
    asked: Effect.Effect<HandlerResult, Refused>,
    { client, current, requestId }: Origin,
    signal: AbortSignal
  ) => {
    const caller = callerOf(client, server.getClientVersion()?.name, requestId)
    const own = Runtime.updateContext(runtime, (context) => withCurrent(current)(Context.add(context, Caller, caller)))
    const exit = await calls.during(Runtime.runPromiseExit(own)(Effect.either(asked), { signal }))
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
      instructions: instructions(identity.sandbox, result),
      jsonSchemaValidator: anyForm
    }
  )
  const log = clientLogger.make((params) => server.notification({ method: "notifications/message", params }), redactor)
  // Protocol errors are not sent to the client's log, because sending may be what fails.
  const withoutClientLog = yield* Effect.runtime<never>()
  yield* Effect.locallyScopedWith(FiberRef.currentLoggers, HashSet.add(log.logger))
  // Calls must be interruptible, even if the fiber that opens the session is not.
  const inherited = yield* Effect.interruptible(Effect.runtime<never>())
  // Effect's own metrics of fibers are not exported, and each fiber would update four of them.
  const runtime = Runtime.disableRuntimeFlag(inherited, RuntimeFlags.RuntimeMetrics)
  const annotations = yield* FiberRef.get(FiberRef.currentLogAnnotations)
  // The SDK's own parsing would answer a malformed call with a dump of its schema.
  server.removeRequestHandler("logging/setLevel")
  const respond: NonNullable<Server["fallbackRequestHandler"]> = async ({ method, params }, extra) => {
    if (method === "tools/list") {
      return Runtime.runPromise(runtime)(Effect.map(accessOf(extra).listing.tools, (tools) => ({ tools })))
    }
    if (method === "tools/call") return call(params, extra)
    if (method === "logging/setLevel") {
      if (log.setLevel(params)) return {}
      throw protocolError(
        INVALID_PARAMS,
        `logging/setLevel needs params.level, one of ${clientLogger.levelNames.join(", ")}.`
      )
    }
    if (isResourceMethod(method)) {
      const access = accessOf(extra)
      return handle(resourceHandlers(access)[method](params), { ...access, requestId: extra.requestId }, extra.signal)
    }
    throw protocolError(
      METHOD_NOT_FOUND,
      `This server has no method ${named(stripInvisible(firstChars(redactor.text(method), METHOD_MAX)))}.`
    )
  }
  server.fallbackRequestHandler = (request, extra) => respond(request, extra).finally(onRequest?.(extra))
  server.onerror = (error) =>
    Runtime.runFork(withoutClientLog)(Effect.logDebug("protocol error", firstChars(error.message, METHOD_MAX)))

  const sdkTransport = withCancellableIds(transport)
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      await server.connect(sdkTransport)
      const receive = sdkTransport.onmessage
      sdkTransport.onmessage = (message, extra) => receive?.(withoutUnread(message), extra)
    }),
    () =>
      Effect.gen(function* () {
        accepting = false
        // A call ends shortly before the SDK writes its response, and closing now would drop that response.
        const answered = Effect.zipRight(calls.idle, Effect.sleep(0))
        const [spent] = yield* Effect.timed(within(answered, grace))
        // Closing aborts running calls, and waits until all lines have been read.
        const closed = Effect.zip(
          Effect.promise(() => server.close()),
          calls.idle,
          { concurrent: true }
        )
        yield* within(closed, Duration.max(Duration.subtract(grace, spent), UNWIND))
      })
  )
  return { running: calls.running }
})

/** Runs an effect with a time limit, also in a finalizer. */
const within = (effect: Effect.Effect<unknown>, duration: Duration.Duration) =>
  Effect.timeoutOption(Effect.interruptible(effect), duration)

/** The facts about a request that the SDK passes to a handler. */
export type Extra = Parameters<NonNullable<Server["fallbackRequestHandler"]>>[1]

/** The sender of a request. */
interface Origin extends Pick<Access, "client" | "current"> {
  readonly requestId: string | number
}

/** Adds the settings of now to the context of a request. */
const withCurrent =
  (current: Access["current"]) =>
  <R>(context: Context.Context<R>): Context.Context<R> =>
    current === undefined ? context : Context.add(context, CurrentSettings, current)

const annotated = (
  annotations: HashMap.HashMap<string, unknown>,
  tool: string,
  client: string | undefined
): HashMap.HashMap<string, unknown> => {
  const named = HashMap.set(annotations, "tool", tool)
  return client === undefined ? named : HashMap.set(named, "client", client)
}

/** Names the authenticated client in the spans of a call. */
const withClient =
  (name: string | undefined) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    name === undefined ? call : Effect.annotateSpans(call, "mcp.client", name)

const callerOf = (
  client: Access["client"],
  ownName: string | undefined,
  requestId: string | number
): Caller["Type"] => ({
  ...(client !== undefined && { client: client.name, clientId: client.id }),
  ...(client === undefined &&
    ownName !== undefined && { client: truncate(stripInvisible(firstChars(ownName, CLIENT_MAX * 10)), CLIENT_MAX) }),
  requestId: String(clientId(requestId))
})

/** The maximum length of a client's name in characters, because every audit record and log line of a call has it. */
const CLIENT_MAX = 100

/** Sends progress notifications if the client asked for them with a progress token. */
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
