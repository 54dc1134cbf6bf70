import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, Option, TestClock } from "effect"
import { confirmations } from "../../src/config/approvalVariables.ts"
import { Permit, type Risk } from "../../src/discord/Permit.ts"
import { Approver, type ApproverCapability, type ConfirmationOutcome } from "../../src/safety/Approver.ts"
import { Progress } from "../../src/tools/dsl/Progress.ts"
import { answer, later } from "../discord/wire.ts"
import type { Environment } from "../dispatch/app.ts"
import { prepared } from "../tools/prepared.ts"
import { someOf, turn } from "../turns.ts"
import { CHANNEL, gateServer, MESSAGE, nobody, outcomeOf, somebody, tokenOf, withoutGateway } from "./gateServer.ts"

const deletion = { channel_id: CHANNEL, message_id: MESSAGE }
const armed = { MCP_DRY_RUN: "false" }

type Server = Effect.Effect.Success<ReturnType<typeof gateServer>>

const previewed = (server: Server, input: object = deletion) =>
  Effect.map(server.call("messages_delete", { ...input, __confirm: false }), tokenOf)

/** What approvals in Discord need. The gateway of these servers is off, so that nobody can approve anything. */
const approvals = { MCP_GATEWAY: "true", MCP_APPROVERS: CHANNEL, MCP_APPROVAL_CHANNEL: CHANNEL }

/** The caller's confirmation, and the earlier call that it requires. */
const sayings: Readonly<Record<string, (server: Server) => Effect.Effect<unknown>>> = {
  nothing: () => Effect.succeed(undefined),
  false: () => Effect.succeed(false),
  true: () => Effect.succeed(true),
  "its token": (server) => previewed(server),
  "no token": () => Effect.succeed("4f1cAAAAAAAAAAAAAAAAAAAA"),
  "expired token": (server) => Effect.tap(previewed(server), TestClock.adjust("10 minutes")),
  "used token": (server) =>
    Effect.tap(previewed(server), (token) => server.call("messages_delete", { ...deletion, __confirm: token })),
  "other's token": (server) => previewed(server, { ...deletion, message_id: "333344445555666677" })
}

/** The approver, and its answer. */
const people: Readonly<Record<string, ConfirmationOutcome | undefined>> = {
  nobody: undefined,
  accepts: "accepted",
  declines: "declined",
  cancels: "cancelled",
  silent: "timed_out",
  unreachable: "unavailable"
}

/**
 * The outcome of a destructive call that the operator allows: by `MCP_CONFIRM`, by
 * `__confirm`, and by the approver. `agreed`: it ran, and the approver was asked. `unavailable`: the gateway is off.
 */
const matrix = `
  MCP_CONFIRM  __confirm      nobody               accepts            declines           cancels            silent             unreachable
  flag         nothing        armed token          agreed             declined           cancelled          timed_out          armed token
  flag         false          armed token          armed token        armed token        armed token        armed token        armed token
  flag         true           ran                  ran                ran                ran                ran                ran
  flag         its token      ran                  ran                ran                ran                ran                ran
  flag         no token       token_unknown        token_unknown      token_unknown      token_unknown      token_unknown      token_unknown
  flag         expired token  token_expired        token_expired      token_expired      token_expired      token_expired      token_expired
  flag         used token     token_used           token_used         token_used         token_used         token_used         token_used
  flag         other's token  token_mismatch       token_mismatch     token_mismatch     token_mismatch     token_mismatch     token_mismatch
  token        nothing        armed token          agreed             declined           cancelled          timed_out          armed token
  token        false          armed token          armed token        armed token        armed token        armed token        armed token
  token        true           armed token          agreed             declined           cancelled          timed_out          armed token
  token        its token      ran                  ran                ran                ran                ran                ran
  token        no token       token_unknown        token_unknown      token_unknown      token_unknown      token_unknown      token_unknown
  token        expired token  token_expired        token_expired      token_expired      token_expired      token_expired      token_expired
  token        used token     token_used           token_used         token_used         token_used         token_used         token_used
  token        other's token  token_mismatch       token_mismatch     token_mismatch     token_mismatch     token_mismatch     token_mismatch
  elicit       nothing        preview MCP_CONFIRM  agreed             declined           cancelled          timed_out          preview MCP_CONFIRM
  elicit       false          preview MCP_CONFIRM  armed MCP_CONFIRM  armed MCP_CONFIRM  armed MCP_CONFIRM  armed MCP_CONFIRM  armed MCP_CONFIRM
  elicit       true           preview MCP_CONFIRM  agreed             declined           cancelled          timed_out          preview MCP_CONFIRM
  elicit       no token       preview MCP_CONFIRM  agreed             declined           cancelled          timed_out          preview MCP_CONFIRM
  discord      nothing        unavailable          unavailable        unavailable        unavailable        unavailable        unavailable
  discord      false          armed MCP_APPROVERS  armed MCP_APPROVERS  armed MCP_APPROVERS  armed MCP_APPROVERS  armed MCP_APPROVERS  armed MCP_APPROVERS
  discord      true           unavailable          unavailable        unavailable        unavailable        unavailable        unavailable
  discord      no token       unavailable          unavailable        unavailable        unavailable        unavailable        unavailable`

