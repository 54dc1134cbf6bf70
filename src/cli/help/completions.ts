/** Completion scripts for shells, from the tree of commands. Each script reads a line in the same way as `readRequest`. */
import { namesByCategory } from "../../catalogue/toolNames.ts"
import { clients } from "../init/clients.ts"
import { allCommands, type CommandNode, HELP, type Parameter, wordsOf } from "./CommandTree.ts"

/** Returns the script for a shell: bash, zsh or fish. */
export const completionScript = (root: CommandNode, shell: string): string => {
  const [program] = root.path
  // The words after `help` are completed as if it was absent.
  const commands = allCommands(root).filter((command) => wordsOf(command) !== HELP_COMMAND)
  const script = shell === "fish" ? fishScript : caseScript(shell === "zsh" ? zsh : bash)
  return script(program, `_${program.replaceAll("-", "_")}`, commands).join("\n")
}

type Script = (program: string, name: string, commands: ReadonlyArray<CommandNode>) => ReadonlyArray<string>

const HELP_COMMAND = "help"

/** The values of parameters that any text may follow, by their placeholder. A new tool or client is not in a stored script. */
const knownValues: Readonly<Record<string, ReadonlyArray<string>>> = {
  TOOL: Object.values(namesByCategory).flat(),
  CATEGORY: Object.keys(namesByCategory),
  CLIENT: clients.map(({ name }) => name)
}

/** The placeholder of a path. */
const FILE = "FILE"

const optionsOf = ({ options }: CommandNode): ReadonlyArray<Parameter> => [...options, HELP]

const namesOf = ({ aliases, name }: Parameter): ReadonlyArray<string> => [name, ...aliases]

const optionRows = (option: Parameter) => namesOf(option).map((name) => [name, option.description] as const)

const commandRow = ({ description, path }: CommandNode) => [path.at(-1) ?? "", description] as const

/** Returns each option that a value follows, as the words of its command and its name. */
const valuedOptions = (commands: ReadonlyArray<CommandNode>): ReadonlyArray<readonly [key: string, Parameter]> =>
  commands.flatMap((command) =>
    optionsOf(command)
      .filter(({ placeholder }) => placeholder !== undefined)
      .flatMap((option) => namesOf(option).map((name) => [`${wordsOf(command)} ${name}`, option] as const))
  )

/** Returns each subcommand but `help`, as the words of its parent and its name. */
const steps = (commands: ReadonlyArray<CommandNode>): ReadonlyArray<string> =>
  commands
    .flatMap((command) => command.subcommands.map(({ path }) => `${wordsOf(command)} ${path.at(-1)}`))
    .filter((key) => key !== ` ${HELP_COMMAND}`)

/** What differs between the scripts of bash and zsh. */
interface Dialect {
  readonly first: string
  readonly last: string
  /** Declares the values behind a placeholder. */
  readonly declare: (placeholder: string, values: ReadonlyArray<string>) => string
  /** Statements that read the word to complete, and begin the loop over the words before it. */
  readonly begin: ReadonlyArray<string>
  /** A statement after the loop, for a value in the same word as its option. */
  readonly inline: string
  readonly files: string
  /** A statement that sets the words to choose from, with their descriptions. */
  readonly choose: (rows: ReadonlyArray<readonly [word: string, description: string]>) => string
  readonly chooseKnown: (placeholder: string) => string
  readonly end: string
}

