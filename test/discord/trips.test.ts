import { assert, describe, it } from "@effect/vitest"
import { noTrips, type Trips, travelled, uncertaintyMs } from "../../src/discord/pacing/Trips.ts"

const took = (...trips: ReadonlyArray<number>): Trips => trips.reduce(travelled, noTrips)

describe("how early a request may arrive", () => {
  it("is by the whole trip while little is known", () => {
    assert.strictEqual(uncertaintyMs(took(100, 100, 100, 100), 100), 100)
  })

  it("is by half a trip after five of one length, and by less after ten", () => {
    assert.strictEqual(uncertaintyMs(took(...Array.from({ length: 5 }, () => 100)), 100), 50)
    assert.strictEqual(uncertaintyMs(took(...Array.from({ length: 10 }, () => 100)), 100), 15)
  })

  it("is by the whole trip for good, once trips have differed", () => {
    assert.strictEqual(uncertaintyMs(took(200, ...Array.from({ length: 20 }, () => 100)), 100), 100)
  })

  it("grows with what a trip took longer than the fastest", () => {
    assert.strictEqual(uncertaintyMs(took(104, ...Array.from({ length: 9 }, () => 100)), 104), 4 + 4 + 15)
  })
})
