/** Runs the command line in this process, for tests whose subject is not the process. */
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { Console } from "node:console"
import { Writable } from "node:stream"
import { Effect } from "effect"
import { endWith, reportFailure } from "../../src/cli/exit.ts"
import { run } from "../../src/cli/run.ts"

/** How a command line ended, and what it printed. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a command line to its end as the binary does, with no variables but these. It takes a tenth of the processor time
 * of a process. Not for `serve`, `connect` and `init`: they use the streams and the path of their process.
 */
export const runHere = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
) {
  const printed = { stdout: "", stderr: "" }
  yield* capture(printed)
  yield* onlyVariables(env)
  yield* sameListeners
  const nodeConsole = new Console({ stdout: into(printed, "stdout"), stderr: into(printed, "stderr") })
  const log = (...words: ReadonlyArray<unknown>) => Effect.sync(() => nodeConsole.log(...words))
  const error = (...words: ReadonlyArray<unknown>) => Effect.sync(() => nodeConsole.error(...words))
  const exit = yield* Effect.consoleWith((console) =>
    run([process.execPath, "main.js", ...args]).pipe(
      Effect.tapErrorCause(reportFailure),
      Effect.withConsole({ ...console, unsafe: nodeConsole, log, error }),
      Effect.exit
    )
  )
  const code = yield* Effect.async<number>((resume) => endWith(exit, (code) => resume(Effect.succeed(code))))
  return { ...printed, code } satisfies Ended as Ended
}, Effect.scoped)

type Stream = "stdout" | "stderr"

/** A stream that keeps what is written to it. */
const into = (printed: Record<Stream, string>, stream: Stream) =>
  new Writable({
    decodeStrings: false,
    write: (text, _, done) => {
      printed[stream] += String(text)
      done()
    }
  })

/** Keeps what the scope writes directly to the streams of the process. */
const capture = (printed: Record<Stream, string>) =>
  Effect.forEach(["stdout", "stderr"] as const, (name) => {
    const { [name]: stream } = process
    const { write } = stream
    const keep: typeof stream.write = (text: unknown, ...rest: ReadonlyArray<unknown>) => {
      printed[name] += String(text)
      const done = rest.at(-1)
      if (typeof done === "function") done()
      return true
    }
    return Effect.acquireRelease(
      Effect.sync(() => Object.assign(stream, { write: keep })),
      () => Effect.sync(() => Object.assign(stream, { write }))
    )
  })

/** Replaces the environment variables of the process within the scope. */
const onlyVariables = (env: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const before = process.env
      process.env = { ...env }
      return before
    }),
    (before) =>
      Effect.sync(() => {
        process.env = before
      })
  )

/** Removes the listeners that a command leaves on stdout, which in a process end with it. */
const sameListeners = Effect.acquireRelease(
  Effect.sync(() => process.stdout.listeners("error")),
  (before) =>
    Effect.sync(() => {
      for (const listener of process.stdout.listeners("error")) {
        // They are functions, though Node declares less.
        if (!before.includes(listener)) process.stdout.off("error", listener as () => void)
      }
    })
)
