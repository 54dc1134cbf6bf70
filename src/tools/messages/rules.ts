/** Validates rules across the fields of a message (Discord docs, message resource and components). */
import { AllowedMentionsTypes, ComponentType } from "discord-api-types/v10"
import { Array, pipe } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import type { components } from "../components_v2/fields.ts"
import { componentIssues } from "../components_v2/rules.ts"
import { issueIf } from "../dsl/checks.ts"
import type { embeds } from "./embed.ts"
import type { allowedMentions } from "./mentions.ts"

/** The fields that are validated. Each kind of message has some of them. */
export interface ValidatedParts {
  readonly content?: string
  readonly embeds?: typeof embeds.Type
  readonly components?: typeof components.Type
  readonly sticker_ids?: ReadonlyArray<string>
  readonly poll?: unknown
  readonly files?: ReadonlyArray<unknown>
  readonly flags?: ReadonlyArray<string>
  readonly allowed_mentions?: typeof allowedMentions.Type
}

/** Returns whether a message uses Components V2: by its flag, or by a component other than an action row. */
export const hasLayout = ({ components = [], flags = [] }: Pick<ValidatedParts, "components" | "flags">): boolean =>
  flags.includes("is_components_v2") || components.some(({ type }) => type !== ComponentType.ActionRow)

/** Validates a new message. `prefix` is prepended to each issue path, such as `message.` in a forum post. */
export const messageIssues = (input: ValidatedParts, prefix = ""): ReadonlyArray<ValidationIssue> =>
  isEmpty(input)
    ? [{ path: `${prefix}content`, message: `a message needs ${PARTS}`, code: "empty_message" }]
    : partIssues(input, prefix)

/** Validates a message that can be sent in parts. */
export const sendIssues = (input: PartableParts, prefix = ""): ReadonlyArray<ValidationIssue> => {
  const issues = messageIssues(input, prefix)
  const { content = "", from_part, split } = input
  if (split === true || (content.length <= Limits.MESSAGE_CONTENT_MAX && from_part === undefined)) return issues
  const length = [...content].length
  return [
    ...issueIf(
      length > Limits.MESSAGE_CONTENT_MAX,
      `${prefix}content`,
      `must be at most ${Limits.MESSAGE_CONTENT_MAX} characters, is ${length}: with split: true it is sent as several messages`,
      "too_long"
    ),
    ...issueIf(from_part !== undefined, "from_part", "needs split: true", "required"),
    ...issues
  ]
}

/** The flag of a voice message. */
const VOICE = "is_voice_message"

/** Returns the rules of a voice message (Discord docs, message resource, voice messages). */
export const voiceIssues = (input: PartableParts): ReadonlyArray<ValidationIssue> => {
  if (input.flags?.includes(VOICE) !== true) return []
  const others = ["content", "embeds", "components", "sticker_ids", "poll", "split"] as const
  return [
    ...others.flatMap((field) =>
      issueIf(
        isSent(input[field]),
        field,
        "is not possible in a voice message: send it before or after, as a message without the flag is_voice_message",
        "exclusive"
      )
    ),
    ...issueIf(
      input.files?.length !== 1,
      "files",
      "must be one OGG file with Opus for a voice message: send each recording as its own message",
      "required"
    )
  ]
}

const isSent = (value: unknown): boolean =>
  value !== undefined && value !== "" && value !== false && !(Array.isArray(value) && value.length === 0)

interface PartableParts extends ValidatedParts {
  readonly split?: boolean
  readonly from_part?: number
}

