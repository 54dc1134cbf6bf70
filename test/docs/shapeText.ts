import { choice, keyOf, type Shape } from "./shapes.ts"

/** Shapes that stand in several places, by their key. */
export type Names = ReadonlyMap<string, { readonly name: string; readonly shape: Shape }>

/** A shape as a type, with the names of those that have one. */
export const textOf = (shape: Shape, names: Names): string => names.get(keyOf(shape))?.name ?? expanded(shape, names)

/** The declarations of the shapes that have names. */
export const declarations = (names: Names): string =>
  [
    "interface Page<Item> { readonly items: ReadonlyArray<Item>; readonly next_cursor?: string; readonly notice?: string }",
    ...[...names.values()]
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, shape }) =>
        shape.kind === "object"
          ? `interface ${name} ${expanded(shape, names)}`
          : `type ${name} = ${expanded(shape, names)}`
      )
  ].join("\n\n")

/**
 * Names for the shapes that stand in more than one place and are long to write.
 * `known` are names of shapes by key; one that has none goes by the field that it first stands in.
 */
export const namesFor = (
  places: ReadonlyArray<readonly [place: string, shape: Shape]>,
  known: ReadonlyMap<string, string>
): Names => {
  const seen = new Map<string, Seen>()
  const look = (shape: Shape, field: string, around: string): void => {
    const inner = withoutNull(shape) ?? itemOfPage(shape)
    const before = seen.get(keyOf(shape))
    if (inner !== undefined) look(inner, field, around)
    else if (shape.kind === "list") look(shape.item, singular(field), around)
    else if (before !== undefined) before.times++
    else if (shape.kind !== "plain") {
      seen.set(keyOf(shape), { shape, field, around, times: 1 })
      // What is inside a shape that comes again comes again with it alone.
      if (shape.kind === "choice") for (const option of shape.options) look(option, field, around)
      else for (const { name, shape: inner } of shape.fields) look(inner, name, field)
    }
  }
  for (const [place, shape] of places) look(shape, place, place)
  const shared = [...seen].filter(([key, { times }]) => times > 1 && key.length > SHORT_CHARS)
  const taken = new Set<string>(["Page", "Tools"])
  const free = (candidates: ReadonlyArray<string>): string => {
    const last = pascal(candidates.at(-1) ?? "")
    const numbered = Array.from({ length: shared.length }, (_, at) => `${last}${at + 2}`)
    const name = [...candidates.map(pascal), ...numbered].find((one) => !taken.has(one)) ?? last
    taken.add(name)
    return name
  }
  // Those that have a name of their own come first to it.
  return new Map(
    shared
      .toSorted(([a], [b]) => Number(known.has(b)) - Number(known.has(a)))
      .map(([key, { around, field, shape }]) => {
        const own = known.get(key)
        const name = free([...(own === undefined ? [] : [own]), ...byType(shape, field), field, `${around}_${field}`])
        return [key, { shape, name }]
      })
  )
}

/** A shape that is written in so many characters is not worth a name. */
const SHORT_CHARS = 80

interface Seen {
  readonly shape: Shape
  readonly field: string
  readonly around: string
  times: number
}

const expanded = (shape: Shape, names: Names): string => {
  const present = withoutNull(shape)
  if (present !== undefined) return `${textOf(present, names)} | null`
  const item = itemOfPage(shape)
  if (item !== undefined) return `Page<${textOf(item, names)}>`
  switch (shape.kind) {
    case "plain":
      return shape.text
    case "list":
      return `ReadonlyArray<${textOf(shape.item, names)}>`
    case "choice":
      return shape.options.map((option) => textOf(option, names)).join(" | ")
    case "object":
      return `{ ${shape.fields.map((field) => fieldText(field, names)).join("; ")} }`
  }
}

/** A field of an object, as it stands in a type. */
export const fieldText = (
  { isOptional, name, shape }: { readonly name: string; readonly isOptional: boolean; readonly shape: Shape },
  names: Names
): string => `readonly ${name}${isOptional ? "?" : ""}: ${textOf(shape, names)}`

/** What else a shape can be that can be null. */
const withoutNull = (shape: Shape): Shape | undefined => {
  if (shape.kind !== "choice") return undefined
  const present = shape.options.filter((option) => keyOf(option) !== "null")
  return present.length === shape.options.length ? undefined : choice(present)
}

/** What is listed in a page of a list. */
const itemOfPage = (shape: Shape): Shape | undefined => {
  if (shape.kind !== "object") return undefined
  const names = shape.fields.map(({ isOptional, name }) => `${name}${isOptional ? "?" : ""}`)
  const items = shape.fields.find(({ name }) => name === "items")?.shape
  return names.join() === "items,next_cursor?,notice?" && items?.kind === "list" ? items.item : undefined
}

/** One of several kinds goes by which it is: `StringOption`, `ComponentOfType10`. */
const byType = (shape: Shape, field: string): ReadonlyArray<string> => {
  const type = shape.kind === "object" ? shape.fields.find(({ name }) => name === "type")?.shape : undefined
  if (type?.kind !== "plain") return []
  if (/^\d+$/.test(type.text)) return [`${field}_of_type_${type.text}`]
  return type.text.startsWith('"') ? [`${type.text.slice(1, -1)}_${field}`] : []
}

const singular = (name: string): string => name.replace(/ies$/, "y").replace(/([^s])s$/, "$1")

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
