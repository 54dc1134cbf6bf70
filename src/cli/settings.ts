import { loadSettings } from "../config/loadSettings.ts"
import { categories, toolNames } from "../tools/contents.ts"
import { readTextFile } from "./readTextFile.ts"

/** The settings of this process, with the names the catalogue knows. */
export const settingsFrom = (environment: Readonly<Record<string, string | undefined>>) =>
  loadSettings(environment, { tools: toolNames, categories }, readTextFile)
