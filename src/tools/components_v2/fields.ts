/** Components of a message, as Discord has them: numbers for types and styles (Discord docs, component reference). */
import {
  ButtonStyle,
  ChannelType,
  ComponentType,
  SelectMenuDefaultValueType,
  SeparatorSpacingSize
} from "discord-api-types/v10"
import { Schema } from "effect"
import { brief, flag, integer, listOf, object, optional, setOf, text, url } from "../shared/fields.ts"
import { ChannelId, EmojiId, RoleId, SkuId, UserId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { oneOfTypes } from "./oneOfTypes.ts"

/** One of a few numbers or words of Discord's. */
export const oneOf = <const Values extends readonly [string | number, ...ReadonlyArray<string | number>]>(
  description: string,
  ...values: Values
) =>
  Schema.Literal(...values).annotations({
    description,
    message: () => ({ message: `must be ${values.join(", ")}`, override: true })
  })

/** What every component has: its type, and a number of its own. */
export const component = <const Type extends ComponentType, F extends Schema.Struct.Fields>(
  description: string,
  type: Type,
  fields: F
) =>
  object(description, {
    type: oneOf("The component type.", type),
    id: optional(integer("A number that identifies the component; unique in the message.", 0, Limits.COMPONENT_ID_MAX)),
    ...fields
  })

/** How an interaction tells which component it came from. */
export const custom_id = text("Identifies the component in interactions; unique in the message.", {
  max: Limits.CUSTOM_ID_MAX
})

const componentEmoji = object("An emoji.", {
  id: optional(EmojiId.annotations({ description: "The id of a custom emoji." })),
  name: text("The emoji itself, or the name of a custom one.", { max: 32 })
})

const disabled = optional(flag("Shown as disabled."))
const label = optional(text("The text on the button.", { max: Limits.BUTTON_LABEL_MAX }))

const buttons = [
  component("A button that sends an interaction.", ComponentType.Button, {
    style: oneOf(
      "1 blue, 2 grey, 3 green, 4 red.",
      ButtonStyle.Primary,
      ButtonStyle.Secondary,
      ButtonStyle.Success,
      ButtonStyle.Danger
    ),
    custom_id,
    label,
    emoji: optional(componentEmoji),
    disabled
  }),
  component("A button that opens a URL.", ComponentType.Button, {
    style: oneOf("5: a link.", ButtonStyle.Link),
    url: url("The URL to open."),
    label,
    emoji: optional(componentEmoji),
    disabled
  }),
  component("A button that sells an SKU.", ComponentType.Button, {
    style: oneOf("6: a purchase.", ButtonStyle.Premium),
    sku_id: SkuId.annotations({ description: "The SKU to sell." }),
    disabled
  })
] as const

/** What all menus have. */
const menu = {
  custom_id,
  placeholder: optional(text("Placeholder shown while nothing is selected.", { max: Limits.SELECT_PLACEHOLDER_MAX })),
  min_values: optional(integer("Minimum number of selected options.", 0, Limits.SELECT_OPTIONS_MAX)),
  max_values: optional(integer("Maximum number of selected options.", 1, Limits.SELECT_OPTIONS_MAX)),
  required: optional(flag("Whether a selection is required; modals only.")),
  disabled
}

const chosen = <const Type extends SelectMenuDefaultValueType, A, I>(type: Type, id: Schema.Schema<A, I>) =>
  object("Selected by default.", { type: oneOf("What it is.", type), id: id.annotations({ description: "Its id." }) })

const chosenUser = chosen(SelectMenuDefaultValueType.User, UserId)
const chosenRole = chosen(SelectMenuDefaultValueType.Role, RoleId)
const chosenChannel = chosen(SelectMenuDefaultValueType.Channel, ChannelId)

const defaults = <A, I>(item: Schema.Schema<A, I>) =>
  optional(listOf("Default selections.", item, 0, Limits.SELECT_OPTIONS_MAX))

/** The kinds of channels a menu can be narrowed to. */
const channelType = oneOf(
  "A type of channel, by its number.",
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

const optionText = (description: string) => text(description, { max: Limits.SELECT_OPTION_MAX })

/** Menus: of texts, users, roles, both, and channels. */
export const selects = [
  component("A select menu of texts.", ComponentType.StringSelect, {
    ...menu,
    options: listOf(
      "Up to 25 options.",
      object("An option.", {
        label: optionText("The text that users see."),
        value: optionText("The value sent in the interaction."),
        description: optional(optionText("Additional description.")),
        emoji: optional(componentEmoji),
        default: optional(flag("Selected by default."))
      }),
      1,
      Limits.SELECT_OPTIONS_MAX
    )
  }),
  component("A select menu of users.", ComponentType.UserSelect, { ...menu, default_values: defaults(chosenUser) }),
  component("A select menu of roles.", ComponentType.RoleSelect, { ...menu, default_values: defaults(chosenRole) }),
  component("A select menu of users and roles.", ComponentType.MentionableSelect, {
    ...menu,
    default_values: defaults(Schema.Union(chosenUser, chosenRole))
  }),
  component("A select menu of channels.", ComponentType.ChannelSelect, {
    ...menu,
    default_values: defaults(chosenChannel),
    channel_types: optional(setOf("Offer only channels of these types.", channelType, 0, 10))
  })
] as const

const actionRow = component("An action row: buttons, or one select menu.", ComponentType.ActionRow, {
  components: listOf("Up to 5 buttons, or one menu.", oneOfTypes(...buttons, ...selects), 1, Limits.BUTTONS_MAX)
})

/** A text in Discord's markdown. */
export const textDisplay = component("A text.", ComponentType.TextDisplay, {
  content: text("The text, in Discord's markdown.", { max: Limits.COMPONENTS_TEXT_MAX })
})

const media = object("Where it is.", {
  url: url("A URL, or attachment://name of a file in files.", { attachment: true })
})

/** A picture or video. */
export const medium = {
  media,
  description: optional(text("Alternative text.", { max: Limits.MEDIA_DESCRIPTION_MAX })),
  spoiler: optional(flag("Hidden as a spoiler."))
}

const thumbnail = component("A small picture.", ComponentType.Thumbnail, medium)

/** What stands beside the texts of a section. */
export const accessory = oneOfTypes(thumbnail, ...buttons)

const section = component("Texts with a picture or button beside them.", ComponentType.Section, {
  components: listOf("Up to 3 texts.", textDisplay, 1, Limits.SECTION_TEXTS_MAX),
  accessory: accessory.annotations({ description: "The picture or button beside the texts." })
})

const gallery = component("Pictures and videos.", ComponentType.MediaGallery, {
  items: listOf("Up to 10 items.", object("A picture or video.", medium), 1, Limits.GALLERY_ITEMS_MAX)
})

const fileComponent = component("A file of the message.", ComponentType.File, {
  file: object("Which file.", { url: url("attachment:// and the file's name.", { attachment: true }) }),
  spoiler: optional(flag("Hidden as a spoiler."))
})

const separator = component("A gap.", ComponentType.Separator, {
  divider: optional(flag("Show a line.")),
  spacing: optional(oneOf("1 small, 2 large.", SeparatorSpacingSize.Small, SeparatorSpacingSize.Large))
})

/** What stands in a container, and beside one. */
export const containable = [actionRow, textDisplay, section, gallery, fileComponent, separator] as const

/** A box around others. */
export const container = component("A container for other components.", ComponentType.Container, {
  components: listOf("The components inside.", oneOfTypes(...containable), 1, Limits.COMPONENTS_MAX),
  accent_color: optional(integer("The colour of its edge, as a number: 0xRRGGBB.", 0, 0xffffff)),
  spoiler: optional(flag("Hidden as a spoiler."))
})

/** One component of a message. */
export const topLevelComponent = oneOfTypes(...containable, container)

/** The components of a message: rows of buttons and menus, or a whole layout of texts, pictures and boxes. */
export const components = brief(
  "Discord's component tree, as in messages_send.",
  listOf("Components.", topLevelComponent, 0, Limits.COMPONENTS_MAX)
)

/** The same, with the tree in one line: as a schema it would be larger than all other fields together. */
export const explainedComponents = brief(
  "Discord's component tree: {type, …} by type. 1 row {components: buttons or one menu}; 2 button {style 1-4, label, custom_id} or {style: 5, label, url}; 3 menu {custom_id, options: [{label, value}]}; 5 user, 6 role, 8 channel menu {custom_id}. From 9 on in place of content, embeds, stickers and poll: 9 section {components: texts, accessory: button or thumbnail}; 10 text {content}; 11 thumbnail {media: {url}}; 12 gallery {items: [{media: {url}}]}; 13 file {file: {url}}; 14 separator; 17 container {components, accent_color}.",
  components
)
