/** The boundary to the Node process: environment variables, standard streams, signals, exit code and console. */
import { Writable } from "node:stream"
import { setFlagsFromString } from "node:v8"
import { Effect, Either } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { LogOutput, stderrStream } from "../telemetry/LogOutput.ts"
import type { Host } from "./Environment.ts"
import { withoutStyle } from "./rendering/text.ts"

/** Returns the environment variables of the process, with overrides from flags. `undefined` unsets a variable. */
export const environmentVariables = (
  overrides: Readonly<Record<string, string | undefined>> = {}
): Readonly<Record<string, string | undefined>> => ({
  ...process.env,
  ...overrides
})

/** Returns Node's name of the platform: `linux`, `darwin`, `win32`. */
export const platform = (): string => process.platform

/** Returns the platform and the environment variables of this process. */
export const host = (): Host => ({ platform: platform(), variables: environmentVariables() })

/** Returns the working directory. */
export const workingDirectory = (): string => process.cwd()

/** The script that was started, and the version of Node. */
export const program = { script: process.argv[1] ?? "", node: process.versions.node, execPath: process.execPath }

/** The version of this package. */
export const version: string = manifest.version

/** Whether the npm registry has this package. */
export const isPublished: boolean = manifest.published

/** The beginning of a command line that works: from npm, or in the top directory of a checkout. */
export const commandStart: string = manifest.published ? `npx -y ${manifest.name}` : "node dist/bin/main.js"

/** The page of this package. */
export const homepage: string = manifest.homepage.replace(/#.*/, "")

/** The process id. */
export const { pid } = process

/** Returns whether a process of this machine runs. One of another user runs, too. */
export const isAlive = (pid: number): boolean =>
  Either.getOrElse(
    Either.try({ try: () => process.kill(pid, 0), catch: (error) => Object(error).code === "EPERM" }),
    (isOfAnotherUser) => isOfAnotherUser
  )

/** An output stream: whether it is a terminal, whether it has colours, and the maximum width of a line. */
export interface Output {
  readonly onTerminal: boolean
  readonly coloured: boolean
  readonly columns: number
}

/**
 * `NO_COLOR` with any value turns colours off. `FORCE_COLOR` with any value but 0 turns them on,
 * even for a pipe. The width is read each time, because a window can be resized.
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

/** Stderr as the output of log lines and audit records. */
export const logOutput = new LogOutput(stderrStream(process.stderr))

/** The screen for questions and progress. It is stderr, because stdout is for results. */
export const screen = {
  interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
  get columns() {
    return stderr.columns
  },
  write: (text: string): Effect.Effect<void> =>
    Effect.sync(() => process.stderr.write(stderr.coloured ? text : withoutStyle(text)))
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
 * Completes when stdout can no longer be written. A closed pipe is not a failure. Any other error,
 * such as a full disk, sets the exit code `failed`.
 */
export const stdoutClosed = (failed: number) =>
  Effect.async<void>((resume) => {
    process.stdout.on("error", (error) => {
      const code = String(Object(error).code)
      if (!CLOSED_PIPE.has(code) && exitCode.pending === undefined) {
        exitCode.set(failed)
        logOutput.write(`The output cannot be written (${code}).\n`)
      }
      resume(Effect.void)
    })
  })

/** Error codes of a pipe that its reader has closed. */
const CLOSED_PIPE: ReadonlySet<string> = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"])

/** Ends the process with success, even if written output has not been read. */
export const exitProcess = (): void => process.exit(0)

/** A console of Node whose lines go to `logOutput`, for its formats and groups. */
const logConsole = () => {
  const lines = new Writable({
    decodeStrings: false,
    write: (text, _, done) => {
      logOutput.write(String(text))
      done()
    }
  })
  // biome-ignore lint/suspicious/noConsole: the one place that replaces console methods
  return new console.Console({ stdout: lines, stderr: lines, colorMode: stderr.onTerminal && stderr.coloured })
}

/** Sends console errors to `logOutput`. Then a reader that closes or stops reading stderr never ends or grows the process. */
export const redirectConsoleErrors = (): void => {
  const { assert, error, group, groupEnd, trace, warn } = logConsole()
  Object.assign(console, { assert, error, group, groupEnd, trace, warn })
}

/** Redirects every other console method to stderr, because stdout carries the protocol. */
export const redirectConsoleToStderr = (): void => {
  const { debug, dir, info, log, table } = logConsole()
  Object.assign(console, { debug, dir, info, log, table })
}

/**
 * Sets whether V8's young generation grows. By default, it grows. While the server code is loaded,
 * it would grow to 32 MB, and an idle server would keep this memory. So it grows only for calls
 * (docs/performance.md).
 */
export const letYoungGenerationGrow = (grow: boolean): void =>
  setFlagsFromString(`--semi-space-growth-factor=${grow ? 2 : 1}`)
