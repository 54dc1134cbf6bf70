/**
 * `call`'s flags are the fields of the tool, which the command line cannot know:
 * behind `--` it leaves them alone.
 */
export const protectFields = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [node = "", script = "", name, tool, ...rest] = argv
  const isCall =
    name === "call" && tool !== undefined && !tool.startsWith("-") && !rest.includes("--help") && !rest.includes("-h")
  return isCall ? [node, script, name, tool, "--", ...rest] : argv
}
