import {
  AuditLogEvent,
  AutoModerationActionType,
  AutoModerationRuleTriggerType,
  PermissionFlagsBits as Bit
} from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, clearable, decodeFields, integer, list, optional, snowflake, text } from "../BodySchema.ts"
import { invalidForm, unknownChannel, unknownRule } from "../discordError.ts"
import { CRUD, storeRoutes } from "../EntityStore.ts"
import { ensureInGuild } from "../Permissions.ts"
import type { RouteRequest } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"

/** Four weeks. */
const MAX_TIMEOUT_SECONDS = 2_419_200

const Action = Schema.Struct({
  type: choice(1, 2, 3, 4),
  metadata: optional(
    Schema.Struct({
      channel_id: clearable(snowflake),
      duration_seconds: clearable(integer(0, MAX_TIMEOUT_SECONDS)),
      custom_message: clearable(text(0, 150))
    })
  )
})

const words = (count: number, length: number) => clearable(list(text(1, length), 0, count))

const settings = {
  trigger_metadata: clearable(
    Schema.Struct({
      keyword_filter: words(1000, 60),
      regex_patterns: words(10, 260),
      allow_list: words(1000, 60),
      presets: clearable(list(choice(1, 2, 3), 0, 3)),
      mention_total_limit: clearable(integer(0, 50)),
      mention_raid_protection_enabled: clearable(Schema.Boolean)
    })
  ),
  enabled: optional(Schema.Boolean),
  exempt_roles: optional(list(snowflake, 0, 20)),
  exempt_channels: optional(list(snowflake, 0, 50))
}

const Create = Schema.Struct({
  name: text(1, 100),
  event_type: choice(1, 2),
  trigger_type: choice(1, 3, 4, 5, 6),
  actions: list(Action, 1, 5),
  ...settings
})

const Patch = Schema.Struct({
  name: optional(text(1, 100)),
  event_type: optional(choice(1, 2)),
  actions: optional(list(Action, 1, 5)),
  ...settings
})

/** The fields of a rule that Discord checks together. */
const Checked = Schema.Struct({
  trigger_type: Schema.Number,
  trigger_metadata: Schema.NullOr(
    Schema.Struct({ allow_list: Schema.optional(Schema.NullOr(Schema.Array(Schema.String))) })
  ),
  actions: Schema.Array(
    Schema.Struct({
      type: Schema.Number,
      metadata: Schema.optional(Schema.Struct({ channel_id: Schema.optional(Schema.NullOr(Schema.String)) }))
    })
  )
})

/** Maximum number of rules by trigger type (Discord docs, auto moderation, limits per trigger type). */
const MAX_RULES: Readonly<Record<number, number>> = { 1: 6, 3: 1, 4: 1, 5: 1, 6: 1 }

const { Keyword, KeywordPreset, MentionSpam } = AutoModerationRuleTriggerType

/** Triggers whose rules can time out members. */
const TIMEOUT_TRIGGERS: ReadonlyArray<number> = [Keyword, MentionSpam]

/** Checks the number of rules, and what a rule of this trigger can have. `before` is `undefined` for a new rule. */
const checkRule = Effect.fnUntraced(function* (
  { param, state }: RouteRequest<string>,
  rule: Entity,
  before: Entity | undefined
) {
  const guildId = param("guild_id")
  const { actions, trigger_metadata, trigger_type } = yield* Effect.orDie(Schema.decodeUnknown(Checked)(rule))
  const others = [...state.rulesOf(guildId).values()].filter((it) => it.trigger_type === trigger_type)
  const max = MAX_RULES[trigger_type] ?? 1
  if (before === undefined && others.length >= max)
    return yield* invalidForm([
      {
        path: [],
        code: "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
        message: `Maximum number of rules with trigger type ${trigger_type} is ${max}`
      }
    ])
  const maxAllowed = trigger_type === KeywordPreset ? 1000 : 100
  if ((trigger_metadata?.allow_list?.length ?? 0) > maxAllowed)
    return yield* invalidForm([
      {
        path: ["trigger_metadata", "allow_list"],
        code: "BASE_TYPE_MAX_LENGTH",
        message: `Must be ${maxAllowed} or fewer in length.`
      }
    ])
  for (const [at, { metadata, type }] of actions.entries()) {
    if (type === AutoModerationActionType.Timeout) {
      if (!TIMEOUT_TRIGGERS.includes(trigger_type))
        return yield* invalidForm([
          {
            path: ["actions", at, "type"],
            code: "AUTO_MODERATION_INVALID_ACTION_TYPE",
            message: "This action type cannot be used with this trigger type."
          }
        ])
      yield* ensureInGuild(state, guildId, Bit.ModerateMembers)
    }
    if (type === AutoModerationActionType.SendAlertMessage) {
      const channel = state.channels.get(metadata?.channel_id ?? "")
      if (channel?.guild_id !== guildId) return yield* unknownChannel
    }
  }
})

/** `/guilds/{guild.id}/auto-moderation/rules`. The sandbox stores rules, but does not apply them. */
export const automodRoutes = storeRoutes({
  path: "/guilds/:guild_id/auto-moderation/rules",
  item: "rule_id",
  unknown: unknownRule,
  operations: CRUD,
  decode: { create: decodeFields(Create), modify: decodeFields(Patch) },
  fields: ({ state }) => defaults(state),
  check: checkRule,
  audit: {
    create: AuditLogEvent.AutoModerationRuleCreate,
    modify: AuditLogEvent.AutoModerationRuleUpdate,
    remove: AuditLogEvent.AutoModerationRuleDelete
  }
})

/** Returns a rule that the bot created. */
export const makeRule = (state: SandboxState, guild_id: string, form: object): Entity => ({
  id: state.nextId(),
  guild_id,
  ...defaults(state),
  ...form
})

const defaults = (state: SandboxState) => ({
  creator_id: state.bot.id,
  trigger_metadata: {},
  enabled: false,
  exempt_roles: [],
  exempt_channels: []
})
