/** Plans the onboarding of a guild. */
import { identity } from "effect"
import { permissionBits } from "../errors/PermissionName.ts"
import * as Limits from "../objects/schema/limits.ts"
import { emojiId } from "./channelArguments.ts"
import type { Document } from "./document.ts"
import { onboardingEntry } from "./documentOf.ts"
import { isCommunity } from "./GuildState.ts"
import { bitsIn, fieldChanges, literal, type PlanDraft } from "./PlanDraft.ts"
import { currentResolve, type Resolve, valueOf } from "./planSettings.ts"

type Onboarding = NonNullable<Document["onboarding"]>

const allOf = (section: "roles" | "channels", keys: ReadonlyArray<string> | undefined, resolve: Resolve) =>
  (keys ?? []).flatMap((key) => resolve(section, key) ?? [])

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

/** Adds the changes of onboarding to a plan, after all that decide who can write in a channel. */
export const planOnboarding = (plan: PlanDraft): void => {
  const { document, state } = plan
  if (document.onboarding === undefined) return
  if (!isCommunity(state) || state.onboarding === undefined) {
    plan.cannot(ONBOARDING.object, ONBOARDING.name, "needs a Community guild")
    return
  }
  const current = onboardingEntry(state.onboarding, plan.keyOf("roles"), plan.keyOf("channels"))
  const isStale = state.stale?.includes("onboarding") === true
  const wanted = keepingOnboarding(plan, { ...(isStale && current), ...document.onboarding }, current)
  const resolve: Resolve = (section, key) => plan.resolve(section, key)
  const names = fieldChanges(onboardingOf(current, currentResolve(plan)), onboardingOf(wanted, resolve))
    .map(({ field }) => field)
    .filter((field) => canKeep(plan, wanted, field))
  if (names.length === 0) return
  const sent = isStale
    ? [...names, ...REFERENCES.filter((field) => !names.includes(field) && canKeep(plan, wanted, field))]
    : names
  if (sent.length > names.length)
    plan.notices.push("Onboarding is sent with its channels and roles, because it refers to deleted ones.")
  if (!isPossible(plan, { ...current, ...wanted })) {
    plan.cannot(
      ONBOARDING.object,
      ONBOARDING.name,
      `needs ${Limits.DEFAULT_CHANNELS_MIN} default channels, and in ${WRITABLE_MIN} of them everyone must be able to write`
    )
    return
  }
  const named = withRoleNames(plan, wanted)
  const fields = names.map((field) => ({ field, before: valueOf(current, field), after: valueOf(named, field) }))
  // Every member who selects an option gets its roles.
  const gives =
    sent.includes("prompts") &&
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
      ...(sent.includes("default_channels") && {
        default_channel_ids: allOf("channels", wanted.default_channels, resolve)
      }),
      ...(sent.includes("prompts") && {
        prompts: (wanted.prompts ?? []).map((prompt) => promptArgument(plan, prompt))
      })
    },
    fields,
    // The plan can change what the roles may do.
    gives ? "destructive" : "write"
  )
}

/** Returns onboarding with the names of roles in place of their keys. */
const withRoleNames = (plan: PlanDraft, { prompts, ...rest }: Onboarding): Onboarding => ({
  ...rest,
  ...(prompts && {
    prompts: prompts.map((prompt) => ({
      ...prompt,
      options: prompt.options.map((option) => ({
        ...option,
        roles: (option.roles ?? []).map((key) => plan.roleName(key))
      }))
    }))
  })
})

/** The fields that refer to channels and roles. */
const REFERENCES = ["default_channels", "prompts"]

/** In how many default channels everyone must be able to write (Discord docs, modify guild onboarding). */
const WRITABLE_MIN = 5

/** Returns whether Discord takes an onboarding: an enabled one needs channels in which everyone can write. */
const isPossible = (plan: PlanDraft, { default_channels = [], enabled, mode, prompts = [] }: Onboarding): boolean => {
  if (enabled !== true) return true
  const ofPrompts = prompts.flatMap(({ options }) => options.flatMap(({ channels = [] }) => channels))
  const keys = mode === "advanced" ? [...default_channels, ...ofPrompts] : default_channels
  const counted = [...new Set(allOf("channels", keys, (section, key) => plan.resolve(section, key)))]
  return (
    counted.length >= Limits.DEFAULT_CHANNELS_MIN &&
    counted.filter((channel) => everyoneWrites(plan, channel)).length >= WRITABLE_MIN
  )
}

/** Returns whether everyone can write in a channel after the plan. One that is hidden from the bot counts as writable. */
const everyoneWrites = ({ state, steps }: PlanDraft, channel: string): boolean => {
  const { guild } = state
  const live = state.channels.find(({ id }) => id === channel)
  const isNew = channel.startsWith("{{")
  if (live === undefined && !isNew) return true
  const role = steps.find(({ args, tool }) => tool === "roles_modify" && args.role_id === guild.id)?.args
  const base = Array.isArray(role?.permissions)
    ? bitsIn(role.permissions)
    : BigInt(guild.roles.find(({ id }) => id === guild.id)?.permissions ?? 0)
  const planned = steps.find(
    ({ args, id }) =>
      (isNew ? channel === `{{${id}.id}}` : args.channel_id === channel) && args.permission_overwrites !== undefined
  )?.args.permission_overwrites
  const overwrites = Array.isArray(planned) ? planned : isNew ? [] : (live?.permission_overwrites ?? [])
  const { allow = "0", deny = "0" } = Object(overwrites.find((overwrite) => Object(overwrite).id === guild.id))
  const bits = (of: unknown) => (Array.isArray(of) ? bitsIn(of.map(String)) : BigInt(String(of)))
  const { ADMINISTRATOR, SEND_MESSAGES, VIEW_CHANNEL } = permissionBits
  const needed = VIEW_CHANNEL | SEND_MESSAGES
  const held = (base & ~bits(deny)) | bits(allow)
  return (base & ADMINISTRATOR) !== 0n || (held & needed) === needed
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
