/** Random guilds, as Discord has them: everything that a blueprint describes varies. */
import { ChannelType } from "discord-api-types/v10"
import { FastCheck as fc } from "effect"
import type { ChannelState, GuildState, RoleState } from "../../src/blueprint/GuildState.ts"
import { permissionBits } from "../../src/errors/PermissionName.ts"
import {
  channelFields,
  emojisFor,
  fieldsOf,
  type Ids,
  idsOfType,
  maybe,
  onboardingFor,
  oneOrNone,
  overwritesFor,
  roleFields,
  rulesFor,
  short,
  stickersFor,
  welcomeFor
} from "./guildParts.ts"
import { name } from "./names.ts"

/** Returns the id with a number. Ids of guilds differ by `guild`. */
export const idOf = (number: number, guild = 1): string => String(10n ** 18n * BigInt(guild) + BigInt(number))

/** How random guilds are. `guild` is the number of their ids. */
export interface Variety {
  readonly guild?: number
  readonly names?: fc.Arbitrary<string>
  readonly roles?: number
  readonly channels?: number
  /** The bot's role can be below others. Default: it is the highest. */
  readonly isBotLow?: boolean
}

/** A random guild whose bot is an administrator. */
export const guildState = ({
  channels: channelsMax = 6,
  guild = 1,
  isBotLow = false,
  names = name,
  roles: rolesMax = 5
}: Variety = {}): fc.Arbitrary<GuildState> => {
  const id = (number: number) => idOf(number, guild)
  return fc
    .record({
      roles: rolesFor(id, names, rolesMax, isBotLow),
      isCommunity: fc.constantFrom(true, true, true, false),
      // Onboarding can be enabled with seven channels that everyone can write in.
      isOpen: fc.constantFrom(false, false, false, true)
    })
    .chain(({ isCommunity, isOpen, roles }) => {
      const roleIds = roles.map((it) => it.id)
      // The roles that a person can give.
      const given = roles.flatMap((it) => (it.id === id(0) || it.managed === true ? [] : [it.id]))
      return emojisFor(given, id).chain((emojis) => {
        const own = emojis.flatMap((it) => (it.managed ? [] : [it.id]))
        return channelsFor(
          id,
          names,
          { roles: roleIds, channels: [], emojis: own },
          channelsMax,
          isCommunity,
          isOpen
        ).chain((channels) => {
          const ids: Ids = { roles: roleIds, channels, emojis: own }
          const open = isOpen ? channels.flatMap((it) => (isOpenId(it.id) ? [it.id] : [])) : []
          return fc
            .record({
              settings: settingsFor(ids, isCommunity),
              rules: rulesFor(ids, names, id),
              stickers: stickersFor(id),
              welcome: welcomeFor(ids),
              isWelcoming: fc.boolean(),
              onboarding: onboardingFor({ ...ids, roles: given }, open, id)
            })
            .map(
              ({ isWelcoming, onboarding, rules, settings, stickers, welcome }): GuildState => ({
                guild: {
                  id: id(0),
                  owner_id: id(901),
                  premium_tier: 0,
                  features: [
                    "ROLE_ICONS",
                    "ENHANCED_ROLE_COLORS",
                    ...(isCommunity ? ["COMMUNITY", "NEWS"] : []),
                    ...(isCommunity && isWelcoming ? [WELCOMING] : [])
                  ],
                  ...settings,
                  roles: roles.map((it) =>
                    it.id === id(0) && isOpen ? { ...it, permissions: String(BigInt(it.permissions) | OPEN) } : it
                  ),
                  emojis,
                  stickers
                },
                channels,
                rules,
                ...(isCommunity && { welcome, onboarding }),
                bot: { id: id(902), roles: [id(99)], permissions: permissionBits.ADMINISTRATOR }
              })
            )
        })
      })
    })
}

const OPEN = permissionBits.VIEW_CHANNEL | permissionBits.SEND_MESSAGES

const WELCOMING = "WELCOME_SCREEN_ENABLED"

