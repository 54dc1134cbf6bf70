import { catalogue, categories } from "../../src/catalogue.ts"
import { templateOf } from "../../src/discord/Route.ts"
import type { Tool } from "../../src/tools/Tool.ts"

/** The catalogue as tables, one for each category. */
export const toolsTables = (): string =>
  categories
    .map((category) => {
      const tools = catalogue.filter((tool) => tool.category === category)
      return [
        `## ${category} (${tools.length})\n`,
        "| tool | risk | request | permissions | does |",
        "| --- | --- | --- | --- | --- |",
        ...tools.map(row)
      ].join("\n")
    })
    .join("\n\n")

const row = ({ description, name, needs, operation, risk }: Tool): string =>
  `| \`${name}\` | ${risk} | ${operation === undefined ? "" : `\`${operation.method} ${templateOf(operation.route)}\``} | ${needs.join(", ")} | ${description.replaceAll("|", "\\|").replaceAll("<", "&lt;")} |`
