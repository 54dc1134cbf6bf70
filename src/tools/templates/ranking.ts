import { Array, Effect, Option } from "effect"
import { getJson } from "../dsl/getJson.ts"
import { stem, unspoken } from "../meta/searchTerms.ts"
import { permissionNames } from "../roles/view.ts"
import { compact } from "../shared/compact.ts"
import type { ToolResult } from "../ToolResult.ts"
import { outlineOfTemplate, Template } from "./outline.ts"
import { template as compactTemplate } from "./view.ts"

/** Ranks templates by how many of the asked words their names, texts, channels and roles speak of. */
export const rankTemplates = Effect.fn("templates_recommend")(function* (input: {
  readonly request: string
  readonly template_codes?: ReadonlyArray<string>
  readonly preferred_primary_code?: string
}) {
  const { preferred_primary_code: preferred, request, template_codes = [] } = input
  const codes = [...new Set([...(preferred === undefined ? [] : [preferred]), ...template_codes])]
  const found = yield* Effect.forEach(codes, templateOrNothing, { concurrency: 4 })
  const asked = wordsOf(request)
  const ranked = Array.getSomes(found)
    .map((template) => ({ template, spokenOf: spokenOf(template, asked) }))
    .toSorted((a, b) => place(b, preferred) - place(a, preferred) || b.template.usage_count - a.template.usage_count)
  return {
    value: {
      items: ranked.map(({ spokenOf, template }) =>
        compact({
          ...compactTemplate(template),
          speaks_of: spokenOf,
          silent_on: asked.filter((word) => !spokenOf.includes(word)),
          administrators: administratorsOf(template)
        })
      ),
      ...compact({ not_found: codes.filter((_, at) => Option.isNone(found[at] ?? Option.none())) })
    }
  } satisfies ToolResult
})

interface Ranked {
  readonly template: typeof Template.Type
  readonly spokenOf: ReadonlyArray<string>
}

const templateOrNothing = (template_code: string) =>
  getJson(Template, "/guilds/templates/{template_code}", { template_code }).pipe(
    Effect.asSome,
    Effect.catchTag("DiscordNotFoundError", () => Effect.succeedNone)
  )

/** The preferred one is first; of the others the one that speaks of more. */
const place = ({ spokenOf, template }: Ranked, preferred: string | undefined): number =>
  template.code === preferred ? Infinity : spokenOf.length

const wordsOf = (text: string): ReadonlyArray<string> => [
  ...new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []).filter((word) => !unspoken.has(word) && !common.has(word))
  )
]

/** Words that fit every template. */
const common: ReadonlySet<string> = new Set(["discord", "server", "guild", "template", "channel", "channels", "roles"])

const spokenOf = (it: typeof Template.Type, asked: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { channels, roles } = outlineOfTemplate(it)
  const parts = [it.name, it.description ?? "", ...channels.flatMap(({ name, topic = "" }) => [name, topic])]
  const said = wordsOf([...parts, ...roles.map(({ name }) => name)].join(" ")).map(stem)
  return asked.filter((word) =>
    said.some((one) => one === stem(word) || (word.length > 3 && one.startsWith(stem(word))))
  )
}

/** Roles a new guild would have that may do everything: worth a look before it is used. */
const administratorsOf = (it: typeof Template.Type): ReadonlyArray<string> =>
  outlineOfTemplate(it)
    .roles.filter(({ permissions }) => permissionNames(permissions).includes("ADMINISTRATOR"))
    .map(({ name }) => name)
