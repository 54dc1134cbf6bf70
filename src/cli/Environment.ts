/** The platform and the environment variables of the process. */
export interface Host {
  readonly platform: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** The host, and the working directory of the command. */
export interface Environment extends Host {
  readonly directory: string
}

/**
 * Returns the platform's directory for application state: `XDG_STATE_HOME` or its default,
 * Application Support, or the local application data. Returns `undefined` if the
 * environment names no home directory.
 */
export const stateDirectory = ({ platform, variables }: Host): string | undefined => {
  const below = (base: string | undefined, ...parts: ReadonlyArray<string>) =>
    base === undefined || base === "" ? undefined : [base, ...parts, "effect-discord-mcp"].join("/")
  const { HOME, LOCALAPPDATA, USERPROFILE, XDG_STATE_HOME } = variables
  if (platform === "win32") return below(LOCALAPPDATA) ?? below(USERPROFILE, "AppData", "Local")
  if (platform === "darwin") return below(HOME, "Library", "Application Support")
  // The XDG base directory specification says to ignore a relative path.
  return XDG_STATE_HOME?.startsWith("/") ? below(XDG_STATE_HOME) : below(HOME, ".local", "state")
}

/** Returns the default path of the audit log, or `undefined` if there is no state directory. */
export const defaultAuditFile = (host: Host): string | undefined => {
  const directory = stateDirectory(host)
  return directory === undefined ? undefined : `${directory}/audit.log`
}