const [head = [], ...rows] = matrix
  .trim()
  .split("\n")
  .map((line) => line.trim().split(/ {2,}/))

/** A call in one cell of the matrix: its outcome, and whether a request was sent exactly if expected. */
const cell = Effect.fnUntraced(function* (environment: Environment, saying: string, who: string) {
  const server = yield* gateServer(environment, undefined, withoutGateway)
  const confirm = yield* sayings[saying]?.(server) ?? Effect.die(`nobody says ${saying}`)
  const before = server.changes().length
  const verdict = people[who]
  const person = verdict === undefined ? undefined : somebody(verdict)
  const answered = yield* server.call(
    "messages_delete",
    { ...deletion, ...(confirm !== undefined && { __confirm: confirm }) },
    person ?? nobody
  )
  const changes = server.changes().slice(before)
  assert.deepStrictEqual(changes, answered.isError ? [] : [`DELETE /channels/${CHANNEL}/messages/${MESSAGE}`])
  const outcome = outcomeOf(answered).replace("GATEWAY_UNAVAILABLE", "unavailable")
  return outcome === "ran" && (person?.asked.length ?? 0) > 0 ? "agreed" : outcome
}, Effect.scoped)

describe("a destructive call", () => {
  for (const [confirm = "", saying = "", ...expected] of rows) {
    it.effect(`with MCP_CONFIRM=${confirm} and ${saying} in __confirm ends as the approver answers`, () =>
      Effect.gen(function* () {
        const outcomes = yield* Effect.forEach(head.slice(2), (who) =>
          cell({ ...armed, ...approvals, MCP_CONFIRM: confirm }, saying, who)
        )
        assert.deepStrictEqual(outcomes, expected)
      })
    )
  }

  for (const [environment, outcome] of [
    [{}, "preview MCP_DRY_RUN"],
    [{ MCP_WRITE_MODE: "preview" }, "preview MCP_WRITE_MODE"],
    [{ ...armed, MCP_WRITE_MODE: "preview" }, "preview MCP_WRITE_MODE"]
  ] as const) {
    it.effect(`is a preview with ${JSON.stringify(environment)}, with any confirmation`, () =>
      Effect.gen(function* () {
        for (const [row, confirm] of confirmations.entries()) {
          for (const [column, saying] of ["nothing", "true"].entries()) {
            for (const who of confirm === "discord" ? ["nobody"] : someOf(Object.keys(people), 6, row + column)) {
              yield* turn
              const ended = yield* cell({ ...approvals, ...environment, MCP_CONFIRM: confirm }, saying, who)
              assert.deepStrictEqual([confirm, saying, who, ended], [confirm, saying, who, outcome])
            }
          }
        }
      })
    )
  }

  it.effect("names the missing confirmation in its hint, and never how to widen the operator's limits", () =>
    Effect.gen(function* () {
      const hint = Effect.fnUntraced(function* (
        environment: Environment,
        confirm?: unknown,
        reach?: ApproverCapability
      ) {
        const server = yield* gateServer(environment, undefined, withoutGateway)
        const input = { ...deletion, ...(confirm !== undefined && { __confirm: confirm }) }
        const { structured } = yield* server.call("messages_delete", input, reach)
        return structured.recovery_hint
      }, Effect.scoped)
      const elicit = { ...armed, MCP_CONFIRM: "elicit" }
      assert.deepStrictEqual(
        yield* Effect.all([
          hint({}),
          hint(armed),
          hint(armed, undefined, { canReturn: false }),
          hint({ MCP_WRITE_MODE: "preview" }),
          hint(elicit),
          hint(elicit, false, somebody("accepted")),
          hint({ ...armed, MCP_CONFIRM: "token" }, true, { canReturn: false }),
          hint({ ...armed, ...approvals, MCP_CONFIRM: "discord" }, false),
          hint({ ...armed, ...approvals, MCP_CONFIRM: "discord" })
        ]),
        [
          `${DRY_RUN_HINT} __confirm: true.`,
          "Show the preview to the person. If they agree, call messages_delete again with the same arguments and __confirm: the confirmation_token.",
          "Show the preview to the person. If they agree, call messages_delete again with the same arguments and __confirm: true.",
          "Show the preview to the person. It cannot run here: the operator allows only previews of changes (MCP_WRITE_MODE=preview).",
          "Show the preview to the person. A person must confirm this call (MCP_CONFIRM), and this client cannot ask one. Run it from a client that supports elicitation, or on a terminal.",
          "Show the preview to the person. To run it, call messages_delete again with the same arguments and without __confirm. The person is then asked to confirm (MCP_CONFIRM=elicit).",
          "Show the preview to the person. A person must confirm this call (MCP_CONFIRM), and this client cannot ask one. Run it from a client that supports elicitation, or on a terminal.",
          "Show the preview to the person. To run it, call messages_delete again with the same arguments and without __confirm. A person in Discord is then asked to approve it (MCP_CONFIRM=discord).",
          "Tell the person that the operator can set MCP_GATEWAY=true and restart the server."
        ]
      )
      // The hint of a dry run names what MCP_CONFIRM needs after it.
      for (const [MCP_CONFIRM, next] of [
        ["token", "without __confirm, for a preview with a confirmation_token."],
        ["elicit", "without __confirm: the person is asked first."],
        ["discord", "without __confirm: a person in Discord is asked to approve it."]
      ] as const) {
        assert.strictEqual(yield* hint({ ...approvals, MCP_CONFIRM }), `${DRY_RUN_HINT} ${next}`)
      }
    })
  )
})

