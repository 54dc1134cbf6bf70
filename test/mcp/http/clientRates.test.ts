// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import * as ClientRates from "../../../src/mcp/http/ClientRates.ts"
import { CLIENTS_MAX } from "../../../src/replicas/memoryRates.ts"
import { turn } from "../../turns.ts"

/** The waits in milliseconds of one request of each client; `0` if the request is allowed. */
const waits = (...clients: ReadonlyArray<string>) =>
  Effect.flatMap(ClientRates.ClientRates, ({ excess }) =>
    Effect.forEach(clients, (client, at) =>
      Effect.zipRight(
        at % 100 === 0 ? turn : Effect.void,
        Effect.map(excess(client), (wait) => (wait ? Duration.toMillis(wait) : 0))
      )
    )
  )

describe("the request rates of clients", () => {
  it.effect("limit each client on its own, and refill with time", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* waits("ana", "ana", "ana", "bruno"), [0, 0, 30_000, 0])
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* waits("ana", "ana"), [0, 30_000])
    }).pipe(Effect.provide(ClientRates.layer(2)))
  )

  it.effect(`forget the client that was unused for the longest time above ${CLIENTS_MAX} clients`, () =>
    Effect.gen(function* () {
      yield* waits(...Array.from({ length: CLIENTS_MAX }, (_, at) => `client ${at}`))
      assert.deepStrictEqual(yield* waits("client 0", "client 1", "one more"), [60_000, 60_000, 0])
      assert.deepStrictEqual(yield* waits("client 1", "client 0"), [60_000, 0])
    }).pipe(Effect.provide(ClientRates.layer(1)))
  )
})
