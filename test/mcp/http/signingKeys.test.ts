// The keys are fetched by the one client that this test needs.
// @effect-diagnostics strictEffectProvide:off
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { makeVerifier } from "../../../src/mcp/http/access/accessTokens.ts"
import * as SigningKeys from "../../../src/mcp/http/access/SigningKeys.ts"
import { startIssuer } from "./issuer.ts"

/** A verifier of an issuer's tokens, in virtual time. */
const withVerifier = Effect.gen(function* () {
  const issuer = yield* startIssuer
  const keys = yield* SigningKeys.make(issuer.issuer)
  const verify = makeVerifier(issuer.issuer, "discord-mcp", keys)
  const outcome = Effect.flatMap(issuer.sign({ expiresIn: 86_400 }), (token) =>
    Effect.match(verify(token), {
      onSuccess: () => "accepted",
      onFailure: (error) => (error._tag === "TokenRejected" ? error.why : error._tag)
    })
  )
  return { issuer, outcome }
}).pipe(Effect.provide(FetchHttpClient.layer))

const UNKNOWN_KEY = "The token's key is not one of the issuer's."

describe("the signing keys of an issuer", () => {
  it.scoped("a token of a rotated key is accepted 30 seconds after the last fetch, with one more fetch", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      assert.strictEqual(yield* outcome, "accepted")
      yield* issuer.rotate()
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(yield* outcome, UNKNOWN_KEY)
      assert.strictEqual(issuer.keyRequests(), 1)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* Effect.replicateEffect(outcome, 5, { concurrency: 5 }), Array(5).fill("accepted"))
      assert.strictEqual(issuer.keyRequests(), 2)
    })
  )

  it.scoped("a key that the issuer does not publish costs one fetch in 30 seconds", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      assert.strictEqual(yield* outcome, "accepted")
      yield* issuer.rotate(false)
      for (let second = 0; second < 120; second++) {
        assert.strictEqual(yield* outcome, UNKNOWN_KEY)
        yield* TestClock.adjust("1 second")
      }
      assert.strictEqual(issuer.keyRequests(), 4)
    })
  )

  it.scoped("expired keys are used while the issuer is away, and fetched again when it is back", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      assert.strictEqual(yield* outcome, "accepted")
      issuer.setAway(true)
      yield* TestClock.adjust("11 minutes")
      assert.strictEqual(yield* outcome, "accepted")
      issuer.setAway(false)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* outcome, "accepted")
      assert.strictEqual(issuer.keyRequests(), 2)
    })
  )

  it.scoped("an issuer that was away at first is asked again after 5 seconds", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      issuer.setAway(true)
      assert.strictEqual(yield* outcome, "KeysUnavailable")
      issuer.setAway(false)
      assert.strictEqual(yield* outcome, "KeysUnavailable")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* outcome, "accepted")
    })
  )
})
