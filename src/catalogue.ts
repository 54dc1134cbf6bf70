/** Every tool there is, at once: for lists, tests and whoever looks at all of them. A server loads them one by one (CatalogueLive.ts). */
import { Effect } from "effect"
import { pipeline } from "./pipeline/pipeline.ts"
import type { Catalogue } from "./tools/Catalogue.ts"
import { metaTools } from "./tools/meta/tools.ts"
import type { Tool } from "./tools/Tool.ts"
import { tables } from "./tools/tables.ts"

const over = (tools: ReadonlyArray<Tool>): Catalogue["Type"] => {
  const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    names: [...byName.keys()],
    find: (name) => Effect.sync(() => byName.get(name)),
    all: Effect.succeed(tools)
  }
}

const meta = metaTools(over(tables))

/** All tools, in the order they are listed. */
export const catalogue: ReadonlyArray<Tool> = [...meta, pipeline(over([...meta, ...tables])), ...tables]

const byName: ReadonlyMap<string, Tool> = new Map(catalogue.map((tool) => [tool.name, tool]))

/** The tool of that name. */
export const findTool = (name: string): Tool | undefined => byName.get(name)

/** All categories. */
export const categories: ReadonlyArray<string> = [...new Set(catalogue.map(({ category }) => category))]
