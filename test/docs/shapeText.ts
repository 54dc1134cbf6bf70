import { choice, keyOf, type Shape } from "./shapes.ts"

/** The named shapes, by their key. */
export type Names = ReadonlyMap<string, { readonly name: string; readonly shape: Shape }>

/** Writes a shape as a type, with the names of named shapes. */
export const textOf = (shape: Shape, names: Names): string => names.get(keyOf(shape))?.name ?? expanded(shape, names)

/** Writes the declarations of the named shapes. */
export const declarations = (names: Names): string =>
  [
    "export interface DiscordPage<Item> { readonly items: ReadonlyArray<Item>; readonly next_cursor?: string; readonly notice?: string }",
    ...[...names.values()]
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, shape }) =>
        shape.kind === "object"
          ? `export interface ${name} ${expanded(shape, names)}`
          : `export type ${name} = ${expanded(shape, names)}`
      )
  ].join("\n\n")

/**
 * Names the long shapes that are used more than once. `known` has names by key; any other
 * shape gets the name of its first field.
 */
export const namesFor = (
  named: ReadonlyArray<readonly [place: string, shape: Shape]>,
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
      // The inner shapes of a repeated shape are not counted again.
      if (shape.kind === "choice") for (const option of shape.options) look(option, field, around)
      else for (const { name, shape: inner } of shape.fields) look(inner, name, field)
    }
  }
  for (const [place, shape] of named) look(shape, place, place)
  const shared = [...seen].filter(([key, { times }]) => times > 1 && key.length > SHORT_CHARS)
  const taken = new Set<string>(["DiscordPage"])
  const free = (candidates: ReadonlyArray<string>): string => {
    const last = exportedName(candidates.at(-1) ?? "")
    const numbered = Array.from({ length: shared.length }, (_, at) => `${last}${at + 2}`)
    const name = [...candidates.map(exportedName), ...numbered].find((one) => !taken.has(one)) ?? last
    taken.add(name)
    return name
  }
  // Shapes with a known name get it first.
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

/** Shorter shapes are not named. */
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
  if (item !== undefined) return `DiscordPage<${textOf(item, names)}>`
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

/** Writes a field of an object type. */
export const fieldText = (
  { isOptional, name, shape }: { readonly name: string; readonly isOptional: boolean; readonly shape: Shape },
  names: Names
): string => `readonly ${name}${isOptional ? "?" : ""}: ${textOf(shape, names)}`

/** Returns the other member of a nullable shape. */
const withoutNull = (shape: Shape): Shape | undefined => {
  if (shape.kind !== "choice") return undefined
  const present = shape.options.filter((option) => keyOf(option) !== "null")
  return present.length === shape.options.length ? undefined : choice(present)
}

/** Returns the item shape of a page. */
const itemOfPage = (shape: Shape): Shape | undefined => {
  if (shape.kind !== "object") return undefined
  const names = shape.fields.map(({ isOptional, name }) => `${name}${isOptional ? "?" : ""}`)
  const items = shape.fields.find(({ name }) => name === "items")?.shape
  return names.join() === "items,next_cursor?,notice?" && items?.kind === "list" ? items.item : undefined
}

/** Names a member of a union by its type: `StringOption`, `ComponentOfType10`. */
const byType = (shape: Shape, field: string): ReadonlyArray<string> => {
  const type = shape.kind === "object" ? shape.fields.find(({ name }) => name === "type")?.shape : undefined
  if (type?.kind !== "plain") return []
  if (/^\d+$/.test(type.text)) return [`${field}_of_type_${type.text}`]
  return type.text.startsWith('"') ? [`${type.text.slice(1, -1)}_${field}`] : []
}

const singular = (name: string): string => name.replace(/ies$/, "y").replace(/([^s])s$/, "$1")

/** The entry of the client exports all names: the prefix keeps `Option`, `File` and `Event` free. */
const exportedName = (name: string): string => `Discord${pascal(name)}`

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
