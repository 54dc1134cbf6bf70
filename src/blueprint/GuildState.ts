/** The state of a guild that a blueprint describes, as Discord has it. */
import { Schema, Struct } from "effect"
import { permissionBits } from "../errors/PermissionName.ts"
import { exempt, ruleReply } from "../objects/automodRule.ts"
import { channelFields } from "../objects/channel.ts"
import { repliesOf } from "../objects/fields.ts"
import { guildFields } from "../objects/guild.ts"
import { roleFields } from "../objects/role.ts"
import { emojiFields } from "../objects/schema/emoji.ts"
import { Bits, Id, nullish, Texts, whole } from "../objects/schema/reply.ts"

const Overwrite = Schema.Struct({ id: Id, type: Schema.Number, allow: Bits, deny: Bits })

export const Role = Schema.Struct({
  ...repliesOf(roleFields),
  id: Id,
  name: Schema.String,
  position: Schema.Number,
  permissions: Bits,
  managed: nullish(Schema.Boolean)
})

export const Channel = Schema.Struct({
  ...repliesOf(channelFields),
  id: Id,
  type: Schema.Number,
  name: Schema.String,
  position: Schema.Number,
  permission_overwrites: nullish(whole(Overwrite))
})

export const Guild = Schema.Struct({
  ...repliesOf(guildFields),
  id: Id,
  name: Schema.String,
  owner_id: Id,
  features: whole(Schema.String),
  premium_tier: nullish(Schema.Number),
  roles: whole(Role),
  emojis: nullish(
    whole(
      Schema.Struct({
        id: nullish(Id),
        name: nullish(Schema.String),
        roles: Texts,
        animated: nullish(Schema.Boolean),
        managed: nullish(Schema.Boolean)
      })
    )
  ),
  stickers: nullish(
    whole(
      Schema.Struct({
        id: Id,
        name: Schema.String,
        description: nullish(Schema.String),
        tags: nullish(Schema.String),
        format_type: nullish(Schema.Number)
      })
    )
  )
})

export const Rule = Schema.Struct({ ...ruleReply, id: Id, name: Schema.String, trigger_type: Schema.Number })

export const WelcomeScreen = Schema.Struct({
  description: nullish(Schema.String),
  welcome_channels: nullish(
    whole(Schema.Struct({ channel_id: Id, description: nullish(Schema.String), ...emojiFields }))
  )
})

export const Onboarding = Schema.Struct({
  enabled: Schema.Boolean,
  mode: Schema.Number,
  default_channel_ids: Texts,
  prompts: whole(
    Schema.Struct({
      id: Id,
      title: Schema.String,
      type: nullish(Schema.Number),
      single_select: nullish(Schema.Boolean),
      required: nullish(Schema.Boolean),
      in_onboarding: nullish(Schema.Boolean),
      options: whole(
        Schema.Struct({
          id: Id,
          title: Schema.String,
          description: nullish(Schema.String),
          emoji: nullish(Schema.Struct({ id: nullish(Id), name: nullish(Schema.String) })),
          role_ids: Texts,
          channel_ids: Texts
        })
      )
    })
  )
})

export type RoleState = typeof Role.Type
export type ChannelState = typeof Channel.Type
export type RuleState = typeof Rule.Type

/** Returns the key of an object in a blueprint by its id. */
export type KeyOf = (id: string) => string | undefined

/** What a blueprint describes of a guild. A part that the bot cannot read, or that the guild does not have, is absent. */
export interface GuildState {
  readonly guild: typeof Guild.Type
  /** The channels that the bot can view. Discord omits all others. */
  readonly channels: ReadonlyArray<ChannelState>
  readonly rules?: ReadonlyArray<RuleState>
  readonly welcome?: typeof WelcomeScreen.Type
  readonly onboarding?: typeof Onboarding.Type
  /** Which of both refer in Discord to something deleted. Any change of them has to send their references again. */
  readonly stale?: ReadonlyArray<"welcome" | "onboarding">
  /** The bot: its id, its roles, and its permissions in the guild. */
  readonly bot: { readonly id: string; readonly roles: ReadonlyArray<string>; readonly permissions: bigint }
}

/** Whether the bot views all channels of the guild. */
export const seesAll = ({ bot }: Pick<GuildState, "bot">): boolean =>
  (bot.permissions & permissionBits.ADMINISTRATOR) !== 0n

/** Whether a guild has Community features. */
export const isCommunity = ({ guild }: Pick<GuildState, "guild">): boolean => guild.features.includes("COMMUNITY")

/** The settings of a guild that are ids of channels. */
const channelSettings = [
  "system_channel_id",
  "rules_channel_id",
  "afk_channel_id",
  "public_updates_channel_id",
  "safety_alerts_channel_id"
] as const

/**
 * Leaves out references to what was deleted: Discord keeps some of them, and refuses them in a change. Roles are all listed.
 * `mayExist`: whether a channel that is not listed may be hidden from the bot.
 */
export const withoutDeleted = (state: GuildState, mayExist: (channel: string) => boolean): GuildState => {
  const { guild, onboarding, rules, welcome } = state
  const listed = new Set(state.channels.map(({ id }) => id))
  const roles = new Set(guild.roles.map(({ id }) => id))
  const isChannel = (id: string) => listed.has(id) || mayExist(id)
  const isRole = (id: string) => roles.has(id)
  const settings = channelSettings.flatMap((field) => {
    const id = guild[field]
    return id == null || isChannel(id) ? [] : [[field, null]]
  })
  const kept: Pick<GuildState, "welcome" | "onboarding"> = {
    ...(welcome && {
      welcome: {
        ...welcome,
        welcome_channels: welcome.welcome_channels?.filter(({ channel_id }) => isChannel(channel_id))
      }
    }),
    ...(onboarding && {
      onboarding: {
        ...onboarding,
        default_channel_ids: onboarding.default_channel_ids?.filter(isChannel),
        prompts: onboarding.prompts.map((prompt) => ({
          ...prompt,
          options: prompt.options.map((option) => ({
            ...option,
            role_ids: option.role_ids?.filter(isRole),
            channel_ids: option.channel_ids?.filter(isChannel)
          }))
        }))
      }
    })
  }
  const stale = (["welcome", "onboarding"] as const).filter(
    (name) => JSON.stringify(kept[name]) !== JSON.stringify(state[name])
  )
  return {
    ...state,
    guild: {
      ...guild,
      ...Object.fromEntries(settings),
      ...(guild.emojis && { emojis: guild.emojis.map((emoji) => ({ ...emoji, roles: emoji.roles?.filter(isRole) })) })
    },
    ...(rules && {
      rules: rules.map((rule) => ({
        ...rule,
        actions: rule.actions.filter(({ metadata }) => metadata?.channel_id == null || isChannel(metadata.channel_id)),
        ...Object.fromEntries(
          Struct.entries(exempt).map(([field, of]) => [field, rule[field]?.filter(of === "role" ? isRole : isChannel)])
        )
      }))
    }),
    ...kept,
    stale: [...(state.stale ?? []), ...stale]
  }
}
