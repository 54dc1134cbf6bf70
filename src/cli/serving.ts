/** What `serve` is asked for; `undefined` when the arguments are of another command, or for the command line to judge. */
export const servingOf = (words: ReadonlyArray<string>): { readonly sandbox: boolean } | undefined => {
  const rest = words[0] === "serve" ? words.slice(1) : words
  if (rest.length === 0) return { sandbox: false }
  return rest.length === 1 && rest[0] === "--sandbox" ? { sandbox: true } : undefined
}
