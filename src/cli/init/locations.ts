/** Where programs keep their settings, on each platform. */
import type { Machine } from "../stateDirectory.ts"
import type { Location } from "./Client.ts"

/** A file in the home directory. */
export const inHome = (file: string): Location => ({
  path: (machine) => at(machine, homeOf(machine), file),
  shown: `\`~/${file}\``
})

/** A file of the project. */
export const inProject = (file: string): Location => ({
  path: (standpoint) => at(standpoint, standpoint.directory, file),
  shown: `\`${file}\` in the project`
})

/** A file among the settings of programs, as most of them keep it. */
export const inAppData = (file: string): Location => ({
  path: (machine) =>
    machine.platform === "darwin" ? at(machine, homeOf(machine), APPLE, file) : at(machine, settingsOf(machine), file),
  shown: `macOS: \`~/${APPLE}/${file}\`, Windows: \`%APPDATA%\\${backslashed(file)}\`, Linux: \`~/.config/${file}\``
})

/** The same, as programs keep it that are at home on Unix: in `.config` on macOS, too. */
export const inConfig = (file: string, onWindows: string): Location => ({
  path: (machine) => at(machine, settingsOf(machine), machine.platform === "win32" ? onWindows : file),
  shown: `\`~/.config/${file}\`, Windows: \`%APPDATA%\\${backslashed(onWindows)}\``
})

/** A file in the directory that a variable names, or else in one of the home directory. */
export const inNamed = (variable: string, directory: string, file: string): Location => ({
  path: (machine) => {
    const named = machine.variables[variable] ?? ""
    return named === "" ? at(machine, homeOf(machine), directory, file) : at(machine, named, file)
  },
  shown: `\`~/${directory}/${file}\`, or \`${file}\` in \`${variable}\``
})

const APPLE = "Library/Application Support"

const homeOf = ({ platform, variables: { HOME, USERPROFILE } }: Machine): string | undefined =>
  platform === "win32" ? USERPROFILE : HOME

const settingsOf = (machine: Machine): string | undefined => {
  const { APPDATA, XDG_CONFIG_HOME } = machine.variables
  if (machine.platform === "win32") return APPDATA || at(machine, homeOf(machine), "AppData/Roaming")
  // The XDG base directory specification: a path that is not absolute is to be ignored.
  const named = machine.platform !== "darwin" && XDG_CONFIG_HOME?.startsWith("/") === true
  return named ? XDG_CONFIG_HOME : at(machine, homeOf(machine), ".config")
}

const at = ({ platform }: Machine, base: string | undefined, ...parts: ReadonlyArray<string>): string | undefined => {
  if (base === undefined || base === "") return undefined
  const path = [base.replace(/(?<=.)[\\/]+$/, ""), ...parts].join("/")
  return platform === "win32" ? backslashed(path) : path
}

const backslashed = (path: string): string => path.replaceAll("/", "\\")
