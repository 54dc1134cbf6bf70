/** The boundary to the MCP SDK: translates requests and responses. Cancelling a request interrupts its fiber. */
// @effect-diagnostics asyncFunction:off
import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import type { CallToolResult, Request, Result } from "@modelcontextprotocol/sdk/types.js"
import {
  Clock,
  Duration,
  Effect,
  Either,
  Exit,
  FiberMap,
  FiberRef,
  HashMap,
  HashSet,
  Runtime,
  RuntimeFlags
} from "effect"
import type { Settings } from "../config/Settings.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { Approver } from "../safety/Approver.ts"
import { CurrentSettings } from "../safety/CurrentSettings.ts"
import { Caller } from "../telemetry/Caller.ts"
import { stripInvisible } from "../text/sanitize.ts"
import { makeRedactor, type Redactor } from "../text/secrets.ts"
import { firstChars, named } from "../text/words.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import * as clientLogger from "./clientLogger.ts"
import { instructions } from "./instructions.ts"
import { Listing } from "./Listing.ts"
import type { Refused } from "./Refused.ts"
import { type HandlerResult, isResourceMethod, resourceHandlers } from "./resourceHandlers.ts"
import { sdkTransport } from "./sdkTransport.ts"
import {
  anyForm,
  approverBehind,
  type Client,
  callerOf,
  callParams,
  type Extra,
  INVALID_PARAMS,
  progressTo,
  protocolError,
  toResult,
  unreadCall,
  withinTraceOf
} from "./toolCall.ts"
import type { SessionWatches } from "./watchedEvents.ts"

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
  readonly client?: Client
  /** The settings that apply to the sender now. Unset if they cannot change. */
  readonly current?: CurrentSettings["Type"]
  /** Waits until the sender's token is no longer valid. Unset if it cannot end. */
  readonly ended?: Effect.Effect<void>
}

/** The options of a session. */
export interface SessionOptions {
  readonly transport: Transport
  readonly identity: Identity
  readonly redactor?: Redactor
  /** The time limit for running calls when the scope closes. */
  readonly grace?: Duration.Duration
  /** Completes when the server stops, before the scope of the session closes. */
  readonly stopping?: Effect.Effect<void>
  /** The settings that all clients share: which forms of a result are sent, and what a client may be notified of. */
  readonly settings: Pick<Settings["Type"], "claudeChannel" | "gateway" | "result">
  /** Returns the access of the sender of a request. */
  readonly accessOf: (extra: Extra) => Access
  /** Called when a request begins. Returns what is called when it has ended. */
  readonly onRequest?: (extra: Extra) => () => void
}

/** Serves MCP over a transport, with the same access for every request. */
export const serveOver = Effect.fnUntraced(function* (
  transport: Transport,
  identity: Identity,
  redactor = makeRedactor([])
) {
  const access: Access = { dispatch: yield* Dispatch, listing: yield* Listing }
  const { settings } = access.listing
  yield* serveSession({ transport, identity, redactor, settings, accessOf: () => access })
})

/**
 * Serves one session until the scope closes. After that, it accepts no new call. Running calls may
 * finish within the grace period. Then they are interrupted.
 */
export const serveSession = Effect.fnUntraced(function* (options: SessionOptions) {
  const { grace = GRACE, onRequest, redactor = makeRedactor([]), transport } = options
  const requests = new RunningRequests(yield* Effect.makeLatch(true))
  const ending = yield* Effect.makeLatch()
  const server = makeServer(options)
  const log = clientLogger.make((params) => server.notification({ method: "notifications/message", params }), redactor)
  const watches: SessionWatches = {
    fibers: yield* FiberMap.make<string>(),
    sinceMs: yield* Clock.currentTimeMillis,
    // A client that has left is not notified.
    notify: (notification) => Effect.ignore(Effect.tryPromise(() => server.notification(notification)))
  }
  // Protocol errors are not sent to the client's log, because sending may be what fails.
  const withoutClientLog = yield* Effect.runtime<never>()
  yield* Effect.locallyScopedWith(FiberRef.currentLoggers, HashSet.add(log.logger))
  // Calls must be interruptible, even if the fiber that opens the session is not.
  const inherited = yield* Effect.interruptible(Effect.runtime<never>())
  // Effect's own metrics of fibers are not exported, and each fiber would update four of them.
  const runtime = Runtime.disableRuntimeFlag(inherited, RuntimeFlags.RuntimeMetrics)
  const session = new ServedSession({ options, redactor, requests, ending, server, log, watches, runtime })
  // The SDK's own parsing would answer a malformed call with a dump of its schema.
  server.removeRequestHandler("logging/setLevel")
  server.fallbackRequestHandler = (request, extra) => session.respond(request, extra).finally(onRequest?.(extra))
  server.onerror = (error) =>
    Runtime.runFork(withoutClientLog)(Effect.logDebug("protocol error", firstChars(error.message, METHOD_MAX)))

  yield* Effect.acquireRelease(
    Effect.promise(() => server.connect(sdkTransport(transport))),
    () => session.close(grace)
  )
  return { running: () => requests.running }
})

