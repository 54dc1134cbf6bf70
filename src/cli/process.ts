/** The boundary to the Node process: environment variables, standard streams, signals, exit code and console. */
import { Effect } from "effect"

/** Returns the environment variables of the process, with overrides from flags. */
export const environmentVariables = (
  overrides: Readonly<Record<string, string>> = {}
): Readonly<Record<string, string | undefined>> => ({
  ...process.env,
  ...overrides
})

/** Returns Node's name of the platform: `linux`, `darwin`, `win32`. */
export const platform = (): string => process.platform

/** Returns the working directory. */
export const workingDirectory = (): string => process.cwd()

/** The script that was started, and the version of Node. */
export const program = { script: process.argv[1] ?? "", node: process.versions.node }

/** The process id. */
export const { pid } = process

/** An output stream: whether it is a terminal, whether it gets colours, and the maximum width of a line. */
export interface Output {
  readonly onTerminal: boolean
  readonly coloured: boolean
  readonly columns: number
}

/**
 * `NO_COLOR` with any value turns colours off. `FORCE_COLOR` with any value but 0 turns them on for a pipe, too.
 * The width is read each time because a window can be resized.
 */
const outputOf = (stream: NodeJS.WriteStream): Output => ({
  onTerminal: stream.isTTY === true,
  coloured:
    (environmentVariables().NO_COLOR ?? "") === "" &&
    (stream.isTTY === true || !["", "0"].includes(environmentVariables().FORCE_COLOR ?? "")),
  get columns() {
    // Some terminals report a width of 0.
    return stream.columns || 80
  }
})

/** Stdout, for results. */
export const stdout: Output = outputOf(process.stdout)

/** Stderr, for errors, logs, questions and progress. */
export const stderr: Output = outputOf(process.stderr)

/** The screen for questions and progress: stderr, kept apart from the results on stdout. */
export const screen = {
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  get columns() {
    return stderr.columns
  },
  write: (text: string): Effect.Effect<void> => Effect.sync(() => process.stderr.write(text))
}

/** Reads and sets the exit code of the process. */
export const exitCode = {
  get pending(): number | undefined {
    return typeof process.exitCode === "number" ? process.exitCode : undefined
  },
  set: (code: number): void => {
    process.exitCode = code
  }
}

/** Calls `onSignal` once at SIGINT or SIGTERM. Returns a function that removes the listeners. */
export const onStopSignal = (onSignal: (signal: "SIGINT" | "SIGTERM") => void): (() => void) => {
  const stop = (signal: NodeJS.Signals): void => {
    remove()
    onSignal(signal === "SIGTERM" ? signal : "SIGINT")
  }
  const remove = (): void => {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  return remove
}

/**
 * Completes when stdout can no longer be written. A closed pipe is not a failure; any other error, such as a full
 * disk, sets exit code 1. Errors of stderr are ignored.
 */
export const stdoutClosed = Effect.async<void>((resume) => {
  process.stderr.on("error", () => undefined)
  process.stdout.on("error", (error) => {
    const code = String(Object(error).code)
    if (!CLOSED_PIPE.has(code) && exitCode.pending === undefined) {
      exitCode.set(1)
      process.stderr.write(`The output cannot be written (${code}).\n`)
    }
    resume(Effect.void)
  })
})

/** Error codes that mean the reader closed the pipe. */
const CLOSED_PIPE: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"])

/** Ends the process, even if written output has not been read. */
export const exitProcess = (): void => process.exit(0)

/** Redirects every console method to stderr, because stdout carries the protocol. */
export const redirectConsoleToStderr = (): void => {
  for (const method of ["log", "info", "debug", "trace", "dir", "table"] as const) {
    // biome-ignore lint/suspicious/noConsole: the one place that replaces console methods
    console[method] = console.error.bind(console)
  }
}
