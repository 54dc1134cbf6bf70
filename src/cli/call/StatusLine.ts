import { Effect, Schedule } from "effect"
import { Approver } from "../../safety/Approver.ts"
import { monotonicMs } from "../../telemetry/monotonic.ts"
import { type Wait, type WaitListener, Waits } from "../../telemetry/Waits.ts"
import { type Listener, Progress } from "../../tools/dsl/Progress.ts"
import type { Output } from "../process.ts"
import type { Screen } from "../prompts.ts"
import { type Style, sanitizeName, styleFor, truncateLine } from "../rendering/text.ts"

/** A line on the terminal that shows the progress of a call. The line is erased at the end. */
export interface StatusLine {
  /** Receives the progress of the call. */
  readonly progress: Listener
  /** Receives the waits of the call. */
  readonly waits: WaitListener
  /** Hides the line while another effect uses the terminal. */
  readonly hidden: <A, E, R>(other: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Erases the line before each log line. */
  readonly besideLogs: <A, E, R>(call: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Shows the status line after 500 ms, until the scope closes. */
export const make = Effect.fnUntraced(function* (
  tool: string,
  screen: Pick<Screen, "columns" | "write">,
  { dim }: Pick<Style, "dim">
) {
  const state: State = { tool: sanitizeName(tool) }
  const line = new DrawnLine({ state, startedAt: yield* monotonicMs, screen, dim })
  yield* Effect.addFinalizer(() => line.erase())
  yield* line.draw().pipe(Effect.repeat(Schedule.spaced(FRAME_MS)), Effect.delay(INITIAL_DELAY_MS), Effect.forkScoped)
  return {
    progress: {
      takesProgress: true,
      report: (step) =>
        Effect.sync(() => {
          state.step = step
        })
    },
    waits: {
      begun: (wait) =>
        Effect.map(monotonicMs, (now) => {
          state.wait = { ...wait, until: now + wait.ms }
        })
    },
    hidden: (other) => line.hiddenDuring(other),
    besideLogs: (call) => line.besideLogs(call)
  } satisfies StatusLine as StatusLine
})

/** What a line is drawn from, and where. */
interface LineParts {
  readonly state: State
  readonly startedAt: number
  readonly screen: Pick<Screen, "columns" | "write">
  readonly dim: Style["dim"]
}

/** The line as the terminal shows it. */
class DrawnLine {
  readonly #parts: LineParts
  #text = ""
  /** The number of effects that use the terminal. */
  #hideCount = 0

  constructor(parts: LineParts) {
    this.#parts = parts
  }

  draw(): Effect.Effect<void> {
    const { dim, screen, startedAt, state } = this.#parts
    return Effect.flatMap(monotonicMs, (now) => {
      // The last column stays free, because some terminals start a new line after it.
      const text = truncateLine(textOf(state, startedAt, now), screen.columns - 1)
      if (this.#hideCount > 0 || text === this.#text) return Effect.void
      this.#text = text
      return screen.write(ERASE + dim(text))
    })
  }

  erase(): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.#text === "") return Effect.void
      this.#text = ""
      return this.#parts.screen.write(ERASE)
    })
  }

  hiddenDuring<A, E, R>(other: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.acquireUseRelease(
      Effect.zipRight(
        Effect.sync(() => void this.#hideCount++),
        this.erase()
      ),
      () => other,
      () => Effect.sync(() => void this.#hideCount--)
    )
  }

  besideLogs<A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.consoleWith((console) =>
      Effect.withConsole(call, {
        ...console,
        unsafe: {
          ...console.unsafe,
          // Loggers write synchronously, so the erase code is part of the log line.
          error: (first: unknown, ...more: ReadonlyArray<unknown>) => {
            const eraseFirst = this.#text === "" ? "" : ERASE
            this.#text = ""
            console.unsafe.error(typeof first === "string" ? eraseFirst + first : first, ...more)
          }
        }
      })
    )
  }
}

/** A faster call shows no status line. */
const INITIAL_DELAY_MS = 500

/** The time between two updates of the line. */
const FRAME_MS = 100

/** Moves the cursor to the start of the line and erases the line. */
const ERASE = "\r\u001b[K"

/** The last known progress and wait of the call. */
interface State {
  readonly tool: string
  step?: Parameters<Listener["report"]>[0]
  wait?: Wait & { readonly until: number }
}

const textOf = ({ step, tool, wait }: State, startedAt: number, now: number): string => {
  const seconds = Math.floor((now - startedAt) / 1000)
  return [
    `${SPINNER[Math.floor((now - startedAt) / FRAME_MS) % SPINNER.length]} ${tool}`,
    ...(step === undefined ? [] : [stepText(step)]),
    ...(wait === undefined || wait.until <= now
      ? []
      : [`${wait.what}: ${Math.ceil((wait.until - now) / 1000)} s left`]),
    ...(seconds > 0 ? [`(${seconds} s)`] : [])
  ].join("  ")
}

/** Returns the completed count, the total if it is known, and the message. */
const stepText = ({ done, message, total }: NonNullable<State["step"]>): string => {
  // `done` has a fraction while a step is partly finished.
  const count = total === undefined ? String(Math.floor(done)) : `${Math.floor(done)}/${total}`
  const text = sanitizeName(message)
  return total === undefined && text.startsWith(count) ? text : `${count} ${text}`
}

const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

/** Shows a status line while a call runs, and erases it when the call ends. */
export const withStatusLine =
  (tool: string, { stderr, screen }: { readonly stderr: Output; readonly screen: Screen }) =>
  <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.scoped(
      Effect.gen(function* () {
        const line = yield* make(tool, screen, styleFor(stderr.coloured))
        const { confirm, ...approver } = yield* Approver
        return yield* call.pipe(
          line.besideLogs,
          Effect.provideService(Progress, line.progress),
          Effect.provideService(Waits, line.waits),
          Effect.provideService(Approver, {
            ...approver,
            // The question and the echoed keys use the terminal line of the status.
            ...(confirm !== undefined && { confirm: (question) => line.hidden(confirm(question)) })
          })
        )
      })
    )
