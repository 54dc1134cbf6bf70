import { Console, Data, Effect, Option } from "effect"
import { catalogue, categories, findTool } from "../catalogue.ts"
import { didYouMean } from "../errors/nearestName.ts"
import { quoted } from "../errors/quoted.ts"
import type { Risk } from "../safety/Permit.ts"
import { publishedSchema } from "../tools/dsl/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"
import { type Output, results } from "./environment.ts"
import { paint } from "./style.ts"
import { listing } from "./tools/listing.ts"
import { listingPage } from "./tools/listingPage.ts"
import { toolPage } from "./tools/toolPage.ts"

/** What was asked for is not there, or cannot be shown so. */
export class ToolsRefused extends Data.TaggedError("ToolsRefused")<{ readonly message: string }> {}

/** What `tools` shows: one tool by its name, or those of a category and a risk. */
export interface ToolsOptions {
  readonly name: Option.Option<string>
  readonly category: Option.Option<string>
  readonly risk: Option.Option<Risk>
  readonly json: boolean
}

/** Prints the catalogue, a part of it, or one tool. */
export const tools = (options: ToolsOptions) => Effect.suspend(() => toolsOn(results, options))

/** The same, where it is read. */
export const toolsOn = (output: Output, { category, json, name, risk }: ToolsOptions) =>
  Effect.suspend(() => {
    const look = {
      paint: paint(output.coloured),
      columns: output.onTerminal ? output.columns : Number.POSITIVE_INFINITY
    }
    if (Option.isSome(name)) {
      if (Option.isSome(category) || Option.isSome(risk)) return Effect.fail(new ToolsRefused({ message: BOTH }))
      const tool = findTool(name.value)
      if (tool === undefined) return Effect.fail(new ToolsRefused({ message: noSuchTool(name.value) }))
      return Console.log(json ? asJson(facts(tool)) : toolPage(tool, look))
    }
    // On a terminal the page says so, and shows the categories.
    if ((json || !output.onTerminal) && Option.isSome(category) && !categories.includes(category.value)) {
      return Effect.fail(new ToolsRefused({ message: noSuchCategory(category.value) }))
    }
    const shown = catalogue.filter(
      (tool) =>
        Option.getOrElse(category, () => tool.category) === tool.category &&
        Option.getOrElse(risk, () => tool.risk) === tool.risk
    )
    if (json) return Console.log(asJson(shown.map(facts)))
    return Console.log(output.onTerminal ? listingPage(shown, look) : listing(shown, look))
  })

const BOTH = "Name a tool, or a category and a risk, not both: tools NAME shows one tool, whatever it is."

const noSuchTool = (name: string): string => {
  const names = catalogue.map((tool) => tool.name)
  const near = didYouMean(name, names)
  return `There is no tool ${quoted(name)}${near === "" ? "." : near} tools without a name lists all.`
}

const noSuchCategory = (name: string): string =>
  `--category: there is no category ${quoted(name)}. There are: ${categories.join(", ")}.`

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
