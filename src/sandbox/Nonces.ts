import type { APIMessage } from "discord-api-types/v10"

/** How long the same nonce stands for the same message. Discord says "the past few minutes". */
const NONCE_MS = 5 * 60_000

/** Which message was sent with which nonce, as long as that matters. */
export class Nonces {
  readonly #used = new Map<string, { readonly message: string; readonly atMs: number }>()

  /** The id of what this author sent there with this nonce a moment ago. */
  find(channelId: string, author: string, nonce: string, nowMs: number): string | undefined {
    const used = this.#used.get(`${channelId}:${author}:${nonce}`)
    return used !== undefined && nowMs - used.atMs < NONCE_MS ? used.message : undefined
  }

  remember(nonce: string, message: APIMessage, nowMs: number): void {
    // Insertion order is age: the oldest go first, and the map stays small.
    for (const [key, { atMs }] of this.#used) {
      if (nowMs - atMs < NONCE_MS) break
      this.#used.delete(key)
    }
    this.#used.set(`${message.channel_id}:${message.author.id}:${nonce}`, { message: message.id, atMs: nowMs })
  }
}
