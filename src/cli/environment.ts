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

/**
 * Whether stdout is read by a person, and whether in colours: `NO_COLOR`, set to anything, takes them away;
 * `FORCE_COLOR`, set to anything but 0, gives them to a pipe, too.
 */
export const results = {
  onTerminal: process.stdout.isTTY === true,
  coloured:
    (environment().NO_COLOR ?? "") === "" &&
    (process.stdout.isTTY === true || !["", "0"].includes(environment().FORCE_COLOR ?? ""))
}

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
