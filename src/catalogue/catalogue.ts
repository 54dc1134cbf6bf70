/** The complete tool catalogue, for checks, tests and the build. The server and the command line load features lazily (lazyCatalogue.ts). */
import { Effect } from "effect"
import { pipeline } from "../pipeline/pipeline.ts"
import { currentName } from "../text/formerNames.ts"
import type { Catalogue } from "../tools/Catalogue.ts"
import { metaTools } from "../tools/meta/tools.ts"
import type { Tool } from "../tools/Tool.ts"
import { type RegisteredTool, registry } from "./registry.ts"

const catalogueOf = (tools: ReadonlyArray<Tool>): Catalogue["Type"] => {
  const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    names: [...byName.keys()],
    find: (name) => Effect.sync(() => byName.get(currentName(name))),
    traits: Effect.succeed(tools)
  }
}

/** The tools of all features, in list order. */
export const featureTools: ReadonlyArray<Tool> = (await Effect.runPromise(Effect.all(Object.values(registry)))).flat()

const meta = metaTools(catalogueOf(featureTools))

/** All tools, in list order. */
export const catalogue: ReadonlyArray<Tool> = [
  ...meta,
  pipeline(catalogueOf([...meta, ...featureTools])),
  ...featureTools
]

const byName: ReadonlyMap<string, Tool> = new Map(catalogue.map((tool) => [tool.name, tool]))

/** Returns the tool with this name, or former name. */
export const findTool = (name: string): Tool | undefined => byName.get(currentName(name))

/** The input and result types of every tool, by name. The types of the client are generated from this type. */
export type EveryTool = { readonly [Each in Any as Each["name"]]: NonNullable<Each["wire"]> }

type Any = ReturnType<typeof metaTools>[number] | ReturnType<typeof pipeline> | RegisteredTool

export const categories: ReadonlyArray<string> = [...new Set(catalogue.map(({ category }) => category))]
