/** All tools, loaded at once: for the command line, for tests, and for the build. A server loads them by feature (lazyCatalogue.ts). */
import { Effect } from "effect"
import { pipeline } from "./pipeline/pipeline.ts"
import type { Catalogue } from "./tools/Catalogue.ts"
import { metaTools } from "./tools/meta/tools.ts"
import { type RegisteredTool, registry } from "./tools/registry.ts"
import type { Tool } from "./tools/Tool.ts"

const over = (tools: ReadonlyArray<Tool>): Catalogue["Type"] => {
  const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    names: [...byName.keys()],
    find: (name) => Effect.sync(() => byName.get(name)),
    all: Effect.succeed(tools)
  }
}

/** The tools of all features, in the order they are listed. */
export const featureTools: ReadonlyArray<Tool> = (await Effect.runPromise(Effect.all(Object.values(registry)))).flat()

const meta = metaTools(over(featureTools))

/** All tools, in the order they are listed. */
export const catalogue: ReadonlyArray<Tool> = [...meta, pipeline(over([...meta, ...featureTools])), ...featureTools]

const byName: ReadonlyMap<string, Tool> = new Map(catalogue.map((tool) => [tool.name, tool]))

/** Returns the tool of that name. */
export const findTool = (name: string): Tool | undefined => byName.get(name)

/** What every tool takes and returns, as JSON, by name: the source of the generated types of the client. */
export type EveryTool = { readonly [Each in Any as Each["name"]]: NonNullable<Each["wire"]> }

type Any = ReturnType<typeof metaTools>[number] | ReturnType<typeof pipeline> | RegisteredTool

/** All categories. */
export const categories: ReadonlyArray<string> = [...new Set(catalogue.map(({ category }) => category))]
