import { environment, platform } from "./environment.ts"
import { stateDirectory } from "./stateDirectory.ts"

/** Where the audit log is, unless the operator has named a place; `undefined` where there is none for it. */
export const auditFile = (): string | undefined => {
  const directory = stateDirectory({ platform: platform(), variables: environment() })
  return directory === undefined ? undefined : `${directory}/audit.log`
}
