/** The plan of a guild: what differs from its blueprint, and the calls that change that. Pure. */

import type { Risk } from "../discord/Permit.ts"
import { formatPath } from "../errors/validationIssues.ts"
import { emojiParts } from "../objects/schema/emoji.ts"
import { DEFAULT_CHANNELS_MIN } from "../objects/schema/limits.ts"
import { didYouMean } from "../text/nearestName.ts"
import type { PlannedCall } from "../tools/Tool.ts"
import { allChannels, channelReferences, roleReferences } from "./checkDocument.ts"
import type { Document } from "./document.ts"
import type { ChannelEntry } from "./entries.ts"
import type { GuildState } from "./GuildState.ts"
import { type Change, PlanDraft, type PlanOptions, type Unreachable } from "./PlanDraft.ts"
import type { Problem } from "./parseText.ts"
import { planChannels } from "./planChannels.ts"
import { planOnboarding } from "./planOnboarding.ts"
import { planPictures } from "./planPictures.ts"
import { planRoles } from "./planRoles.ts"
import { planRules } from "./planRules.ts"
import { planSettings } from "./planSettings.ts"
import { takenAway } from "./takenAway.ts"

/** A plan. Without changes, the guild is as its blueprint, as far as the bot can reach it. */
export interface Plan {
  readonly changes: ReadonlyArray<Change>
  /** What the plan cannot do. It is left as it is. */
  readonly unreachable: ReadonlyArray<Unreachable>
  readonly notices: ReadonlyArray<string>
  /** The calls, in order. */
  readonly steps: ReadonlyArray<PlannedCall>
  /** The risk of the riskiest change. */
  readonly risk: Risk
}

/** Compares a guild with a blueprint. The blueprint has passed `readDocument`. */
export const planOf = (state: GuildState, document: Document, options: PlanOptions = {}): Plan => {
  const draft = new PlanDraft(state, document, options)
  draft.document = withoutForeignEmojis(draft)
  const { guild: guildId } = document.ids ?? {}
  if (guildId !== undefined && guildId !== state.guild.id) {
    draft.notices.push("The ids of the blueprint are of another guild, and were ignored: names decide.")
  }
  planRoles(draft)
  planChannels(draft)
  planRules(draft)
  planPictures(draft, "emojis")
  planPictures(draft, "stickers")
  planSettings(draft)
  planOnboarding(draft)
  draft.notices.push(...renamesNotMade(draft), ...permissionsLacked(draft))
  const { notices, steps, unreachable } = draft
  const changes = draft.changes.map((change) =>
    change.action !== "create" && (change.fields ?? []).some((field) => takenAway(field).length > 0)
      ? { ...change, risk: "destructive" as const }
      : change
  )
  return {
    changes,
    unreachable,
    notices: [...new Set(notices)],
    steps,
    risk: changes.some(({ risk }) => risk === "destructive") ? "destructive" : changes.length > 0 ? "write" : "read"
  }
}

/**
 * Returns the document without custom emojis that are not of the guild, which Discord refuses. One that the guild still
 * shows, although it is deleted, stays.
 */
const withoutForeignEmojis = (draft: PlanDraft): Document => {
  const { current, document, state } = draft
  const own = new Set([
    ...(state.guild.emojis ?? []).map(({ id }) => id),
    ...[...JSON.stringify(current.document).matchAll(/"\w+:(\d{17,20})"/g)].map(([, id]) => id)
  ])
  const availableEmoji = (emoji = "", object: string, name: string, field: string) => {
    const { id } = emojiParts(emoji)
    if (id === undefined || own.has(id)) return emoji
    draft.cannot(object, name, "has an emoji that this guild lacks: it is left out", field)
    return ""
  }
  const inChannel = ({
    available_tags: tags,
    channels,
    default_reaction_emoji: reaction,
    ...channel
  }: ChannelEntry): ChannelEntry => ({
    ...channel,
    ...(reaction !== undefined && {
      default_reaction_emoji: availableEmoji(reaction, "channel", channel.name, "default_reaction_emoji")
    }),
    ...(tags && {
      available_tags: tags.map((tag) => ({
        ...tag,
        emoji: availableEmoji(tag.emoji, "channel", channel.name, "available_tags")
      }))
    }),
    ...(channels && { channels: channels.map(inChannel) })
  })
  const { channels, onboarding, welcome_screen: welcome } = document
  return {
    ...document,
    ...(channels && { channels: channels.map(inChannel) }),
    ...(welcome?.channels && {
      welcome_screen: {
        ...welcome,
        channels: welcome.channels.map((one) => ({
          ...one,
          emoji: availableEmoji(one.emoji, "welcome_screen", one.channel, "channels")
        }))
      }
    }),
    ...(onboarding?.prompts && {
      onboarding: {
        ...onboarding,
        prompts: onboarding.prompts.map((prompt) => ({
          ...prompt,
          options: prompt.options.map((option) => ({
            ...option,
            emoji: availableEmoji(option.emoji, "onboarding", prompt.title, "prompts")
          }))
        }))
      }
    })
  }
}

