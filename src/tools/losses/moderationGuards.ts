/** What changes of AutoMod rules, roles, members and emojis can take away. */
import { Effect, Schema } from "effect"
import { bitsOf, namesOf, type PermissionName } from "../../errors/PermissionName.ts"
import { enumName } from "../../objects/schema/enums.ts"
import { Bits, Id, Numbers, nullish, Texts } from "../../objects/schema/reply.ts"
import { actions as actionTypes, presets } from "../automod/enums.ts"
import { getJson } from "../dsl/getJson.ts"
import { formatName } from "../shared/previewText.ts"
import { dropped, droppedIds, guard, type Loss, rows, weakensIf } from "./Guard.ts"

type Ids = ReadonlyArray<string>

interface InGuild {
  readonly guild_id: string
}

const Rule = Schema.Struct({
  enabled: Schema.Boolean,
  trigger_metadata: nullish(
    Schema.Struct({
      keyword_filter: Texts,
      regex_patterns: Texts,
      allow_list: Texts,
      presets: Numbers,
      mention_total_limit: nullish(Schema.Number),
      mention_raid_protection_enabled: nullish(Schema.Boolean)
    })
  ),
  actions: Schema.Array(
    Schema.Struct({
      type: Schema.Number,
      metadata: nullish(Schema.Struct({ channel_id: nullish(Id), duration_seconds: nullish(Schema.Number) }))
    })
  ),
  exempt_roles: Texts,
  exempt_channels: Texts
})

interface RuleChange extends InGuild {
  readonly rule_id: string
  readonly enabled?: boolean
  readonly exempt_roles?: Ids
  readonly exempt_channels?: Ids
  readonly trigger_metadata?: {
    readonly keyword_filter?: Ids
    readonly regex_patterns?: Ids
    readonly allow_list?: Ids
    readonly presets?: Ids
    readonly mention_total_limit?: number
    readonly mention_raid_protection_enabled?: boolean
  }
  readonly actions?: ReadonlyArray<{
    readonly type: keyof typeof actionTypes
    readonly metadata?: { readonly channel_id?: string; readonly duration_seconds?: number }
  }>
}

/** Returns what an exemption or allowed word adds, which the rule then lets through, and what the new list lacks. */
const exemptions = (before: Ids | null | undefined, after: Ids | undefined, of?: Loss["of"]): ReadonlyArray<Loss> => [
  ...(after ?? [])
    .filter((entry) => !(before ?? []).includes(entry))
    .map((what): Loss => ({ is: "weakens", what: of === undefined ? formatName(what) : what, ...(of && { of }) })),
  ...(of === undefined ? dropped(before, after, (word) => word) : droppedIds(before, after, of))
]

/** The trigger metadata of a rule is replaced whole: what the call leaves out is gone. */
const metadataLosses = ({ trigger_metadata: after = {} }: RuleChange, rule: typeof Rule.Type): ReadonlyArray<Loss> => {
  const before = rule.trigger_metadata ?? {}
  const [limit, newLimit] = [before.mention_total_limit, after.mention_total_limit]
  return [
    ...dropped(before.keyword_filter, after.keyword_filter, (word) => word),
    ...dropped(before.regex_patterns, after.regex_patterns, (pattern) => pattern),
    ...dropped(
      before.presets?.map((preset) => enumName(presets, preset)),
      after.presets,
      (name) => name
    ),
    ...exemptions(before.allow_list, after.allow_list),
    ...weakensIf(
      limit != null && (newLimit === undefined || newLimit > limit),
      `at most ${limit} mentions becomes ${newLimit ?? "no limit"}`
    ),
    ...weakensIf(
      before.mention_raid_protection_enabled === true && after.mention_raid_protection_enabled !== true,
      "mention raids are not detected"
    )
  ]
}

/** Returns the actions that a rule no longer takes: another channel, and a shorter timeout, are no longer the same. */
const actionLosses = ({ actions = [] }: RuleChange, rule: typeof Rule.Type): ReadonlyArray<Loss> =>
  rule.actions
    .filter(
      ({ metadata, type }) =>
        !actions.some(
          (after) =>
            actionTypes[after.type] === type &&
            (metadata?.channel_id == null || after.metadata?.channel_id === metadata.channel_id) &&
            (after.metadata?.duration_seconds ?? 0) >= (metadata?.duration_seconds ?? 0)
        )
    )
    .map(({ type }) => ({ is: "drops", what: enumName(actionTypes, type) }))

