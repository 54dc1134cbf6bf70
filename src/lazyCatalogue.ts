/** The tool catalogue of the server and of the command line. A feature is loaded when one of its tools is first used. */
import { Effect, Layer } from "effect"
import { pipeline } from "./pipeline/pipeline.ts"
import { currentName } from "./text/formerNames.ts"
import { namesByCategory } from "./toolNames.ts"
import { Catalogue } from "./tools/Catalogue.ts"
import { metaTools } from "./tools/meta/tools.ts"
import { registry } from "./tools/registry.ts"
import type { Tool } from "./tools/Tool.ts"

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

/**
 * All tools, loaded once. The list never changes, so values derived from it, such as the search index,
 * can be cached.
 */
let everything: ReadonlyArray<Tool> | undefined

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
  all: Effect.suspend(() =>
    everything !== undefined
      ? Effect.succeed(everything)
      : Effect.map(
          Effect.forEach(Object.values(registry), (load) => Effect.map(load, remember)),
          (all) => {
            everything ??= all.flat()
            return everything
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
    all: Effect.map(rest.all, (all) => [...first, ...all])
  }
}

const meta = metaTools(lazyFeatures)

/** All tools. */
export const tools: Catalogue["Type"] = prepend([...meta, pipeline(prepend(meta, lazyFeatures))], lazyFeatures)

/** Provides the catalogue. */
export const layer: Layer.Layer<Catalogue> = Layer.succeed(Catalogue, tools)
