import { Array as Arr, Effect, Either, Record } from "effect"
import { currentName } from "../../text/formerNames.ts"
import { nearestName } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { type Catalogue, loadTools, noSuchTool } from "../Catalogue.ts"
import { shapeOf } from "../dsl/inputShape.ts"
import { type ListingStyle, withoutDetails } from "../dsl/listedSchema.ts"
import { type Json, portableSchema } from "../dsl/publishedSchema.ts"
import { descriptionOf } from "../shared/consentKinds.ts"
import type { Tool, ToolTraits } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import { makeIndex, type SearchIndex } from "./searchIndex.ts"
import { examplesOf } from "./toolListing.ts"

/** A query for tools: words, or the names of tools. */
export interface ToolQuery {
  readonly query?: string
  readonly names?: ReadonlyArray<string>
  readonly category?: string
  /** Unset: eight matches, or four beside a schema. */
  readonly limit?: number
}

/** The tools that a search may find, and how they are shown. */
export interface SearchScope {
  readonly isAllowed: (tool: ToolTraits) => boolean
  /** Whether `tools/list` lists the tool. */
  readonly isListed: (tool: ToolTraits) => boolean
  readonly defaultGuildId: string | undefined
}

/** Returns the named tools whole, or the tools that match the words best, a line each. */
export const searchTools = (catalogue: Catalogue["Type"], request: ToolQuery, scope: SearchScope) =>
  request.names === undefined
    ? findTools(catalogue, { query: "", ...request }, scope)
    : showTools(catalogue, request.names, scope)

/**
 * Returns the best matching tools, a line each. The first one has its schema, unless `tools/list` has it. A notice says
 * why a match may not fit. Only the tools of these lines are loaded.
 */
const findTools = Effect.fnUntraced(function* (
  catalogue: Catalogue["Type"],
  { category, limit, query }: ToolQuery & { readonly query: string },
  { defaultGuildId, isAllowed, isListed }: SearchScope
) {
  const tools = yield* catalogue.traits
  const within = category === undefined ? undefined : nearestName(category, categoriesOf(tools))
  const { isWeak, names } = indexOf(tools).search(query)
  const all = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
  const matches = within === undefined ? all : all.filter((tool) => tool.category === within)
  const allowed = matches.filter(isAllowed)
  const notices = [
    ...(category === undefined || category.toLowerCase() === within ? [] : [otherCategory(category, within)]),
    ...(matches[0] === undefined || isAllowed(matches[0]) ? [] : [notAllowed(matches[0], allowed.length)]),
    ...(allowed.length > 0 && isWeak ? [WEAK_MATCH] : []),
    ...(matches.length > 0 ? [] : [noMatch(within, all.find(isAllowed))]),
    ...(all.length > 0 && (category === undefined || within !== undefined)
      ? []
      : [`Categories: ${categoriesOf(tools.filter(isAllowed)).join(", ")}.`])
  ]
  const [best] = allowed.filter((tool, place) => place === 0 && !isListed(tool))
  const shown = allowed.slice(0, limit ?? (best === undefined ? LINES : LINES_WITH_SCHEMA))
  const lines = Arr.zipWith(shown, yield* loadTools(catalogue, shown), (traits, tool) => lineOf(tool, isListed(traits)))
  const [bestTool] = yield* loadTools(catalogue, best === undefined ? [] : [best])
  const left = LINES_BYTES_MAX - bytesOf({ items: lines, notice: notices.join(" ") })
  const schema = bestTool === undefined ? {} : fittingSchema(bestTool, defaultGuildId, left)
  return resultOf(
    lines.map((line, place) => (place === 0 ? { ...line, ...schema } : line)),
    [...notices, ...("shortened" in schema ? [SHORTENED] : [])]
  )
})

