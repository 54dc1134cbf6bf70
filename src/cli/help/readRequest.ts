/** Reads what a command line asks for, before the parser of `@effect/cli` gets it. Names what is unknown or missing. */
import { isBlank } from "../../config/Setting.ts"
import { didYouMean } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { COMPLETIONS, type CommandNode, HELP, type Parameter, usageOf, VERSION, wordsOf } from "./CommandTree.ts"

/** What a command line asks for. */
export type Request =
  | { readonly _tag: "Run" }
  | { readonly _tag: "ShowHelp"; readonly command: CommandNode }
  | { readonly _tag: "PrintCompletions"; readonly shell: string }
  | { readonly _tag: "Reject"; readonly problem: string }

/** What was read of a command line so far. */
interface Progress {
  command: CommandNode
  problem: string | undefined
  shell: string | undefined
  asksForHelp: boolean
  readonly given: Array<string>
  readonly args: Array<string>
}

/** Reads the words of a command line. Words after `--` are arguments, such as the fields of `call`. */
export const readRequest = (root: CommandNode, words: ReadonlyArray<string>): Request => {
  const end = words.indexOf("--")
  const before = end === -1 ? words : words.slice(0, end)
  const progress: Progress = {
    command: root,
    problem: undefined,
    shell: undefined,
    asksForHelp: false,
    given: [],
    args: []
  }
  for (let at = 0; at < before.length; ) {
    const unknown = unknownCommand(progress.command, before[at] ?? "")
    if (unknown !== undefined) return { _tag: "Reject", problem: unknown }
    at += readWord(progress, before.slice(at), before[at - 1])
  }
  const { asksForHelp, command, problem, shell } = progress
  const isGroup = command !== root && command.subcommands.length > 0
  if (asksForHelp || (isGroup && problem === undefined)) return { _tag: "ShowHelp", command }
  const afterwards = end === -1 ? [] : words.slice(end + 1)
  const wrong = problem ?? missingArgument(command, [...progress.args, ...afterwards])
  if (wrong !== undefined) return { _tag: "Reject", problem: wrong }
  return shell === undefined ? { _tag: "Run" } : { _tag: "PrintCompletions", shell }
}

/** Reads the next word, and the value that follows an option. Returns how many words were read. */
const readWord = (progress: Progress, words: ReadonlyArray<string>, previous: string | undefined): number => {
  const [word = "", next] = words
  const { command } = progress
  const reject = (problem: string | undefined) => {
    progress.problem ??= problem
  }
  if (!word.startsWith("-")) {
    const child = findCommand(command, word)
    if (child !== undefined) progress.command = child
    else if (isBlank(word)) reject(`The argument after ${quoted(previous ?? "")} is blank.`)
    else {
      progress.args.push(word)
      reject(surplusArgument(command, progress.args))
    }
    return 1
  }
  const [, name = word, inline] = ASSIGNMENT.exec(word) ?? []
  const option = findOption(command, name)
  if (option === undefined) {
    reject(unknownOption(command, name))
    return 1
  }
  if (progress.given.includes(option.name) && !option.isRepeatable && !MOVED.includes(option.name)) {
    reject(`${option.name} is given twice.`)
  }
  progress.given.push(option.name)
  if (option === HELP) progress.asksForHelp = true
  if (option.placeholder === undefined) return inline === undefined && FLAG_VALUE.test(next ?? "") ? 2 : 1
  const value = inline ?? next
  if (value === undefined || (inline === undefined && findOption(command, value) === HELP)) {
    reject(`${option.name}: the value is missing.`)
    return 1
  }
  if (isBlank(value)) reject(`${option.name}: the value is blank.`)
  else if (option === COMPLETIONS && value === "sh") progress.shell = "bash"
  else if (option.values.length > 0 && !option.values.includes(value)) reject(unknownValue(option, value))
  else if (option === COMPLETIONS) progress.shell = value
  return inline === undefined ? 2 : 1
}

/** An option with its value in the same word. */
const ASSIGNMENT = /^(--[^=]+)=(.*)$/s

/** The values that the parser accepts after a flag. */
const FLAG_VALUE = /^(?:true|1|y|yes|on|false|0|n|no|off)$/i

/** The options that may stand before the command, too. */
const MOVED = ["--sandbox", "--permissions"]

// The parser ignores the case of names.
const isSame = (name: string, word: string): boolean => name.toLowerCase() === word.toLowerCase()

const findCommand = ({ subcommands }: CommandNode, word: string): CommandNode | undefined =>
  subcommands.find(({ path }) => isSame(path.at(-1) ?? "", word))

const findOption = ({ options }: CommandNode, word: string): Parameter | undefined =>
  [...options, HELP, VERSION].find(({ aliases, name }) => [name, ...aliases].some((one) => isSame(one, word)))

/** Returns the problem of a word in the place of a command. */
const unknownCommand = (command: CommandNode, word: string): string | undefined => {
  const isCommand = command.subcommands.length > 0 && !word.startsWith("-") && !isBlank(word)
  if (!isCommand || findCommand(command, word) !== undefined) return undefined
  const names = command.subcommands.map(({ path }) => path.at(-1) ?? "")
  const near = didYouMean(word, names) || "."
  return command.path.length === 1
    ? `There is no command ${quoted(word)}${near} The commands are: ${names.join(", ")}.`
    : `There is no subcommand ${quoted(word)} of ${wordsOf(command)}${near} The subcommands are: ${names.join(", ")}.`
}

const unknownOption = (command: CommandNode, word: string): string => {
  const names = [...command.options, HELP].map(({ name }) => name)
  return `There is no option ${quoted(word)} of ${titleOf(command)}${didYouMean(word, names) || seeHelp(command)}`
}

const unknownValue = ({ name, values }: Parameter, value: string): string =>
  `${name}: expected one of ${values.join(", ")}${didYouMean(value, values)}`

const surplusArgument = (command: CommandNode, args: ReadonlyArray<string>): string | undefined => {
  if (args.length <= command.args.length || command.args.some(({ isRepeatable }) => isRepeatable)) return undefined
  const word = args.at(-1) ?? ""
  const names = command.options.map(({ name }) => name)
  return `There is no place for ${quoted(word)} in ${titleOf(command)}${didYouMean(`--${word}`, names) || seeHelp(command)}`
}

const missingArgument = (command: CommandNode, args: ReadonlyArray<string>): string | undefined => {
  const missing = command.args.find(({ isRequired }, at) => isRequired && at >= args.length)
  return missing && `${titleOf(command)} needs ${missing.name}. Usage: ${usageOf(command)}`
}

/** Returns the words of a command, or the name of the program. */
const titleOf = (command: CommandNode): string => wordsOf(command) || command.path[0]

const seeHelp = (command: CommandNode): string => `. See ${[...command.path, HELP.name].join(" ")}`
