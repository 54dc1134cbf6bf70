import { AuditLogEvent } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { choice, clearable, decodeFields, list, optional, snowflake, text } from "../BodySchema.ts"
import { invalidField, unknownRule } from "../discordError.ts"
import { CRUD, storeRoutes } from "../EntityStore.ts"
import type { Entity, SandboxState } from "../State.ts"

const Action = Schema.Struct({ type: choice(1, 2, 3, 4), metadata: optional(Schema.Unknown) })

const settings = {
  trigger_metadata: clearable(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
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

/** Maximum number of rules by trigger type (Discord docs, auto moderation, limits per trigger type). */
const MAX_RULES: Readonly<Record<number, number>> = { 1: 6, 3: 1, 4: 1, 5: 1, 6: 1 }

/** `/guilds/{guild.id}/auto-moderation/rules`. The sandbox stores rules, but does not apply them. */
export const automodRoutes = storeRoutes({
  path: "/guilds/:guild_id/auto-moderation/rules",
  item: "rule_id",
  unknown: unknownRule,
  operations: CRUD,
  decode: { create: decodeFields(Create), modify: decodeFields(Patch) },
  fields: ({ state }) => defaults(state),
  check: ({ param, state }, rule, before) => {
    const sameType = [...state.rulesOf(param("guild_id")).values()].filter(
      ({ trigger_type }) => trigger_type === rule.trigger_type
    )
    const max = MAX_RULES[Number(rule.trigger_type)] ?? 1
    return before !== undefined || sameType.length < max
      ? Effect.void
      : invalidField(
          "trigger_type",
          "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
          `Maximum number of rules for this trigger type exceeded (${max})`
        )
  },
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
