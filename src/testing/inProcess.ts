import { Effect, Layer, Logger, LogLevel } from "effect"
import { Client, clientOf } from "../client/Client.ts"
import type { Session } from "../client/Session.ts"
import { Settings } from "../config/Settings.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import { RemoteFailure } from "../errors/RemoteFailure.ts"
import { Caller } from "../telemetry/Caller.ts"
import { currentName } from "../text/formerNames.ts"
import { Catalogue, noSuchTool as noSuchToolMessage } from "../tools/Catalogue.ts"
import { Progress } from "../tools/dsl/Progress.ts"
import { listingOf } from "./listing.ts"

/**
 * Provides a client of a server in this process, without child process and pipes.
 * Arguments and results are encoded as on the wire. `afterCall` runs after every
 * call, and can end the test with a defect.
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
        const name = currentName(String(params.name))
        if (!catalogue.names.includes(name)) return yield* noSuchTool(name, catalogue.names)
        const { isError, structured, text } = yield* dispatch.call(name, asJson(params.arguments)).pipe(
          Effect.provideService(Caller, { client: "effect-discord-mcp/testing", requestId: String(requests++) }),
          Effect.provideService(Progress, {
            takesProgress: true,
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

/** Encodes and decodes a value as JSON, as the wire does. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The protocol error for an unknown tool. */
const noSuchTool = (name: string, names: ReadonlyArray<string>) =>
  new RemoteFailure({
    kind: "validation",
    code: "-32602",
    message: noSuchToolMessage(name, names),
    retriable: false
  })

/** The log levels of Effect for the values of the setting. */
export const levels = {
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} as const
