import { ComponentType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { choice, color, described, flag, listOf, object, optional, text, url } from "../../objects/schema/fields.ts"
import { channel_id, message_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { issueIf } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { custom, patch, post } from "../dsl/toolBuilders.ts"
import { toChange, toSend } from "../messages/failureSets.ts"
import {
  editOptions,
  failIfNotExists,
  layoutFlags,
  type MessageParts,
  messageFiles,
  messageOptions,
  messageRenames,
  messageRisk,
  replyTo,
  toBody,
  toEdit
} from "../messages/fields.ts"
import { tables, toRenderable } from "../messages/markdown.ts"
import { contentText, pingFacts } from "../messages/preview.ts"
import { editing } from "../messages/published.ts"
import { editIssues, messageIssues } from "../messages/rules.ts"
import { pingNotice } from "../messages/silentMentions.ts"
import { unansweredComponents } from "../messages/unanswered.ts"
import { oneMessage, sentMessage } from "../messages/view.ts"
import { accessory, COMPONENT_TYPES, mediaFields, type TopLevelComponent, topLevelComponent } from "./fields.ts"
import { anyComponent } from "./oneOfTypes.ts"
import { renderComponents } from "./rendering.ts"
import { componentIssues } from "./rules.ts"
import { templateComponents, templateNames, vars, varsIssues } from "./templates.ts"
import { validateComponents } from "./validate.ts"

const components = listOf("Component tree, as in components_v2_send.", topLevelComponent, 1, Limits.COMPONENTS_MAX)

/** Validates a component that a tool builds. `field`: the input field for issues of the component itself. */
const builtIssues = (component: TopLevelComponent, field: string): ReadonlyArray<ValidationIssue> =>
  componentIssues([component], true).map((issue) => ({
    ...issue,
    path: issue.path === "components" ? field : issue.path.replace("components[0].", "")
  }))

const isContainer = (it: TopLevelComponent) => it.type === ComponentType.Container

const containerOf = ({
  components,
  ...edge
}: {
  readonly components: ReadonlyArray<TopLevelComponent>
  readonly accent_color?: number
  readonly spoiler?: boolean
}): TopLevelComponent => ({
  type: ComponentType.Container,
  // `validate` rejects a container in a container.
  components: components.filter((it) => !isContainer(it)),
  ...edge
})

const sectionOf = ({
  accessory: beside,
  text
}: {
  readonly accessory: typeof accessory.Type
  readonly text: ReadonlyArray<string>
}): TopLevelComponent => ({
  type: ComponentType.Section,
  components: text.map((content) => ({ type: ComponentType.TextDisplay, content })),
  accessory: beside
})

const componentResult = (component: TopLevelComponent) =>
  Effect.succeed({ value: { component }, fromServer: true as const })

const layoutOptions = {
  allowed_mentions: messageOptions.allowed_mentions,
  files: messageOptions.files,
  flags: optional(layoutFlags),
  reply_to: optional(replyTo),
  fail_if_not_exists: failIfNotExists,
  tables
}

/** Adds the flag that makes a message a layout, regardless of its components. */
const withLayoutFlag = <A extends Pick<MessageParts, "flags">>({ flags = [], ...message }: A) => ({
  ...message,
  flags: [...flags, "is_components_v2"] as const
})

const layoutBody = (input: MessageParts) => toBody(withLayoutFlag(input))

/** The definition parts of a tool that sends a layout. */
const sending = {
  asks: ["pings_everyone"],
  repeat: "nonce",
  failures: toSend,
  riskOf: messageRisk,
  rewrite: toRenderable,
  files: messageFiles,
  toResult: sentMessage,
  afterwards: pingNotice,
  shownAs: { template: "components", vars: "components" },
  preview: pingFacts
} as const
const CHANNEL = "1248328050278400010"
const title = { type: 10, content: "# Spring tide" }
const button = { type: 1, components: [{ type: 2, style: 5, label: "Tides", url: "https://tidepool.example" }] }
const layout = { components: [{ type: 17, components: [title, button] }] }

const synonyms = {
  components_v2_send:
    "message with buttons, layout, select menu, container, send a card, send a layout, card with buttons, message with a gallery, gallery and buttons, send components, add buttons, dropdown, action row, buttons in a message",
  components_v2_send_from_template:
    "ready-made layout, nice announcement layout, announcement card, status card, question with buttons, release notes card, predefined card",
  components_v2_edit:
    "change buttons of a message, edit a layout, edit a card, replace a layout, update components, disable the buttons of a message",
  components_v2_build_container: "container with a color, make a card, accent color box, colored box",
  components_v2_build_section: "section with a thumbnail, text beside a picture, text beside a button",
  components_v2_build_media_gallery: "image gallery, picture gallery, album, several pictures in a grid, carousel",
  components_v2_validate:
    "check a layout, check components, layout for mistakes, is the layout valid, problems of a layout, validate components, lint a layout, check a component layout before sending",
  components_v2_preview: "preview a layout, how will the layout look, show components as text, preview a message layout"
}

/** Messages with layouts: texts, pictures, containers, buttons and menus in any order. */
export const tools = group({ category: "components_v2", synonyms }, [
  custom("components_v2_build_container", {
    description: "Build and check a container with a coloured edge for components_v2_send.",
    example: { components: [title, button], accent_color: 0x2b6cb0 },
    fields: {
      components,
      accent_color: optional(color("Edge colour as a number, 0xRRGGBB.")),
      spoiler: optional(flag("Whether it is hidden as a spoiler; false by default."))
    },
    risk: "read",
    validate: (input) => [
      ...input.components.flatMap((it, index) =>
        issueIf(isContainer(it), `components[${index}].type`, "a container cannot contain a container", "invalid")
      ),
      ...builtIssues(containerOf(input), "components")
    ],
    run: (input) => componentResult(containerOf(input))
  }),
  custom("components_v2_build_section", {
    description: "Build and check a section of up to 3 texts beside a picture or button for components_v2_send.",
    example: {
      text: ["**Starfish** have no brain."],
      accessory: { type: 11, media: { url: "https://tidepool.example/starfish.png" } }
    },
    fields: {
      text: listOf(
        "Up to 3 texts, in Discord's markdown.",
        text("A text.", { max: Limits.COMPONENTS_TEXT_MAX }),
        1,
        Limits.SECTION_TEXTS_MAX
      ),
      accessory: described(
        "The picture or button beside the texts: 11 thumbnail {media: {url}}, or 2 button, as in components_v2_send.",
        accessory
      )
    },
    risk: "read",
    validate: (input) => builtIssues(sectionOf(input), "text"),
    run: (input) => componentResult(sectionOf(input))
  }),
  custom("components_v2_build_media_gallery", {
    description: "Build a gallery of up to 10 pictures or videos for components_v2_send.",
    fields: {
      items: listOf(
        "Up to 10 pictures or videos.",
        object("A picture or video.", {
          url: url("A URL, or attachment://name of a file in files.", { attachment: true }),
          description: mediaFields.description,
          spoiler: mediaFields.spoiler
        }),
        1,
        Limits.GALLERY_ITEMS_MAX
      )
    },
    risk: "read",
    run: ({ items }) =>
      componentResult({
        type: ComponentType.MediaGallery,
        items: items.map(({ url, ...it }) => ({ ...it, media: { url } }))
      })
  }),
  custom("components_v2_validate", {
    description: "Check a component tree against Discord's rules and list all problems. Nothing is sent.",
    example: layout,
    fields: {
      components: Schema.Array(Schema.Unknown).annotations({
        // The schema accepts any item, so that the result can report the problems of an item.
        jsonSchema: { type: "array", description: "Component tree, as in components_v2_send.", items: anyComponent }
      })
    },
    risk: "read",
    run: ({ components }) => Effect.succeed({ value: validateComponents(components), fromServer: true })
  }),
  custom("components_v2_preview", {
    description: "Render a component tree as plain text. Nothing is sent.",
    example: layout,
    fields: { components },
    risk: "read",
    validate: ({ components }) => componentIssues(components, true),
    run: ({ components }) => Effect.succeed({ value: { preview: renderComponents(components) }, fromServer: true })
  }),
  post("components_v2_send", "/channels/{channel_id}/messages", {
    description:
      "Send a layout of components as a message, without content and embeds. For a predefined layout use components_v2_send_from_template.",
    example: { channel_id: CHANNEL, ...layout },
    path: { channel_id },
    options: { components: described(COMPONENT_TYPES, components), ...layoutOptions },
    ...sending,
    validate: (input) => messageIssues(withLayoutFlag(input)),
    toBody: layoutBody,
    renames: messageRenames
  }),
  post("components_v2_send_from_template", "/channels/{channel_id}/messages", {
    description:
      "Send a predefined layout. Presses of a question's buttons reach the application as interactions; for a vote use the poll of messages_send.",
    path: { channel_id },
    options: { template: choice("The template.", ...templateNames), vars, ...layoutOptions },
    ...sending,
    validate: ({ template, vars, ...input }) => {
      const issues = varsIssues(template, vars)
      return issues.length > 0
        ? issues
        : messageIssues(withLayoutFlag({ ...input, components: templateComponents(template, vars) }))
    },
    toBody: ({ template, vars, ...input }) => layoutBody({ ...input, components: templateComponents(template, vars) }),
    renames: { ...messageRenames, components: "vars" },
    // The texts of the template are not among the arguments.
    preview: ({ template, vars, ...input }) =>
      Effect.map(pingFacts(input), (facts) => ({
        components: templateComponents(template, vars).map(contentText),
        ...facts
      }))
  }),
  patch("components_v2_edit", "/channels/{channel_id}/messages/{message_id}", {
    description:
      "Replace the layout of a message that the bot sent. An ordinary message becomes a layout permanently and loses its text and embeds.",
    example: { channel_id: CHANNEL, message_id: "1301540266803200077", ...layout },
    path: { channel_id, message_id },
    options: {
      components,
      allowed_mentions: editOptions.allowed_mentions,
      files: editOptions.files,
      keep_attachments: editOptions.keep_attachments,
      tables
    },
    ...editing("/channels/{channel_id}/messages/{message_id}"),
    afterwards: unansweredComponents,
    riskOf: messageRisk,
    rewrite: toRenderable,
    validate: (input) => editIssues(withLayoutFlag({ ...input, flags: [] })),
    files: messageFiles,
    toBody: (input) => toEdit(withLayoutFlag({ ...input, flags: [] })),
    renames: messageRenames,
    toResult: oneMessage,
    failures: toChange
  })
])
