import type { APIMessage } from "discord-api-types/v10"

/** How long a nonce identifies a message. Discord documents "the past few minutes". */
const NONCE_MS = 5 * 60_000

/** The messages that were recently sent with a nonce. */
export class Nonces {
  readonly #used = new Map<string, { readonly message: string; readonly atMs: number }>()

  /** Returns the id of the message that this author recently sent to the channel with this nonce. */
  find(channelId: string, author: string, nonce: string, nowMs: number): string | undefined {
    const used = this.#used.get(`${channelId}:${author}:${nonce}`)
    return used !== undefined && nowMs - used.atMs < NONCE_MS ? used.message : undefined
  }

  remember(nonce: string, message: APIMessage, nowMs: number): void {
    // A map keeps insertion order, so the oldest entries come first.
    for (const [key, { atMs }] of this.#used) {
      if (nowMs - atMs < NONCE_MS) break
      this.#used.delete(key)
    }
    this.#used.set(`${message.channel_id}:${message.author.id}:${nonce}`, { message: message.id, atMs: nowMs })
  }
}
