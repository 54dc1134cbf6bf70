/** The boundary to the process: its variables, its terminal and its console. */

/** The environment variables the process was started with, and what flags put over them. */
export const environment = (
  overrides: Readonly<Record<string, string>> = {}
): Readonly<Record<string, string | undefined>> => ({
  ...process.env,
  ...overrides
})

/** Whether stderr is read by a person. */
export const onTerminal = (): boolean => process.stderr.isTTY === true

/** Ends the process, also when nobody reads what it has written. */
export const leave = (): void => process.exit(0)

/** Sends everything a dependency may print to stderr: stdout belongs to the protocol. */
export const keepStdoutClean = (): void => {
  for (const method of ["log", "info", "debug", "trace", "dir", "table"] as const) {
    // biome-ignore lint/suspicious/noConsole: this is the one place that tames it
    console[method] = console.error.bind(console)
  }
}
