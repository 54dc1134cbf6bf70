/** The result of a call whose attempts have any sequence of outcomes, compared with the rules. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck } from "effect"
import { connect, create, ended, remove, request, send } from "../discord/session.ts"
import { answer, cloudflare, cut, hang, hangInBody, limited, ok, refusal, type Step } from "../discord/wire.ts"
import { runs } from "../turns.ts"
import { virtually } from "./virtually.ts"

/** An outcome of an attempt: its response, and its meaning by the rules. */
interface Outcome {
  readonly step: Step
  /** The request may have taken effect although the attempt failed. */
  readonly doubtful?: true
  /** Discord's own rejection. */
  readonly refused?: true
  /** A page of a proxy instead of Discord's JSON. */
  readonly foreign?: true
  readonly good?: true
}

const outcomes: Readonly<Record<string, Outcome>> = {
  ok: { step: ok, good: true },
  hang: { step: hang, doubtful: true },
  "hang in the body": { step: hangInBody, doubtful: true },
  cut: { step: cut(), doubtful: true },
  "500": { step: refusal(500, 0), doubtful: true },
  "504": { step: answer(504, "<html>"), doubtful: true },
  "502": { step: answer(502, "<html>") },
  "never connected": { step: cut("ECONNREFUSED") },
  "429": { step: limited(0.1) },
  "unknown message": { step: refusal(404, 10008), refused: true },
  "unknown channel": { step: refusal(404, 10003), refused: true },
  "403": { step: refusal(403, 50007), refused: true },
  "409": { step: refusal(409, 40041), refused: true },
  "400": { step: refusal(400, 50035), refused: true },
  "404 page": { step: answer(404, "<html>"), foreign: true },
  "404 of an unknown route": { step: refusal(404, 0), foreign: true },
  "404 without a body": { step: answer(404), foreign: true },
  "404 of other JSON": { step: answer(404, { error: "no" }), foreign: true },
  "400 page": { step: answer(400, "<html>"), foreign: true },
  "401 page": { step: answer(401, "<html>"), foreign: true },
  "403 of other JSON": { step: answer(403, { error: "no" }), foreign: true },
  "a ban": { step: cloudflare["a 1020 page"] }
}

const requests = {
  GET: request(),
  PUT: request({ method: "PUT", risk: "write" }),
  PATCH: request({ method: "PATCH", risk: "write" }),
  DELETE: remove(),
  "POST with nonce": send(),
  "other POST": create
} as const

const names = Object.keys(outcomes)
const kinds = Object.keys(requests) as ReadonlyArray<keyof typeof requests> // the keys of `requests`

const play = (kind: keyof typeof requests, sequence: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let next = 0
    const { call, sent } = yield* connect(
      (one, onPhase) => (outcomes[sequence[next++] ?? "502"]?.step ?? ok)(one, onPhase),
      { timeoutDefaultMs: 1000 }
    )
    const end = ended(yield* Effect.exit(call(requests[kind])))
    return { end: Object(end) as Readonly<Record<string, unknown>>, attempts: sent.length }
  }).pipe(Effect.scoped)

describe("a call of several attempts", () => {
  it.prop(
    "counts all attempts, reports an ambiguous one, and does not accept a web page as Discord's response",
    [
      FastCheck.constantFrom(...kinds),
      FastCheck.array(FastCheck.constantFrom(...names), { minLength: 3, maxLength: 3 }),
      FastCheck.integer()
    ],
    ([kind, sequence, seed]) => {
      const played = virtually(play(kind, sequence), seed)
      if (Exit.isFailure(played)) throw new Error(String(played.cause))
      const { attempts, end } = played.value
      const made = sequence.slice(0, attempts).map((name) => ({ name, ...outcomes[name] }))
      const last = made.at(-1)
      const doubted = made.slice(0, -1).some(({ doubtful }) => doubtful === true)
      const isWrite = kind !== "GET"

      assert.strictEqual(end.attempts, attempts, JSON.stringify(end))
      if (last?.good === true) {
        assert.isFalse(end.alreadyApplied)
      } else if (kind === "DELETE" && doubted && last?.name === "unknown message") {
        assert.isTrue(end.alreadyApplied)
      } else {
        assert.isString(end._tag)
        if (last?.foreign === true) {
          // The ambiguous attempt of a message is reported instead.
          if (!(kind === "POST with nonce" && doubted)) assert.strictEqual(end._tag, "DiscordUnexpectedResponse")
          assert.strictEqual(end.outcome_unknown, isWrite)
        }
        if (last?.refused === true) assert.strictEqual(end.outcome_unknown, doubted && isWrite ? true : undefined)
        // A send that may have happened must not be retried unchecked.
        if (kind === "POST with nonce" && doubted) assert.isTrue(end.outcome_unknown)
        if (kind === "other POST" && last?.doubtful === true) assert.isTrue(end.outcome_unknown)
      }
    },
    { fastCheck: { numRuns: runs(300) } }
  )
})