/** The channels of onboarding have these numbers. */
const isOpenId = (id: string): boolean => BigInt(id) % 1000n >= 400n && BigInt(id) % 1000n < 407n

/** The roles of a guild: @everyone, those of people and integrations, and the bot's own. */
const rolesFor = (
  id: (number: number) => string,
  names: fc.Arbitrary<string>,
  maxLength: number,
  isBotLow: boolean
): fc.Arbitrary<ReadonlyArray<RoleState>> =>
  fc
    .record({
      // Onboarding depends on what @everyone may do, so that must be changeable: all of its permissions have names.
      everyone: bitsText.map((bits) => String(BigInt(bits) & ~(1n << 47n))),
      roles: fc.array(roleFields(names), { maxLength }),
      place: isBotLow ? fc.constantFrom(1, 1, 0.5) : fc.constant(1)
    })
    .chain(({ everyone, place, roles }) =>
      fc.shuffledSubarray([...roles.keys()], { minLength: roles.length }).map((order) => {
        // The bot's role has its place among them. Positions are without gaps.
        const bot = Math.floor(roles.length * place)
        return [
          { id: id(0), name: "@everyone", position: 0, permissions: everyone },
          ...roles.map((role, at): RoleState => {
            const rank = order[at] ?? 0
            return {
              ...role,
              color: role.colors.primary_color,
              id: id(100 + at),
              position: rank + (rank < bot ? 1 : 2)
            }
          }),
          {
            id: id(99),
            name: "Warden bot",
            position: bot + 1,
            permissions: String(permissionBits.ADMINISTRATOR),
            managed: true
          }
        ]
      })
    )

const bitsText = roleFields(fc.constant("")).map((role) => role.permissions)

const channelsFor = (
  id: (number: number) => string,
  names: fc.Arbitrary<string>,
  ids: Ids,
  maxLength: number,
  isCommunity: boolean,
  isOpen: boolean
): fc.Arbitrary<ReadonlyArray<ChannelState>> => {
  const overwrites = overwritesFor(ids.roles, id(900))
  const others = ids.roles.slice(1)
  return fc
    .record({
      categories: fc.array(fc.record({ name: names, position: fc.nat(20), permission_overwrites: overwrites }), {
        maxLength: 3
      }),
      channels: fc.array(fc.tuple(channelFields(names, ids.emojis), overwrites), { maxLength })
    })
    .map(({ categories, channels }) => [
      ...categories.map((it, at) => ({
        ...it,
        id: id(200 + at),
        type: ChannelType.GuildCategory,
        parent_id: null,
        flags: 0
      })),
      ...channels.map(([fields, permission_overwrites], at) => ({
        id: id(300 + at),
        ...fieldsOf(fields, (tag) => id(1000 + at * 10 + tag)),
        parent_id: fields.parent >= 0 && fields.parent < categories.length ? id(200 + fields.parent) : null,
        permission_overwrites: permission_overwrites.filter(
          ({ id: of }) => !isOpen || others.includes(of) || of === id(900)
        )
      })),
      ...(isCommunity ? plainText(id(399), "rules") : []),
      ...(isCommunity && isOpen
        ? Array.from({ length: 7 }, (_, at) => plainText(id(400 + at), `open-${at}`)).flat()
        : [])
    ])
}

const plainText = (id: string, name: string): ReadonlyArray<ChannelState> => [
  { id, name, type: ChannelType.GuildText, position: 30, parent_id: null, permission_overwrites: [], flags: 0 }
]

