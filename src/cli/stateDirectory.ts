/** The machine as far as this matters: which platform it is, and the variables of the process. */
export interface Machine {
  readonly platform: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/**
 * Where this platform keeps what programs remember: `XDG_STATE_HOME` or its default,
 * Application Support, or the local application data. `undefined` where the
 * environment names no home.
 */
export const stateDirectory = ({ platform, variables }: Machine): string | undefined => {
  const below = (base: string | undefined, ...parts: ReadonlyArray<string>) =>
    base === undefined || base === "" ? undefined : [base, ...parts, "effect-discord-mcp"].join("/")
  const { HOME, LOCALAPPDATA, USERPROFILE, XDG_STATE_HOME } = variables
  if (platform === "win32") return below(LOCALAPPDATA) ?? below(USERPROFILE, "AppData", "Local")
  if (platform === "darwin") return below(HOME, "Library", "Application Support")
  // The XDG base directory specification: a path that is not absolute is to be ignored.
  return XDG_STATE_HOME?.startsWith("/") ? below(XDG_STATE_HOME) : below(HOME, ".local", "state")
}
