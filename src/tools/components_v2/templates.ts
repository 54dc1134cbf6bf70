/** Layouts that are made again and again, so that nobody has to lay them out. */
import { ButtonStyle, ComponentType } from "discord-api-types/v10"
import { Arbitrary, Array } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { brief, choice, integer, listOf, object, optional, text, url } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"
import type { topLevelComponent } from "./fields.ts"

const label = text("The text that users see.", { max: Limits.BUTTON_LABEL_MAX })

const filling = object("The values of the template.", {
  title: text("The heading.", { max: Limits.EMBED_TITLE_MAX }),
  text: optional(text("The text, in Discord's markdown.", { max: Limits.MESSAGE_CONTENT_MAX })),
  color: optional(integer("Edge colour as a number, 0xRRGGBB.", 0, 0xffffff)),
  image_url: optional(url("A picture.")),
  links: optional(
    listOf("Up to 5 links.", object("A link.", { label, url: url("The URL to open.") }), 1, Limits.BUTTONS_MAX)
  ),
  options: optional(listOf("Up to 10 answers; each becomes a button.", label, 1, Limits.TEMPLATE_OPTIONS_MAX)),
  state: optional(choice("The status to show.", "operational", "degraded", "outage", "maintenance", "resolved")),
  items: optional(
    listOf(
      "Up to 10 lines.",
      object("A line.", {
        name: text("The label of the line.", { max: Limits.TEMPLATE_ITEM_MAX }),
        value: text("The value of the line.", { max: Limits.TEMPLATE_ITEM_MAX })
      }),
      1,
      Limits.TEMPLATE_ITEMS_MAX
    )
  )
})

type Vars = typeof filling.Type
type Component = typeof topLevelComponent.Type
type Part = Extract<Component, { readonly type: ComponentType.Container }>["components"][number]

/** What a layout is filled with; each uses some of it. */
export const vars = brief(
  "The values of the template. announcement and welcome: image_url, links {label, url}. question: options, up to 10 texts. status: state (operational, degraded, outage, maintenance, resolved), items {name, value}, links. In all: {title*, text, color, image_url, links, options, state, items}",
  filling.annotations({
    // Generated ones fit some layout; what has no place in it would be refused.
    arbitrary: () => (fc) =>
      fc.tuple(Arbitrary.makeLazy(filling)(fc), fc.constantFrom(...templateNames)).map(([it, name]) => only(it, name))
  })
)

/** A layout: the fields it uses beside title, text and color, those it cannot do without, and how it is built. */
interface Template {
  readonly uses: ReadonlyArray<keyof Vars>
  readonly needs: ReadonlyArray<keyof Vars>
  readonly parts: (vars: Vars) => ReadonlyArray<Part>
  readonly color: (vars: Vars) => number
}

/** The layouts by name. */
export const templates = {
  announcement: {
    uses: ["image_url", "links"],
    needs: ["text"],
    parts: (it) => [heading(it), ...body(it), ...gallery(it), ...links(it)],
    color: () => BLUE
  },
  question: {
    uses: ["options"],
    needs: ["options"],
    parts: (it) => [heading(it), ...body(it), ...answers(it)],
    color: () => BLUE
  },
  welcome: {
    uses: ["image_url", "links"],
    needs: ["text"],
    parts: (it) => [beside(it), ...links(it)],
    color: () => GREEN
  },
  status: {
    uses: ["state", "items", "links"],
    needs: ["state"],
    parts: (it) => [
      heading({ ...it, title: `${signs[it.state ?? "operational"]} ${it.title}` }),
      ...body(it),
      ...lines(it),
      ...links(it)
    ],
    color: ({ state = "operational" }) => stateColors[state]
  }
} satisfies Record<string, Template>

/** The name of a layout. */
export type TemplateName = keyof typeof templates

/** All names. */
export const templateNames: readonly [TemplateName, ...ReadonlyArray<TemplateName>] = [
  "announcement",
  "question",
  "welcome",
  "status"
]

/** The message a layout makes. */
export const built = (name: TemplateName, vars: Vars): ReadonlyArray<Component> => {
  const { color, parts }: Template = templates[name]
  return [{ type: ComponentType.Container, accent_color: vars.color ?? color(vars), components: parts(vars) }]
}

/** What a layout lacks, and what it has no place for. */
export const varsIssues = (name: TemplateName, vars: Vars): ReadonlyArray<ValidationIssue> => {
  const { needs }: Template = templates[name]
  return [
    ...needs
      .filter((field) => vars[field] === undefined)
      .map((field) => ({ path: `vars.${field}`, message: `is required for template ${name}`, code: "required" })),
    ...Object.keys(vars)
      .filter((field) => !isUsed(name, field))
      .map((field) => ({ path: `vars.${field}`, message: `is not a field of template ${name}`, code: "exclusive" }))
  ]
}

const isUsed = (name: TemplateName, field: string): boolean => {
  const { uses }: Template = templates[name]
  return ["title", "text", "color", ...uses].includes(field)
}

const only = (vars: Vars, name: TemplateName): Vars =>
  // What is left out may be left out.
  Object.fromEntries(Object.entries(vars).filter(([field]) => isUsed(name, field))) as unknown as Vars

const BLUE = 0x3b82f6
const GREEN = 0x22c55e
const AMBER = 0xf59e0b
const RED = 0xef4444

const stateColors = { operational: GREEN, degraded: AMBER, outage: RED, maintenance: BLUE, resolved: GREEN } as const
const signs = { operational: "🟢", degraded: "🟡", outage: "🔴", maintenance: "🔵", resolved: "✅" } as const

const display = (content: string) => ({ type: ComponentType.TextDisplay, content }) as const
const heading = ({ title }: Vars) => display(`## ${title}`)
const body = ({ text }: Vars) => (text === undefined ? [] : [display(text)])

const gallery = ({ image_url }: Vars): ReadonlyArray<Part> =>
  image_url === undefined ? [] : [{ type: ComponentType.MediaGallery, items: [{ media: { url: image_url } }] }]

/** The picture stands beside the texts, where there is one. */
const beside = (it: Vars): Part => {
  const content = [`## ${it.title}`, it.text ?? ""].join("\n").trim()
  return it.image_url === undefined
    ? display(content)
    : {
        type: ComponentType.Section,
        components: [display(content)],
        accessory: { type: ComponentType.Thumbnail, media: { url: it.image_url } }
      }
}

const lines = ({ items = [] }: Vars): ReadonlyArray<Part> =>
  items.length === 0
    ? []
    : [{ type: ComponentType.Separator }, display(items.map(({ name, value }) => `**${name}**: ${value}`).join("\n"))]

const links = ({ links = [] }: Vars): ReadonlyArray<Part> =>
  links.length === 0
    ? []
    : [
        {
          type: ComponentType.ActionRow,
          components: links.map((link) => ({ type: ComponentType.Button, style: ButtonStyle.Link, ...link }))
        }
      ]

/** Who presses a button is told to the application, as an interaction with `option_1` and so on. */
const answers = ({ options = [] }: Vars): ReadonlyArray<Part> =>
  Array.chunksOf(
    options.map((label, index) => ({
      type: ComponentType.Button as const,
      style: ButtonStyle.Secondary as const,
      label,
      custom_id: `option_${index + 1}`
    })),
    Limits.BUTTONS_MAX
  ).map((components) => ({ type: ComponentType.ActionRow, components }))
