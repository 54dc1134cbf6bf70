import { Array as Arr, Record } from "effect"
import { nearestName } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { type ListingStyle, withoutDetails } from "../dsl/listedSchema.ts"
import { type Json, portableSchema } from "../dsl/publishedSchema.ts"
import { descriptionOf } from "../shared/consentKinds.ts"
import type { Tool } from "../Tool.ts"
import type { ToolResult } from "../ToolResult.ts"
import { makeIndex, type SearchIndex } from "./searchIndex.ts"
import { examplesOf } from "./toolListing.ts"

/** A query for tools. */
export interface ToolQuery {
  readonly query: string
  readonly category?: string
  readonly detail?: "compact" | "full"
  readonly limit: number
}

/** The tools that a search may find, and how they are shown. */
export interface SearchScope {
  readonly isAllowed: (tool: Tool) => boolean
  /** Whether `tools/list` lists the tool. */
  readonly isListed: (tool: Tool) => boolean
  readonly defaultGuildId: string | undefined
}

/**
 * Returns the best matching tools, with the facts that a call needs. A notice names a listed tool that does the job,
 * and says why a match may not fit.
 */
export const searchTools = (
  tools: ReadonlyArray<Tool>,
  { category, detail, limit, query }: ToolQuery,
  { defaultGuildId, isAllowed, isListed }: SearchScope
) => {
  const categories = categoriesOf(tools)
  const within = category === undefined ? undefined : nearestName(category, categories)
  const { isWeak, names } = indexOf(tools).search(query)
  const all = names.flatMap((name) => tools.find((tool) => tool.name === name) ?? [])
  const matches = within === undefined ? all : all.filter((tool) => tool.category === within)
  const found = matches.filter(isAllowed)
  const best = found[0]
  const notices = [
    ...(best === undefined || isWeak || !isListed(best) ? [] : [listedMatch(best)]),
    ...(category === undefined || category.toLowerCase() === within ? [] : [otherCategory(category, within)]),
    ...(matches[0] === undefined || isAllowed(matches[0]) ? [] : [notAllowed(matches[0], found.length)]),
    ...(found.length > 0 && isWeak ? [WEAK_MATCH] : []),
    ...(matches.length > 0 ? [] : [noMatch(within, all.find(isAllowed))]),
    ...(all.length > 0 && (category === undefined || within !== undefined)
      ? []
      : [`Categories: ${categoriesOf(tools.filter(isAllowed)).join(", ")}.`])
  ]
  const matching = found
    .slice(0, limit)
    .map((tool) => ({ tool, facts: { ...factsOf(tool), ...(isListed(tool) && { listed: true as const }) } }))
  const schemaOf = (tool: Tool) => ({ ...portableSchema(tool.input, defaultGuildId), ...examplesOf(tool) })
  const notice = notices.join(" ")
  const items: ReadonlyArray<Match> =
    detail === "full"
      ? matching.map(({ facts, tool }) => ({ ...facts, input_schema: schemaOf(tool), ...reasonsOf(tool) }))
      : withFittingSchemas(matching, notice, schemaOf)
  const allNotices = [...notices, ...(items.some((item) => "shortened" in item) ? [SHORTENED] : [])].join(" ")
  return {
    fromServer: true,
    value: { items, ...(allNotices !== "" && { notice: allNotices }) }
  } satisfies ToolResult
}

/** A tool that matches, with its schema if that fits. */
type Match = ReturnType<typeof factsOf> & SchemaForm & { readonly listed?: true }

/** A schema in one of its forms. */
interface SchemaForm {
  readonly input_schema?: Json
  readonly shortened?: true
  readonly reasons?: Readonly<Record<string, string>>
}

/** The maximum number of matches with a schema, and of bytes of these matches and the notice as JSON. */
const SCHEMAS_MAX = 5
const RESULT_BYTES_MAX = 8000

/**
 * Adds schemas to the first matches, as far as they fit: to each in its short form, then whole, best match first. The
 * best match has its failure reasons, too.
 */
const withFittingSchemas = (
  matching: ReadonlyArray<{ readonly tool: Tool; readonly facts: Match }>,
  notice: string,
  schemaOf: (tool: Tool) => Json
): ReadonlyArray<Match> => {
  const first = matching.slice(0, SCHEMAS_MAX).map(({ facts, tool }, place) => {
    const input_schema = schemaOf(tool)
    const short = { ...withoutDetails(input_schema, SHORT), ...examplesOf(tool) }
    const reasons = place === 0 ? reasonsOf(tool) : {}
    const shortened = { input_schema: short, shortened: true as const }
    const forms: ReadonlyArray<SchemaForm> = [{}, shortened, { input_schema }, { input_schema, ...reasons }]
    return { facts, forms }
  })
  const plain = matching.map(({ facts }) => facts)
  // Each schema needs a comma, too.
  const left =
    RESULT_BYTES_MAX - SCHEMAS_MAX - bytesOf({ items: plain.slice(0, SCHEMAS_MAX), notice: `${notice} ${SHORTENED}` })
  const [, chosen] = [1, 2, 3].reduce<readonly [number, ReadonlyArray<SchemaForm>]>(
    ([left, chosen], size) =>
      Arr.mapAccum(chosen, left, (left, form, place) => {
        const larger = first[place]?.forms[size] ?? form
        const more = bytesOf(larger) - bytesOf(form)
        return more <= left ? [left - more, larger] : [left, form]
      }),
    [left, first.map(() => ({}))]
  )
  return [...first.map(({ facts }, place) => ({ ...facts, ...chosen[place] })), ...plain.slice(SCHEMAS_MAX)]
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))

/** The style of a shortened schema. */
const SHORT: ListingStyle = { levels: 0, shownBy: () => undefined }
const SHORTENED = "A shortened schema names the fields of its objects; detail: full shows all."

const categoriesOf = (tools: ReadonlyArray<Tool>): ReadonlyArray<string> => [
  ...new Set(tools.map(({ category }) => category))
]

const otherCategory = (given: string, nearest: string | undefined): string =>
  `There is no category ${quoted(given)}. ${nearest === undefined ? "All categories were" : `Category ${nearest} was`} searched.`

const notAllowed = ({ name }: Tool, others: number): string =>
  `The settings do not allow ${name}, which matches best${others > 0 ? "" : ", nor any other match"}.`

const noMatch = (category: string | undefined, best: Tool | undefined): string =>
  category === undefined || best === undefined
    ? `No tool matches. ${ADVICE}`
    : `No tool of category ${category} matches. In all categories, ${best.name} matches best.`

const ADVICE = 'Search in English for an action and its object, such as "kick a member" or "create a poll".'

const listedMatch = ({ name }: Tool): string => `${name} is in your list of tools: one call of it does this.`

const WEAK_MATCH = `The tools match few of these words, and possibly none fits. ${ADVICE}`

const factsOf = (tool: Tool) => ({
  name: tool.name,
  category: tool.category,
  risk: tool.risk,
  description: descriptionOf(tool),
  ...(tool.permissions.length > 0 && { required_permissions: tool.permissions })
})

const reasonsOf = ({ failures }: Tool) =>
  Record.isEmptyReadonlyRecord(failures) ? {} : { reasons: Record.map(failures, ({ when }) => when) }

/** Caches one index per list of tools. Each index is made on first use. */
const indexes = new WeakMap<ReadonlyArray<Tool>, SearchIndex>()

const indexOf = (tools: ReadonlyArray<Tool>): SearchIndex => {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const index = makeIndex(tools)
  indexes.set(tools, index)
  return index
}
