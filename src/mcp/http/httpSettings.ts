import { httpVariables as variables } from "../../config/httpVariables.ts"
import type { Settings } from "../../config/Settings.ts"
import { isLoopback, isSafeUrl } from "./access/SigningKeys.ts"

/** Returns the problems of the combined HTTP settings, one line each. */
export const settingProblems = (settings: Settings["Type"]): ReadonlyArray<string> => {
  const { httpAudience, httpAuth, httpClientsFile, httpHost, httpIssuer } = settings
  const problems: Array<string> = []
  const isAuthenticated = httpClientsFile !== undefined || httpIssuer !== undefined || httpAudience !== undefined
  if (httpAuth === "none" && isAuthenticated) {
    problems.push(
      `${variables.httpAuth.name}: none cannot be combined with ${variables.httpClientsFile.name}, ${variables.httpIssuer.name} or ${variables.httpAudience.name}. Unset one of them`
    )
  }
  if (httpAuth === "none" && !isLoopback(httpHost)) {
    problems.push(
      `${variables.httpAuth.name}: none needs a loopback address, and ${variables.httpHost.name} is "${httpHost}". Set up clients, or listen on 127.0.0.1`
    )
  }
  if (httpAuth === undefined && !isAuthenticated) {
    problems.push(
      `no authentication is set up. Add a client with "effect-discord-mcp clients add NAME" and set ${variables.httpClientsFile.name}, or set ${variables.httpIssuer.name} and ${variables.httpAudience.name}, or set ${variables.httpAuth.name}=none for local use`
    )
  }
  if ((httpIssuer === undefined) !== (httpAudience === undefined)) {
    const [missing, given] =
      httpIssuer === undefined
        ? [variables.httpIssuer.name, variables.httpAudience.name]
        : [variables.httpAudience.name, variables.httpIssuer.name]
    problems.push(`${missing}: not set. ${given} needs it`)
  }
  if (httpIssuer !== undefined && !isSafeUrl(httpIssuer)) {
    problems.push(`${variables.httpIssuer.name}: expected an https:// address, got "${httpIssuer}"`)
  }
  return problems
}
