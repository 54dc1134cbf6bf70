// A command is an edge: it composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Context, Effect, Fiber, Layer, Scope } from "effect"
import type { Settings } from "../config/Settings.ts"
import { Dispatch } from "../dispatch/Dispatch.ts"
import * as Listing from "../mcp/Listing.ts"
import { serveStdio } from "../mcp/serveStdio.ts"
import { namesByCategory } from "../toolNames.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { schemaBudget } from "../tools/meta/surface.ts"
import { environment, keepStdoutClean, leave } from "./environment.ts"
import { observedLayer } from "./observed.ts"
import { redactorOf } from "./redactor.ts"
import { sandboxSettings } from "./sandboxed.ts"
import { settingsFrom } from "./settings.ts"
import { version } from "./version.ts"

/** Serves on stdio, against Discord or against an embedded one. */
export const serve = ({ sandbox }: { readonly sandbox: boolean }) =>
  Effect.suspend(() => {
    keepStdoutClean()
    return sandbox
      ? Effect.scoped(Effect.flatMap(sandboxSettings, (overrides) => run(overrides, true)))
      : run({}, false)
  }).pipe(Effect.zipLeft(Effect.sync(leave)))

const run = (overrides: Readonly<Record<string, string>>, sandbox: boolean) =>
  Effect.flatMap(settingsFrom(environment(overrides)), (loaded) =>
    Effect.gen(function* () {
      const server = yield* onceWanted(
        Effect.flatMap(
          Effect.promise(() => import("./app.ts")),
          ({ serverLayer }) => Layer.build(serverLayer(loaded))
        )
      )
      const listing = yield* Listing.make(
        Object.values(namesByCategory).flat(),
        loaded.settings,
        Effect.flatMap(server, (context) => liveEntries(context, loaded.settings))
      )
      yield* Effect.provide(
        serveStdio({ version, sandbox }, redactorOf(loaded)),
        Layer.mergeAll(
          Layer.succeed(Listing.Listing, { ...listing, tools: Effect.zipLeft(listing.tools, warm(server)) }),
          Layer.succeed(Dispatch, {
            run: (tool, input) => Effect.flatMap(server, (context) => Context.get(context, Dispatch).run(tool, input)),
            answer: (tool, input) =>
              Effect.flatMap(server, (context) => Context.get(context, Dispatch).answer(tool, input))
          })
        )
      )
    }).pipe(Effect.scoped, Effect.provide(observedLayer(loaded)))
  )

/**
 * Runs once, when it is first asked for, in a fiber of its own that lives as long
 * as the scope: who stops waiting for it does not stop it.
 */
const onceWanted = <A, E>(make: Effect.Effect<A, E, Scope.Scope>) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Effect.map(Effect.cached(Effect.forkIn(Scope.extend(make, scope), scope)), (fiber): Effect.Effect<A, E> => {
      let made: Effect.Effect<A> | undefined
      const join = Effect.tap(Effect.flatMap(fiber, Fiber.join), (value) => {
        // To join a fiber costs more than all else around a call.
        made = Effect.succeed(value)
      })
      return Effect.suspend(() => made ?? join)
    })
  )

/** A client that has its list will call: what calls need is loaded once the list has been written. */
const warm = (server: Effect.Effect<unknown>) => Effect.forkDaemon(Effect.zipRight(Effect.sleep(WARM_AFTER), server))

const WARM_AFTER = "20 millis"

/** The list made of the catalogue itself, where the build has prepared none. */
const liveEntries = (context: Context.Context<Catalogue>, settings: Settings["Type"]) =>
  Effect.zipWith(
    Effect.promise(() => import("../mcp/entries.ts")),
    Context.get(context, Catalogue).all,
    ({ entriesOf }, tools) => entriesOf(tools, schemaBudget(settings))
  )