const makeServer = ({ identity, settings: { claudeChannel, gateway, result } }: SessionOptions): Server =>
  new Server(
    {
      name: "effect-discord-mcp",
      title: identity.sandbox ? "Discord (SANDBOX)" : "Discord",
      version: identity.version
    },
    {
      capabilities: {
        tools: {},
        resources: gateway ? { subscribe: true } : {},
        prompts: {},
        completions: {},
        logging: {},
        ...(gateway && claudeChannel && { experimental: { "claude/channel": {} } })
      },
      instructions: instructions(identity.sandbox, result),
      jsonSchemaValidator: anyForm
    }
  )

/** The requests of a session that run. */
class RunningRequests {
  /** Open while none runs. */
  readonly #idle: Effect.Latch
  #running = 0

  constructor(idle: Effect.Latch) {
    this.#idle = idle
  }

  get running(): number {
    return this.#running
  }

  get ended(): Effect.Effect<void> {
    return this.#idle.await
  }

  /** Runs the effect of a request in a runtime. The SDK aborts the signal when the client cancels the request. */
  async run<A, R>(effect: Effect.Effect<A, never, R>, within: Runtime.Runtime<R>, signal: AbortSignal): Promise<A> {
    if (this.#running++ === 0) this.#idle.unsafeClose()
    const exit = await Runtime.runPromiseExit(within)(effect, { signal })
    if (--this.#running === 0) this.#idle.unsafeOpen()
    if (Exit.isSuccess(exit)) return exit.value
    // Dispatch handles defects of calls, so this defect comes from the response. The SDK sends nothing for a
    // cancelled request.
    throw protocolError(INTERNAL_ERROR, signal.aborted ? "cancelled" : "The server failed to answer.")
  }
}

/** What a served session uses. */
interface ServedSessionParts {
  readonly options: SessionOptions
  readonly redactor: Redactor
  readonly requests: RunningRequests
  /** Opens when the session begins to end. */
  readonly ending: Effect.Latch
  readonly server: Server
  readonly log: ReturnType<typeof clientLogger.make>
  readonly watches: SessionWatches
  readonly runtime: Runtime.Runtime<never>
}

/** Answers the requests of a session. */
class ServedSession {
  readonly #parts: ServedSessionParts
  readonly #accessOf: SessionOptions["accessOf"]
  readonly #stops: Effect.Effect<void>
  #accepting = true

  constructor(parts: ServedSessionParts) {
    const { accessOf, stopping = Effect.never } = parts.options
    this.#parts = parts
    this.#accessOf = accessOf
    this.#stops = Effect.raceFirst(stopping, parts.ending.await)
  }

  async respond({ method, params }: Request, extra: Extra): Promise<Result> {
    const { log, options, redactor, runtime, watches } = this.#parts
    const { settings } = options
    if (settings.gateway && settings.claudeChannel) this.#notifyClaude(extra)
    if (method === "tools/list") {
      return Runtime.runPromise(runtime)(Effect.map(this.#accessOf(extra).listing.tools, (tools) => ({ tools })))
    }
    if (method === "tools/call") return this.#call(params, extra)
    if (method === "logging/setLevel") {
      if (log.setLevel(params)) return {}
      throw protocolError(
        INVALID_PARAMS,
        `logging/setLevel needs params.level, one of ${clientLogger.levelNames.join(", ")}.`
      )
    }
    if (isResourceMethod(method, settings)) {
      return this.#handle(resourceHandlers(this.#accessOf(extra), watches)[method](params), extra)
    }
    throw protocolError(
      METHOD_NOT_FOUND,
      `This server has no method ${named(stripInvisible(firstChars(redactor.text(method), METHOD_MAX)))}.`
    )
  }

  /** Accepts no new call, lets running calls finish within the grace period, and closes the connection. */
  close(grace: Duration.Duration): Effect.Effect<void> {
    const { ending, requests, server } = this.#parts
    return Effect.gen(this, function* () {
      this.#accepting = false
      yield* ending.open
      // A call ends shortly before the SDK writes its response, and closing now would drop that response.
      const answered = Effect.zipRight(requests.ended, Effect.sleep(0))
      const [spent] = yield* Effect.timed(within(answered, grace))
      // Closing aborts running calls, and waits until all lines have been read.
      const closed = Effect.zip(
        Effect.promise(() => server.close()),
        requests.ended,
        { concurrent: true }
      )
      yield* within(closed, Duration.max(Duration.subtract(grace, spent), UNWIND))
    })
  }

  async #call(params: unknown, extra: Extra): Promise<CallToolResult> {
    const { log, options, redactor, requests, runtime, server } = this.#parts
    const { _meta, requestId, sendNotification, signal } = extra
    const { client, current, dispatch, ended, listing } = this.#accessOf(extra)
    const { arguments: input, name } = unreadCall(params) ?? callParams(params, listing.names, redactor)
    if (!this.#accepting) throw protocolError(INTERNAL_ERROR, "The server is shutting down and takes no new calls.")
    const progress = progressTo(_meta?.progressToken, sendNotification, this.#stops)
    const ofCall = runtime.pipe(
      Runtime.provideService(Progress, progress.listener),
      Runtime.provideService(Caller, callerOf(client, server.getClientVersion()?.name, requestId)),
      Runtime.provideService(Approver, approverBehind(server, requestId, ended)),
      Runtime.provideService(CurrentSettings, current),
      Runtime.setFiberRef(
        FiberRef.currentLogAnnotations,
        HashMap.fromIterable(Object.entries({ tool: name, ...(client !== undefined && { client: client.name }) }))
      )
    )
    const called = Effect.onInterrupt(Effect.zipLeft(dispatch.call(name, input), progress.flush), () => progress.drop)
    const annotated = (client === undefined ? called : Effect.annotateSpans(called, "mcp.client", client.name)).pipe(
      withinTraceOf(_meta),
      log.withClientLogLevel
    )
    return toResult(await requests.run(annotated, ofCall, signal), options.settings.result)
  }

  async #handle(handling: Effect.Effect<HandlerResult, Refused>, extra: Extra): Promise<HandlerResult> {
    const { redactor, requests } = this.#parts
    const outcome = await requests.run(Effect.either(handling), this.#runtimeOf(extra), extra.signal)
    if (Either.isRight(outcome)) return outcome.right
    const { error } = outcome.left
    throw Object.assign(new Error(), error, { message: redactor.text(error.message) })
  }

  #runtimeOf(extra: Extra): Runtime.Runtime<never> {
    const { runtime, server } = this.#parts
    const { client, current } = this.#accessOf(extra)
    return runtime.pipe(
      Runtime.provideService(Caller, callerOf(client, server.getClientVersion()?.name, extra.requestId)),
      Runtime.provideService(CurrentSettings, current)
    )
  }

  /** Notifies Claude from the first request on, and again if the token of an earlier one has ended. */
  #notifyClaude(extra: Extra): void {
    Runtime.runFork(this.#runtimeOf(extra))(
      Effect.flatMap(
        Effect.promise(() => import("./watchedEvents.ts")),
        ({ notifyClaude }) => notifyClaude(this.#accessOf(extra), this.#parts.watches)
      )
    )
  }
}

/** Runs an effect with a time limit, also in a finalizer. */
const within = (effect: Effect.Effect<unknown>, duration: Duration.Duration) =>
  Effect.timeoutOption(Effect.interruptible(effect), duration)
