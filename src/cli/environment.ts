/** The boundary to the process: its variables, its terminal, its number and its console. */
import { Effect } from "effect"

/** The environment variables the process was started with, and what flags put over them. */
export const environment = (
  overrides: Readonly<Record<string, string>> = {}
): Readonly<Record<string, string | undefined>> => ({
  ...process.env,
  ...overrides
})

/** The platform as node calls it: `linux`, `darwin`, `win32`. */
export const platform = (): string => process.platform

/** The directory somebody stands in. */
export const directory = (): string => process.cwd()

/** The file that was started, and the version of node that runs it. */
export const program = { script: process.argv[1] ?? "", node: process.versions.node }

/** The number of this process. */
export const { pid } = process

/** Where something is printed: whether a person reads it there, in colours or without, and how wide a line may be. */
export interface Output {
  readonly onTerminal: boolean
  readonly coloured: boolean
  readonly columns: number
}

/**
 * `NO_COLOR`, set to anything, takes colours away; `FORCE_COLOR`, set to anything but 0, gives them to a pipe, too.
 * The width is asked for when it is needed: a window can be made smaller.
 */
const outputOf = (stream: NodeJS.WriteStream): Output => ({
  onTerminal: stream.isTTY === true,
  coloured:
    (environment().NO_COLOR ?? "") === "" &&
    (stream.isTTY === true || !["", "0"].includes(environment().FORCE_COLOR ?? "")),
  get columns() {
    // A terminal that does not know its width says 0.
    return stream.columns || 80
  }
})

/** Where results go: stdout. */
export const results: Output = outputOf(process.stdout)

/** Where all else goes: stderr. */
export const remarks: Output = outputOf(process.stderr)

/** What a person at the terminal reads apart from results, if there is one who can answer. */
export const screen = {
  attended: process.stdin.isTTY === true && process.stderr.isTTY === true,
  get columns() {
    return remarks.columns
  },
  write: (text: string): Effect.Effect<void> => Effect.sync(() => process.stderr.write(text))
}

/** The exit code that a signal asks for, and the one the process has so far. */
export const exitCode = {
  get pending(): number | undefined {
    return typeof process.exitCode === "number" ? process.exitCode : undefined
  },
  set: (code: number): void => {
    process.exitCode = code
  }
}

/** Calls back when a signal asks the process to stop, once and at once; gives what takes the listeners away. */
export const onStopSignal = (heard: (signal: "SIGINT" | "SIGTERM") => void): (() => void) => {
  const stop = (signal: NodeJS.Signals): void => {
    forget()
    heard(signal === "SIGTERM" ? signal : "SIGINT")
  }
  const forget = (): void => {
    process.off("SIGINT", stop)
    process.off("SIGTERM", stop)
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  return forget
}

/**
 * Completes when stdout cannot be written any more; from then on what is written is dropped. That its reader has
 * left is no failure; a full disk is. A stderr that nobody reads is no reason to end.
 */
export const stdoutGone = Effect.async<void>((resume) => {
  process.stderr.on("error", () => undefined)
  process.stdout.on("error", (error) => {
    const code = String(Object(error).code)
    if (!READER_GONE.has(code) && exitCode.pending === undefined) {
      exitCode.set(1)
      process.stderr.write(`The output cannot be written (${code}).\n`)
    }
    resume(Effect.void)
  })
})

/** What the system says when the other end of a pipe has been closed. */
const READER_GONE: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"])

/** Ends the process, also when nobody reads what it has written. */
export const leave = (): void => process.exit(0)

/** Sends everything a dependency may print to stderr: stdout belongs to the protocol. */
export const keepStdoutClean = (): void => {
  for (const method of ["log", "info", "debug", "trace", "dir", "table"] as const) {
    // biome-ignore lint/suspicious/noConsole: this is the one place that tames it
    console[method] = console.error.bind(console)
  }
}
