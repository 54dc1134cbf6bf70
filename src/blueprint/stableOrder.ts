/** Puts what Discord lists in any order into one order, so that two reads of a guild are equal. */
import type { GuildState } from "./GuildState.ts"

/** Returns the same guild with every list that has no order sorted by id or by text. */
export const stableOrder = (state: GuildState): GuildState => {
  const { bot, channels, guild, onboarding, rules } = state
  return {
    ...state,
    guild: {
      ...guild,
      features: texts(guild.features),
      roles: byId(guild.roles),
      ...(guild.emojis && {
        emojis: byId(guild.emojis).map((emoji) => ({ ...emoji, ...(emoji.roles && { roles: ids(emoji.roles) }) }))
      }),
      ...(guild.stickers && { stickers: byId(guild.stickers) })
    },
    channels: byId(channels).map((channel) => ({
      ...channel,
      ...(channel.permission_overwrites && { permission_overwrites: byId(channel.permission_overwrites) })
    })),
    ...(rules && { rules: byId(rules).map(stableRule) }),
    ...(onboarding && {
      onboarding: {
        ...onboarding,
        ...(onboarding.default_channel_ids && { default_channel_ids: ids(onboarding.default_channel_ids) }),
        prompts: onboarding.prompts.map((prompt) => ({
          ...prompt,
          options: prompt.options.map((option) => ({
            ...option,
            ...(option.role_ids && { role_ids: ids(option.role_ids) }),
            ...(option.channel_ids && { channel_ids: ids(option.channel_ids) })
          }))
        }))
      }
    }),
    bot: { ...bot, roles: ids(bot.roles) }
  }
}

type Rule = NonNullable<GuildState["rules"]>[number]

/** Of all lists of a rule, only the actions have an order. */
const stableRule = ({ actions, trigger_metadata, ...rule }: Rule): Rule => ({
  ...sortedLists(rule),
  actions,
  ...(trigger_metadata && { trigger_metadata: sortedLists(trigger_metadata) })
})

const sortedLists = <A extends object>(fields: A): A =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
  ) as A // its own fields

/** Sorts by code units, the same in every locale. */
const texts = (all: ReadonlyArray<string>): ReadonlyArray<string> => all.toSorted()

/** The oldest first: ids grow with time, and older ones have fewer digits. */
const olderFirst = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : one > other ? 1 : 0)

const ids = (all: ReadonlyArray<string>): ReadonlyArray<string> => all.toSorted(olderFirst)

const byId = <A extends { readonly id?: string | null | undefined }>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.toSorted((one, other) => olderFirst(one.id ?? "", other.id ?? ""))
