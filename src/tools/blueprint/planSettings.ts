/** Plans the settings of a guild, its welcome screen and its onboarding. */
import { ChannelType } from "discord-api-types/v10"
import { Predicate } from "effect"
import { emojiId } from "./channelArguments.ts"
import { guildChannels, requiredChannels } from "./checkDocument.ts"
import type { Document } from "./document.ts"
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
    return id === undefined || isWrong || id === (plan.currentId("channels", String(before[field])) ?? "")
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
  const wanted = document.welcome_screen
  if (wanted === undefined) return
  const current = plan.current.document.welcome_screen
  if (!isCommunity(state) || current === undefined) {
    plan.cannot("welcome_screen", "welcome screen", "needs a Community guild, and MANAGE_GUILD")
    return
  }
  const resolve: Resolve = (section, key) => plan.resolve(section, key)
  const fields = fieldChanges(welcomeOf(current, currentResolve(plan)), welcomeOf(wanted, resolve))
  if (fields.length === 0) return
  const names = fields.map(({ field }) => field)
  const shown = names.map((field) => ({ field, before: valueOf(current, field), after: valueOf(wanted, field) }))
  plan.changes.push({
    action: "update",
    object: "welcome_screen",
    name: "welcome screen",
    risk: "write",
    fields: shown
  })
  plan.step("settings", "guild_modify_welcome_screen", "welcome screen", {
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
  const wanted = document.onboarding
  if (wanted === undefined) return
  const current = plan.current.document.onboarding
  if (!isCommunity(state) || current === undefined) {
    plan.cannot("onboarding", "onboarding", "needs a Community guild")
    return
  }
  const resolve: Resolve = (section, key) => plan.resolve(section, key)
  const names = fieldChanges(onboardingOf(current, currentResolve(plan)), onboardingOf(wanted, resolve)).map(
    ({ field }) => field
  )
  if (names.length === 0) return
  const fields = names.map((field) => ({ field, before: valueOf(current, field), after: valueOf(wanted, field) }))
  // Every member who selects an option gets its roles.
  const gives =
    names.includes("prompts") &&
    (wanted.prompts ?? []).some(({ options }) => options.some(({ roles = [] }) => roles.length > 0))
  plan.changes.push({
    action: "update",
    object: "onboarding",
    name: "onboarding",
    risk: gives ? "destructive" : "write",
    fields
  })
  plan.step(
    "onboarding",
    "onboarding_modify",
    "onboarding",
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
