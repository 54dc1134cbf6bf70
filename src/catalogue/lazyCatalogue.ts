/** The tool catalogue of the server and of the command line. A feature is loaded when one of its tools is first used. */
import { Effect, Layer } from "effect"
import { pipeline } from "../pipeline/pipeline.ts"
import { currentName } from "../text/formerNames.ts"
import { Catalogue } from "../tools/Catalogue.ts"
import { metaTools } from "../tools/meta/tools.ts"
import type { Tool, ToolTraits } from "../tools/Tool.ts"
import { registry } from "./registry.ts"
import { namesByCategory } from "./toolNames.ts"

/** The tools loaded so far, by name. */
const loaded = new Map<string, Tool>()

const remember = (feature: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  for (const tool of feature) loaded.set(tool.name, tool)
  return feature
}

/** Maps each tool name to the effect that loads its feature once. */
const features = new Map(
  Object.entries(registry).flatMap(([category, load]) => {
    const feature = Effect.map(load, remember)
    return (namesByCategory[category] ?? []).map((name) => [name, feature] as const)
  })
)

/** The traits of the tools of all features, loaded once, so that the search index can be kept for this list. */
let traits: ReadonlyArray<ToolTraits> | undefined

/** The tools of all features. */
export const lazyFeatures: Catalogue["Type"] = {
  names: [...features.keys()],
  find: (named) =>
    Effect.suspend(() => {
      const name = features.has(named) ? named : currentName(named)
      const feature = features.get(name)
      return loaded.has(name) || feature === undefined
        ? Effect.succeed(loaded.get(name))
        : Effect.map(feature, () => loaded.get(name))
    }),
  traits: Effect.suspend(() =>
    traits !== undefined
      ? Effect.succeed(traits)
      : Effect.map(
          Effect.promise(() => import("./toolTraits.ts")),
          ({ toolTraits }) => {
            traits ??= toolTraits.filter(({ name }) => features.has(name))
            return traits
          }
        )
  )
}

/** Prepends tools to a catalogue. */
const prepend = (first: ReadonlyArray<Tool>, rest: Catalogue["Type"]): Catalogue["Type"] => {
  const byName: ReadonlyMap<string, Tool> = new Map(first.map((tool) => [tool.name, tool]))
  return {
    names: [...byName.keys(), ...rest.names],
    find: (name) => {
      const tool = byName.get(name)
      return tool === undefined ? rest.find(name) : Effect.succeed(tool)
    },
    traits: Effect.map(rest.traits, (traits) => [...first, ...traits])
  }
}

const meta = metaTools(lazyFeatures)

/** All tools. */
export const tools: Catalogue["Type"] = prepend([...meta, pipeline(prepend(meta, lazyFeatures))], lazyFeatures)

/** Provides the catalogue. */
export const layer: Layer.Layer<Catalogue> = Layer.succeed(Catalogue, tools)
