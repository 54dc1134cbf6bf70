/** Random guilds, as Discord has them. */
import {
  AutoModerationActionType,
  AutoModerationRuleTriggerType,
  ChannelType,
  OverwriteType
} from "discord-api-types/v10"
import { Effect, FastCheck as fc } from "effect"
import { permissionBits } from "../../../src/discord/permissions/PermissionName.ts"
import { channelName } from "../../../src/sandbox/routes/channelRules.ts"
import type { ChannelState, GuildState, RoleState, RuleState } from "../../../src/tools/blueprint/GuildState.ts"
import { Sandbox } from "../../dispatch/app.ts"

/** Returns the id with a number. Ids of guilds differ by `guild`. */
export const idOf = (number: number, guild = 1): string => String(10n ** 18n * BigInt(guild) + BigInt(number))

/** Names that are hard for keys, YAML or templates. */
export const oddNames = [
  "__proto__",
  "constructor",
  "<<",
  "@everyone",
  "- a",
  "a: b",
  "# c",
  "~",
  "null",
  "no",
  "0x10",
  "1_000",
  "1e3",
  "2026-01-01",
  "{{item.id}}",
  "\\{{x}}",
  "'",
  '"',
  "a\nb",
  "\u2028",
  "\ufeffx",
  " x ",
  "general",
  "general~2",
  "%TAG",
  "&a",
  "*a",
  "!tag",
  "|",
  ">",
  "[",
  "\u0007",
  "🌊",
  "a\tb",
  "x".repeat(100)
]

export const name: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddNames),
  fc.constantFrom("general", "staff", "news", "help", "off topic"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }),
  fc.string({ unit: "binary", minLength: 1, maxLength: 8 })
)

/** Names that Discord keeps as they are, for channels that people write in. */
export const plainName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("general", "staff", "news", "help", "{{item.id}}", "constructor", "café", "0x10", "~"),
  fc.stringMatching(/^[a-z]{3,12}$/)
)

const plainBits = Object.entries(permissionBits).flatMap(([name, bit]) => (name === "ADMINISTRATOR" ? [] : [bit]))

/** Permissions, some of them without a name. */
const bits = (unnamed: boolean): fc.Arbitrary<bigint> =>
  fc
    .tuple(fc.subarray(plainBits, { maxLength: 6 }), unnamed ? fc.constantFrom(0n, 0n, 0n, 1n << 47n) : fc.constant(0n))
    .map(([some, more]) => some.reduce((sum, bit) => sum | bit, more))

const kinds = [
  ChannelType.GuildText,
  ChannelType.GuildVoice,
  ChannelType.GuildAnnouncement,
  ChannelType.GuildForum,
  ChannelType.GuildStageVoice,
  ChannelType.GuildMedia
]

/** How random guilds are. `guild` is the number of their ids. */
export interface Variety {
  readonly guild?: number
  readonly names?: fc.Arbitrary<string>
  readonly unnamedBits?: boolean
  readonly roles?: number
  readonly channels?: number
}

