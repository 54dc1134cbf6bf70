import { Effect } from "effect"
import { answer, type Step } from "./wire.ts"

/** A channel that keeps what was posted; a nonce it knows gives the same message again (Discord docs, create message). */
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
    /** The message is created, and the answer goes wrong. */
    butThen:
      (step: Step): Step =>
      (request, onPhase) =>
        Effect.zipRight(post(request, onPhase), step(request, onPhase)),
    /** Messages there are. */
    created: () => byNonce.size,
    /** The nonce of every request that had its effect, in order. */
    nonces
  }
}
