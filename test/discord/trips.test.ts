import { assert, describe, it } from "@effect/vitest"
import { noTrips, type Trips, travelled, uncertaintyMs } from "../../src/discord/pacing/Trips.ts"

const took = (...trips: ReadonlyArray<number>): Trips => trips.reduce(travelled, noTrips)

describe("how early a request may arrive", () => {
  it("is by the whole trip while little is known", () => {
    assert.strictEqual(uncertaintyMs(took(100, 100, 100, 100), 100), 100)
  })

  it("is by a quarter of a trip after five of one length, and by less after ten", () => {
    assert.strictEqual(uncertaintyMs(took(...Array.from({ length: 5 }, () => 100)), 100), 25)
    assert.strictEqual(uncertaintyMs(took(...Array.from({ length: 10 }, () => 100)), 100), 5)
  })

  it("is by the whole trip again, once trips differ", () => {
    assert.strictEqual(uncertaintyMs(took(...Array.from({ length: 20 }, () => 100), 200), 200), 200)
    assert.strictEqual(uncertaintyMs(took(...Array.from({ length: 20 }, () => 100), 200, 100, 100, 100), 100), 100)
  })

  it("is less again after as many of one length: the first of all has opened a connection, too", () => {
    assert.strictEqual(uncertaintyMs(took(200, ...Array.from({ length: 5 }, () => 100)), 100), 25)
    assert.strictEqual(uncertaintyMs(took(200, ...Array.from({ length: 10 }, () => 100)), 100), 5)
  })

  it("takes the memory of ten trips, however many there were", () => {
    assert.strictEqual(took(...Array.from({ length: 1000 }, () => 100)).length, 10)
  })

  it("grows with what a trip took longer than the fastest", () => {
    assert.strictEqual(uncertaintyMs(took(104, ...Array.from({ length: 9 }, () => 100)), 104), 4 + 4 + 5)
  })
})