/** A random guild whose bot is an administrator with the highest role. */
export const guildState = ({
  channels: channelsMax = 8,
  guild = 1,
  names = name,
  roles: rolesMax = 6,
  unnamedBits = true
}: Variety = {}): fc.Arbitrary<GuildState> => {
  const id = (number: number) => idOf(number, guild)
  const guildId = id(0)
  const role = fc.record({
    name: names,
    permissions: bits(unnamedBits).map(String),
    color: fc.integer({ min: 0, max: 0xffffff }),
    hoist: fc.boolean(),
    mentionable: fc.boolean(),
    unicode_emoji: fc.constantFrom(null, "🌊")
  })
  const roleList = fc.array(role, { maxLength: rolesMax }).chain((roles) =>
    fc
      .shuffledSubarray(
        roles.map((_, at) => at),
        { minLength: roles.length }
      )
      .map(
        (order): ReadonlyArray<RoleState> =>
          roles.map((it, at) => ({ ...it, id: id(100 + at), position: (order[at] ?? 0) + 1, managed: false }))
      )
  )
  return roleList.chain((roles) => {
    const everyone: RoleState = {
      id: guildId,
      name: "@everyone",
      position: 0,
      permissions: String(permissionBits.VIEW_CHANNEL)
    }
    const own: RoleState = {
      id: id(99),
      name: "Warden bot",
      position: roles.length + 1,
      permissions: String(permissionBits.ADMINISTRATOR),
      managed: true
    }
    const roleIds = [guildId, ...roles.map((it) => it.id)]
    const overwrites = fc
      .tuple(
        fc.subarray(roleIds).map((ids) => ids.slice(0, 3)),
        fc.boolean()
      )
      .chain(([ids, ofMember]) =>
        fc.tuple(
          ...[...ids, ...(ofMember ? [id(900)] : [])].map((id) =>
            fc.tuple(bits(unnamedBits), bits(unnamedBits)).map(([allow, deny]) => ({
              id,
              type: roleIds.includes(id) ? OverwriteType.Role : OverwriteType.Member,
              allow: String(allow),
              deny: String(deny & ~allow)
            }))
          )
        )
      )
    const category = fc.record({ name: names, permission_overwrites: overwrites })
    const channel = fc.record({
      type: fc.constantFrom(...kinds),
      name: names,
      parent: fc.integer({ min: -1, max: 2 }),
      topic: fc.oneof(fc.constant(null), names),
      nsfw: fc.boolean(),
      rate_limit_per_user: fc.constantFrom(0, 5, 60),
      permission_overwrites: overwrites,
      bitrate: fc.constantFrom(64_000, 32_000),
      user_limit: fc.integer({ min: 0, max: 99 }),
      tags: fc.uniqueArray(fc.constantFrom("question", "answer", "idea"), { maxLength: 3 })
    })
    return fc
      .tuple(
        fc.array(category, { maxLength: 3 }),
        fc.array(channel, { maxLength: channelsMax }),
        fc.array(
          fc.record({
            name: names,
            enabled: fc.boolean(),
            words: fc.array(fc.constantFrom("spoiler", "leak", "free"), { minLength: 1, maxLength: 2 })
          }),
          { maxLength: 2 }
        ),
        fc.infiniteStream(fc.nat(1000))
      )
      .map(([categories, channels, rules, positions]) => {
        const position = () => positions.next().value ?? 0
        const made: ReadonlyArray<ChannelState> = [
          ...categories.map((it, at) => ({
            ...it,
            id: id(200 + at),
            type: ChannelType.GuildCategory,
            position: position()
          })),
          ...channels.map(({ parent, tags, type, ...it }, at): ChannelState => {
            const isVoice = type === ChannelType.GuildVoice || type === ChannelType.GuildStageVoice
            const isForum = type === ChannelType.GuildForum || type === ChannelType.GuildMedia
            const { bitrate, topic, user_limit, ...common } = it
            return {
              ...common,
              id: id(300 + at),
              type,
              position: position(),
              parent_id: parent >= 0 && parent < categories.length ? id(200 + parent) : null,
              ...(isVoice ? { bitrate, user_limit } : { topic }),
              ...(isForum && {
                available_tags: tags.map((name, tag) => ({ id: id(1000 + at * 10 + tag), name, moderated: false }))
              })
            }
          })
        ]
        return {
          guild: {
            id: guildId,
            name: "Tidepool",
            owner_id: id(901),
            features: [],
            verification_level: 1,
            roles: [everyone, ...roles, own]
          },
          channels: made,
          rules: rules.map(
            ({ enabled, name, words }, at): RuleState => ({
              id: id(500 + at),
              name,
              enabled,
              trigger_type: AutoModerationRuleTriggerType.Keyword,
              trigger_metadata: { keyword_filter: words },
              actions: [{ type: AutoModerationActionType.BlockMessage }],
              exempt_roles: roles.slice(0, 1).map((it) => it.id),
              exempt_channels: []
            })
          ),
          bot: { roles: [own.id], permissions: permissionBits.ADMINISTRATOR }
        }
      })
  })
}

/** Puts roles and channels of a random guild into the guild of a sandbox, whose bot is an administrator. Returns the roles. */
export const install = ({ channels, guild }: GuildState) =>
  Effect.gen(function* () {
    const { ids, patch, snapshot } = yield* Sandbox
    const own = guild.roles.find(({ managed }) => managed === true)?.id ?? ""
    const here = <A>(value: A): A =>
      JSON.parse(
        JSON.stringify(value).replaceAll(`"${guild.id}"`, `"${ids.guild}"`).replaceAll(`"${own}"`, `"${ids.roles.bot}"`)
      )
    const roles = here(guild.roles)
    const present = Object.entries(yield* snapshot).flatMap(([path, value]) =>
      /^\/channels\/\d+$/.test(path) && Object(value).guild_id === ids.guild ? [[path, null] as const] : []
    )
    yield* patch({
      ...Object.fromEntries(present),
      [`/guilds/${ids.guild}`]: { roles, features: ["COMMUNITY", "NEWS"], emojis: [], stickers: [] },
      ...Object.fromEntries(
        here(channels).map((channel) => [
          `/channels/${channel.id}`,
          {
            flags: 0,
            parent_id: null,
            ...channel,
            name: channelName(channel.type, channel.name) || "x",
            guild_id: ids.guild
          }
        ])
      )
    })
    return roles
  })
