import { Console, Effect, Option } from "effect"
import { catalogue } from "../catalogue.ts"
import type { Risk } from "../safety/Clearance.ts"
import { publishedSchema } from "../tools/language/publishedSchema.ts"
import type { Tool } from "../tools/Tool.ts"

/** What `tools` shows. */
export interface ToolsOptions {
  readonly category: Option.Option<string>
  readonly risk: Option.Option<Risk>
  readonly json: boolean
}

/** Prints the catalogue, or a part of it. */
export const tools = ({ category, json, risk }: ToolsOptions) =>
  Effect.suspend(() => {
    const shown = catalogue.filter(
      (tool) =>
        Option.getOrElse(category, () => tool.category) === tool.category &&
        Option.getOrElse(risk, () => tool.risk) === tool.risk
    )
    return Console.log(json ? JSON.stringify(shown.map(asJson), undefined, 2) : asTable(shown))
  })

const asJson = ({ category, description, failures, input, name, needs, operation, risk }: Tool) => ({
  name,
  category,
  risk,
  description,
  ...(operation !== undefined && { operation: `${operation.method} ${operation.route}` }),
  needs,
  failures,
  input: publishedSchema(input)
})

const asTable = (shown: ReadonlyArray<Tool>): string => {
  const width = Math.max(0, ...shown.map(({ name }) => name.length))
  return [
    ...shown.map(
      ({ description, name, risk }) => `${name.padEnd(width)}  ${risk.padEnd(11)}  ${firstSentence(description)}`
    ),
    `${shown.length} of ${catalogue.length} tools`
  ].join("\n")
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/.exec(text)?.[0] ?? text
