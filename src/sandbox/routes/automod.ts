import { AuditLogEvent, PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { note } from "../audit.ts"
import { invalidField } from "../discordError.ts"
import { choice, clearable, decodeForm, list, optional, snowflake, text } from "../Form.ts"
import { findGuild, findRule } from "../find.ts"
import { ensureInGuild } from "../Permissions.ts"
import { json, noContent } from "../Reply.ts"
import { type Call, route } from "../Router.ts"
import type { Thing, World } from "../State.ts"

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
  route("GET", RULES, (call) =>
    Effect.map(guildOf(call), ({ id }) => json(200, [...call.world.rules.of(id).values()]))
  ),

  route("GET", RULE, (call) => Effect.map(ruleOf(call), ({ rule }) => json(200, rule))),

  route(
    "POST",
    RULES,
    Effect.fnUntraced(function* (call) {
      const guild = yield* guildOf(call)
      const form = yield* decodeForm(Create)(call.body)
      const rules = call.world.rules.of(guild.id)
      const alike = [...rules.values()].filter((rule) => rule.trigger_type === form.trigger_type)
      const most = MOST[form.trigger_type] ?? 1
      if (alike.length >= most)
        return yield* invalidField(
          "trigger_type",
          "AUTO_MODERATION_MAX_RULES_OF_TYPE_EXCEEDED",
          `Maximum number of rules for this trigger type exceeded (${most})`
        )
      const rule = makeRule(call.world, guild.id, form)
      rules.set(rule.id, rule)
      note(call, guild.id, { action: AuditLogEvent.AutoModerationRuleCreate, target: rule.id, after: form })
      return json(200, rule)
    })
  ),

  route(
    "PATCH",
    RULE,
    Effect.fnUntraced(function* (call) {
      const { guild, rule } = yield* ruleOf(call)
      const form = yield* decodeForm(Patch)(call.body)
      const after: Thing = { ...rule, ...form }
      call.world.rules.of(guild.id).set(rule.id, after)
      note(call, guild.id, {
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
    Effect.fnUntraced(function* (call) {
      const { guild, rule } = yield* ruleOf(call)
      call.world.rules.of(guild.id).delete(rule.id)
      note(call, guild.id, { action: AuditLogEvent.AutoModerationRuleDelete, target: rule.id, before: rule })
      return noContent
    })
  )
]

/** A rule the bot made. */
export const makeRule = (world: World, guild_id: string, form: object): Thing => ({
  id: world.nextId(),
  guild_id,
  creator_id: world.bot.id,
  trigger_metadata: {},
  enabled: false,
  exempt_roles: [],
  exempt_channels: [],
  ...form
})

const guildOf = Effect.fnUntraced(function* ({ param, world }: Call<"guild_id">) {
  const guild = yield* findGuild(world, param("guild_id"))
  yield* ensureInGuild(world, guild.id, Bit.ManageGuild)
  return guild
})

const ruleOf = Effect.fnUntraced(function* (call: Call<"guild_id" | "rule_id">) {
  const guild = yield* guildOf(call)
  return { guild, rule: yield* findRule(call.world, guild.id, call.param("rule_id")) }
})
