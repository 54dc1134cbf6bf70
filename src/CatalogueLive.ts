/** Every tool there is, for a server: the tools that find and run others, the plan of many calls, and the tables as they are wanted. */
import { Effect, Layer } from "effect"
import { pipeline } from "./pipeline/pipeline.ts"
import { Catalogue } from "./tools/Catalogue.ts"
import { metaTools } from "./tools/meta/tools.ts"
import { shelves } from "./tools/shelves.ts"
import type { Tool } from "./tools/Tool.ts"

/** Some tools before those of another catalogue. */
const before = (tools: ReadonlyArray<Tool>, rest: Catalogue["Type"]): Catalogue["Type"] => {
  const byName: ReadonlyMap<string, Tool> = new Map(tools.map((tool) => [tool.name, tool]))
  return {
    names: [...byName.keys(), ...rest.names],
    find: (name) => {
      const tool = byName.get(name)
      return tool === undefined ? rest.find(name) : Effect.succeed(tool)
    },
    all: Effect.map(rest.all, (all) => [...tools, ...all])
  }
}

const meta = metaTools(shelves)

/** The catalogue as a service. */
export const layer: Layer.Layer<Catalogue> = Layer.succeed(
  Catalogue,
  before([...meta, pipeline(before(meta, shelves))], shelves)
)
