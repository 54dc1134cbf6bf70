import { ButtonStyle, ComponentType, SeparatorSpacingSize } from "discord-api-types/v10"
import type { accessory, TopLevelComponent } from "./fields.ts"

type ActionRow = Extract<TopLevelComponent, { readonly type: ComponentType.ActionRow }>
type InlineComponent = ActionRow["components"][number] | typeof accessory.Type

/** Renders components as plain text. */
export const renderComponents = (list: ReadonlyArray<TopLevelComponent>): string => list.flatMap(renderLines).join("\n")

const renderLines = (it: TopLevelComponent): ReadonlyArray<string> => {
  switch (it.type) {
    case ComponentType.ActionRow:
      return [it.components.map(renderInline).join(" ")]
    case ComponentType.TextDisplay:
      return it.content.split("\n")
    case ComponentType.Section: {
      const [first, ...rest] = it.components.flatMap(({ content }) => content.split("\n"))
      return [`${first}    ${renderInline(it.accessory)}`, ...rest]
    }
    case ComponentType.MediaGallery:
      return it.items.map(renderPicture)
    case ComponentType.File:
      return [withSpoiler(`📎 ${it.file.url}`, it.spoiler)]
    case ComponentType.Separator: {
      const line = it.divider === false ? "" : "────────"
      return it.spacing === SeparatorSpacingSize.Large ? ["", line, ""] : [line]
    }
    case ComponentType.Container:
      return [
        withSpoiler(`┌─${it.accent_color === undefined ? "" : ` ${hexColor(it.accent_color)}`}`, it.spoiler),
        ...it.components.flatMap(renderLines).map((line) => `│ ${line}`.trimEnd()),
        "└─"
      ]
  }
}

const renderInline = (it: InlineComponent): string => {
  switch (it.type) {
    case ComponentType.Button:
      return renderButton(it)
    case ComponentType.Thumbnail:
      return renderPicture(it)
    case ComponentType.StringSelect:
      return `[${it.placeholder ?? "Choose"} ▾ ${it.options.map(({ label }) => label).join(" | ")}]`
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      return `[${it.placeholder ?? placeholders[it.type]} ▾]`
  }
}

const renderButton = (it: Extract<InlineComponent, { readonly type: ComponentType.Button }>): string => {
  const face = it.style === ButtonStyle.Premium ? "Buy" : [it.emoji?.name, it.label].filter(Boolean).join(" ")
  const target = it.style === ButtonStyle.Link ? ` ↗ ${it.url}` : ""
  return `[${face}${target}${it.disabled === true ? ", disabled" : ""}]`
}

const placeholders = {
  [ComponentType.UserSelect]: "Choose a user",
  [ComponentType.RoleSelect]: "Choose a role",
  [ComponentType.MentionableSelect]: "Choose a user or role",
  [ComponentType.ChannelSelect]: "Choose a channel"
} as const

const renderPicture = ({
  description,
  media,
  spoiler
}: {
  readonly media: { readonly url: string }
  readonly description?: string
  readonly spoiler?: boolean
}): string => withSpoiler(`🖼 ${description === undefined ? "" : `${description} `}(${media.url})`, spoiler)

const withSpoiler = (line: string, spoiler = false): string => (spoiler ? `${line} (spoiler)` : line)

const hexColor = (value: number): string => `#${value.toString(16).padStart(6, "0")}`
