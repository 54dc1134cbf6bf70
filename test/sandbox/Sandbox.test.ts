import { FetchHttpClient } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { layerOnPort, make, type SandboxOptions, type SandboxShape } from "../../src/sandbox/Sandbox.ts"
import { ask, Sandbox } from "./http.ts"

/** Returns the ids and messages of a new sandbox as JSON, without its port, which is in the URLs of attachments. */
const contentOf = (options: SandboxOptions) =>
  Effect.scoped(
    Effect.flatMap(make(options), ({ ids, messages, url }: SandboxShape) =>
      Effect.map(Effect.forEach(Object.values(ids.channels), messages), (all) =>
        JSON.stringify({ ids, all }, null, 1).replaceAll(new URL(url).origin, "http://sandbox")
      )
    )
  )

layer(FetchHttpClient.layer, { excludeTestServices: true })("a sandbox", (it) => {
  it.effect("is the same for the same seed, down to ids, texts and times", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* contentOf({ seed: 7 }), yield* contentOf({ seed: 7 }))
      assert.strictEqual(yield* contentOf({}), yield* contentOf({ seed: 1 }))
      assert.notStrictEqual(yield* contentOf({ seed: 7 }), yield* contentOf({ seed: 8 }))
    })
  )

  it.scoped("uses the given token and port, and fails if the port is taken", () =>
    Effect.gen(function* () {
      const first = yield* make({ token: "mine" })
      assert.strictEqual(first.token, "mine")
      const port = Number(new URL(first.url).port)
      const second = yield* Effect.flip(Layer.build(layerOnPort({ port })))
      assert.strictEqual(second._tag, "ServeError")
    })
  )

  it.scoped("rejects a limit for an unknown operation", () =>
    Effect.gen(function* () {
      const limits = { "POST /channels/:id/mesages": { limit: 1, windowMs: 1 } }
      const exit = yield* Effect.exit(make({ limits }))
      assert.isTrue(Exit.isFailure(exit) && Cause.isDie(exit.cause))
    })
  )

  it.effect("closes hanging connections immediately when it ends", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const sandbox = yield* Scope.extend(make(), scope)
      const get = Effect.provideService(ask("GET", "/users/@me"), Sandbox, sandbox)
      yield* sandbox.inject({ times: 2, do: { kind: "hang", at: "headers" } })
      const hung = [yield* Effect.fork(get), yield* Effect.fork(get)]
      yield* sandbox.awaitRequests(2)

      const [spent] = yield* Effect.timed(Scope.close(scope, Exit.void))
      assert.isTrue(Duration.lessThan(spent, "1 second"))
      const exits = yield* Effect.forEach(hung, (fiber) => Fiber.await(fiber))
      assert.isTrue(exits.every(Exit.isFailure))
    })
  )
})