/** Validates an edit. An empty list is a change: it removes the old content. */
export const editIssues = (
  input: ValidatedParts & { readonly keep_attachments?: ReadonlyArray<string> }
): ReadonlyArray<ValidationIssue> => {
  const fields = [input.content, input.embeds, input.components, input.flags, input.files, input.keep_attachments]
  if (fields.every((field) => field === undefined))
    return [{ path: "content", message: "set at least one field to change", code: "empty_change" }]
  return [
    ...partIssues(input, ""),
    ...(isFilled(input.files) && input.keep_attachments === undefined
      ? [
          {
            path: "keep_attachments",
            message: "is required with files: list the attachments to keep, or [] for none",
            code: "required"
          }
        ]
      : []),
    ...((input.files?.length ?? 0) + (input.keep_attachments?.length ?? 0) > Limits.FILES_MAX
      ? [
          {
            path: "files",
            message: `a message may have at most ${Limits.FILES_MAX} files, kept ones included`,
            code: "too_many"
          }
        ]
      : [])
  ]
}

const PARTS = "content, embeds, files, a sticker, a poll or components"

const isFilled = (list: ReadonlyArray<unknown> | undefined): boolean => list !== undefined && list.length > 0

const isEmpty = ({ components, content = "", embeds, files, poll, sticker_ids }: ValidatedParts): boolean =>
  content.trim() === "" && poll === undefined && ![embeds, files, sticker_ids, components].some(isFilled)

const partIssues = (input: ValidatedParts, prefix: string): ReadonlyArray<ValidationIssue> => {
  const { allowed_mentions, components, embeds, flags } = input
  // The rules concern these parts. A plain text has none of them.
  if ((embeds ?? components ?? flags ?? allowed_mentions) === undefined) return []
  return [
    ...embedIssues(embeds ?? []),
    ...layoutIssues(input),
    ...componentIssues(components ?? [], hasLayout(input)),
    ...mentionIssues(allowed_mentions ?? {})
  ].map((issue) => ({ ...issue, path: prefix + issue.path }))
}

const embedIssues = (list: typeof embeds.Type): ReadonlyArray<ValidationIssue> => {
  const length = pipe(list, Array.flatMap(textsOf), Array.join(""), (all) => [...all].length)
  return [
    ...list.flatMap((embed, index) =>
      Object.keys(embed).some((part) => part !== "color" && part !== "timestamp" && part !== "url")
        ? []
        : [
            {
              path: `embeds[${index}]`,
              message: "is empty: give it a title or a description",
              code: "empty_embed"
            }
          ]
    ),
    ...(length > Limits.EMBEDS_TEXT_MAX
      ? [
          {
            path: "embeds",
            message: `all embeds together may have at most ${Limits.EMBEDS_TEXT_MAX} characters, these have ${length}`,
            code: "too_long"
          }
        ]
      : [])
  ]
}

/** Returns the texts that count towards the limit (Discord docs, message resource, embed limits). */
const textsOf = ({ author, description, fields = [], footer, title }: (typeof embeds.Type)[number]) => [
  title ?? "",
  description ?? "",
  author?.name ?? "",
  footer?.text ?? "",
  ...fields.flatMap(({ name, value }) => [name, value])
]

const layoutIssues = (input: ValidatedParts): ReadonlyArray<ValidationIssue> => {
  if (!hasLayout(input)) return []
  const excluded = {
    content: (input.content ?? "") !== "",
    embeds: isFilled(input.embeds),
    sticker_ids: isFilled(input.sticker_ids),
    poll: input.poll !== undefined
  }
  return Object.entries(excluded).flatMap(([path, isSet]) =>
    isSet
      ? [
          {
            path,
            message: "cannot be combined with components of types 9 to 17: put the content into the components",
            code: "exclusive"
          }
        ]
      : []
  )
}

const mentionIssues = ({ parse = [], roles, users }: typeof allowedMentions.Type): ReadonlyArray<ValidationIssue> =>
  (
    [
      [AllowedMentionsTypes.User, users],
      [AllowedMentionsTypes.Role, roles]
    ] as const
  ).flatMap(([kind, ids]) =>
    parse.includes(kind) && isFilled(ids)
      ? [{ path: `allowed_mentions.${kind}`, message: `cannot be set while parse contains ${kind}`, code: "exclusive" }]
      : []
  )
