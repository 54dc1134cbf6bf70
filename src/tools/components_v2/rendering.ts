import { ButtonStyle, ComponentType, SeparatorSpacingSize } from "discord-api-types/v10"
import type { accessory, TopLevelComponent } from "./fields.ts"

type ActionRow = Extract<TopLevelComponent, { readonly type: ComponentType.ActionRow }>
type InlineComponent = ActionRow["components"][number] | typeof accessory.Type

/** Renders components as plain text. */
export const renderComponents = (list: ReadonlyArray<TopLevelComponent>): string => list.flatMap(renderLines).join("\n")

const renderLines = (component: TopLevelComponent): ReadonlyArray<string> => {
  switch (component.type) {
    case ComponentType.ActionRow:
      return [component.components.map(renderInline).join(" ")]
    case ComponentType.TextDisplay:
      return component.content.split("\n")
    case ComponentType.Section: {
      const [first, ...rest] = component.components.flatMap(({ content }) => content.split("\n"))
      return [`${first}    ${renderInline(component.accessory)}`, ...rest]
    }
    case ComponentType.MediaGallery:
      return component.items.map(renderPicture)
    case ComponentType.File:
      return [withSpoiler(`📎 ${component.file.url}`, component.spoiler)]
    case ComponentType.Separator: {
      const line = component.divider === false ? "" : "────────"
      return component.spacing === SeparatorSpacingSize.Large ? ["", line, ""] : [line]
    }
    case ComponentType.Container:
      return [
        withSpoiler(
          `┌─${component.accent_color === undefined ? "" : ` ${hexColor(component.accent_color)}`}`,
          component.spoiler
        ),
        ...component.components.flatMap(renderLines).map((line) => `│ ${line}`.trimEnd()),
        "└─"
      ]
  }
}

const renderInline = (component: InlineComponent): string => {
  switch (component.type) {
    case ComponentType.Button:
      return renderButton(component)
    case ComponentType.Thumbnail:
      return renderPicture(component)
    case ComponentType.StringSelect:
      return `[${component.placeholder ?? "Choose"} ▾ ${component.options.map(({ label }) => label).join(" | ")}]`
    case ComponentType.UserSelect:
    case ComponentType.RoleSelect:
    case ComponentType.MentionableSelect:
    case ComponentType.ChannelSelect:
      return `[${component.placeholder ?? placeholders[component.type]} ▾]`
  }
}

const renderButton = (button: Extract<InlineComponent, { readonly type: ComponentType.Button }>): string => {
  const face =
    button.style === ButtonStyle.Premium ? "Buy" : [button.emoji?.name, button.label].filter(Boolean).join(" ")
  const target = button.style === ButtonStyle.Link ? ` ↗ ${button.url}` : ""
  return `[${face}${target}${button.disabled === true ? ", disabled" : ""}]`
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