/** An entry with a new name and without its key is a new object. Says how to rename the one that `ids` names. */
const renamesNotMade = (draft: PlanDraft): ReadonlyArray<string> =>
  (["roles", "channels"] as const).flatMap((section) => {
    const { changes, document } = draft
    const noun = section.slice(0, -1)
    const isCreated = changes.some(({ action, object }) => action === "create" && object === noun)
    const entries =
      section === "roles" ? (document.roles ?? []) : allChannels(document.channels ?? []).map(({ entry }) => entry)
    const keys = new Set(entries.map(({ key, name }) => key ?? name))
    const present = new Set(draft.currentIds(section).values())
    const left = [...draft.ids(section)].filter(([key, id]) => !keys.has(key) && present.has(id))
    return isCreated && left.length > 0
      ? [
          `${left.length === 1 ? `A ${noun} of ids has` : `${left.length} ${section} of ids have`} no entry. To rename one instead of creating a ${noun}, set the entry's key to its key in ids.`
        ]
      : []
  })

const permissionsLacked = ({ changes, own }: PlanDraft): ReadonlyArray<string> => {
  const lacked = own.lacks(changes.map(({ object }) => object))
  return lacked.length === 0
    ? []
    : [
        `The bot lacks ${lacked.join(" and ")} in this guild: changes that need ${lacked.length === 1 ? "this permission" : "these permissions"} can fail.`
      ]
}

/** Returns the problems of a document that only its guild shows. */
export const problemsIn = (state: GuildState, document: Document): ReadonlyArray<Problem> => {
  const draft = new PlanDraft(state, document, {})
  return [...unknownReferences(draft), ...onboardingProblems(draft)]
}

/** Returns the references to parts of the guild that do not exist. The document has no such section. */
const unknownReferences = (draft: PlanDraft): ReadonlyArray<Problem> => {
  const { document } = draft
  return (["roles", "channels"] as const).flatMap((section) =>
    document[section] !== undefined
      ? []
      : (section === "roles" ? roleReferences(document) : channelReferences(document)).flatMap(({ key, path }) =>
          draft.resolve(section, key) !== undefined
            ? []
            : [
                {
                  path: formatPath(path),
                  message: `is no ${section.slice(0, -1)} of this guild${didYouMean(key, [...draft.currentIds(section).keys()])}`,
                  code: "unknown_reference"
                }
              ]
        )
  )
}

/** Discord enables onboarding only with seven default channels. Those that the bot cannot view count, and are kept. */
const onboardingProblems = ({ current, document, state }: PlanDraft): ReadonlyArray<Problem> => {
  const { default_channels: channels, enabled, mode } = document.onboarding ?? {}
  if (enabled !== true || mode !== "default" || channels === undefined) return []
  const hidden = (state.onboarding?.default_channel_ids ?? []).filter((id) => current.channelKey(id) === undefined)
  return channels.length + hidden.length >= DEFAULT_CHANNELS_MIN
    ? []
    : [
        {
          path: "onboarding.default_channels",
          message: `must have at least ${DEFAULT_CHANNELS_MIN} channels while onboarding is enabled`,
          code: "limit"
        }
      ]
}

/** Returns the ids of channels that a document means and the list of a guild lacks. */
export const missingChannels = (state: GuildState, { channels, ids }: Document): ReadonlyArray<string> => {
  if (channels === undefined || (ids?.guild ?? state.guild.id) !== state.guild.id) return []
  const listed = new Set(state.channels.map(({ id }) => id))
  return Object.values(ids?.channels ?? {}).filter((id) => !listed.has(id))
}
