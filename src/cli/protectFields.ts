/**
 * `call`'s flags are the fields of the tool, which the command line cannot know:
 * behind `--` it leaves them alone. Its own stands before them, wherever it was written.
 */
export const protectFields = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", name, ...words] = argv
  const [tool, ...rest] = words.filter((word) => word !== OWN)
  const isCall =
    name === "call" && tool !== undefined && !tool.startsWith("-") && !rest.includes("--help") && !rest.includes("-h")
  return isCall ? [node, script, name, ...(words.includes(OWN) ? [OWN] : []), tool, "--", ...rest] : argv
}

/** No tool has a field of that name. */
const OWN = "--json"
