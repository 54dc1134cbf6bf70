/**
 * Interactions that Discord posts: clicks without the gateway. The boundary to Ed25519. Loaded only if the key is set.
 * Discord sends an interaction to this endpoint or to the gateway, never to both.
 */
import { createPublicKey, type KeyObject, verify } from "node:crypto"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { Clock, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import type { Gateway } from "../../live/Gateway.ts"
import { OwnedEntries } from "../../safety/OwnedEntries.ts"
import { makeFailureReport } from "./access/authenticate.ts"
import * as ClientRates from "./ClientRates.ts"
import type { Connections } from "./Connections.ts"
import type { Lifecycle } from "./Lifecycle.ts"
import { type ReadBody, rawBody } from "./readBody.ts"
import * as reply from "./replies.ts"

/** The maximum size of a body in bytes. */
export const INTERACTION_MAX_BYTES = 64 * 1024

/**
 * The maximum number of requests in a minute. Requests with a wrong signature do not count: otherwise anyone could lock
 * Discord out.
 */
export const INTERACTIONS_PER_MINUTE = 600

/** How far a timestamp may be from now, before or after. */
const TIMELY_MS = Duration.toMillis("5 minutes")

/** Signatures are remembered for 10 minutes, longer than any timestamp is valid. At the rate above there are 6,600. */
const REMEMBERED = { lifeMs: 2 * TIMELY_MS + 1, total: 10_000 } as const

/** The name of Discord in the budgets of clients. No client has it. */
const DISCORD = "discord"

/** The type of a PING, and of the answer to it. */
const PING = 1

/** The parts of the endpoint. */
export interface InteractionsParts {
  /** The key of the application, as hexadecimal digits. */
  readonly publicKey: string
  readonly gateway: Gateway["Type"]
  readonly connections: Connections
  readonly lifecycle: Lifecycle
  readonly readBody: ReadBody
}

/** Makes the endpoint: the handler of its requests. */
export const make = Effect.fnUntraced(function* (parts: InteractionsParts) {
  const x = Buffer.from(parts.publicKey, "hex").toString("base64url")
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" })
  const rates = Context.get(yield* Layer.build(ClientRates.layer(INTERACTIONS_PER_MINUTE)), ClientRates.ClientRates)
  const endpoint = new InteractionsEndpoint(parts, key, rates)
  return (request: HttpServerRequest.HttpServerRequest) => endpoint.answer(request)
})

/** Answers what Discord posts. */
class InteractionsEndpoint {
  readonly #parts: InteractionsParts
  readonly #key: KeyObject
  readonly #rates: ClientRates.ClientRates["Type"]
  readonly #remembered = new OwnedEntries<true>(REMEMBERED)
  /** When the latest request was accepted, by the wall clock. If the clock is set back, nothing old is valid again. */
  #latestMs = 0
  readonly #reportFailure = makeFailureReport("interactions without a valid signature")

  constructor(parts: InteractionsParts, key: KeyObject, rates: ClientRates.ClientRates["Type"]) {
    this.#parts = parts
    this.#key = key
    this.#rates = rates
  }

  answer(request: HttpServerRequest.HttpServerRequest) {
    return Effect.gen(this, function* () {
      const { connections, lifecycle } = this.#parts
      const node = toIncomingMessage(request)
      if (request.method !== "POST") return reply.refuse(405, "Method not allowed.", { headers: { allow: "POST" } })
      if (!JSON_TYPE.test(request.headers["content-type"] ?? "")) {
        return reply.refuse(415, "The body must be application/json.")
      }
      const { body } = yield* this.#bodyOf(request)
      const signed = signatureOf(request.headers, body, this.#key)
      const outcome = signed === undefined ? "refused" : yield* this.#accept(signed)
      if (outcome === "refused") {
        yield* this.#reportFailure("signature", node.socket.remoteAddress ?? "?")
        return HttpServerResponse.empty({ status: 401 })
      }
      const wait = outcome === "full" ? Duration.minutes(1) : yield* this.#rates.excess(DISCORD)
      if (wait !== undefined) return reply.tooManyRequests(Math.max(1, Math.ceil(Duration.toSeconds(wait))))
      if (!connections.authenticated(node, DISCORD)) return reply.busy("There are too many connections.")
      const taken = Effect.uninterruptible(this.#take(body))
      // Discord does not repeat an interaction whose connection is lost.
      return yield* lifecycle.accept(taken, reply.busy("The server is shutting down."))
    }).pipe(Effect.merge, Effect.scoped)
  }

  /** Accepts a signed request once. Without a pause in between, so that of several requests at once only one counts. */
  #accept({ signature, timestampMs }: Signed) {
    return Effect.map(Clock.currentTimeMillis, (nowMs) => {
      const atMs = Math.max(this.#latestMs, nowMs)
      if (timestampMs > nowMs + TIMELY_MS || timestampMs < atMs - TIMELY_MS) return "refused"
      if (this.#remembered.get(undefined, signature, atMs) === true) return "refused"
      if (!this.#remembered.hasCapacity(undefined, 1, atMs)) return "full"
      this.#remembered.set(undefined, signature, true, atMs)
      this.#latestMs = atMs
      return "accepted"
    })
  }

  #bodyOf(request: HttpServerRequest.HttpServerRequest) {
    const { readBody } = this.#parts
    return Effect.catchTags(readBody(toIncomingMessage(request), DISCORD, rawBody(INTERACTION_MAX_BYTES)), {
      BodyTooLarge: () => Effect.fail(reply.bodyTooLarge(INTERACTION_MAX_BYTES)),
      BodyTooSlow: () => Effect.fail(reply.bodyTooSlow()),
      BodiesBusy: () => Effect.fail(reply.busy("Too many bodies are being read."))
    })
  }

  /** Takes an interaction that Discord has signed. */
  #take(body: Buffer) {
    const { gateway } = this.#parts
    return Option.match(decodeInteraction(body.toString()), {
      onNone: () => Effect.succeed(reply.refuse(400, "The body is not an interaction.")),
      onSome: (interaction) =>
        (interaction.type === PING
          ? Effect.as(gateway.asks, reply.document({ type: PING }))
          : // The answer goes to the callback route. Discord takes it there after a 202 without a body.
            Effect.as(gateway.takeInteraction(interaction), HttpServerResponse.empty({ status: 202 }))
        ).pipe(Effect.orElseSucceed(() => reply.busy("This process does not own the events of the bot now.")))
    })
  }
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** A valid signature, and its time. */
interface Signed {
  readonly signature: string
  readonly timestampMs: number
}

/** Returns the signature of a request if it is valid. Repeated headers and capital digits are not. */
const signatureOf = (
  headers: Readonly<Record<string, string | undefined>>,
  body: Buffer,
  key: KeyObject
): Signed | undefined => {
  const signature = headers["x-signature-ed25519"] ?? ""
  const timestamp = headers["x-signature-timestamp"] ?? ""
  if (!/^[\da-f]{128}$/.test(signature) || !/^\d{1,12}$/.test(timestamp)) return undefined
  const signed = Buffer.concat([Buffer.from(timestamp), body])
  return verify(null, signed, key, Buffer.from(signature, "hex"))
    ? { signature, timestampMs: Number(timestamp) * 1000 }
    : undefined
}

/** A PING, or an interaction with all its fields. */
const decodeInteraction = Schema.decodeOption(
  Schema.parseJson(
    Schema.Union(
      Schema.Struct({ type: Schema.Literal(PING) }),
      Schema.Struct(
        { type: Schema.Int, id: Schema.NonEmptyString },
        Schema.Record({ key: Schema.String, value: Schema.Unknown })
      )
    )
  )
)
