import { ButtonStyle, ComponentType, SeparatorSpacingSize } from "discord-api-types/v10"
import type { accessory, topLevelComponent } from "./fields.ts"

type TopLevel = typeof topLevelComponent.Type
type Row = Extract<TopLevel, { readonly type: ComponentType.ActionRow }>
type Pressable = Row["components"][number] | typeof accessory.Type

/** A drawing of components in plain text: what people will see, as far as letters can show it. */
export const drawing = (list: ReadonlyArray<TopLevel>): string => list.flatMap(linesOf).join("\n")

const linesOf = (it: TopLevel): ReadonlyArray<string> => {
  switch (it.type) {
    case ComponentType.ActionRow:
      return [it.components.map(pressable).join(" ")]
    case ComponentType.TextDisplay:
      return it.content.split("\n")
    case ComponentType.Section: {
      const [first, ...rest] = it.components.flatMap(({ content }) => content.split("\n"))
      return [`${first}    ${pressable(it.accessory)}`, ...rest]
    }
    case ComponentType.MediaGallery:
      return it.items.map(picture)
    case ComponentType.File:
      return [spoilt(`📎 ${it.file.url}`, it.spoiler)]
    case ComponentType.Separator:
      return separator(it.divider !== false ? RULE : "", it.spacing === SeparatorSpacingSize.Large)
    case ComponentType.Container:
      return [
        spoilt(`┌─${it.accent_color === undefined ? "" : ` ${colour(it.accent_color)}`}`, it.spoiler),
        ...it.components.flatMap(linesOf).map((line) => `│ ${line}`.trimEnd()),
        "└─"
      ]
  }
}

const pressable = (it: Pressable): string => {
  switch (it.type) {
    case ComponentType.Button:
      return button(it)
    case ComponentType.Thumbnail:
      return picture(it)
    case ComponentType.StringSelect:
      return `[${it.placeholder ?? "Choose"} ▾ ${it.options.map(({ label }) => label).join(" | ")}]`
    default:
      return `[${it.placeholder ?? chosen[it.type]} ▾]`
  }
}

const button = (it: Extract<Pressable, { readonly type: ComponentType.Button }>): string => {
  const face = it.style === ButtonStyle.Premium ? "Buy" : [it.emoji?.name, it.label].filter(Boolean).join(" ")
  const leads = it.style === ButtonStyle.Link ? ` ↗ ${it.url}` : ""
  return `[${face}${leads}${it.disabled === true ? ", disabled" : ""}]`
}

const chosen = {
  [ComponentType.UserSelect]: "Choose a user",
  [ComponentType.RoleSelect]: "Choose a role",
  [ComponentType.MentionableSelect]: "Choose a user or role",
  [ComponentType.ChannelSelect]: "Choose a channel"
} as const

const picture = ({ description, media, spoiler }: Picture): string =>
  spoilt(`🖼 ${description === undefined ? "" : `${description} `}(${media.url})`, spoiler)

interface Picture {
  readonly media: { readonly url: string }
  readonly description?: string
  readonly spoiler?: boolean
}

const spoilt = (line: string, spoiler: boolean | undefined): string => (spoiler === true ? `${line} (spoiler)` : line)

const separator = (line: string, isLarge: boolean): ReadonlyArray<string> => (isLarge ? ["", line, ""] : [line])

const RULE = "────────"

const colour = (value: number): string => `#${value.toString(16).padStart(6, "0")}`
