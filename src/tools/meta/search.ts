import { Array as Arr, Effect, Record } from "effect"
import { nearestName } from "../../text/nearestName.ts"
import { quoted } from "../../text/words.ts"
import { type Catalogue, loadTools } from "../Catalogue.ts"
import { type ListingStyle, withoutDetails } from "../dsl/listedSchema.ts"
import { type Json, portableSchema } from "../dsl/publishedSchema.ts"
import { descriptionOf } from "../shared/consentKinds.ts"
import type { Tool, ToolTraits } from "../Tool.ts"
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
  readonly isAllowed: (tool: ToolTraits) => boolean
  /** Whether `tools/list` lists the tool. */
  readonly isListed: (tool: ToolTraits) => boolean
  readonly defaultGuildId: string | undefined
}

/**
 * Returns the best matching tools, with all that a call needs. A notice names a listed tool that does the job,
 * and says why a match may not fit. Only the tools whose schema is shown are loaded.
 */
export const searchTools = Effect.fnUntraced(function* (
  catalogue: Catalogue["Type"],
  { category, detail, limit, query }: ToolQuery,
  { defaultGuildId, isAllowed, isListed }: SearchScope
) {
  const tools = yield* catalogue.traits
  const within = category === undefined ? undefined : nearestName(category, categoriesOf(tools))
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
  const items = found
    .slice(0, limit)
    .map((tool) => ({ ...summaryOf(tool), ...(isListed(tool) && { listed: true as const }) }))
  const loaded = yield* loadTools(catalogue, items.slice(0, detail === "full" ? limit : SCHEMAS_MAX))
  const formsOf = (tool: Tool) => schemaForms(tool, defaultGuildId)
  // Each schema needs a comma, too.
  const used = SCHEMAS_MAX + bytesOf({ items: items.slice(0, SCHEMAS_MAX), notice: [...notices, SHORTENED].join(" ") })
  const forms: ReadonlyArray<SchemaForm> =
    detail === "full"
      ? loaded.map((tool) => formsOf(tool).at(-1)?.form ?? {})
      : fittingForms(loaded.map(formsOf), RESULT_BYTES_MAX - used)
  const allNotices = [...notices, ...(forms.some(({ shortened }) => shortened) ? [SHORTENED] : [])].join(" ")
  return {
    fromServer: true,
    value: {
      items: items.map((item, place) => ({ ...item, ...forms[place] })),
      ...(allNotices !== "" && { notice: allNotices })
    }
  } satisfies ToolResult
})

/** The schema of a match in one of its forms. */
interface SchemaForm {
  readonly input_schema?: Json
  readonly shortened?: true
  readonly reasons?: Readonly<Record<string, string>>
}

/** The maximum number of matches with a schema, and of bytes of these matches and the notice as JSON. */
const SCHEMAS_MAX = 5
const RESULT_BYTES_MAX = 8000

/** A form of a tool's schema, and how many bytes it adds to a match. */
interface SizedForm {
  readonly form: SchemaForm
  readonly bytes: number
}

/** Returns the forms of a tool's schema: none, short, whole, whole with the failure reasons. Makes them once. */
const schemaForms = (tool: Tool, defaultGuildId = ""): ReadonlyArray<SizedForm> => {
  const known = formsOfInputs.get(tool.input)
  if (known?.defaultGuildId === defaultGuildId) return known.forms
  const examples = examplesOf(tool)
  const input_schema = {
    ...portableSchema(tool.input, defaultGuildId === "" ? undefined : defaultGuildId),
    ...examples
  }
  const short = { ...withoutDetails(input_schema, SHORT), ...examples }
  const forms = [
    {},
    { input_schema: short, shortened: true as const },
    { input_schema },
    { input_schema, ...reasonsOf(tool) }
  ]
  const sized = forms.map((form) => ({ form, bytes: bytesOf(form) }))
  formsOfInputs.set(tool.input, { defaultGuildId, forms: sized })
  return sized
}

/** The forms by the schema of the input, for the default guild of the last search. */
const formsOfInputs = new WeakMap<
  Tool["input"],
  { readonly defaultGuildId: string; readonly forms: ReadonlyArray<SizedForm> }
>()

/**
 * Returns one form of each schema, as far as they fit into `bytes`: each in its short form, then whole, best match first. The
 * best match has its failure reasons, too.
 */
const fittingForms = (tools: ReadonlyArray<ReadonlyArray<SizedForm>>, bytes: number): ReadonlyArray<SchemaForm> => {
  const none: SizedForm = { form: {}, bytes: bytesOf({}) }
  const [, chosen] = [1, 2, 3].reduce<readonly [number, ReadonlyArray<SizedForm>]>(
    ([left, chosen], size) =>
      Arr.mapAccum(chosen, left, (left, form, place) => {
        const larger = tools[place]?.[size === 3 && place > 0 ? 2 : size] ?? form
        const more = larger.bytes - form.bytes
        return more <= left ? [left - more, larger] : [left, form]
      }),
    [bytes, tools.map(() => none)]
  )
  return chosen.map(({ form }) => form)
}

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value))

/** The style of a shortened schema. */
const SHORT: ListingStyle = { levels: 0, shownBy: () => undefined }
const SHORTENED = "A shortened schema names the fields of its objects; detail: full shows all."

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

const listedMatch = ({ name }: ToolTraits): string => `${name} is in your list of tools: one call of it does this.`

const WEAK_MATCH = `The tools match few of these words, and possibly none fits. ${ADVICE}`

const summaryOf = (tool: ToolTraits) => ({
  name: tool.name,
  category: tool.category,
  risk: tool.risk,
  description: descriptionOf(tool),
  ...(tool.permissions.length > 0 && { required_permissions: tool.permissions })
})

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
