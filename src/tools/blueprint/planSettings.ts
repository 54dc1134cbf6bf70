/** Plans the settings of a guild, its welcome screen and its onboarding. */
import { ChannelType } from "discord-api-types/v10"
import { identity, Predicate } from "effect"
import * as Limits from "../shared/limits.ts"
import { emojiId } from "./channelArguments.ts"
import { guildChannels, requiredChannels } from "./checkDocument.ts"
import type { Document } from "./document.ts"
import { onboardingEntry, welcomeEntry } from "./documentOf.ts"
import { isCommunity } from "./GuildState.ts"
import { kindOfType } from "./kinds.ts"
import { fieldChanges, isSame, literal, type PlanDraft } from "./PlanDraft.ts"

/** Settings that only a Community guild has. */
const communityFields: ReadonlyArray<string> = [
  "description",
  "rules_channel",
  "public_updates_channel",
  "safety_alerts_channel",
  "preferred_locale"
]

/** Adds the changes of settings to a plan. */
export const planSettings = (plan: PlanDraft): void => {
  planGuild(plan)
  planWelcome(plan)
  planOnboarding(plan)
}

const isRequired = (field: string): boolean => requiredChannels.some((one) => one === field)

const isGuildChannel = (field: string): boolean => guildChannels.some((one) => one === field)

const planGuild = (plan: PlanDraft): void => {
  const { document, state } = plan
  if (document.guild === undefined) return
  const before: Readonly<Record<string, unknown>> = { ...plan.current.document.guild }
  const wanted: Readonly<Record<string, unknown>> = { ...document.guild }
  const fields = Object.entries(wanted).flatMap(([field, after]) => {
    if (!isGuildChannel(field)) {
      const same =
        Array.isArray(after) && Array.isArray(before[field])
          ? isSame(after.toSorted(), before[field].toSorted())
          : before[field] === after
      return same ? [] : [{ field, before: before[field], after }]
    }
    const id = after === "" ? "" : plan.resolve("channels", String(after))
    const kind = kindOfType(state.channels.find((channel) => channel.id === id)?.type ?? ChannelType.GuildText)
    const isWrong = isRequired(field) && kind !== "text" && kind !== "announcement"
    if (id === undefined) plan.cannot("guild", field, "its channel cannot be created")
    if (isWrong) plan.cannot("guild", field, "needs a text channel")
    // The channel can be hidden from the bot, and so has no key.
    return id === undefined || isWrong || id === (Object(state.guild)[`${field}_id`] ?? "")
      ? []
      : [{ field, before: before[field], after }]
  })
  const possible = fields.filter(({ after, field }) => {
    const reason = isCommunity(state)
      ? after === "" && isRequired(field)
        ? "a Community guild needs it"
        : undefined
      : communityFields.includes(field)
        ? "needs a Community guild"
        : undefined
    if (reason !== undefined) plan.cannot("guild", field, reason)
    return reason === undefined
  })
  if (possible.length === 0) return
  const clear: Array<string> = []
  const args = possible.flatMap(({ after, field }) => {
    const argument = isGuildChannel(field) ? `${field}_id` : field
    if (after === "") {
      clear.push(argument)
      return []
    }
    return [[argument, isGuildChannel(field) ? plan.resolve("channels", String(after)) : literal(after)]]
  })
  plan.changes.push({ action: "update", object: "guild", name: state.guild.name, risk: "write", fields: possible })
  plan.step("settings", "guild_modify", state.guild.name, {
    guild_id: state.guild.id,
    ...Object.fromEntries(args),
    ...(clear.length > 0 && { clear })
  })
}

/** Replaces the keys of channels and roles by ids; `undefined` if one of them cannot be reached. */
type Resolve = (section: "roles" | "channels", key: string) => string | undefined

const allOf = (section: "roles" | "channels", keys: ReadonlyArray<string> | undefined, resolve: Resolve) =>
  (keys ?? []).flatMap((key) => resolve(section, key) ?? [])

