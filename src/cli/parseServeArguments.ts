import { HTTP, SANDBOX } from "./flagNames.ts"

/** The arguments of `serve`. */
export interface ServeOptions {
  readonly sandbox: boolean
  readonly http: boolean
}

/** Parses the arguments of `serve`. Returns `undefined` for any other command line, which the full parser handles. */
export const parseServeArguments = (words: ReadonlyArray<string>): ServeOptions | undefined => {
  const rest = words[0] === "serve" ? words.slice(1) : words
  return rest.every((word) => word === SANDBOX || word === HTTP) && new Set(rest).size === rest.length
    ? { sandbox: rest.includes(SANDBOX), http: rest.includes(HTTP) }
    : undefined
}
