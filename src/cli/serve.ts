// A command composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Context, Effect, Fiber, Layer, Scope } from "effect"
import { namesByCategory } from "../catalogue/toolNames.ts"
import type { Settings } from "../config/Settings.ts"
import type { Serving } from "../config/settingWarnings.ts"
import type { Discord } from "../discord/Discord.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import * as Listing from "../mcp/Listing.ts"
import { serveStdio } from "../mcp/stdio/serveStdio.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { metricsEndpoint, observabilityLayer, redactorOf } from "./observability.ts"
import {
  environmentVariables,
  exitProcess,
  letYoungGenerationGrow,
  redirectConsoleToStderr,
  version
} from "./process.ts"
import { loadCliSettings, type SandboxChoice, type SandboxSettings, sandboxSettings } from "./settings.ts"

/** Serves MCP on stdio, for Discord or for the embedded sandbox. */
export const serve = (choice: SandboxChoice) =>
  Effect.suspend(() => {
    redirectConsoleToStderr()
    return Effect.scoped(Effect.flatMap(sandboxSettings(choice), (overrides) => run(overrides, choice.sandbox)))
  }).pipe(Effect.zipLeft(Effect.sync(exitProcess)))

const run = (overrides: SandboxSettings, sandbox: boolean) =>
  Effect.flatMap(loadCliSettings(environmentVariables(overrides), servingOnStdio(sandbox)), (loaded) =>
    Effect.gen(function* () {
      yield* metricsEndpoint(loaded)
      const server = yield* lazily(
        Effect.flatMap(
          Effect.promise(() => Promise.all([import("../layers.ts"), import("./serverParts.ts")])),
          ([{ serverLayer }, { servingParts }]) => Layer.build(serverLayer(servingParts(loaded, sandbox)))
        ).pipe(Effect.ensuring(Effect.sync(() => letYoungGenerationGrow(true))))
      )
      if (loaded.settings.confirm === "discord") yield* Effect.flatMap(server, checkApprovalChannel(loaded.settings))
      // The bot connects before the first call.
      if (loaded.settings.gateway) yield* Effect.forkScoped(server)
      const listing = yield* Listing.make(Object.values(namesByCategory).flat(), loaded.settings, {
        entries: Effect.flatMap(server, (context) => entriesOf(context, loaded.settings)),
        traits: Effect.flatMap(server, (context) => Context.get(context, Catalogue).traits)
      })
      yield* Effect.provide(
        serveStdio({ version, sandbox }, redactorOf(loaded)),
        Layer.mergeAll(
          Layer.succeed(Listing.Listing, { ...listing, tools: Effect.zipLeft(listing.tools, preload(server)) }),
          Layer.succeed(Dispatch, lazyDispatch(server))
        )
      )
    }).pipe(Effect.scoped, Effect.provide(observabilityLayer(loaded)))
  )

const servingOnStdio = (sandbox: boolean): Serving => ({ http: false, sandbox, environment: environmentVariables() })

/**
 * Runs an effect once, at its first use, in a fiber of the scope.
 * An interrupted caller does not interrupt it.
 */
const lazily = <A, E>(make: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Effect.map(Effect.cached(Effect.forkIn(Scope.extend(make, scope), scope)), (fiber): Effect.Effect<A, E> => {
      let made: Effect.Effect<A> | undefined
      const join = Effect.tap(Effect.flatMap(fiber, Fiber.join), (value) => {
        // Joining a fiber is the most expensive part of a call, so later calls skip it.
        made = Effect.succeed(value)
      })
      return Effect.suspend(() => made ?? join)
    })
  )

/** The dispatch of a server that is built when it is first used. */
const lazyDispatch = (server: Effect.Effect<Context.Context<Dispatch>>): Dispatch["Type"] => ({
  run: (tool, input) => Effect.flatMap(server, (context) => Context.get(context, Dispatch).run(tool, input)),
  call: (tool, input) => Effect.flatMap(server, (context) => Context.get(context, Dispatch).call(tool, input))
})

/** Loads the server shortly after the tool list was sent, because the client is likely to call a tool next. */
const preload = (server: Effect.Effect<unknown>) =>
  Effect.forkDaemon(Effect.zipRight(Effect.sleep(PRELOAD_DELAY), server))

const PRELOAD_DELAY = "20 millis"

/** Fails if no approval can be asked for in the channel of the settings. */
const checkApprovalChannel = (settings: Settings["Type"]) => (context: Context.Context<Discord>) =>
  Effect.flatMap(
    Effect.promise(() => import("../live/approvals/approvalPost.ts")),
    ({ checkAtStart }) => Effect.provide(checkAtStart(settings), context)
  )

/** Builds the tool list from the catalogue. */
const entriesOf = (context: Context.Context<Catalogue>, settings: Settings["Type"]) =>
  Effect.flatMap(
    Effect.promise(() => import("../mcp/entries.ts")),
    ({ liveEntries }) => liveEntries(Context.get(context, Catalogue), settings)
  )