const settingsFor = (ids: Ids, isCommunity: boolean) => {
  const text = idsOfType(ids, ChannelType.GuildText)
  const required = isCommunity ? fc.constantFrom(...text) : fc.constant(null)
  return fc.record({
    name: short.map((value) => `${value}__`),
    description: isCommunity ? maybe(short) : fc.constant(null),
    verification_level: fc.integer({ min: 0, max: 4 }),
    default_message_notifications: fc.constantFrom(0, 1),
    explicit_content_filter: fc.constantFrom(0, 1, 2),
    afk_channel_id: oneOrNone(idsOfType(ids, ChannelType.GuildVoice)),
    afk_timeout: fc.constantFrom(60, 300, 3600),
    system_channel_id: oneOrNone(text),
    system_channel_flags: fc.integer({ min: 0, max: 63 }),
    rules_channel_id: required,
    public_updates_channel_id: required,
    safety_alerts_channel_id: isCommunity ? oneOrNone(text) : fc.constant(null),
    preferred_locale: isCommunity ? fc.constantFrom("en-US", "de", "no") : fc.constant("en-US"),
    premium_progress_bar_enabled: fc.boolean()
  })
}

/**
 * Returns a guild that a person has edited: each object is kept, changed to the one with the same id in another guild,
 * removed, or new. Both guilds have ids with the same number.
 */
export const edited = (from: GuildState, to: GuildState, keeps: (id: string) => boolean): GuildState => {
  const mixed = <A extends { readonly id?: string | null | undefined }>(
    before: ReadonlyArray<A>,
    after: ReadonlyArray<A>
  ): ReadonlyArray<A> => {
    const kept = before.filter(({ id }) => keeps(id ?? ""))
    const ids = new Set(kept.map(({ id }) => id))
    // What has no place in the edit yet is new, or takes the place of the one with its id.
    return [...kept, ...after.filter(({ id }) => !ids.has(id) && !keeps(id ?? ""))]
  }
  const isSame = (part: string) => keeps(part)
  const welcoming = (isSame("welcome") ? from : to).guild.features.includes(WELCOMING)
  const special = [from.guild.id, idOf(99)]
  const channels = mixed(from.channels, to.channels)
  const settings = isSame("settings") ? from.guild : to.guild
  const isText = (id: string | null | undefined) =>
    channels.some((it) => it.id === id && it.type === ChannelType.GuildText)
  const fitting = (field: "rules_channel_id" | "public_updates_channel_id") =>
    isText(settings[field]) ? settings[field] : from.guild[field]
  // Onboarding is enabled only with its open channels, as Discord demands.
  const enabled = channels.filter(({ id }) => isOpenId(id)).length === 7 && from.onboarding?.enabled === true
  const onboarding = isSame("onboarding") ? from.onboarding : (to.onboarding ?? from.onboarding)
  return {
    ...from,
    guild: {
      ...settings,
      rules_channel_id: fitting("rules_channel_id"),
      public_updates_channel_id: fitting("public_updates_channel_id"),
      features: [
        ...from.guild.features.filter((feature) => feature !== WELCOMING),
        ...(welcoming && from.welcome !== undefined ? [WELCOMING] : [])
      ],
      roles: [
        ...from.guild.roles.filter(({ id }) => special.includes(id)),
        ...mixed(
          from.guild.roles.filter(({ id }) => !special.includes(id)),
          to.guild.roles.filter(({ id }) => !special.includes(id))
        )
      ],
      emojis: mixed(from.guild.emojis ?? [], to.guild.emojis ?? []),
      stickers: mixed(from.guild.stickers ?? [], to.guild.stickers ?? [])
    },
    channels,
    rules: mixed(from.rules ?? [], to.rules ?? []),
    ...(from.welcome !== undefined && { welcome: isSame("welcome") ? from.welcome : (to.welcome ?? from.welcome) }),
    ...(onboarding !== undefined &&
      from.onboarding !== undefined && {
        onboarding: { ...onboarding, enabled: onboarding.enabled && enabled }
      })
  }
}

/** A guild, and what it should become: another guild, or an edit of it. */
export interface Pair {
  readonly from: GuildState
  readonly to: GuildState
}

export const pairs = (variety: Variety = {}): fc.Arbitrary<Pair> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ from: guildState(variety), to: guildState({ ...variety, guild: 2 }) }) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(guildState(variety), guildState(variety), fc.func(fc.nat(3)))
        .map(([from, to, chance]) => ({ from, to: edited(from, to, (id) => chance(id) !== 0) }))
    }
  )
