import { Array as Arr, Effect, Either } from "effect"
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
import { besideListed } from "./surface.ts"
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
  const isBestListed = allowed[0] === undefined || isListed(allowed[0])
  const loaded = yield* loadTools(catalogue, allowed.slice(0, limit ?? (isBestListed ? LINES : LINES_WITH_SCHEMA)))
  const lines = Arr.zipWith(loaded, allowed, (tool, traits) => lineOf(tool, isListed(traits)))
  const [first, ...others] = lines
  if (isBestListed || first === undefined || loaded[0] === undefined) return resultOf(lines, notices)
  const left = LINES_BYTES_MAX - bytesOf({ items: lines, notice: notices.join(" ") })
  const schema = fittingSchema(schemasOf(loaded[0], defaultGuildId), left)
  return resultOf([{ ...first, ...schema }, ...others], [...notices, ...("shortened" in schema ? [SHORTENED] : [])])
})

/**
 * Returns the named tools, each with its permissions and its schema, which leaves objects to the listed tools that show
 * them. A failure has its reason, so none is shown before. A notice names unknown tools.
 */
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
  const styleOf = besideListed(new Set(tools.filter(isListed).map(({ name }) => name)))
  return resultOf(
    Arr.zipWith(allowed, loaded, (traits, tool) => {
      const { required: _, ...line } = lineOf(tool, isListed(traits))
      const { whole } = schemasOf(tool, defaultGuildId)
      // Every input is closed, so that need not be said.
      const { additionalProperties: __, ...input_schema } = withoutDetails(whole, styleOf(tool.name))
      return {
        ...line,
        description: descriptionOf(traits),
        ...(traits.permissions.length > 0 && { required_permissions: traits.permissions }),
        input_schema: { ...input_schema, ...examplesOf(tool) }
      }
    }),
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

/** The default number of matches: without a schema, and with the schema of the first one. */
const LINES = 8
const LINES_WITH_SCHEMA = 4

/** The maximum size of the result of a search, as JSON in bytes. Only a schema in its short form may exceed it. */
const LINES_BYTES_MAX = 2000

/** The schema of a tool, whole and short, and the bytes of the whole one. */
interface Schemas {
  readonly whole: Json
  readonly short: Json
  readonly bytes: number
}

/** Returns the schema of a tool, as a client without it needs it. Makes it once. */
const schemasOf = (tool: Tool, defaultGuildId = ""): Schemas => {
  const kept = schemasOfInputs.get(tool.input)
  if (kept?.defaultGuildId === defaultGuildId) return kept.schemas
  const examples = examplesOf(tool)
  const whole = { ...portableSchema(tool.input, defaultGuildId === "" ? undefined : defaultGuildId), ...examples }
  const short = { ...withoutDetails(whole, SHORT), ...examples }
  const schemas = { whole, short, bytes: bytesOf({ input_schema: whole }) }
  schemasOfInputs.set(tool.input, { defaultGuildId, schemas })
  return schemas
}

/** The schemas by the input, for the default guild of the last search. */
const schemasOfInputs = new WeakMap<Tool["input"], { readonly defaultGuildId: string; readonly schemas: Schemas }>()

/** Returns the whole schema if it fits into the bytes; otherwise its short form. */
const fittingSchema = ({ bytes, short, whole }: Schemas, left: number) =>
  bytes <= left ? { input_schema: whole } : { input_schema: short, shortened: true as const }

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

/** Caches one index per list of tools. Each index is made on first use. */
const indexes = new WeakMap<ReadonlyArray<ToolTraits>, SearchIndex>()

const indexOf = (tools: ReadonlyArray<ToolTraits>): SearchIndex => {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const index = makeIndex(tools)
  indexes.set(tools, index)
  return index
}
