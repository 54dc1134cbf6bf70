/** Parses the arguments of `serve`. Returns `undefined` for any other command line, which the full parser handles. */
export const parseServeArguments = (words: ReadonlyArray<string>): { readonly sandbox: boolean } | undefined => {
  const rest = words[0] === "serve" ? words.slice(1) : words
  if (rest.length === 0) return { sandbox: false }
  return rest.length === 1 && rest[0] === "--sandbox" ? { sandbox: true } : undefined
}
