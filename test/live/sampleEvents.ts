import { Effect, FastCheck } from "effect"
import type { GatewayEvent, LoggedEvent, NewEvent } from "../../src/live/GatewayEvent.ts"
import type { SegmentFiles } from "../../src/live/SegmentFiles.ts"

export const CHANNEL = "1248328050337120271"

/** A message whose text has characters of several bytes. */
export const messageEvent = (number: number, more: Partial<GatewayEvent> = {}): NewEvent => ({
  event: {
    type: "message_create",
    time: "2026-11-23T12:00:00.000Z",
    channel_id: CHANNEL,
    message_id: String(2_000_000_000_000_000_000n + BigInt(number)),
    author: { id: "1248328050337120272", name: "Zoë" },
    content: `message ${number} 🐚`,
    ...more
  },
  origin: `session:${number}`
})

/** The number of a message event. */
export const numberOf = ({ message_id }: Pick<LoggedEvent, "message_id">): number =>
  Number(BigInt(message_id ?? 0) - 2_000_000_000_000_000_000n)

/** The process is killed, or its disk is full, when so many bytes of a write are written. */
export interface Breakage {
  readonly how: "killed" | "full"
  readonly bytes: number
}

/** Files in memory whose next write can break. */
export const breakable = (files: SegmentFiles) => {
  let next: Breakage | undefined
  return {
    breakNext: (breakage: Breakage) => {
      next = breakage
    },
    /** Whether a write was broken since `breakNext`. */
    hasBroken: () => next === undefined,
    files: {
      ...files,
      append: (name, bytes) => {
        if (next === undefined || bytes.length === 0) return files.append(name, bytes)
        const written = next.bytes % (bytes.length + 1)
        next = undefined
        return Effect.map(files.append(name, bytes.subarray(0, written)), () => ({ written, problem: "no space" }))
      }
    } satisfies SegmentFiles as SegmentFiles
  }
}

export const breakages: FastCheck.Arbitrary<Breakage> = FastCheck.record({
  how: FastCheck.constantFrom("killed" as const, "full" as const),
  bytes: FastCheck.nat(100_000)
})
