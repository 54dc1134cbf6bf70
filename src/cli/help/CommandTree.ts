/** The commands as data, for help, near names and completions. They are read from their definitions. */
import { type CommandDescriptor, HelpDoc } from "@effect/cli"
import { Option } from "effect"
import { BETWEEN_WORDS } from "../options.ts"
import { withoutStyle } from "../rendering/text.ts"

/** An argument or an option of a command. */
export interface Parameter {
  /** An option with its dashes, such as `--json`, or an argument, such as `TOOL`. */
  readonly name: string
  /** The short names of an option, such as `-y`. */
  readonly aliases: ReadonlyArray<string>
  readonly description: string
  /** The name of the value, such as `RISK`. `undefined` for a flag, which has no value. */
  readonly placeholder: string | undefined
  /** The values to choose from. Empty if any value is allowed. */
  readonly values: ReadonlyArray<string>
  readonly isRequired: boolean
  readonly isRepeatable: boolean
  /** The value without the option, if it is a text or a number. */
  readonly fallback?: string | number
}

/** A command, its parameters and its subcommands. */
export interface CommandNode {
  /** The words of the command, beginning with the name of the program. */
  readonly path: readonly [program: string, ...words: ReadonlyArray<string>]
  readonly description: string
  readonly args: ReadonlyArray<Parameter>
  readonly options: ReadonlyArray<Parameter>
  readonly subcommands: ReadonlyArray<CommandNode>
}

/** Returns the words of a command after the name of the program, such as `clients add`. */
export const wordsOf = ({ path: [, ...words] }: CommandNode): string => words.join(" ")

/** Returns a command and all commands below it. */
export const allCommands = (node: CommandNode): ReadonlyArray<CommandNode> => [
  node,
  ...node.subcommands.flatMap(allCommands)
]

/** Returns how a command is called. */
export const usageOf = ({ args, path, subcommands }: CommandNode): string =>
  [
    ...path,
    ...(subcommands.length === 0 ? [] : path.length === 1 ? ["[COMMAND]"] : ["COMMAND"]),
    ...args.map(({ isRepeatable, isRequired, name }) => {
      const shown = isRepeatable ? `${name} …` : name
      return isRequired ? shown : `[${shown}]`
    }),
    "[options]"
  ].join(" ")

/** Makes an option that the program adds to those of the definitions. */
const builtIn = (name: string, description: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  aliases: [],
  description,
  placeholder: undefined,
  values: [],
  isRequired: false,
  isRepeatable: false,
  ...more
})

/** Prints the help of a command. */
export const HELP = builtIn("--help", "Show this help.", { aliases: ["-h"] })

/** Prints the version. */
export const VERSION = builtIn("--version", "Print the version.")

/** Prints a completion script. */
export const COMPLETIONS = builtIn(
  "--completions",
  "Print a script for this shell that completes commands, options and values.",
  { placeholder: "SHELL", values: ["bash", "zsh", "fish"] }
)

/** Reads a command from its definition. The options of the program that the parser does not know follow its own. */
export const treeOf = (descriptor: CommandDescriptor.Command<unknown>): CommandNode => {
  // The library does not export this type. The test of the help reads every definition.
  const root = nodeOf(descriptor as unknown as Instruction, [])
  return { ...root, options: [...root.options, COMPLETIONS, VERSION] }
}

/** A definition of a command, as `@effect/cli` stores it. */
type Instruction =
  | {
      readonly _tag: "Standard"
      readonly name: string
      readonly description: HelpDoc.HelpDoc
      readonly options: Part
      readonly args: Part
    }
  | { readonly _tag: "Map"; readonly command: Instruction }
  | { readonly _tag: "Subcommands"; readonly parent: Instruction; readonly children: ReadonlyArray<Instruction> }

/** A definition of arguments or options, as `@effect/cli` stores it. */
type Part =
  | { readonly _tag: "Empty" }
  | Single
  | { readonly _tag: "Both" | "OrElse"; readonly left: Part; readonly right: Part }
  | { readonly _tag: "Map" | "WithFallback" | "WithFallbackConfig"; readonly options?: Part; readonly args?: Part }
  | { readonly _tag: "Variadic"; readonly argumentOption?: Part; readonly args?: Part }
  | { readonly _tag: "WithDefault"; readonly options?: Part; readonly args?: Part; readonly fallback: unknown }

interface Single {
  readonly _tag: "Single"
  readonly name: string
  /** The name of an option with its dashes. An argument has none. */
  readonly fullName?: string
  readonly aliases?: ReadonlyArray<string>
  readonly description: HelpDoc.HelpDoc
  readonly pseudoName: Option.Option<string>
  readonly primitiveType: { readonly _tag: string }
}

const nodeOf = (instruction: Instruction, above: ReadonlyArray<string>): CommandNode => {
  switch (instruction._tag) {
    case "Map":
      return nodeOf(instruction.command, above)
    case "Subcommands": {
      const parent = nodeOf(instruction.parent, above)
      return { ...parent, subcommands: instruction.children.map((child) => nodeOf(child, parent.path)) }
    }
    case "Standard": {
      const [program = instruction.name, ...words] = [...above, instruction.name]
      return {
        path: [program, ...words],
        description: textOf(instruction.description),
        args: parametersOf(instruction.args),
        options: parametersOf(instruction.options),
        subcommands: []
      }
    }
  }
}

const NONE: Part = { _tag: "Empty" }

const parametersOf = (part: Part): ReadonlyArray<Parameter> => {
  switch (part._tag) {
    case "Empty":
      return []
    case "Single":
      return [parameterOf(part)]
    case "Both":
    case "OrElse":
      return [...parametersOf(part.left), ...parametersOf(part.right)]
    case "Map":
    case "WithFallback":
    case "WithFallbackConfig":
      return parametersOf(part.options ?? part.args ?? NONE)
    case "Variadic":
      return parametersOf(part.argumentOption ?? part.args ?? NONE).map((parameter) => ({
        ...parameter,
        isRequired: false,
        isRepeatable: true
      }))
    case "WithDefault":
      return parametersOf(part.options ?? part.args ?? NONE).map((parameter) => ({
        ...parameter,
        isRequired: false,
        ...((typeof part.fallback === "string" || typeof part.fallback === "number") && { fallback: part.fallback })
      }))
  }
}

const parameterOf = ({ aliases = [], description, fullName, name, primitiveType, pseudoName }: Single): Parameter => {
  const isFlag = primitiveType._tag === "Bool"
  const pseudo = Option.getOrUndefined(pseudoName)
  const values = pseudo?.includes(BETWEEN_WORDS) === true ? pseudo.split(BETWEEN_WORDS) : []
  const placeholder =
    pseudo === undefined || values.length > 0 ? (name.split("-").at(-1) ?? name).toUpperCase() : pseudo
  return {
    name: fullName ?? placeholder,
    aliases: aliases.map((alias) => `-${alias}`),
    description: textOf(description),
    placeholder: isFlag ? undefined : placeholder,
    values,
    isRequired: !isFlag,
    isRepeatable: false
  }
}

/** Returns the text of a description in one line. */
const textOf = (doc: HelpDoc.HelpDoc): string => withoutStyle(HelpDoc.toAnsiText(doc)).replaceAll(/\s+/g, " ").trim()