/** An AutoMod rule: what it matches, what it does, and whom it ignores. */
export const automodRule = guard({
  read: ({ guild_id, rule_id }: RuleChange) =>
    getJson(Rule, "/guilds/{guild_id}/auto-moderation/rules/{rule_id}", { guild_id, rule_id }),
  fields: ({ protects, replaces }) => ({
    enabled: protects((input, rule) => weakensIf(input.enabled === false && rule.enabled, "the rule is disabled")),
    exempt_roles: protects((input, rule) => exemptions(rule.exempt_roles, input.exempt_roles, "role")),
    exempt_channels: protects((input, rule) => exemptions(rule.exempt_channels, input.exempt_channels, "channel")),
    trigger_metadata: protects(metadataLosses),
    actions: replaces(actionLosses),
    ...rows("part", "trigger_metadata.keyword_filter", "trigger_metadata.regex_patterns", "trigger_metadata.presets"),
    ...rows("part", "trigger_metadata.allow_list", "trigger_metadata.mention_total_limit"),
    ...rows("part", "trigger_metadata.mention_raid_protection_enabled", "actions[].type"),
    ...rows("part", "actions[].metadata.duration_seconds"),
    // Each trigger has one event type.
    event_type: "harmless"
  })
})

const Roles = Schema.Array(Schema.Struct({ id: Id, permissions: Bits, mentionable: nullish(Schema.Boolean) }))

/** A role: the permissions that its members lose, and who may ping it. */
export const role = guard({
  read: ({
    guild_id,
    role_id
  }: InGuild & {
    readonly role_id: string
    readonly permissions?: ReadonlyArray<PermissionName>
    readonly mentionable?: boolean
  }) =>
    Effect.map(getJson(Roles, "/guilds/{guild_id}/roles", { guild_id }), (roles) =>
      roles.find(({ id }) => id === role_id)
    ),
  fields: ({ protects, replaces }) => ({
    permissions: replaces((input, present) =>
      namesOf(BigInt(present?.permissions ?? 0) & ~bitsOf(input.permissions ?? [])).map((what) => ({
        is: "drops",
        what
      }))
    ),
    mentionable: protects((input, present) =>
      weakensIf(input.mentionable === true && present?.mentionable !== true, "everybody may ping the role")
    ),
    ...rows("harmless", "color", "colors", "hoist", "icon", "unicode_emoji"),
    ...rows("harmless", "colors.primary_color", "colors.secondary_color", "colors.tertiary_color")
  })
})

const BYPASSES_VERIFICATION = 4

/** A member. Roles and timeouts ask by themselves. The end of a voice mute is undone by a second call. */
export const member = guard({
  read: ({ guild_id, user_id }: InGuild & { readonly user_id: string; readonly flags?: ReadonlyArray<string> }) =>
    getJson(Schema.Struct({ flags: Schema.Number }), "/guilds/{guild_id}/members/{user_id}", { guild_id, user_id }),
  fields: ({ protects }) => ({
    flags: protects((input, { flags }) => {
      const [before, after] = [(flags & BYPASSES_VERIFICATION) !== 0, input.flags?.includes("bypasses_verification")]
      if (before === after) return []
      return [{ is: before ? "drops" : "weakens", what: "bypasses_verification" }]
    }),
    ...rows("asks", "roles", "communication_disabled_until"),
    ...rows("harmless", "mute", "deaf", "nick", "channel_id")
  })
})

/** The roles that may use an emoji. An empty list lets everybody use it. */
export const emoji = guard({
  read: ({ emoji_id, guild_id }: InGuild & { readonly emoji_id: string; readonly roles?: Ids }) =>
    getJson(Schema.Struct({ roles: Texts }), "/guilds/{guild_id}/emojis/{emoji_id}", { guild_id, emoji_id }),
  fields: ({ replaces }) => ({ roles: replaces((input, { roles }) => droppedIds(roles, input.roles, "role")) })
})
