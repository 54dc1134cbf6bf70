import { loadSettings } from "../config/loadSettings.ts"
import { namesByCategory } from "../toolNames.ts"
import { readTextFile } from "./readTextFile.ts"

/** The settings of this process, with the names the catalogue knows. */
export const settingsFrom = (environment: Readonly<Record<string, string | undefined>>) =>
  loadSettings(
    environment,
    { tools: Object.values(namesByCategory).flat(), categories: Object.keys(namesByCategory) },
    readTextFile
  )
