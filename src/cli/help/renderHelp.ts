/** The help: a page for the program and for each command. */
import { commandStart, homepage, isPublished, version } from "../process.ts"
import { padToWidth, type RenderOptions, widthOf, wrap } from "../rendering/text.ts"
import { type CommandNode, HELP, type Parameter, usageOf, wordsOf } from "./CommandTree.ts"
import { groups, pages } from "./pages.ts"

/** A name and its description. */
type Row = readonly [name: string, description: string]

/** Renders the page of a command. */
export const renderHelp = (command: CommandNode, options: RenderOptions): string => {
  const { examples = [], exitCodes = [] } = pages[wordsOf(command)] ?? {}
  const isProgram = command.path.length === 1
  const text = (line: string) => wrap(line, options.columns)
  const section = (title: string, rows: ReadonlyArray<Row>) =>
    rows.length === 0 ? [] : ["", options.style.bold(title), ...renderRows(rows, options)]
  return [
    ...(isProgram ? [...text(`${command.path[0]} ${version}`), ""] : []),
    ...text(`Usage: ${usageOf(command)}`),
    "",
    ...text(command.description),
    ...(isProgram
      ? groups.flatMap((group) => section(group, command.subcommands.filter(isIn(group)).map(commandRow)))
      : section("Commands", command.subcommands.map(commandRow))),
    ...section("Arguments", command.args.map(parameterRow)),
    ...section("Options", [...command.options, HELP].map(parameterRow)),
    ...section(
      "Exit codes",
      exitCodes.map(({ code, meaning }) => [String(code), `${meaning.replaceAll("`", "")}.`])
    ),
    ...(examples.length === 0 ? [] : ["", options.style.bold("Examples")]),
    ...examples.flatMap(([line, purpose]) => [
      ...exampleLines(`${commandStart} ${line}`, options.columns).map(options.style.cyan),
      ...indented(purpose, EXAMPLE_INDENT, options.columns)
    ]),
    ...(isProgram
      ? [
          "",
          options.style.bold("Settings"),
          ...indented(SETTINGS, INDENT, options.columns),
          ...(isPublished ? ["", ...text(homepage)] : [])
        ]
      : [])
  ].join("\n")
}

const SETTINGS =
  "Settings are environment variables, such as DISCORD_TOKEN and ALLOWED_GUILDS. docs/configuration.md describes each of them."

const isIn = (group: string) => (command: CommandNode) => pages[wordsOf(command)]?.group === group

/** The row of a command has the first sentence of its description. */
const commandRow = ({ description, path, subcommands }: CommandNode): Row => {
  const [summary = description] = /^.+?\.(?= |$)/.exec(description) ?? []
  const below = subcommands.map((command) => command.path.at(-1)).join(", ")
  return [path.at(-1) ?? "", below === "" ? summary : `${summary.replace(/\.$/, "")}: ${below}.`]
}

const parameterRow = ({ aliases, description, fallback, name, placeholder, values }: Parameter): Row => [
  [...aliases, placeholder === undefined || placeholder === name ? name : `${name} ${placeholder}`].join(", "),
  [
    description,
    ...(values.length === 0 ? [] : [`One of: ${values.join(", ")}.`]),
    ...(fallback === undefined ? [] : [`Default: ${fallback}.`])
  ].join(" ")
]

const INDENT = 2
const GAP = 2
const EXAMPLE_INDENT = 6

/** A longer name is above its description. */
const NAME_MAX = 24

/** Renders rows in two columns. In a narrow terminal, each description is below its name. */
const renderRows = (rows: ReadonlyArray<Row>, { columns, style }: RenderOptions): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([name]) => widthOf(name)).filter((width) => width <= NAME_MAX), 0)
  const column = INDENT + width + GAP
  const isNarrow = column * 2 > columns
  return rows.flatMap(([name, description]) => {
    const head = indented(name, INDENT, columns)
    if (isNarrow || widthOf(name) > width) {
      return [...head.map(style.cyan), ...indented(description, isNarrow ? EXAMPLE_INDENT : column, columns)]
    }
    const lines = indented(description, column, columns)
    return lines.map((line, at) =>
      at === 0 ? " ".repeat(INDENT) + style.cyan(padToWidth(name, width + GAP)) + line.trimStart() : line
    )
  })
}

/** Splits a command line as a shell reads it. Quoted words stay whole. */
const exampleLines = (line: string, columns: number): ReadonlyArray<string> => {
  const whole = line.replaceAll(/"[^"]*"/g, (word) => word.replaceAll(" ", HARD_SPACE))
  const parts = widthOf(line) + INDENT <= columns ? [whole] : wrap(whole, columns - EXAMPLE_INDENT - CONTINUED.length)
  return parts.map(
    (part, at) =>
      " ".repeat(at === 0 ? INDENT : 2 * INDENT) +
      part.replaceAll(HARD_SPACE, " ") +
      (at === parts.length - 1 ? "" : CONTINUED)
  )
}

const HARD_SPACE = "\u00a0"
const CONTINUED = " \\"

const indented = (text: string, by: number, columns: number): ReadonlyArray<string> =>
  wrap(text, columns - by).map((line) => " ".repeat(by) + line)