const DRY_RUN_HINT =
  "Show the preview to the person. Calls that delete, ban or time out are only previewed here (MCP_DRY_RUN=true). The person can allow them: with init and --allow destructive, or with MCP_DRY_RUN=false. Then call messages_delete again with the same arguments and"

describe("a plain write", () => {
  const typing = { channel_id: CHANNEL }

  it.effect("runs without confirmation unless MCP_WRITE_MODE=preview", () =>
    Effect.gen(function* () {
      for (const environment of [{}, armed, { ...armed, MCP_CONFIRM: "elicit" }]) {
        const server = yield* gateServer(environment, undefined, withoutGateway)
        const person = somebody("declined")
        assert.strictEqual(outcomeOf(yield* server.call("channels_trigger_typing", typing, person)), "ran")
        assert.deepStrictEqual(person.asked, [])
      }
      for (const environment of [{}, armed]) {
        const server = yield* gateServer({ ...environment, MCP_WRITE_MODE: "preview" })
        const ended = yield* server.call("channels_trigger_typing", typing, somebody("accepted"))
        assert.strictEqual(outcomeOf(ended), "preview MCP_WRITE_MODE")
        assert.deepInclude(ended.structured.preview, { arguments: typing })
        assert.deepStrictEqual(server.changes(), [])
      }
    }).pipe(Effect.scoped)
  )

  it.effect("accepts no __confirm, and a read is never previewed", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_WRITE_MODE: "preview" }, answer(200, []))
      assert.strictEqual(
        outcomeOf(yield* server.call("channels_trigger_typing", { channel_id: CHANNEL, __confirm: true })),
        "unknown_field"
      )
      assert.strictEqual(outcomeOf(yield* server.call("messages_read", { channel_id: CHANNEL })), "ran")
    }).pipe(Effect.scoped)
  )
})

