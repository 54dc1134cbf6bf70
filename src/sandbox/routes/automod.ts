import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { invalidField } from "../discordError.ts"
import { choice, clearable, decodeForm, list, optional, snowflake, text } from "../Form.ts"
import { findGuild, findRule } from "../find.ts"
import { ensureInGuild } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type RouteRequest, route } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"
import { writeAuditEntry } from "../writeAuditEntry.ts"

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

const RULES = "/guilds/:guild_id/auto-moderation/rules"

const RULE = `${RULES}/:rule_id` as const

/** Rules of each kind at most (Discord docs, auto moderation, limits per trigger type). */
const MOST: Readonly<Record<number, number>> = { 1: 6, 3: 1, 4: 1, 5: 1, 6: 1 }

/** `/guilds/{guild.id}/auto-moderation/rules`: kept and given back, but nothing is blocked. */
export const automodRoutes = [
  route("GET", RULES, (request) =>
    Effect.map(guildOf(request), ({ id }) => json(200, [...request.state.rules.of(id).values()]))
  ),

  route("GET", RULE, (request) => Effect.map(ruleOf(request), ({ rule }) => json(200, rule))),

  route(
    "POST",
    RULES,
    Effect.fnUntraced(function* (request) {
      const guild = yield* guildOf(request)
      const form = yield* decodeForm(Create)(request.body)
      const rules = request.state.rules.of(guild.id)
      const alike = [...rules.values()].filter((rule) => rule.trigger_type === form.trigger_type)
      const most = MOST[form.trigger_type] ?? 1
      if (alike.length >= most)
        return yield* invalidField(
          "trigger_type",
          "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
          `Maximum number of rules for this trigger type exceeded (${most})`
        )
      const rule = makeRule(request.state, guild.id, form)
      rules.set(rule.id, rule)
      writeAuditEntry(request, guild.id, {
        action: AuditLogEvent.AutoModerationRuleCreate,
        target: rule.id,
        after: form
      })
      return json(200, rule)
    })
  ),

  route(
    "PATCH",
    RULE,
    Effect.fnUntraced(function* (request) {
      const { guild, rule } = yield* ruleOf(request)
      const form = yield* decodeForm(Patch)(request.body)
      const after: Entity = { ...rule, ...form }
      request.state.rules.of(guild.id).set(rule.id, after)
      writeAuditEntry(request, guild.id, {
        action: AuditLogEvent.AutoModerationRuleUpdate,
        target: rule.id,
        before: rule,
        after
      })
      return json(200, after)
    })
  ),

  route(
    "DELETE",
    RULE,
    Effect.fnUntraced(function* (request) {
      const { guild, rule } = yield* ruleOf(request)
      request.state.rules.of(guild.id).delete(rule.id)
      writeAuditEntry(request, guild.id, {
        action: AuditLogEvent.AutoModerationRuleDelete,
        target: rule.id,
        before: rule
      })
      return noContent
    })
  )
]

/** A rule the bot made. */
export const makeRule = (state: SandboxState, guild_id: string, form: object): Entity => ({
  id: state.nextId(),
  guild_id,
  creator_id: state.bot.id,
  trigger_metadata: {},
  enabled: false,
  exempt_roles: [],
  exempt_channels: [],
  ...form
})

const guildOf = Effect.fnUntraced(function* ({ param, state }: RouteRequest<"guild_id">) {
  const guild = yield* findGuild(state, param("guild_id"))
  yield* ensureInGuild(state, guild.id, Bit.ManageGuild)
  return guild
})

const ruleOf = Effect.fnUntraced(function* (request: RouteRequest<"guild_id" | "rule_id">) {
  const guild = yield* guildOf(request)
  return { guild, rule: yield* findRule(request.state, guild.id, request.param("rule_id")) }
})
