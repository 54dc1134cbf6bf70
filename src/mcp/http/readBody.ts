/** The boundary to the bytes of a request body, which Node emits as events. */
import type { IncomingMessage } from "node:http"
import { Data, Effect, Option } from "effect"
import { type Excess, FrameMeter } from "../FrameMeter.ts"
import { type Frame, readFrame } from "../frames.ts"

/** The maximum size in bytes of a body, and of all bodies that are being read. */
export const BODY_MAX_BYTES = 4 * 1024 * 1024
const ALL_BODIES_MAX_BYTES = 64 * 1024 * 1024

/** The body is larger than allowed. */
export class BodyTooLarge extends Data.TaggedError("BodyTooLarge") {}

/** Too many bodies are being read. */
export class BodiesBusy extends Data.TaggedError("BodiesBusy") {}

/** The content of a body: a message, or the reason why it is not one. */
export type Body = Frame | { readonly kind: "excess"; readonly excess: Excess } | { readonly kind: "empty" }

/** Reads the bodies of requests. All bodies together never hold more than 64 MiB. */
export const makeBodyReader = () => {
  let held = 0
  return (request: IncomingMessage): Effect.Effect<Body, BodyTooLarge | BodiesBusy> =>
    Effect.suspend(() => {
      if (Number(request.headers["content-length"] ?? 0) > BODY_MAX_BYTES) return new BodyTooLarge()
      let bytes = 0
      return Effect.ensuring(
        Effect.async<Body, BodyTooLarge | BodiesBusy>((resume) => {
          const meter = new FrameMeter()
          const parts: Array<Buffer> = []
          const take = (part: Buffer) => {
            bytes += part.length
            held += part.length
            if (bytes > BODY_MAX_BYTES) return stop(new BodyTooLarge())
            if (held > ALL_BODIES_MAX_BYTES) return stop(new BodiesBusy())
            meter.add(part)
            if (meter.excess === undefined) parts.push(part)
            else parts.length = 0
          }
          const end = () => resume(Effect.sync(() => bodyOf(parts, meter)))
          const stop = (why: BodyTooLarge | BodiesBusy) => {
            request.off("data", take)
            request.off("end", end)
            request.pause()
            resume(Effect.fail(why))
          }
          request.on("data", take)
          request.once("end", end)
          // The platform interrupts the fiber if the sender disconnects.
          request.once("error", () => undefined)
        }),
        Effect.sync(() => {
          held -= bytes
        })
      )
    })
}

const bodyOf = (parts: ReadonlyArray<Buffer>, meter: FrameMeter): Body =>
  meter.excess === undefined
    ? Option.getOrElse(Option.fromNullable(readFrame(Buffer.concat(parts), meter)), (): Body => ({ kind: "empty" }))
    : { kind: "excess", excess: meter.excess }
