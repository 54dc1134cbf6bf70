import { Effect, Layer, Logger, LogLevel } from "effect"
import { Client, clientOf } from "../client/Client.ts"
import type { Session } from "../client/Session.ts"
import { Settings } from "../config/Settings.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { RemoteFailure } from "../errors/RemoteFailure.ts"
import { Caller } from "../telemetry/Caller.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { noSuchTool as sentenceAbout } from "../tools/noSuchTool.ts"
import { listingOf } from "./listing.ts"

/**
 * The client of a server in this very process: no child and no pipes between
 * them, but all that the wire does to a call and its answer. `afterCall` looks
 * after every call, and may find that the test itself has gone wrong.
 */
export const layer = (
  afterCall: Effect.Effect<void> = Effect.void
): Layer.Layer<Client, never, Catalogue | Dispatch | Settings> =>
  Layer.effect(
    Client,
    Effect.gen(function* () {
      const catalogue = yield* Catalogue
      const dispatch = yield* Dispatch
      const settings = yield* Settings
      let requests = 0

      const requestWithProgress: Session["requestWithProgress"] = Effect.fnUntraced(function* (method, params, listen) {
        if (method === "tools/list") {
          return { tools: asJson(listingOf(yield* catalogue.all, settings)) }
        }
        const name = String(params.name)
        if (!catalogue.names.includes(name)) return yield* noSuchTool(name, catalogue.names)
        const { isError, structured, text } = yield* dispatch.answer(name, asJson(params.arguments)).pipe(
          Effect.provideService(Caller, { client: "effect-discord-mcp/testing", requestId: String(requests++) }),
          Effect.provideService(Progress, {
            report: ({ done, ...rest }) => Effect.sync(() => listen({ progress: done, ...rest }))
          }),
          Logger.withMinimumLogLevel(levels[settings.logLevel])
        )
        yield* afterCall
        return { content: [{ type: "text", text }], structuredContent: asJson(structured), isError }
      })

      return clientOf({
        server: { name: "effect-discord-mcp", version: "in process" },
        request: (method, params) => requestWithProgress(method, params, () => {}),
        requestWithProgress
      })
    })
  )

/** What of a value reaches the other end. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** As the protocol says it, before any tool is asked. */
const noSuchTool = (name: string, names: ReadonlyArray<string>) =>
  new RemoteFailure({
    kind: "validation",
    code: "-32602",
    message: sentenceAbout(name, names),
    retriable: false
  })

const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} as const
