import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { make, TOKENS_MAX } from "../../src/safety/ConfirmationTokens.ts"
import { canonicalJson } from "../../src/text/canonicalJson.ts"
import { prepared } from "../tools/prepared.ts"
import { issuesOf } from "../tools/wired.ts"
import { CHANNEL, gateServer, MESSAGE, outcomeOf, somebody, tokenOf } from "./gateServer.ts"

const deletion = { channel_id: CHANNEL, message_id: MESSAGE }
const armed = { MCP_DRY_RUN: "false" }

const callOf = (tool: string, input: object) => Effect.orDie(Effect.suspend(() => prepared(tool, input)))

/** Redeems a token. Returns `ok`, or the code of the rejection. */
const taken = (redeeming: ReturnType<Effect.Effect.Success<typeof make>["redeem"]>) =>
  Effect.match(redeeming, {
    onSuccess: () => "ok",
    onFailure: ({ validation_issues }) => validation_issues.map(({ code, path }) => `${path} ${code}`).join()
  })

describe("a confirmation token", () => {
  it.effect("is unique and has 24 URL-safe characters", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const issued = yield* Effect.replicateEffect(tokens.issue(call, []), 500)
      assert.strictEqual(new Set(issued).size, 500)
      assert.deepStrictEqual(
        issued.filter((token) => !/^[\w-]{24}$/.test(token)),
        []
      )
    })
  )

  it.effect("is valid for exactly ten minutes", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const [early, late] = [yield* tokens.issue(call, []), yield* tokens.issue(call, [])]
      yield* TestClock.adjust(10 * 60_000 - 1)
      assert.strictEqual(yield* taken(tokens.redeem(early, call)), "ok")
      yield* TestClock.adjust(1)
      assert.strictEqual(yield* taken(tokens.redeem(late, call)), "__confirm token_expired")
    })
  )

  it.effect("is bound to one call, and stays valid after an attempt with another call", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const token = yield* tokens.issue(call, [])
      const others = [
        yield* callOf("messages_delete", { ...deletion, message_id: "333344445555666677" }),
        yield* callOf("messages_delete", { ...deletion, audit_reason: "spam" }),
        yield* callOf("reactions_delete_all", deletion)
      ]
      for (const other of others) {
        assert.strictEqual(yield* taken(tokens.redeem(token, other)), "__confirm token_mismatch")
      }
      // A different field order is the same call.
      const same = yield* callOf("messages_delete", { message_id: ` ${MESSAGE} `, channel_id: `<#${CHANNEL}>` })
      assert.strictEqual(yield* taken(tokens.redeem(token, same)), "ok")
      assert.strictEqual(yield* taken(tokens.redeem(token, same)), "__confirm token_used")
      assert.strictEqual(yield* taken(tokens.redeem("", same)), "__confirm token_unknown")
    })
  )

  it.effect("is dropped after a thousand newer tokens", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const [first, second] = [yield* tokens.issue(call, []), yield* tokens.issue(call, [])]
      yield* Effect.replicateEffect(tokens.issue(call, []), TOKENS_MAX - 1)
      assert.strictEqual(yield* taken(tokens.redeem(first, call)), "__confirm token_unknown")
      assert.strictEqual(yield* taken(tokens.redeem(second, call)), "ok")
    })
  )

  it.effect("runs one of many concurrent calls", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ ...armed, MCP_CONFIRM: "token" })
      const __confirm = tokenOf(yield* server.call("messages_delete", deletion))
      const outcomes = yield* Effect.all(
        Array.from({ length: 20 }, () =>
          Effect.map(server.call("messages_delete", { ...deletion, __confirm }), outcomeOf)
        ),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(outcomes.toSorted(), ["ran", ...Array.from({ length: 19 }, () => "token_used")])
      assert.deepStrictEqual(server.changes(), [`DELETE /channels/${CHANNEL}/messages/${MESSAGE}`])
    }).pipe(Effect.scoped)
  )

  it.effect("is valid through a dispatcher, among the inner tool's arguments", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      const through = (args: object) => server.call("mcp_tools_destructive", { tool: "messages_delete", args })
      const __confirm = tokenOf(yield* through(deletion))
      assert.strictEqual(outcomeOf(yield* through({ ...deletion, __confirm: "x" })), "token_unknown")
      assert.strictEqual(outcomeOf(yield* server.call("messages_delete", { ...deletion, __confirm })), "ran")
      assert.strictEqual(outcomeOf(yield* through({ ...deletion, __confirm })), "token_used")
    }).pipe(Effect.scoped)
  )

  it.effect("is reported at the caller's path if invalid", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      const given = { ...deletion, __confirm: "x" }
      const unknown = "is not a token of this server: call without __confirm for a preview with a new token"
      assert.deepStrictEqual(issuesOf(yield* server.call("messages_delete", given)), [`__confirm ${unknown}`])
      const through = yield* server.call("mcp_tools_destructive", { tool: "messages_delete", args: given })
      assert.deepStrictEqual(issuesOf(through), [`args.__confirm ${unknown}`])
      assert.strictEqual(
        through.structured.recovery_hint,
        `Fix the arguments: args.__confirm ${unknown}. Then call the tool again.`
      )
      // The whole message is tested elsewhere.
      const strange = { tool: "messages_delete", args: { ...deletion, __confirm: 1 } }
      const [issue] = [issuesOf(yield* server.call("mcp_tools_destructive", strange))].flat()
      assert.match(String(issue), /^args\.__confirm /)
    }).pipe(Effect.scoped)
  )

  it.effect("is valid for one server process only", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* gateServer(armed), yield* gateServer(armed)]
      const __confirm = tokenOf(yield* one.call("messages_delete", deletion))
      assert.strictEqual(outcomeOf(yield* other.call("messages_delete", { ...deletion, __confirm })), "token_unknown")
    }).pipe(Effect.scoped)
  )

  it.effect("does not replace the user with MCP_CONFIRM=elicit", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ ...armed, MCP_CONFIRM: "elicit" })
      const person = somebody("declined")
      const ended = yield* server.call("messages_delete", { ...deletion, __confirm: "A".repeat(24) }, person)
      assert.deepStrictEqual([outcomeOf(ended), person.asked.length], ["declined", 1])
    }).pipe(Effect.scoped)
  )

  it.effect("is unknown to every client but the one that got the preview", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const token = yield* tokens.issue(call, [], "file:one")
      assert.strictEqual(yield* taken(tokens.redeem(token, call, "file:two")), "__confirm token_unknown")
      assert.strictEqual(yield* taken(tokens.redeem(token, call)), "__confirm token_unknown")
      assert.strictEqual(yield* taken(tokens.redeem(token, call, "file:one")), "ok")
    })
  )

  it.effect("is evicted by tokens of many clients only if no client has more tokens", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const mine = yield* tokens.issue(call, [], "file:one")
      const last = yield* Effect.forEach(
        Array.from({ length: 25 }, (_, at) => `file:many${at}`),
        (owner) =>
          Effect.map(Effect.replicateEffect(tokens.issue(call, [], owner), TOKENS_MAX), (issued) => issued.at(-1) ?? "")
      )
      assert.strictEqual(yield* taken(tokens.redeem(mine, call, "file:one")), "ok")
      assert.strictEqual(yield* taken(tokens.redeem(last.at(-1) ?? "", call, "file:many24")), "ok")
    })
  )

  it.effect("is never evicted by tokens of another client", () =>
    Effect.gen(function* () {
      const tokens = yield* make
      const call = yield* callOf("messages_delete", deletion)
      const mine = yield* tokens.issue(call, [], "file:one")
      yield* Effect.replicateEffect(tokens.issue(call, [], "file:two"), TOKENS_MAX + 10)
      assert.strictEqual(yield* taken(tokens.redeem(mine, call, "file:one")), "ok")
    })
  )
})

describe("arguments as canonical JSON", () => {
  it("are equal for any field order, and differ for different values", () => {
    assert.strictEqual(canonicalJson({ b: [1, { d: null, c: "x" }], a: undefined }), '{"b":[1,{"c":"x","d":null}]}')
    assert.strictEqual(canonicalJson({ a: 1, b: 2 }), canonicalJson({ b: 2, a: 1 }))
    const different = [
      {},
      { a: null },
      { a: "" },
      { a: [] },
      { a: {} },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: "1" },
      { a: 1 }
    ]
    assert.strictEqual(new Set(different.map(canonicalJson)).size, different.length)
  })
})