describe("a step of a plan", () => {
  const passing = Effect.fnUntraced(function* (risk: Risk, person: ApproverCapability) {
    const { gate } = yield* gateServer(armed)
    const call = yield* prepared("messages_delete", deletion)
    return yield* Effect.flip(gate.permitStep(Permit.grant("mcp_pipeline", risk), call)).pipe(
      Effect.map(({ _tag }): string => _tag),
      Effect.merge,
      Effect.map((passed) => (typeof passed === "string" ? passed : `${passed.tool} ${passed.risk}`)),
      Effect.provideService(Approver, person)
    )
  }, Effect.scoped)

  it.effect("uses the permit of the plan, and asks for confirmation if a step has a higher risk", () =>
    Effect.gen(function* () {
      const person = somebody("accepted")
      assert.strictEqual(yield* passing("destructive", person), "messages_delete destructive")
      assert.strictEqual(person.asked.length, 0)
      assert.strictEqual(yield* passing("write", person), "messages_delete destructive")
      assert.strictEqual(person.asked.length, 1)
      assert.strictEqual(yield* passing("write", somebody("declined")), "ConfirmationDeclined")
      assert.strictEqual(yield* passing("read", nobody), "DryRunPreview")
    })
  )
})

describe("the time for approval", () => {
  const waiting = Effect.fnUntraced(function* (server: Server) {
    const asked = yield* Deferred.make<void>()
    const decided = yield* Deferred.make<ConfirmationOutcome>()
    const ending = yield* Effect.fork(
      server.call("messages_delete", deletion, {
        canReturn: true,
        confirm: () => Effect.zipRight(Deferred.succeed(asked, undefined), Deferred.await(decided))
      })
    )
    yield* Deferred.await(asked)
    return { ending, decide: (verdict: ConfirmationOutcome) => Deferred.succeed(decided, verdict) }
  })

  it.effect("does not count against the deadline of the call", () =>
    Effect.gen(function* () {
      const slow = later(900, answer(204))
      const server = yield* gateServer({ ...armed, MCP_DEADLINE_MS: "1000" }, (request, onPhase) =>
        (request.method === "DELETE" ? slow : answer(404, { code: 10003 }))(request, onPhase)
      )
      const { decide, ending } = yield* waiting(server)
      yield* TestClock.adjust("4 minutes")
      yield* decide("accepted")
      yield* TestClock.adjust("900 millis")
      assert.strictEqual(outcomeOf(yield* Fiber.join(ending)), "ran")
    }).pipe(Effect.scoped)
  )

  it.effect("does not extend the deadline of the work", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ ...armed, MCP_DEADLINE_MS: "1000" }, (request, onPhase) =>
        (request.method === "DELETE" ? later(1100, answer(204)) : answer(404, { code: 10003 }))(request, onPhase)
      )
      const { decide, ending } = yield* waiting(server)
      yield* TestClock.adjust("4 minutes")
      yield* decide("accepted")
      yield* TestClock.adjust("1 seconds")
      assert.strictEqual(outcomeOf(yield* Fiber.join(ending)), "DISCORD_TIMEOUT")
    }).pipe(Effect.scoped)
  )

  it.effect("is reported every ten seconds, below the first share of the work", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      const progress: Array<number> = []
      const ending = yield* Effect.fork(
        server
          .call("messages_delete", deletion, {
            canReturn: true,
            confirm: () => Effect.delay(Effect.succeed("accepted"), "25 seconds")
          })
          .pipe(
            Effect.provideService(Progress, {
              report: ({ done, message }) =>
                Effect.sync(() => {
                  assert.include(message, "waiting for a person")
                  progress.push(done)
                })
            })
          )
      )
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(outcomeOf(yield* Fiber.join(ending)), "ran")
      assert.deepStrictEqual(progress, [0, 0.01 / 300, 0.02 / 300])
    }).pipe(Effect.scoped)
  )

  it.effect("ends after five minutes and withdraws the question", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      const withdrawn = yield* Deferred.make<void>()
      const ending = yield* Effect.fork(
        server.call("messages_delete", deletion, {
          canReturn: true,
          confirm: () => Effect.onInterrupt(Effect.never, () => Deferred.succeed(withdrawn, undefined))
        })
      )
      yield* TestClock.adjust(Duration.subtract("5 minutes", "1 millis"))
      assert.isTrue(Option.isNone(yield* Fiber.poll(ending)))
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(outcomeOf(yield* Fiber.join(ending)), "timed_out")
      yield* Deferred.await(withdrawn)
      assert.deepStrictEqual(server.changes(), [])
    }).pipe(Effect.scoped)
  )

  it.effect("ends with the call: cancellation withdraws the question", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(armed)
      const { decide, ending } = yield* waiting(server)
      yield* Fiber.interrupt(ending)
      yield* decide("accepted")
      assert.deepStrictEqual(server.changes(), [])
    }).pipe(Effect.scoped)
  )
})
