import { Effect } from "effect"
import { answer, type Step } from "./wire.ts"

/** A channel that stores messages. A known nonce returns the existing message (Discord docs, create message). */
export const makeInbox = () => {
  const byNonce = new Map<string, { readonly id: string }>()
  const nonces: Array<string> = []

  const post: Step = (request, onPhase) =>
    Effect.suspend(() => {
      const { enforce_nonce, nonce } = Object(request.body)
      nonces.push(String(nonce))
      const key = enforce_nonce === true ? String(nonce) : `unchecked ${nonces.length}`
      const message = byNonce.get(key) ?? { id: String(byNonce.size + 1) }
      byNonce.set(key, message)
      return answer(200, message)(request, onPhase)
    })

  return {
    post,
    /** The message is created, and the response fails. */
    butThen:
      (step: Step): Step =>
      (request, onPhase) =>
        Effect.zipRight(post(request, onPhase), step(request, onPhase)),
    /** The messages in the channel. */
    created: () => byNonce.size,
    /** The nonces of all requests that had an effect, in order. */
    nonces
  }
}
