import { Console, Data, Effect, Option } from "effect"
import * as Tools from "../catalogue/lazyCatalogue.ts"
import { namesByCategory } from "../catalogue/toolNames.ts"
import type { Risk } from "../discord/Permit.ts"
import { didYouMean } from "../text/nearestName.ts"
import { quoted } from "../text/words.ts"
import { loadTools } from "../tools/Catalogue.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import { makeIndex } from "../tools/meta/searchIndex.ts"
import type { Tool, ToolTraits } from "../tools/Tool.ts"
import { type Output, stdout } from "./process.ts"
import { type RenderOptions, styleFor } from "./rendering/text.ts"
import { renderCallHelp, renderMatches, renderPlainList, renderTool, renderToolList } from "./tools/renderTool.ts"

/** The arguments of `tools` are wrong: an unknown tool or category, or options that exclude each other. */
export class ToolsError extends Data.TaggedError("ToolsError")<{ readonly message: string }> {}

/** The arguments of `tools`: the name of one tool, or a category, a risk and words to search for. */
export interface ToolsOptions {
  readonly name: Option.Option<string>
  readonly category: Option.Option<string>
  readonly risk: Option.Option<Risk>
  readonly search: Option.Option<string>
  readonly json: boolean
}

/** Prints all tools, the tools of a category or risk, or one tool. */
export const tools = (options: ToolsOptions) => Effect.suspend(() => toolsWith(stdout, options))

/** Prints the tools to the given output. */
export const toolsWith = (output: Output, { category, json, name, risk, search }: ToolsOptions) =>
  Effect.gen(function* () {
    const renderOptions = renderOptionsOf(output)
    if (Option.isSome(name)) {
      if (Option.isSome(category) || Option.isSome(risk) || Option.isSome(search)) {
        return yield* new ToolsError({ message: BOTH })
      }
      const tool = yield* named(name.value)
      return yield* Console.log(json ? asJson(facts(tool)) : renderTool(tool, renderOptions))
    }
    if (Option.isSome(category) && !categories.includes(category.value)) {
      return yield* new ToolsError({ message: noSuchCategory(category.value) })
    }
    const all = yield* Tools.tools.traits
    const selected = Option.match(search, { onNone: () => all, onSome: (words) => found(words, all) })
      .filter(
        (tool) =>
          Option.getOrElse(category, () => tool.category) === tool.category &&
          Option.getOrElse(risk, () => tool.risk) === tool.risk
      )
      .slice(0, Option.isSome(search) ? MATCHES_MAX : undefined)
    if (json) return yield* Console.log(asJson((yield* loadTools(Tools.tools, selected)).map(facts)))
    if (!output.onTerminal) return yield* Console.log(renderPlainList(selected, renderOptions))
    return yield* Console.log((Option.isSome(search) ? renderMatches : renderToolList)(selected, renderOptions))
  })

/** Prints the fields of one tool as options of `call`. */
export const callHelp = (name: string) =>
  Effect.flatMap(named(name), (tool) =>
    Console.log(renderCallHelp(tool, { style: styleFor(stdout.coloured), columns: stdout.columns }))
  )

/** Returns the tool with this name, or former name. */
const named = (name: string) =>
  Effect.filterOrFail(
    Tools.tools.find(name),
    (tool) => tool !== undefined,
    () => new ToolsError({ message: noSuchTool(name) })
  )

const renderOptionsOf = (output: Output): RenderOptions => ({
  style: styleFor(output.coloured),
  columns: output.onTerminal ? output.columns : Number.POSITIVE_INFINITY
})

/** Returns the tools that match the words, best first, as `mcp_tools_search` ranks them. */
const found = (words: string, all: ReadonlyArray<ToolTraits>): ReadonlyArray<ToolTraits> => {
  const byName = new Map(all.map((tool) => [tool.name, tool]))
  return makeIndex(all)
    .search(words)
    .names.flatMap((name) => byName.get(name) ?? [])
}

/** The maximum number of matches of a search, as in `mcp_tools_search`. */
const MATCHES_MAX = 20

const categories = Object.keys(namesByCategory)

const BOTH = "Give either the name of a tool, or --category, --risk and --search, not both."

const noSuchTool = (name: string): string => {
  const near = didYouMean(name, Tools.tools.names)
  return `There is no tool ${quoted(name)}${near === "" ? "." : near} tools without a name lists all tools.`
}

const noSuchCategory = (name: string): string =>
  `--category: there is no category ${quoted(name)}. The categories are: ${categories.join(", ")}.`

const asJson = (value: object): string => JSON.stringify(value, undefined, 2)

const facts = ({ category, description, failures, input, name, permissions: needs, operation, risk }: Tool) => ({
  name,
  category,
  risk,
  description,
  ...(operation !== undefined && { operation: `${operation.method} ${operation.route}` }),
  needs,
  failures,
  input: publishedSchema(input)
})
