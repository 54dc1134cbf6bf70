/** Input fields of message components, in Discord's own format with numbers for types and styles (Discord docs, component reference). */
import {
  ButtonStyle,
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
  SeparatorSpacingSize
} from "discord-api-types/v10"
import { Predicate, Schema } from "effect"
import { alsoTakes, type Conversion } from "../../objects/schema/alsoTakes.ts"
import { toNumber } from "../../objects/schema/conversions.ts"
import { toEmojiObject } from "../../objects/schema/emoji.ts"
import { numberChoice } from "../../objects/schema/enums.ts"
import {
  choice,
  color,
  described,
  flag,
  integer,
  listOf,
  object,
  optional,
  setOf,
  text,
  url
} from "../../objects/schema/fields.ts"
import { ChannelId, EmojiId, RoleId, SkuId, UserId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { oneOfTypes } from "./oneOfTypes.ts"

/** Makes the schema of one component type with its fields. */
export const component = <const Type extends ComponentType, F extends Schema.Struct.Fields>(
  description: string,
  type: Type,
  fields: F
) =>
  object(description, {
    type: numberChoice("The component type.", ComponentType, type),
    id: optional(integer("Numeric id, unique in the message; set by Discord if omitted.", 0, Limits.COMPONENT_ID_MAX)),
    ...fields
  })

/** The field that identifies a component in interactions. */
export const custom_id = text("Identifies the component in interactions; unique in the message.", {
  max: Limits.CUSTOM_ID_MAX
})

const emoji = optional(
  object("The emoji.", {
    id: optional(EmojiId.annotations({ description: "The id of a custom emoji." })),
    name: text("A Unicode emoji, or the name of the custom emoji.", { max: 32 })
  }).annotations(alsoTakes(toEmojiObject))
)
const disabled = optional(flag("Whether it is disabled; false by default."))
const spoiler = optional(flag("Whether it is hidden as a spoiler; false by default."))
const label = optional(text("The text on the button.", { max: Limits.BUTTON_LABEL_MAX }))

/** Other names of the styles. */
const colours = {
  ...{ Blue: ButtonStyle.Primary, Blurple: ButtonStyle.Primary, Grey: ButtonStyle.Secondary },
  ...{ Gray: ButtonStyle.Secondary, Green: ButtonStyle.Success, Red: ButtonStyle.Danger }
}

const buttons = [
  component("A button that sends an interaction.", ComponentType.Button, {
    style: numberChoice(
      "The colour: 1 blue, 2 grey, 3 green, 4 red.",
      { ...ButtonStyle, ...colours },
      ButtonStyle.Primary,
      ButtonStyle.Secondary,
      ButtonStyle.Success,
      ButtonStyle.Danger
    ),
    custom_id,
    label,
    emoji,
    disabled
  }),
  component("A button that opens a URL.", ComponentType.Button, {
    style: numberChoice("5: a link.", ButtonStyle, ButtonStyle.Link),
    url: url("The URL to open, up to 512 characters.", { max: Limits.BUTTON_URL_MAX }),
    label,
    emoji,
    disabled
  }),
  component("A button that sells a SKU.", ComponentType.Button, {
    style: numberChoice("6: a purchase.", ButtonStyle, ButtonStyle.Premium),
    sku_id: SkuId.annotations({ description: "The SKU to sell." }),
    disabled
  })
] as const

const optionText = (description: string) => optional(text(description, { max: Limits.SELECT_OPTION_MAX }))

/** The fields of an option of a select menu, radio group or checkbox group. */
export const optionFields = {
  label: text("The text that users see.", { max: Limits.SELECT_OPTION_MAX }),
  value: text("The value sent in the interaction.", { max: Limits.SELECT_OPTION_MAX }),
  description: optionText("Additional text below the label."),
  default: optional(flag("Whether it is selected by default."))
}

const menuFields = {
  custom_id,
  placeholder: optional(text("Placeholder shown while nothing is selected.", { max: Limits.SELECT_PLACEHOLDER_MAX })),
  min_values: optional(integer("Minimum number of selected values; 1 by default.", 0, Limits.SELECT_OPTIONS_MAX)),
  max_values: optional(integer("Maximum number of selected values; 1 by default.", 1, Limits.SELECT_OPTIONS_MAX)),
  required: optional(flag("Modals only: whether a selection is required; true by default.")),
  disabled
}

const defaultValue = <const Type extends SelectMenuDefaultValueType, A, I>(type: Type, id: Schema.Schema<A, I>) =>
  object("A default value.", {
    type: choice("The type of the value.", type),
    id: id.annotations({ description: "The id of the value." })
  })

const defaultUser = defaultValue(SelectMenuDefaultValueType.User, UserId)
const defaultRole = defaultValue(SelectMenuDefaultValueType.Role, RoleId)
const defaultChannel = defaultValue(SelectMenuDefaultValueType.Channel, ChannelId)

const defaultValues = <A, I>(item: Schema.Schema<A, I>) =>
  optional(listOf("Values selected by default.", item, 0, Limits.SELECT_OPTIONS_MAX))

const channelType = numberChoice(
  "A channel type, as Discord's number.",
  ChannelType,
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildCategory,
  ChannelType.GuildAnnouncement,
  ChannelType.AnnouncementThread,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.GuildStageVoice,
  ChannelType.GuildForum,
  ChannelType.GuildMedia
)

/** Select menus. */
export const menus = [
  component("A select menu of texts.", ComponentType.StringSelect, {
    ...menuFields,
    options: listOf("Up to 25 options.", object("An option.", { ...optionFields, emoji }), 1, Limits.SELECT_OPTIONS_MAX)
  }),
  component("A select menu of users.", ComponentType.UserSelect, {
    ...menuFields,
    default_values: defaultValues(defaultUser)
  }),
  component("A select menu of roles.", ComponentType.RoleSelect, {
    ...menuFields,
    default_values: defaultValues(defaultRole)
  }),
  component("A select menu of users and roles.", ComponentType.MentionableSelect, {
    ...menuFields,
    default_values: defaultValues(Schema.Union(defaultUser, defaultRole))
  }),
  component("A select menu of channels.", ComponentType.ChannelSelect, {
    ...menuFields,
    default_values: defaultValues(defaultChannel),
    channel_types: optional(setOf("Offer only channels of these types.", channelType, 0, 10))
  })
] as const

const actionRow = component("An action row: buttons, or one select menu.", ComponentType.ActionRow, {
  components: listOf("Up to 5 buttons, or one menu.", oneOfTypes(...buttons, ...menus), 1, Limits.BUTTONS_MAX)
})

/** A text in Discord's markdown. */
export const textDisplay = component("A text.", ComponentType.TextDisplay, {
  content: text("The text, in Discord's markdown.", { max: Limits.COMPONENTS_TEXT_MAX })
})

/** The fields of a picture or video. */
export const mediaFields = {
  media: object("The picture or video.", {
    url: url("A URL, or attachment://name of a file in files.", { attachment: true })
  }),
  description: optional(text("Alternative text.", { max: Limits.MEDIA_DESCRIPTION_MAX })),
  spoiler
}

/** The picture or button beside the texts of a section. */
export const accessory = oneOfTypes(component("A small picture.", ComponentType.Thumbnail, mediaFields), ...buttons)

const section = component("Texts with a picture or button beside them.", ComponentType.Section, {
  components: listOf("Up to 3 texts.", textDisplay, 1, Limits.SECTION_TEXTS_MAX),
  accessory: accessory.annotations({ description: "The picture or button beside the texts." })
})

const gallery = component("Pictures and videos.", ComponentType.MediaGallery, {
  items: listOf("Up to 10 items.", object("A picture or video.", mediaFields), 1, Limits.GALLERY_ITEMS_MAX)
})

const file = component("A file of the message.", ComponentType.File, {
  file: object("The file.", { url: url("attachment:// and the name of a file in files.", { attachment: true }) }),
  spoiler
})

const separator = component("Vertical space.", ComponentType.Separator, {
  divider: optional(flag("Whether to show a line; true by default.")),
  spacing: optional(
    numberChoice(
      "The height: 1 small (default), 2 large.",
      SeparatorSpacingSize,
      SeparatorSpacingSize.Small,
      SeparatorSpacingSize.Large
    )
  )
})

const containerChildren = [actionRow, textDisplay, section, gallery, file, separator] as const

const container = component("A container for other components.", ComponentType.Container, {
  components: listOf("The components inside.", oneOfTypes(...containerChildren), 1, Limits.COMPONENTS_MAX),
  accent_color: optional(color("Edge colour as a number, 0xRRGGBB.")),
  spoiler
})

/** A component at the top level of a message. */
export const topLevelComponent = oneOfTypes(...containerChildren, container)

/** A component at the top level of a message, decoded. */
export type TopLevelComponent = typeof topLevelComponent.Type

/** Types that Discord accepts only inside an action row. */
const inRow: ReadonlyArray<unknown> = [
  ComponentType.Button,
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect
]

const toType = toNumber(inRow, ComponentType)

/** Puts top-level buttons and menus into action rows: up to 5 buttons per row, one menu per row. */
const withRows: Conversion = (value) => {
  const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  if (list.length > Limits.COMPONENTS_MAX || !list.some((it) => inRow.includes(typeOf(it)))) return value
  const top: Array<unknown> = []
  let buttons: Array<unknown> | undefined
  for (const component of list) {
    const isButton = typeOf(component) === ComponentType.Button
    if (isButton && buttons !== undefined && buttons.length < Limits.BUTTONS_MAX) {
      buttons.push(component)
      continue
    }
    buttons = isButton ? [component] : undefined
    top.push(
      inRow.includes(typeOf(component))
        ? { type: ComponentType.ActionRow, components: buttons ?? [component] }
        : component
    )
  }
  return top
}

const typeOf = (it: unknown): unknown => (Predicate.isRecord(it) ? toType(it.type) : undefined)

/** The component tree of a message. */
export const components = listOf(
  "Component tree, as in components_v2_send.",
  topLevelComponent,
  0,
  Limits.COMPONENTS_MAX
).annotations(alsoTakes(withRows))

/** The same components, described with only rows of buttons and menus. Most messages need only these rows. */
export const rowComponents = described(
  "Rows {type: 1, components} of buttons {type: 2, style: 1-4, label, custom_id} or {type: 2, style: 5, label, url}, or a menu {type: 3, custom_id, options: [{label, value}]}. Layouts: components_v2_send.",
  components
)

/** Describes the tree of all types in one line. Its JSON Schema would be larger than all other fields together. */
export const COMPONENT_TYPES =
  "Component tree. Controls: 1 row {components: buttons or one menu}; 2 button {style: 1-4, label, emoji: {id, name}, custom_id, disabled}, {style: 5, label, url} or {style: 6, sku_id}; 3 menu {custom_id, options: [{label, value, description, emoji, default}], placeholder, min_values, max_values, disabled}; 5 user, 6 role, 7 mentionable, 8 channel menu {custom_id, default_values: [{type, id}], channel_types}. Layout, without content, embeds, stickers and poll: 9 section {components: texts, accessory: button or thumbnail}; 10 text {content}; 11 thumbnail {media: {url}, description, spoiler}; 12 gallery {items: [{media: {url}, description, spoiler}]}; 13 file {file: {url}, spoiler}; 14 separator {divider, spacing: 1 or 2}; 17 container {components, accent_color, spoiler}. All have an optional id."
