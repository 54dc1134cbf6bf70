/** Plans the settings of a guild and its welcome screen. */
import { Predicate } from "effect"
import * as Limits from "../objects/schema/limits.ts"
import { emojiId } from "./channelArguments.ts"
import { allChannels, guildChannels, requiredChannels } from "./checkDocument.ts"
import type { Document } from "./document.ts"
import { welcomeEntry } from "./documentOf.ts"
import { kindOf } from "./entries.ts"
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
    const isWrong = isRequired(field) && !canBeRequired(plan, String(after))
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
  const call = {
    guild_id: state.guild.id,
    ...Object.fromEntries(args),
    ...(clear.length > 0 && { clear })
  }
  plan.step("settings", "guild_modify", state.guild.name, call, possible)
}

/** Whether the channel of a key can be one that a Community guild needs. */
export const canBeRequired = (plan: PlanDraft, key: string): boolean => {
  const id = plan.resolve("channels", key)
  const listed = plan.state.channels.find((channel) => channel.id === id)
  const entry = allChannels(plan.document.channels ?? []).find(
    (one) => (one.entry.key ?? one.entry.name) === key
  )?.entry
  // A channel that is neither listed nor described is hidden from the bot.
  const kind = listed !== undefined ? kindOfType(listed.type) : entry && kindOf(entry)
  return kind === undefined || kind === "text" || kind === "announcement"
}

/** Replaces the keys of channels and roles by ids; `undefined` if one of them cannot be reached. */
export type Resolve = (section: "roles" | "channels", key: string) => string | undefined

/** The keys of the guild as it is. */
export const currentResolve =
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
  const isStale = state.stale?.includes("welcome") === true
  const sent = { ...(isStale && { channels: current.channels }), ...own }
  const wanted: typeof own =
    sent.channels === undefined
      ? own
      : { ...own, channels: plan.keeping("channels", sent.channels, current.channels, ({ channel }) => channel) }
  const resolve: Resolve = (section, key) => plan.resolve(section, key)
  const refs = (wanted.channels ?? []).map(({ channel }) => channel)
  const fields = fieldChanges(welcomeOf(current, currentResolve(plan)), welcomeOf(wanted, resolve))
    .filter(({ field }) => field !== "channels" || plan.canKeep(WELCOME, field, refs, Limits.WELCOME_CHANNELS_MAX))
    .map(({ field }) => ({ field, before: valueOf(current, field), after: valueOf(wanted, field) }))
  if (fields.length === 0) return
  const names = fields.map(({ field }) => field)
  plan.changes.push({ action: "update", ...WELCOME, risk: "write", fields })
  const call = {
    guild_id: state.guild.id,
    ...(names.includes("enabled") && { enabled: wanted.enabled }),
    ...(names.includes("description") &&
      (wanted.description === "" ? { clear: ["description"] } : { description: literal(wanted.description) })),
    ...((names.includes("channels") ||
      (isStale && plan.canKeep(WELCOME, "channels", refs, Limits.WELCOME_CHANNELS_MAX))) && {
      welcome_channels: (wanted.channels ?? []).flatMap(({ channel, description, emoji = "" }) => {
        const id = plan.resolve("channels", channel)
        return id === undefined
          ? []
          : [{ channel_id: id, description: literal(description), ...(emoji !== "" && { emoji }) }]
      })
    })
  }
  plan.step("settings", "guild_modify_welcome_screen", WELCOME.name, call, fields)
}

const WELCOME = { object: "welcome_screen", name: "welcome screen" } as const

export const valueOf = (from: object, field: string): unknown => (Predicate.isRecord(from) ? from[field] : undefined)