/** The keys of the guild as it is. */
const currentResolve =
  (plan: PlanDraft): Resolve =>
  (section, key) =>
    plan.currentId(section, key)

const welcomeOf = (screen: NonNullable<Document["welcome_screen"]>, resolve: Resolve) => ({
  ...(screen.enabled !== undefined && { enabled: screen.enabled }),
  ...(screen.description !== undefined && { description: screen.description }),
  ...(screen.channels !== undefined && {
    channels: screen.channels.flatMap(({ channel, description, emoji = "" }) => {
      const id = resolve("channels", channel)
      return id === undefined ? [] : [{ channel_id: id, description, emoji: emojiId(emoji) }]
    })
  })
})

const planWelcome = (plan: PlanDraft): void => {
  const { document, state } = plan
  const own = document.welcome_screen
  if (own === undefined) return
  if (!isCommunity(state) || state.welcome === undefined) {
    plan.cannot(WELCOME.object, WELCOME.name, "needs a Community guild, and MANAGE_GUILD")
    return
  }
  const current = welcomeEntry(state, state.welcome, plan.keyOf("channels"))
  const wanted: typeof own =
    own.channels === undefined
      ? own
      : { ...own, channels: plan.keeping("channels", own.channels, current.channels, ({ channel }) => channel) }
  const resolve: Resolve = (section, key) => plan.resolve(section, key)
  const refs = (wanted.channels ?? []).map(({ channel }) => channel)
  const fields = fieldChanges(welcomeOf(current, currentResolve(plan)), welcomeOf(wanted, resolve))
    .filter(({ field }) => field !== "channels" || plan.canKeep(WELCOME, field, refs, Limits.WELCOME_CHANNELS_MAX))
    .map(({ field }) => ({ field, before: valueOf(current, field), after: valueOf(wanted, field) }))
  if (fields.length === 0) return
  const names = fields.map(({ field }) => field)
  plan.changes.push({ action: "update", ...WELCOME, risk: "write", fields })
  plan.step("settings", "guild_modify_welcome_screen", WELCOME.name, {
    guild_id: state.guild.id,
    ...(names.includes("enabled") && { enabled: wanted.enabled }),
    ...(names.includes("description") &&
      (wanted.description === "" ? { clear: ["description"] } : { description: literal(wanted.description) })),
    ...(names.includes("channels") && {
      welcome_channels: (wanted.channels ?? []).flatMap(({ channel, description, emoji = "" }) => {
        const id = plan.resolve("channels", channel)
        return id === undefined
          ? []
          : [{ channel_id: id, description: literal(description), ...(emoji !== "" && { emoji }) }]
      })
    })
  })
}

const WELCOME = { object: "welcome_screen", name: "welcome screen" } as const

const valueOf = (from: object, field: string): unknown => (Predicate.isRecord(from) ? from[field] : undefined)

type Onboarding = NonNullable<Document["onboarding"]>

const onboardingOf = ({ default_channels, prompts, ...rest }: Onboarding, resolve: Resolve) => ({
  ...rest,
  ...(default_channels !== undefined && { default_channels: allOf("channels", default_channels, resolve).toSorted() }),
  ...(prompts !== undefined && {
    prompts: prompts.map(
      ({ in_onboarding = false, options, required = false, single_select = false, title, type }) => ({
        title,
        type: type ?? "multiple_choice",
        single_select,
        required,
        in_onboarding,
        options: options.map(({ channels, description = "", emoji = "", roles, title }) => ({
          title,
          description,
          emoji: emojiId(emoji),
          roles: allOf("roles", roles, resolve).toSorted(),
          channels: allOf("channels", channels, resolve).toSorted()
        }))
      })
    )
  })
})

