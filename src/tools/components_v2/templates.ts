/** Predefined layouts for components_v2_send_from_template. */
import { ButtonStyle, ComponentType } from "discord-api-types/v10"
import { Arbitrary, Array } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { choice, color, described, listOf, object, optional, text, url } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import type { TopLevelComponent } from "./fields.ts"

const label = text("The text that users see.", { max: Limits.BUTTON_LABEL_MAX })

const allVars = object("The values of the template.", {
  title: text("The heading.", { max: Limits.EMBED_TITLE_MAX }),
  text: optional(text("The text, in Discord's markdown.", { max: Limits.MESSAGE_CONTENT_MAX })),
  color: optional(color("Edge colour as a number, 0xRRGGBB.")),
  image_url: optional(url("URL of a picture.")),
  links: optional(
    listOf(
      "Up to 5 links.",
      object("A link.", { label, url: url("The URL to open, up to 512 characters.", { max: Limits.BUTTON_URL_MAX }) }),
      1,
      Limits.BUTTONS_MAX
    )
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

type Vars = typeof allVars.Type
type Child = Extract<TopLevelComponent, { readonly type: ComponentType.Container }>["components"][number]

/** The values of a template. */
export const vars = described(
  "The values of the template; which it uses depends on the template.",
  allVars.annotations({
    // Generated values are valid for one of the templates.
    arbitrary: () => (fc) =>
      fc
        .tuple(Arbitrary.makeLazy(allVars)(fc), fc.constantFrom(...templateNames))
        .map(([it, name]) => onlyUsedVars(it, name))
  })
)

/** A template. `uses`: its values in addition to title, text and color. `requires`: its required values. */
interface Template {
  readonly uses: ReadonlyArray<keyof Vars>
  readonly requires: ReadonlyArray<keyof Vars>
  readonly children: (vars: Vars) => ReadonlyArray<Child>
  readonly color: (vars: Vars) => number
}

const templates = {
  announcement: {
    uses: ["image_url", "links"],
    requires: ["text"],
    children: (it) => [heading(it), ...body(it), ...gallery(it), ...linkButtons(it)],
    color: () => BLUE
  },
  question: {
    uses: ["options"],
    requires: ["options"],
    children: (it) => [heading(it), ...body(it), ...answerButtons(it)],
    color: () => BLUE
  },
  welcome: {
    uses: ["image_url", "links"],
    requires: ["text"],
    children: (it) => [headingWithPicture(it), ...linkButtons(it)],
    color: () => GREEN
  },
  status: {
    uses: ["state", "items", "links"],
    requires: ["state"],
    children: (input) => [
      heading({ ...input, title: `${stateSigns[input.state ?? "operational"]} ${input.title}` }),
      ...body(input),
      ...itemLines(input),
      ...linkButtons(input)
    ],
    color: ({ state = "operational" }) => stateColors[state]
  }
} satisfies Record<string, Template>

type TemplateName = keyof typeof templates

/** The names of the templates. */
export const templateNames = [
  "announcement",
  "question",
  "welcome",
  "status"
] as const satisfies ReadonlyArray<TemplateName>

/** Returns the components of a message from a template. */
export const templateComponents = (name: TemplateName, vars: Vars): ReadonlyArray<TopLevelComponent> => {
  const { children, color }: Template = templates[name]
  return [{ type: ComponentType.Container, accent_color: vars.color ?? color(vars), components: children(vars) }]
}

/** Reports values that the template requires or does not use. */
export const varsIssues = (name: TemplateName, vars: Vars): ReadonlyArray<ValidationIssue> => {
  const { requires }: Template = templates[name]
  return [
    ...requires
      .filter((field) => vars[field] === undefined)
      .map((field) => ({ path: `vars.${field}`, message: `is required for template ${name}`, code: "required" })),
    ...Object.keys(vars)
      .filter((field) => !usesVar(name, field))
      .map((field) => ({ path: `vars.${field}`, message: `is not a field of template ${name}`, code: "exclusive" }))
  ]
}

const usesVar = (name: TemplateName, field: string): boolean => {
  const { uses }: Template = templates[name]
  return ["title", "text", "color", ...uses].includes(field)
}

const onlyUsedVars = (vars: Vars, name: TemplateName): Vars =>
  // Only optional values are dropped.
  Object.fromEntries(Object.entries(vars).filter(([field]) => usesVar(name, field))) as unknown as Vars

const BLUE = 0x3b82f6
const GREEN = 0x22c55e
const AMBER = 0xf59e0b
const RED = 0xef4444

const stateColors = { operational: GREEN, degraded: AMBER, outage: RED, maintenance: BLUE, resolved: GREEN } as const
const stateSigns = { operational: "🟢", degraded: "🟡", outage: "🔴", maintenance: "🔵", resolved: "✅" } as const

const textDisplay = (content: string) => ({ type: ComponentType.TextDisplay, content }) as const
const heading = ({ title }: Vars) => textDisplay(`## ${title}`)
const body = ({ text }: Vars) => (text === undefined ? [] : [textDisplay(text)])

const gallery = ({ image_url }: Vars): ReadonlyArray<Child> =>
  image_url === undefined ? [] : [{ type: ComponentType.MediaGallery, items: [{ media: { url: image_url } }] }]

/** Puts the picture, if any, beside the heading and the text. */
const headingWithPicture = ({ image_url, text = "", title }: Vars): Child => {
  const content = textDisplay([`## ${title}`, text].join("\n").trim())
  return image_url === undefined
    ? content
    : {
        type: ComponentType.Section,
        components: [content],
        accessory: { type: ComponentType.Thumbnail, media: { url: image_url } }
      }
}

const itemLines = ({ items = [] }: Vars): ReadonlyArray<Child> =>
  items.length === 0
    ? []
    : [
        { type: ComponentType.Separator },
        textDisplay(items.map(({ name, value }) => `**${name}**: ${value}`).join("\n"))
      ]

const linkButtons = ({ links = [] }: Vars): ReadonlyArray<Child> =>
  links.length === 0
    ? []
    : [
        {
          type: ComponentType.ActionRow,
          components: links.map((link) => ({ type: ComponentType.Button, style: ButtonStyle.Link, ...link }))
        }
      ]

/** Makes buttons with the custom ids `option_1`, `option_2`, … */
const answerButtons = ({ options = [] }: Vars): ReadonlyArray<Child> =>
  Array.chunksOf(
    options.map((label, index) => ({
      type: ComponentType.Button as const,
      style: ButtonStyle.Secondary as const,
      label,
      custom_id: `option_${index + 1}`
    })),
    Limits.BUTTONS_MAX
  ).map((components) => ({ type: ComponentType.ActionRow, components }))
