import { environment, platform } from "./environment.ts"
import { type Machine, stateDirectory } from "./stateDirectory.ts"

/** Where the audit log is, unless the operator has named a place; `undefined` where there is none for it. */
export const auditFile = (
  machine: Machine = { platform: platform(), variables: environment() }
): string | undefined => {
  const directory = stateDirectory(machine)
  return directory === undefined ? undefined : `${directory}/audit.log`
}
