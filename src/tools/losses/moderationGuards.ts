/** What changes of AutoMod rules, roles, members and emojis can take away. */
import { Effect, Schema, Struct } from "effect"
import { bitsOf, namesOf, type PermissionName } from "../../errors/PermissionName.ts"
import {
  actionMetadata,
  actions as actionTypes,
  exempt,
  type ruleFields,
  ruleReply,
  triggerMetadata
} from "../../objects/automodRule.ts"
import { harmlessIn, type Inputs, valuesOf } from "../../objects/fields.ts"
import { roleFields } from "../../objects/role.ts"
import { enumName } from "../../objects/schema/enums.ts"
import { Bits, Id, nullish, Texts } from "../../objects/schema/reply.ts"
import { getJson } from "../dsl/getJson.ts"
import { formatName } from "../shared/previewText.ts"
import { dropped, droppedIds, guard, type Loss, rows, weakensIf } from "./Guard.ts"

type Ids = ReadonlyArray<string>

interface InGuild {
  readonly guild_id: string
}

const Rule = Schema.Struct(ruleReply)

type RuleChange = InGuild & { readonly rule_id: string } & Schema.Struct.Type<Inputs<typeof ruleFields>>

/** Returns what an exemption or allowed word adds, which the rule then lets through, and what the new list lacks. */
const exemptions = (before: Ids | null | undefined, after: Ids | undefined, of?: Loss["of"]): ReadonlyArray<Loss> => [
  ...(after ?? [])
    .filter((entry) => !(before ?? []).includes(entry))
    .map((what): Loss => ({ is: "weakens", what: of === undefined ? formatName(what) : what, ...(of && { of }) })),
  ...(of === undefined ? dropped(before, after, (word) => word) : droppedIds(before, after, of))
]

/** The trigger metadata of a rule is replaced whole: what the call leaves out is gone. */
const metadataLosses = ({ trigger_metadata: after = {} }: RuleChange, rule: typeof Rule.Type): ReadonlyArray<Loss> => {
  const before = valuesOf(triggerMetadata, rule.trigger_metadata ?? {})
  const [limit, newLimit] = [before.mention_total_limit, after.mention_total_limit]
  return [
    ...dropped(before.keyword_filter, after.keyword_filter, (word) => word),
    ...dropped(before.regex_patterns, after.regex_patterns, (pattern) => pattern),
    ...dropped(before.presets, after.presets, (name) => name),
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
    ...Object.fromEntries(
      Struct.entries(exempt).map(([field, of]) => [
        field,
        protects((input, rule) => exemptions(rule[field], input[field], of))
      ])
    ),
    trigger_metadata: protects(metadataLosses),
    actions: replaces(actionLosses),
    ...rows("part", ...Object.keys(triggerMetadata).map((name) => `trigger_metadata.${name}`)),
    ...rows("part", "actions[].type", ...Object.keys(actionMetadata).map((name) => `actions[].metadata.${name}`)),
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
    ...rows("harmless", ...harmlessIn(roleFields), "icon"),
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
