import { Array, Effect, Option } from "effect"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import { isStopWord, stem } from "../meta/searchTerms.ts"
import { permissionNames } from "../roles/view.ts"
import type { ToolResult } from "../ToolResult.ts"
import { outlineOfTemplate, Template } from "./outline.ts"
import { template as compactTemplate } from "./view.ts"

/** Ranks templates by how many words of the request occur in their names, texts, channels and roles. */
export const rankTemplates = Effect.fn("templates_recommend")(function* (input: {
  readonly request: string
  readonly template_codes?: ReadonlyArray<string>
  readonly preferred_primary_code?: string
}) {
  const { preferred_primary_code: preferred, request, template_codes = [] } = input
  const codes = [...new Set([...(preferred === undefined ? [] : [preferred]), ...template_codes])]
  const templates = yield* Effect.forEach(codes, findTemplate, { concurrency: 4 })
  const terms = termsOf(request)
  const ranked = Array.getSomes(templates)
    .map((template) => ({ template, matched: matchedTerms(template, terms) }))
    .toSorted(
      (a, b) =>
        score(b, preferred) - score(a, preferred) || (b.template.usage_count ?? 0) - (a.template.usage_count ?? 0)
    )
  return {
    value: {
      items: ranked.map(({ matched, template }) =>
        compact({
          ...compactTemplate(template),
          speaks_of: matched,
          silent_on: terms.filter((term) => !matched.includes(term)),
          administrators: administratorsOf(template)
        })
      ),
      ...compact({ not_found: codes.filter((_, at) => Option.isNone(templates[at] ?? Option.none())) })
    }
  } satisfies ToolResult
})

interface Candidate {
  readonly template: typeof Template.Type
  readonly matched: ReadonlyArray<string>
}

const findTemplate = (template_code: string) =>
  getReadable(Template, "/guilds/templates/{template_code}", { template_code }).pipe(
    Effect.asSome,
    Effect.catchTag("DiscordNotFoundError", () => Effect.succeedNone)
  )

/** Returns the sort key: the preferred template first, then by the number of matched terms. */
const score = ({ matched, template }: Candidate, preferred: string | undefined): number =>
  template.code === preferred ? Infinity : matched.length

const termsOf = (text: string): ReadonlyArray<string> => [
  ...new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter(
      (word) => !isStopWord(word) && !genericWords.has(word)
    )
  )
]

/** Words that would match every template. */
const genericWords: ReadonlySet<string> = new Set([
  "discord",
  "server",
  "guild",
  "template",
  "channel",
  "channels",
  "roles"
])

const matchedTerms = (it: typeof Template.Type, terms: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { channels, roles } = outlineOfTemplate(it)
  const parts = [it.name, it.description ?? "", ...channels.flatMap(({ name, topic = "" }) => [name, topic])]
  const templateStems = termsOf([...parts, ...roles.map(({ name }) => name)].join(" ")).map(stem)
  return terms.filter((term) =>
    templateStems.some((one) => one === stem(term) || (term.length > 3 && one.startsWith(stem(term))))
  )
}

/** Returns the roles with ADMINISTRATOR, which a caller should check before using the template. */
const administratorsOf = (it: typeof Template.Type): ReadonlyArray<string> =>
  outlineOfTemplate(it)
    .roles.filter(({ permissions }) => permissionNames(permissions).includes("ADMINISTRATOR"))
    .map(({ name }) => name)
