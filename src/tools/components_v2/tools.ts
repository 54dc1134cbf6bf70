import { ComponentType } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { group } from "../dsl/defineTool.ts"
import { custom, patch, post } from "../dsl/toolBuilders.ts"
import { toChange, toSend } from "../messages/failureSets.ts"
import {
  editLocal,
  type MessageParts,
  messageFiles,
  messageFlags,
  messageLocal,
  messageRenames,
  messageRisk,
  toBody,
  toEdit
} from "../messages/fields.ts"
import { oneMessage, sentMessage } from "../messages/jumpUrl.ts"
import { pingFacts } from "../messages/pings.ts"
import { editIssues, messageIssues } from "../messages/rules.ts"
import { brief, choice, described, flag, integer, listOf, object, optional, text, url } from "../shared/fields.ts"
import { ChannelId, MessageId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { accessory, type components, medium, topLevelComponent } from "./fields.ts"
import { drawing } from "./rendering.ts"
import { componentIssues } from "./rules.ts"
import { built, templateNames, vars, varsIssues } from "./templates.ts"
import { validateComponents } from "./validate.ts"

const channel_id = described("The channel or thread.", ChannelId)

const tree = brief(
  "Components by type, as in messages_send.",
  listOf("Components.", topLevelComponent, 1, Limits.COMPONENTS_MAX)
)

/** A component that is made here, if nothing is wrong with it. `at` is where its parts stand in the input. */
const issuesOf = (component: (typeof components.Type)[number], at: string): ReadonlyArray<ValidationIssue> =>
  componentIssues([component], true).map((issue) => ({
    ...issue,
    path: issue.path === "components" ? at : issue.path.replace("components[0].", "")
  }))

type TopLevel = (typeof components.Type)[number]
type Boxed = Exclude<TopLevel, { readonly type: ComponentType.Container }>

/** A box around all components but boxes, which are refused before. */
const box = ({
  components,
  ...edge
}: {
  readonly components: ReadonlyArray<TopLevel>
  readonly accent_color?: number
  readonly spoiler?: boolean
}): TopLevel => ({
  type: ComponentType.Container,
  components: components.filter((it): it is Boxed => it.type !== ComponentType.Container),
  ...edge
})

const section = ({
  accessory: beside,
  text
}: {
  readonly accessory: typeof accessory.Type
  readonly text: ReadonlyArray<string>
}): TopLevel => ({
  type: ComponentType.Section,
  components: text.map((content) => ({ type: ComponentType.TextDisplay, content })),
  accessory: beside
})

const made = (component: (typeof components.Type)[number]) =>
  Effect.succeed({ value: { component }, ours: true as const })

const written = {
  allowed_mentions: messageLocal.allowed_mentions,
  files: messageLocal.files,
  flags: optional(messageFlags("suppress_notifications")),
  reply_to: optional(described("The message to reply to.", MessageId))
}
const needs = ["VIEW_CHANNEL", "SEND_MESSAGES"] as const

/** A message that is a layout, whatever its components are. */
const laidOut = <A extends Pick<MessageParts, "flags">>({ flags = [], ...message }: A) => ({
  ...message,
  flags: [...flags, "is_components_v2"] as const
})

const body = ({ reply_to, ...input }: MessageParts & { readonly reply_to?: string }) => ({
  ...toBody(laidOut(input)),
  ...(reply_to !== undefined && { message_reference: { message_id: reply_to, fail_if_not_exists: true } })
})
const renames = { ...messageRenames, message_reference: "reply_to" }

/** Messages that are layouts: texts, pictures, boxes, buttons and menus in any order. */
export const tools = group("components_v2", [
  custom("components_v2_build_container", {
    description: "Build and check a container with a coloured edge for components_v2_send.",
    fields: {
      components: tree,
      accent_color: optional(integer("Edge colour as a number, 0xRRGGBB.", 0, 0xffffff)),
      spoiler: optional(flag("Hidden as a spoiler."))
    },
    risk: "read",
    validate: (input) => [
      ...input.components.flatMap((it, index) =>
        it.type === ComponentType.Container
          ? [{ path: `components[${index}].type`, message: "a container cannot contain a container", code: "invalid" }]
          : []
      ),
      ...issuesOf(box(input), "components")
    ],
    run: (input) => made(box(input))
  }),
  custom("components_v2_build_section", {
    description: "Build and check a section of up to 3 texts beside a picture or button for components_v2_send.",
    fields: {
      text: listOf(
        "Up to 3 texts, in Discord's markdown.",
        text("A text.", { max: Limits.COMPONENTS_TEXT_MAX }),
        1,
        Limits.SECTION_TEXTS_MAX
      ),
      accessory: brief(
        "The picture or button beside the texts: 11 thumbnail {media: {url}}, or 2 button, as in messages_send: {type*}",
        accessory
      )
    },
    risk: "read",
    validate: (input) => issuesOf(section(input), "text"),
    run: (input) => made(section(input))
  }),
  custom("components_v2_build_media_gallery", {
    description: "Build a gallery of up to 10 pictures or videos for components_v2_send.",
    fields: {
      items: listOf(
        "Up to 10 pictures or videos.",
        object("A picture or video.", {
          url: url("A URL, or attachment://name of a file in files.", { attachment: true }),
          description: medium.description,
          spoiler: medium.spoiler
        }),
        1,
        Limits.GALLERY_ITEMS_MAX
      )
    },
    risk: "read",
    run: ({ items }) =>
      made({ type: ComponentType.MediaGallery, items: items.map(({ url, ...it }) => ({ ...it, media: { url } })) })
  }),
  custom("components_v2_validate", {
    description: "Check a component tree against Discord's rules and list all problems. Nothing is sent.",
    fields: {
      components: brief("The component tree, as in messages_send.", Schema.Array(Schema.Unknown))
    },
    risk: "read",
    run: ({ components }) => Effect.succeed({ value: validateComponents(components), ours: true })
  }),
  custom("components_v2_preview", {
    description: "Render a component tree as plain text. Nothing is sent.",
    fields: { components: tree },
    risk: "read",
    validate: ({ components }) => componentIssues(components, true),
    run: ({ components }) => Effect.succeed({ value: { preview: drawing(components) }, ours: true })
  }),
  post("components_v2_send", "/channels/{channel_id}/messages", {
    description:
      "Send a layout of components as a message, without content and embeds. For a predefined layout use components_v2_send_from_template.",
    path: { channel_id },
    options: { components: tree, ...written },
    repeat: "nonce",
    permissions: needs,
    failures: toSend,
    riskOf: messageRisk,
    validate: (input) => messageIssues(laidOut(input)),
    files: messageFiles,
    toBody: body,
    renames,
    toResult: sentMessage,
    preview: pingFacts
  }),
  post("components_v2_send_from_template", "/channels/{channel_id}/messages", {
    description:
      "Send a predefined layout. Presses of a question's buttons reach the application as interactions; for a vote use the poll of messages_send.",
    path: { channel_id },
    options: { template: choice("The template.", ...templateNames), vars, ...written },
    repeat: "nonce",
    permissions: needs,
    failures: toSend,
    riskOf: messageRisk,
    validate: ({ template, vars, ...input }) => {
      const issues = varsIssues(template, vars)
      return issues.length > 0 ? issues : messageIssues(laidOut({ ...input, components: built(template, vars) }))
    },
    files: messageFiles,
    toBody: ({ template, vars, ...input }) => body({ ...input, components: built(template, vars) }),
    renames: { ...renames, components: "vars" },
    toResult: sentMessage,
    preview: pingFacts
  }),
  patch("components_v2_edit", "/channels/{channel_id}/messages/{message_id}", {
    description:
      "Replace the layout of a message that the bot sent. An ordinary message becomes a layout permanently and loses its text and embeds.",
    path: { channel_id, message_id: described("The message.", MessageId) },
    options: {
      components: tree,
      allowed_mentions: editLocal.allowed_mentions,
      files: editLocal.files,
      keep_attachments: editLocal.keep_attachments
    },
    riskOf: messageRisk,
    validate: (input) => editIssues(laidOut({ ...input, flags: [] })),
    files: messageFiles,
    toBody: (input) => toEdit(laidOut({ ...input, flags: [] })),
    renames: messageRenames,
    toResult: oneMessage,
    failures: toChange,
    preview: pingFacts
  })
])