const bash = (program: string, name: string): Dialect => ({
  first: `${name}() {`,
  last: `complete -F ${name} ${program}`,
  declare: (placeholder, values) => `local ${placeholder}="${values.join(" ")}"`,
  begin: [
    `local current="\${COMP_WORDS[COMP_CWORD]}" values=""`,
    `for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    // Bash splits --option=value into three words.
    `  if [[ $word == "=" ]]; then continue; fi`
  ],
  inline: `if [[ $current == "=" ]]; then current=""; fi`,
  files: `COMPREPLY=($(compgen -f -- "$current")); return`,
  choose: (rows) => `values="${rows.map(([word]) => word).join(" ")}"`,
  chooseKnown: (placeholder) => `values="$${placeholder}"`,
  end: `COMPREPLY=($(compgen -W "$values" -- "$current"))`
})

const zsh = (program: string, name: string): Dialect => ({
  first: `#compdef ${program}\n${name}() {`,
  last: `if [[ $funcstack[1] == ${name} ]]; then ${name} "$@"; else compdef ${name} ${program}; fi`,
  declare: (placeholder, values) => `local -a ${placeholder}=(${values.join(" ")})`,
  begin: [`local current="$words[CURRENT]"`, "local -a values", `for word in "\${words[@]:1:$((CURRENT - 2))}"; do`],
  inline: `if [[ $current == --*=* ]]; then option="\${current%%=*}"; compset -P "*="; fi`,
  files: "_files; return",
  choose: (rows) =>
    `values=(${rows.map(([word, text]) => (text === "" ? word : `'${`${word}:${text}`.replaceAll("'", String.raw`'\''`)}'`)).join(" ")})`,
  chooseKnown: (placeholder) => `values=($${placeholder})`,
  end: `if (( $#values )); then _describe -V value values; fi`
})

const caseScript =
  (dialectOf: typeof bash): Script =>
  (program, name, commands) => {
    const dialect = dialectOf(program, name)
    const select = (subject: string, rows: ReadonlyArray<readonly [pattern: string, action: string]>) => [
      `case "${subject}" in`,
      ...rows.filter(([, action]) => action !== "").map(([pattern, action]) => `  ${pattern}) ${action} ;;`),
      "esac"
    ]
    const anyOf = (keys: ReadonlyArray<string>) => keys.map((key) => `"${key}"`).join(" | ")
    const valuesOf = ({ placeholder = "", values }: Parameter): string => {
      if (placeholder === FILE) return dialect.files
      if (values.length > 0) return dialect.choose(values.map((value) => [value, ""]))
      return placeholder in knownValues ? dialect.chooseKnown(placeholder) : ""
    }
    const body = [
      `local at="" option="" args=0 word`,
      ...Object.entries(knownValues).map(([placeholder, values]) => dialect.declare(placeholder, values)),
      ...dialect.begin,
      `  if [[ -n $option ]]; then option=""; continue; fi`,
      ...select("$at $word", [
        [anyOf(valuedOptions(commands).map(([key]) => key)), `option="$word"`],
        [`*" -"* | " ${HELP_COMMAND}"`, "continue"],
        [anyOf(steps(commands)), `at="\${at:+$at }$word"`],
        ["*", "args=$((args + 1))"]
      ]).map(indented),
      "done",
      dialect.inline,
      "if [[ -n $option ]]; then",
      ...select(
        "$at $option",
        valuedOptions(commands).map(([key, option]) => [`"${key}"`, valuesOf(option)])
      ).map(indented),
      "elif [[ $current == -* ]]; then",
      ...select(
        "$at",
        commands.map((command) => [`"${wordsOf(command)}"`, dialect.choose(optionsOf(command).flatMap(optionRows))])
      ).map(indented),
      "else",
      ...select(
        "$at $args",
        commands.flatMap((command) => [
          ...(command.subcommands.length === 0
            ? []
            : [[`"${wordsOf(command)} 0"`, dialect.choose(command.subcommands.map(commandRow))] as const]),
          ...command.args.map(
            (arg, at) => [`"${wordsOf(command)} ${arg.isRepeatable ? '"*' : `${at}"`}`, valuesOf(arg)] as const
          )
        ])
      ).map(indented),
      "fi",
      dialect.end
    ]
    return [dialect.first, ...body.map(indented), "}", dialect.last]
  }

const indented = (line: string): string => `  ${line}`

const fishQuoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const fishPatterns = (keys: ReadonlyArray<string>): string => keys.map(fishQuoted).join(" ")

/** Returns the functions that tell which command the words name. */
const fishFunctions: Script = (_, name, commands) => [
  "# Prints the words of the command, and the number of its arguments.",
  `function ${name}_state`,
  "  set -l at ''",
  "  set -l args 0",
  "  set -l option 0",
  "  set -l words (commandline -opc)",
  "  set -e words[1]",
  "  for word in $words",
  "    if test $option = 1; set option 0; continue; end",
  '    switch "$at $word"',
  `      case ${fishPatterns(valuedOptions(commands).map(([key]) => key))}`,
  "        set option 1",
  `      case '* -*' ' ${HELP_COMMAND}'`,
  `      case ${fishPatterns(steps(commands))}`,
  '        set at (string trim -- "$at $word")',
  "      case '*'",
  "        set args (math $args + 1)",
  "    end",
  "  end",
  '  echo "$at"',
  "  echo $args",
  "end",
  `function ${name}_at`,
  `  set -l state (${name}_state)`,
  '  test "$state[1]" = "$argv[1]"; or return 1',
  '  test (count $argv) = 1; or test "$state[2]" = "$argv[2]"',
  "end"
]

const fishScript: Script = (program, name, commands) => {
  const complete = (condition: string, ...rest: ReadonlyArray<string>) =>
    ["complete", "-c", program, "-n", fishQuoted(condition), ...rest].join(" ")
  const values = ({ placeholder = "", values }: Parameter): ReadonlyArray<string> =>
    placeholder === FILE
      ? ["-F"]
      : values.length > 0
        ? ["-a", fishQuoted(values.join(" "))]
        : placeholder in knownValues
          ? ["-a", fishQuoted(`$_${name}_${placeholder}`)]
          : []
  return [
    ...Object.entries(knownValues).map(([placeholder, names]) => `set -g _${name}_${placeholder} ${names.join(" ")}`),
    ...fishFunctions(program, name, commands),
    `complete -c ${program} -f`,
    ...commands.flatMap((command) => {
      const at = `${name}_at "${wordsOf(command)}"`
      return [
        ...command.subcommands
          .map(commandRow)
          .map(([word, description]) => complete(`${at} 0`, "-a", word, "-d", fishQuoted(description))),
        ...optionsOf(command).map((option) =>
          complete(
            at,
            ...namesOf(option).map((one) => (one.startsWith("--") ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`)),
            ...(option.placeholder === undefined ? [] : [option.placeholder === FILE ? "-r" : "-x", ...values(option)]),
            "-d",
            fishQuoted(option.description)
          )
        ),
        ...command.args
          .map((arg, index) => [arg.isRepeatable ? at : `${at} ${index}`, values(arg)] as const)
          .filter(([, candidates]) => candidates.length > 0)
          .map(([condition, candidates]) => complete(condition, ...candidates))
      ]
    })
  ]
}
