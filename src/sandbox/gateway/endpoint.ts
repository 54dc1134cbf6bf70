/** Signed requests to the application's interactions endpoint (Discord docs, interactions, security and authorization). */
import { sign } from "node:crypto"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Clock, Context, Effect, Either, Layer, Random, Schema } from "effect"
import type { GatewayEffect } from "../Fault.ts"
import { privateKey } from "./GatewayStatus.ts"

/** What the endpoint answered: its status and its body. A status of 0 is no answer. */
export interface EndpointReply {
  readonly status: number
  readonly body: unknown
}

/** How long Discord waits for the answer of an endpoint. */
const TIMEOUT_MS = 3000

/** Older than any endpoint accepts. */
const OLD_S = 3600

/** Sends a payload with the effect of a fault on it. Returns the answers: a replay has two. */
export const sendSigned = (
  url: string,
  payload: object,
  effect: GatewayEffect | undefined
): Effect.Effect<ReadonlyArray<EndpointReply>> =>
  Effect.gen(function* () {
    if (effect?.kind === "latency") yield* Effect.sleep(effect.ms)
    if (effect?.kind === "omit") return []
    const forged = effect?.kind === "forge" ? effect.part : undefined
    const seconds = Math.floor((yield* Clock.currentTimeMillis) / 1000) - (forged === "timestamp" ? OLD_S : 0)
    const request = signed(url, JSON.stringify(payload), String(seconds), forged)
    const first = yield* post(request)
    return forged === "replay" ? [first, yield* post(request)] : [first]
  })

/** Returns a request with its signature over the timestamp and the body. */
const signed = (
  url: string,
  body: string,
  timestamp: string,
  forged: Extract<GatewayEffect, { kind: "forge" }>["part"] | undefined
) => {
  const signature = sign(null, Buffer.from(timestamp + body), privateKey)
  if (forged === "signature") signature.writeUInt8(signature.readUInt8(0) ^ 1, 0)
  const sent = forged === "body" ? body.replace(/}$/, ',"forged":true}') : body
  return HttpClientRequest.post(url).pipe(
    HttpClientRequest.bodyText(sent, "application/json"),
    HttpClientRequest.setHeader("x-signature-timestamp", timestamp),
    forged === "unsigned"
      ? (unsigned) => unsigned
      : HttpClientRequest.setHeader("x-signature-ed25519", signature.toString("hex"))
  )
}

const decodeJson = Schema.decodeEither(Schema.parseJson())

const post = (request: HttpClientRequest.HttpClientRequest): Effect.Effect<EndpointReply> =>
  Effect.gen(function* () {
    const client = Context.get(yield* Layer.build(FetchHttpClient.layer), HttpClient.HttpClient)
    const response = yield* client.execute(request)
    const text = yield* response.text
    return { status: response.status, body: Either.getOrElse(decodeJson(text), () => text) }
  }).pipe(
    Effect.scoped,
    Effect.timeout(TIMEOUT_MS),
    Effect.orElseSucceed((): EndpointReply => ({ status: 0, body: undefined })),
    Effect.withTracerEnabled(false)
  )

/** Each PING is another one, so that its signature is no repetition. */
const newPing = Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (id) => ({
  id: String(id),
  type: 1,
  version: 1
}))

/** Returns whether an endpoint answers a PING, and refuses one with a wrong signature. Discord checks both. */
export const isValidEndpoint = (url: string): Effect.Effect<boolean> =>
  Effect.map(
    Effect.flatMap(newPing, (ping) =>
      Effect.all([sendSigned(url, ping, { kind: "forge", part: "signature" }), sendSigned(url, ping, undefined)])
    ),
    ([[wrong], [right]]) => wrong?.status === 401 && right?.status === 200 && Object(right.body).type === 1
  )
