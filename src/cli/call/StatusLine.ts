import { Effect, Schedule } from "effect"
import { monotonicMs } from "../../resilience/monotonic.ts"
import type { Wait, WaitListener } from "../../telemetry/Waits.ts"
import type { Listener } from "../../tools/dsl/Progress.ts"
import type { Screen } from "../confirm.ts"
import { cut } from "../rendering/cut.ts"
import { harmlessName } from "../rendering/harmless.ts"
import type { Paint } from "../style.ts"

/** One line of a terminal that tells how far a call is, drawn again and again and gone in the end. */
export interface StatusLine {
  /** Hears how far the call is. */
  readonly progress: Listener
  /** Hears what the call waits for. */
  readonly waits: WaitListener
  /** Leaves the terminal to something else for as long as that takes. */
  readonly hidden: <A, E, R>(other: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Lets what is logged meanwhile begin where the line has stood. */
  readonly besideLogs: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Draws the line of a call, from when it has taken a moment until the scope closes. */
export const make = Effect.fnUntraced(function* (
  tool: string,
  screen: Pick<Screen, "columns" | "write">,
  { dim }: Pick<Paint, "dim">
) {
  const begunAt = yield* monotonicMs
  const known: Known = { tool: harmlessName(tool) }
  let shown = ""
  let hiders = 0

  const erase = Effect.suspend(() => {
    if (shown === "") return Effect.void
    shown = ""
    return screen.write(ERASE)
  })
  const draw = Effect.flatMap(monotonicMs, (now) => {
    // The last column stays free: some terminals begin a new line after it.
    const text = cut(textOf(known, begunAt, now), screen.columns - 1)
    if (hiders > 0 || text === shown) return Effect.void
    shown = text
    return screen.write(ERASE + dim(text))
  })

  const hidden: StatusLine["hidden"] = (other) =>
    Effect.acquireUseRelease(
      Effect.zipRight(
        Effect.sync(() => void hiders++),
        erase
      ),
      () => other,
      () => Effect.sync(() => void hiders--)
    )
  const besideLogs: StatusLine["besideLogs"] = (call) =>
    Effect.consoleWith((console) =>
      Effect.withConsole(call, {
        ...console,
        unsafe: {
          ...console.unsafe,
          // Loggers write at once, so what takes the line away is a part of what they write.
          error: (first: unknown, ...more: ReadonlyArray<unknown>) => {
            const over = shown === "" ? "" : ERASE
            shown = ""
            console.unsafe.error(typeof first === "string" ? over + first : first, ...more)
          }
        }
      })
    )

  yield* Effect.addFinalizer(() => erase)
  yield* draw.pipe(Effect.repeat(Schedule.spaced(FRAME_MS)), Effect.delay(QUIET_MS), Effect.forkScoped)

  return {
    progress: {
      report: (step) =>
        Effect.sync(() => {
          known.step = step
        })
    },
    waits: {
      begun: (wait) =>
        Effect.map(monotonicMs, (now) => {
          known.wait = { ...wait, until: now + wait.ms }
        })
    },
    hidden,
    besideLogs
  } satisfies StatusLine as StatusLine
})

/** A call that takes no longer shows nothing. */
const QUIET_MS = 500

/** So often the line may change. */
const FRAME_MS = 100

/** To the beginning of the line, and away with all that stands there. */
const ERASE = "\r\u001b[K"

/** What has been heard of the call. */
interface Known {
  readonly tool: string
  step?: Parameters<Listener["report"]>[0]
  wait?: Wait & { readonly until: number }
}

const textOf = ({ step, tool, wait }: Known, begunAt: number, now: number): string => {
  const seconds = Math.floor((now - begunAt) / 1000)
  return [
    `${SPINNER[Math.floor((now - begunAt) / FRAME_MS) % SPINNER.length]} ${tool}`,
    ...(step === undefined ? [] : [stepText(step)]),
    ...(wait === undefined || wait.until <= now
      ? []
      : [`${wait.what}: ${Math.ceil((wait.until - now) / 1000)} s left`]),
    ...(seconds > 0 ? [`(${seconds} s)`] : [])
  ].join("  ")
}

/** How much is done, of how much where that is known, and what that was. */
const stepText = ({ done, message, total }: NonNullable<Known["step"]>): string => {
  // A part of something half done has a fraction.
  const count = total === undefined ? String(Math.floor(done)) : `${Math.floor(done)}/${total}`
  const text = harmlessName(message)
  return total === undefined && text.startsWith(count) ? text : `${count} ${text}`
}

const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