/** Returns the named tools, each with its schema, permissions and failure reasons. A notice names those that there are not. */
const showTools = Effect.fnUntraced(function* (
  catalogue: Catalogue["Type"],
  names: ReadonlyArray<string>,
  { defaultGuildId, isAllowed, isListed }: SearchScope
) {
  const tools = yield* catalogue.traits
  const [unknown, existing] = Arr.partitionMap(Arr.dedupe(names), (name) => {
    const traits = tools.find((tool) => tool.name === currentName(name))
    return traits === undefined ? Either.left(name) : Either.right(traits)
  })
  const [refused, allowed] = Arr.partition(existing, isAllowed)
  const loaded = yield* loadTools(catalogue, allowed)
  return resultOf(
    Arr.zipWith(allowed, loaded, (traits, tool) => ({
      ...lineOf(tool, isListed(traits)),
      description: descriptionOf(traits),
      ...(traits.permissions.length > 0 && { required_permissions: traits.permissions }),
      input_schema: schemaOf(tool, defaultGuildId),
      ...reasonsOf(tool)
    })),
    [
      ...unknown.map((name) => noSuchTool(name, catalogue.names)),
      ...(refused.length > 0 ? [`The settings do not allow ${refused.map(({ name }) => name).join(", ")}.`] : [])
    ]
  )
})

const resultOf = (items: ReadonlyArray<object>, notices: ReadonlyArray<string>): ToolResult => ({
  fromServer: true,
  value: { items, ...(notices.length > 0 && { notice: notices.join(" ") }) }
})

/** Returns a tool in one line: what it does, its risk, and the fields that a call needs. */
const lineOf = (tool: Tool, isListed: boolean) => {
  const object = shapeOf(tool.input.ast).object
  const required = object?.names.filter((name) => !object.isOptional(name)) ?? []
  return {
    name: tool.name,
    risk: tool.risk,
    description: /^.*?(?=[:;]\s|(?<=\.)\s|$)/.exec(tool.description)?.[0] ?? "",
    ...(required.length > 0 && { required }),
    ...(isListed && { listed: true as const })
  }
}

/** The number of matches, if the caller wants no other: alone, and beside the schema of the first one. */
const LINES = 8
const LINES_WITH_SCHEMA = 4

/** The bytes of a search as JSON, with a schema. Only a schema in its short form goes beyond. */
const LINES_BYTES_MAX = 2000

/** Returns the schema of a tool, as a client without it needs it. */
const schemaOf = (tool: Tool, defaultGuildId: string | undefined): Json => ({
  ...portableSchema(tool.input, defaultGuildId),
  ...examplesOf(tool)
})

/** Returns the schema of a tool if it fits into the bytes; otherwise its short form. */
const fittingSchema = (tool: Tool, defaultGuildId: string | undefined, bytes: number) => {
  const input_schema = schemaOf(tool, defaultGuildId)
  return bytesOf({ input_schema }) <= bytes
    ? { input_schema }
    : { input_schema: { ...withoutDetails(input_schema, SHORT), ...examplesOf(tool) }, shortened: true as const }
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))

/** The style of a shortened schema. */
const SHORT: ListingStyle = { levels: 0, shownBy: () => undefined }
const SHORTENED = "A shortened schema names the fields of its objects; names shows all."

const categoriesOf = (tools: ReadonlyArray<ToolTraits>): ReadonlyArray<string> => [
  ...new Set(tools.map(({ category }) => category))
]

const otherCategory = (given: string, nearest: string | undefined): string =>
  `There is no category ${quoted(given)}. ${nearest === undefined ? "All categories were" : `Category ${nearest} was`} searched.`

const notAllowed = ({ name }: ToolTraits, others: number): string =>
  `The settings do not allow ${name}, which matches best${others > 0 ? "" : ", nor any other match"}.`

const noMatch = (category: string | undefined, best: ToolTraits | undefined): string =>
  category === undefined || best === undefined
    ? `No tool matches. ${ADVICE}`
    : `No tool of category ${category} matches. In all categories, ${best.name} matches best.`

const ADVICE = 'Search in English for an action and its object, such as "kick a member" or "create a poll".'

const WEAK_MATCH = `The tools match few of these words, and possibly none fits. ${ADVICE}`

const reasonsOf = ({ failures }: Tool) =>
  Record.isEmptyReadonlyRecord(failures) ? {} : { reasons: Record.map(failures, ({ when }) => when) }

/** Caches one index per list of tools. Each index is made on first use. */
const indexes = new WeakMap<ReadonlyArray<ToolTraits>, SearchIndex>()

const indexOf = (tools: ReadonlyArray<ToolTraits>): SearchIndex => {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const index = makeIndex(tools)
  indexes.set(tools, index)
  return index
}
