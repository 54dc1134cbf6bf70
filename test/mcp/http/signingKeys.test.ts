import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, TestClock, TestServices } from "effect"
import type { JWK } from "jose"
import { makeVerifier } from "../../../src/mcp/http/access/accessTokens.ts"
import * as SigningKeys from "../../../src/mcp/http/access/SigningKeys.ts"
import { jumps, makeJumps } from "../../jumpingClock.ts"
import { logLines, until } from "./httpServer.ts"
import { type Behaviour, startIssuer } from "./issuer.ts"

/** A verifier of an issuer's tokens, in virtual time. */
const withVerifier = Effect.gen(function* () {
  // The issuer's tokens have real times.
  yield* TestClock.setTime(yield* TestServices.provideLive(Clock.currentTimeMillis))
  const issuer = yield* startIssuer
  const keys = yield* SigningKeys.make(issuer.issuer)
  const verify = makeVerifier(issuer.issuer, "discord-mcp", keys)
  const outcomeOf = (token: string) =>
    Effect.match(verify(token), {
      onSuccess: () => "accepted",
      onFailure: (error) => (error._tag === "TokenRejected" ? error.why : error._tag)
    })
  const outcome = Effect.flatMap(issuer.sign({ expiresIn: 7 * 86_400 }), outcomeOf)
  return { issuer, outcome, outcomeOf }
})