const planOnboarding = (plan: PlanDraft): void => {
  const { document, state } = plan
  if (document.onboarding === undefined) return
  if (!isCommunity(state) || state.onboarding === undefined) {
    plan.cannot(ONBOARDING.object, ONBOARDING.name, "needs a Community guild")
    return
  }
  const current = onboardingEntry(state.onboarding, plan.keyOf("roles"), plan.keyOf("channels"))
  const wanted = keepingOnboarding(plan, document.onboarding, current)
  const resolve: Resolve = (section, key) => plan.resolve(section, key)
  const names = fieldChanges(onboardingOf(current, currentResolve(plan)), onboardingOf(wanted, resolve))
    .map(({ field }) => field)
    .filter((field) => canKeep(plan, wanted, field))
  if (names.length === 0) return
  const fields = names.map((field) => ({ field, before: valueOf(current, field), after: valueOf(wanted, field) }))
  // Every member who selects an option gets its roles.
  const gives =
    names.includes("prompts") &&
    (wanted.prompts ?? []).some(({ options }) => options.some(({ roles = [] }) => roles.length > 0))
  plan.changes.push({ action: "update", ...ONBOARDING, risk: gives ? "destructive" : "write", fields })
  plan.step(
    "onboarding",
    "onboarding_modify",
    ONBOARDING.name,
    {
      guild_id: state.guild.id,
      ...(names.includes("enabled") && { enabled: wanted.enabled }),
      ...(names.includes("mode") && { mode: wanted.mode }),
      ...(names.includes("default_channels") && {
        default_channel_ids: allOf("channels", wanted.default_channels, resolve)
      }),
      ...(names.includes("prompts") && {
        prompts: (wanted.prompts ?? []).map((prompt) => promptArgument(plan, prompt))
      })
    },
    fields
  )
}

const ONBOARDING = { object: "onboarding", name: "onboarding" } as const

/** An option with the texts of one of the guild keeps what only the guild can name. */
const keepingOnboarding = (plan: PlanDraft, own: Onboarding, current: Onboarding): Onboarding => ({
  ...own,
  ...(own.default_channels && {
    default_channels: plan.keeping("channels", own.default_channels, current.default_channels, identity)
  }),
  ...(own.prompts && {
    prompts: own.prompts.map((prompt) => {
      const present = current.prompts?.find(({ title }) => title === prompt.title)
      return {
        ...prompt,
        options: prompt.options.map((option) => {
          const live = present?.options.find(({ title }) => title === option.title)
          return {
            ...option,
            roles: plan.keeping("roles", option.roles ?? [], live?.roles, identity),
            channels: plan.keeping("channels", option.channels ?? [], live?.channels, identity)
          }
        })
      }
    })
  })
})

const canKeep = (plan: PlanDraft, { default_channels = [], prompts = [] }: Onboarding, field: string): boolean =>
  field === "default_channels"
    ? plan.canKeep(ONBOARDING, field, default_channels, Limits.DEFAULT_CHANNELS_MAX)
    : field !== "prompts" ||
      prompts.every(({ options }) =>
        options.every(
          ({ channels = [], roles = [] }) =>
            plan.canKeep(ONBOARDING, field, roles, Limits.ONBOARDING_OPTION_IDS_MAX) &&
            plan.canKeep(ONBOARDING, field, channels, Limits.ONBOARDING_OPTION_IDS_MAX)
        )
      )

/** A question and an option of the same text keep their ids, and so the answers of members. */
const promptArgument = (plan: PlanDraft, { options, ...prompt }: NonNullable<Onboarding["prompts"]>[number]) => {
  const present = plan.state.onboarding?.prompts.find(({ title }) => title === prompt.title)
  return {
    ...(present !== undefined && { id: present.id }),
    ...prompt,
    title: literal(prompt.title),
    options: options.map(({ channels, description = "", emoji = "", roles, title }) => {
      const id = present?.options.find((it) => it.title === title)?.id
      return {
        ...(id !== undefined && { id }),
        title: literal(title),
        ...(description !== "" && { description: literal(description) }),
        ...(emoji !== "" && { emoji }),
        role_ids: allOf("roles", roles, (section, key) => plan.resolve(section, key)),
        channel_ids: allOf("channels", channels, (section, key) => plan.resolve(section, key))
      }
    })
  }
}
