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

/** This process, and whether another one runs. One of somebody else's does, although we may not signal it. */
export const processes = {
  pid: process.pid,
  isRunning: (pid: number): Effect.Effect<boolean> =>
    Effect.match(
      Effect.try(() => process.kill(pid, 0)),
      { onFailure: ({ error }) => Object(error).code === "EPERM", onSuccess: () => true }
    )
}

/** Whether stderr is read by a person. */
export const onTerminal = (): boolean => process.stderr.isTTY === true

/** What a person at the terminal reads apart from results, if there is one who can answer. */
export const screen = {
  attended: process.stdin.isTTY === true && process.stderr.isTTY === true,
  columns: process.stderr.columns ?? 80,
  write: (text: string): Effect.Effect<void> => Effect.sync(() => process.stderr.write(text))
}

/** Ends the process, also when nobody reads what it has written. */
export const leave = (): void => process.exit(0)

/** Sends everything a dependency may print to stderr: stdout belongs to the protocol. */
export const keepStdoutClean = (): void => {
  for (const method of ["log", "info", "debug", "trace", "dir", "table"] as const) {
    // biome-ignore lint/suspicious/noConsole: this is the one place that tames it
    console[method] = console.error.bind(console)
  }
}
