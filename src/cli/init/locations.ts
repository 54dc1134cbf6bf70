/** The locations of config files on each platform. */
import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import type { Environment, Host } from "../Environment.ts"
import type { FileLocation } from "./McpClient.ts"

/** Locates a file in the home directory. */
export const inHome = (file: string): FileLocation => ({
  path: (host) => at(host, homeOf(host), file),
  shown: `\`~/${file}\``
})

/** Locates a file in the project. */
export const inProject = (file: string): FileLocation => ({
  path: (environment) => at(environment, environment.directory, file),
  shown: `\`${file}\` in the project`
})

/** Locates a file in the platform's directory for application settings. */
export const inAppData = (file: string): FileLocation => ({
  path: (host) => (host.platform === "darwin" ? at(host, homeOf(host), APPLE, file) : at(host, settingsOf(host), file)),
  shown: `macOS: \`~/${APPLE}/${file}\`, Windows: \`%APPDATA%\\${backslashed(file)}\`, Linux: \`~/.config/${file}\``
})

/**
 * Locates a file of application settings. On Windows, a client installed as an MSIX package has its
 * own copy of the roaming application data. It reads the file from there.
 */
export const inPackagedAppData = (file: string, prefix: string): FileLocation => {
  const { path, shown } = inAppData(file)
  return {
    path,
    packaged: (host) => {
      const packages = host.platform === "win32" ? at(host, localDataOf(host), "Packages") : undefined
      return packages === undefined
        ? undefined
        : { directory: packages, prefix, file: backslashed(`LocalCache/Roaming/${file}`) }
    },
    shown: `${shown}; installed as an MSIX package: \`%LOCALAPPDATA%\\Packages\\${prefix}…\\LocalCache\\Roaming\\${backslashed(file)}\``
  }
}

/** Locates a file in the directory for settings. On macOS, it is `.config` too. */
export const inConfig = (file: string, onWindows: string): FileLocation => ({
  path: (host) => at(host, settingsOf(host), host.platform === "win32" ? onWindows : file),
  shown: `\`~/.config/${file}\`, Windows: \`%APPDATA%\\${backslashed(onWindows)}\``
})

/** Locates a file in the directory that a variable names, or in a directory of the home directory. */
export const inNamed = (variable: string, directory: string, file: string): FileLocation => ({
  path: (host) => {
    const named = host.variables[variable] ?? ""
    return named === "" ? at(host, homeOf(host), directory, file) : at(host, named, file)
  },
  shown: `\`~/${directory}/${file}\`, or \`${file}\` in \`${variable}\``
})

const APPLE = "Library/Application Support"

/** Returns the home directory that the environment names. */
export const homeOf = ({ platform, variables: { HOME, USERPROFILE } }: Host): string | undefined =>
  platform === "win32" ? USERPROFILE : HOME

const localDataOf = (host: Host): string | undefined =>
  host.variables.LOCALAPPDATA || at(host, homeOf(host), "AppData/Local")

const settingsOf = (host: Host): string | undefined => {
  const { APPDATA, XDG_CONFIG_HOME } = host.variables
  if (host.platform === "win32") return APPDATA || at(host, homeOf(host), "AppData/Roaming")
  // The XDG base directory specification says to ignore a relative path.
  const named = host.platform !== "darwin" && XDG_CONFIG_HOME?.startsWith("/") === true
  return named ? XDG_CONFIG_HOME : at(host, homeOf(host), ".config")
}

const at = ({ platform }: Host, base: string | undefined, ...parts: ReadonlyArray<string>): string | undefined => {
  if (base === undefined || base === "") return undefined
  const path = [base.replace(/(?<=.)[\\/]+$/, ""), ...parts].join("/")
  return platform === "win32" ? backslashed(path) : path
}

const backslashed = (path: string): string => path.replaceAll("/", "\\")

/**
 * Returns the path of a config file. If the client is installed as a package, the path is within
 * the package. Of several packages, a package that has the file is preferred.
 */
export const configPath = Effect.fn("init.configPath")(function* (location: FileLocation, environment: Environment) {
  const usual = location.path(environment)
  const packaged = location.packaged?.(environment)
  if (packaged === undefined) return usual
  const { directory, file, prefix } = packaged
  const fs = yield* FileSystem.FileSystem
  const names = yield* Effect.orElseSucceed(fs.readDirectory(directory), () => [])
  const candidates = names
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .map((name) => `${directory}\\${name}\\${file}`)
  const existing = yield* Effect.filter(candidates, (path) => Effect.orElseSucceed(fs.exists(path), () => false))
  return existing[0] ?? candidates[0] ?? usual
})
