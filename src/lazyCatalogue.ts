/** All tools, as a server has them: the features are loaded when one of their tools is first wanted. */
import { Effect, Layer } from "effect"
import { pipeline } from "./pipeline/pipeline.ts"
import { namesByCategory } from "./toolNames.ts"
import { Catalogue } from "./tools/Catalogue.ts"
import { metaTools } from "./tools/meta/tools.ts"
import { registry } from "./tools/registry.ts"
import type { Tool } from "./tools/Tool.ts"

/** Tools found so far, by name. */
const known = new Map<string, Tool>()

const remember = (tools: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  for (const tool of tools) known.set(tool.name, tool)
  return tools
}

/** The features, each loaded once, by the name of each of their tools. */
const features = new Map(
  Object.entries(registry).flatMap(([category, load]) => {
    const tools = Effect.map(load, remember)
    return (namesByCategory[category] ?? []).map((name) => [name, tools] as const)
  })
)

/** The tools that call Discord. */
export const lazyFeatures: Catalogue["Type"] = {
  names: [...features.keys()],
  find: (name) =>
    Effect.suspend(() => {
      const feature = features.get(name)
      return known.has(name) || feature === undefined
        ? Effect.succeed(known.get(name))
        : Effect.map(feature, () => known.get(name))
    }),
  all: Effect.map(
    Effect.forEach(Object.values(registry), (load) => Effect.map(load, remember)),
    (all) => all.flat()
  )
}

/** Puts tools in front of another catalogue. */
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

const meta = metaTools(lazyFeatures)

/** The catalogue as a service. */
export const layer: Layer.Layer<Catalogue> = Layer.succeed(
  Catalogue,
  before([...meta, pipeline(before(meta, lazyFeatures))], lazyFeatures)
)
