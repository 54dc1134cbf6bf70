/** The names of flags that more than one module needs. */

/** Uses the embedded sandbox. */
export const SANDBOX = "--sandbox"

/** The permissions of the sandbox's bot. */
export const PERMISSIONS = "--permissions"

/** Serves over HTTP. */
export const HTTP = "--http"

/** Prints JSON. */
export const JSON_OUTPUT = "--json"

/** Names the MCP client of an entry. */
export const CLIENT = "--client"

/** Returns the name of a flag as the parser of options expects it. */
export const optionName = (flag: string): string => flag.replace(/^--/, "")