const json = (response: ServerResponse, body: unknown) =>
  response.setHeader("content-type", "application/json").end(JSON.stringify(body))

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

  for (const [how, jumpMs] of Object.entries(jumps)) {
    it.scoped(`a wall clock that jumps by an hour ${how} neither delays nor hastens a fetch`, () => {
      const wall = makeJumps()
      return wall.onWall(
        Effect.gen(function* () {
          const { issuer, outcome } = yield* withVerifier
          assert.strictEqual(yield* outcome, "accepted")
          yield* issuer.rotate()
          wall.ms = jumpMs
          yield* TestClock.adjust("29 seconds")
          assert.strictEqual(yield* outcome, UNKNOWN_KEY)
          yield* TestClock.adjust("1 second")
          assert.strictEqual(yield* outcome, "accepted")
          assert.strictEqual(issuer.keyRequests(), 2)
          yield* TestClock.adjust("599 seconds")
          assert.strictEqual(yield* outcome, "accepted")
          assert.strictEqual(issuer.keyRequests(), 2)
          yield* TestClock.adjust("1 second")
          assert.strictEqual(yield* outcome, "accepted")
          yield* until(() => issuer.keyRequests() === 3)
        })
      )
    })
  }

  it.scoped("old keys are used at once while a fetch runs in the background, whether it fails or hangs", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      assert.strictEqual(yield* outcome, "accepted")
      const before = issuer.requests()
      for (const behaviour of ["away", "silent"] as const) {
        issuer.behave(behaviour)
        yield* TestClock.adjust("11 minutes")
        // No virtual time passes, so nobody waits for a timeout.
        assert.deepStrictEqual(
          yield* Effect.replicateEffect(outcome, 20, { concurrency: 20 }),
          Array(20).fill("accepted")
        )
        yield* until(() => issuer.requests() > before)
      }
      assert.isAtMost(issuer.requests() - before, 2 + 1)
      issuer.behave("documents")
      yield* TestClock.adjust("16 seconds")
      assert.strictEqual(yield* outcome, "accepted")
      yield* until(() => issuer.keyRequests() === 2)
    })
  )

  it.scoped("keys are not used a day after their fetch, and until then they are", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      assert.strictEqual(yield* outcome, "accepted")
      issuer.behave("away")
      yield* TestClock.adjust("1439 minutes")
      assert.strictEqual(yield* outcome, "accepted")
      yield* until(() => issuer.requests() === 4)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* outcome, "KeysUnavailable")
      issuer.behave("documents")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* outcome, "accepted")
    })
  )

  it.scoped("a token with an unknown key waits for a silent issuer, and a token with a known key does not", () =>
    Effect.gen(function* () {
      const { issuer, outcome, outcomeOf } = yield* withVerifier
      const known = yield* issuer.sign({})
      assert.strictEqual(yield* outcome, "accepted")
      yield* issuer.rotate()
      issuer.behave("silent")
      yield* TestClock.adjust("30 seconds")
      const waiting = yield* Effect.fork(Effect.replicateEffect(outcome, 10, { concurrency: 10 }))
      yield* until(() => issuer.requests() === 3)
      assert.strictEqual(yield* outcomeOf(known), "accepted")
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(yield* Fiber.join(waiting), Array(10).fill("KeysUnavailable"))
      // One flight asked for both documents of the metadata.
      assert.strictEqual(issuer.requests(), 4)
    })
  )

  it.scoped("the first fetch is one for all, and ends after 10 seconds", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      issuer.behave("silent")
      const waiting = yield* Effect.fork(Effect.replicateEffect(outcome, 10, { concurrency: 10 }))
      yield* until(() => issuer.requests() === 1)
      yield* TestClock.adjust("5 seconds")
      yield* until(() => issuer.requests() === 2)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(yield* Fiber.join(waiting), Array(10).fill("KeysUnavailable"))
      assert.strictEqual(yield* outcome, "KeysUnavailable")
      assert.strictEqual(issuer.requests(), 2)
    })
  )

  it.scoped("a fetch continues if the request that started it ends", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      const held: Array<ServerResponse> = []
      issuer.behave((response) => held.push(response))
      const first = yield* Effect.fork(outcome)
      yield* until(() => held.length === 1)
      yield* Fiber.interrupt(first)
      const second = yield* Effect.fork(outcome)
      issuer.behave("documents")
      for (const response of held) json(response, { issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/keys` })
      assert.strictEqual(yield* Fiber.join(second), "accepted")
      assert.strictEqual(issuer.requests(), 2)
    })
  )

  it.scoped("an issuer that was away at first is asked again after 5 seconds", () =>
    Effect.gen(function* () {
      const { issuer, outcome } = yield* withVerifier
      issuer.behave("away")
      assert.strictEqual(yield* outcome, "KeysUnavailable")
      issuer.behave("documents")
      assert.strictEqual(yield* outcome, "KeysUnavailable")
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* outcome, "accepted")
    })
  )
})

describe("a document of an issuer", () => {
  /** Rejected documents, with the reason in the log. */
  const table: ReadonlyArray<
    readonly [what: string, reason: string, behave: (issuer: string, keys: ReadonlyArray<JWK>) => Behaviour]
  > = [
    [
      "that redirects",
      "redirects",
      (issuer) => (response) => response.writeHead(302, { location: `${issuer}/keys` }).end()
    ],
    [
      "with keys that redirect",
      "redirects",
      (issuer) => (response, path) =>
        path === "/keys"
          ? response.writeHead(307, { location: `${issuer}/other` }).end()
          : json(response, { issuer, jwks_uri: `${issuer}/keys` })
    ],
    ["that is no JSON", "does not have the expected content", () => (response) => response.end("<html>")],
    [
      "of more than 256 kB",
      "is larger than 262144 bytes",
      (issuer) => (response) => json(response, { issuer, jwks_uri: `${issuer}/keys`, more: "x".repeat(262_144) })
    ],
    [
      "with more than 100 keys",
      "does not have the expected content",
      (issuer, keys) => (response, path) =>
        json(response, path === "/keys" ? { keys: Array(101).fill(keys[0]) } : { issuer, jwks_uri: `${issuer}/keys` })
    ],
    ...["https://10.0.0.8/keys", "https://169.254.169.254/latest", "https://[fd00::1]/", "https://167772168/"].map(
      (address) =>
        [
          `with keys at ${address}`,
          "must be a public address",
          (issuer: string) => (response: ServerResponse) => json(response, { issuer, jwks_uri: address })
        ] as const
    ),
    ...["http://keys.example.com/keys", "file:///etc/passwd", "keys"].map(
      (address) =>
        [
          `with keys at ${address}`,
          "keys that are not on https",
          (issuer: string) => (response: ServerResponse) => json(response, { issuer, jwks_uri: address })
        ] as const
    ),
    [
      "of another issuer",
      "names another issuer",
      (issuer) => (response) => json(response, { issuer: "https://other.example", jwks_uri: `${issuer}/keys` })
    ]
  ]

  for (const [what, reason, behave] of table) {
    it.scoped(`${what} is rejected, with the reason in the log, once`, () => {
      const { logged, logging } = logLines()
      return Effect.gen(function* () {
        const { issuer, outcome } = yield* withVerifier
        issuer.behave(behave(issuer.issuer, issuer.keys()))
        assert.strictEqual(yield* outcome, "KeysUnavailable")
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* outcome, "KeysUnavailable")
        issuer.behave("documents")
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual(yield* outcome, "accepted")
        const [failure = "", ...rest] = logged
        assert.include(failure, reason)
        assert.deepStrictEqual(rest, ["the keys of the token issuer can be fetched again"])
      }).pipe(logging)
    })
  }

  it("may be on the issuer's own host, and else must be public", () => {
    for (const [issuer, url, isOwn] of [
      ["https://issuer.example/tenant", "https://issuer.example:8443/keys", true],
      ["https://issuer.example", "https://keys.issuer.example/keys", false],
      ["https://issuer.example", "https://127.0.0.1/keys", false],
      ["https://issuer.example", "http://localhost/keys", false],
      ["http://127.0.0.1:9000", "http://localhost:9001/keys", true],
      ["http://127.0.0.1:9000", "https://10.0.0.8/keys", false],
      ["https://10.0.0.8", "https://10.0.0.8/keys", true]
    ] as const) {
      assert.strictEqual(SigningKeys.isHostOf(issuer, url), isOwn, `${issuer} ${url}`)
    }
  })
})
