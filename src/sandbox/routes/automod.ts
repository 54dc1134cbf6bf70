/** `/guilds/{guild.id}/auto-moderation/rules`: bodies, and what Discord checks in them. */
import { type APIAutoModerationRule, AuditLogEvent, AutoModerationActionType } from "discord-api-types/v10"
import { Effect, Record, Schema, Struct } from "effect"
import { newRuleFields, triggerMetadata, triggers } from "../../objects/automodRule.ts"
import { ofKind, unsetOf } from "../../objects/fields.ts"
import { enumName } from "../../objects/schema/enums.ts"
import { choice, decodeFields } from "../BodySchema.ts"
import { describedBody } from "../describedBody.ts"
import { invalidField, invalidForm, type Refusal, unknownChannel, unknownRule } from "../discordError.ts"
import { CRUD, storeRoutes } from "../EntityStore.ts"
import type { RouteRequest } from "../Router.ts"
import type { Entity, SandboxState } from "../State.ts"

/** Discord's names of the triggers in its description. */
const requests: Readonly<Record<number, string>> = {
  [triggers.keyword]: "Keyword",
  [triggers.spam]: "MLSpam",
  [triggers.keyword_preset]: "DefaultKeywordList",
  [triggers.mention_spam]: "MentionSpam",
  [triggers.member_profile]: "UserProfile"
}

/** Decodes a body by the trigger of its rule. Null is as if the field were left out. */
const decodersOf = (partial: "" | "Partial") => {
  const byTrigger = Record.map(requests, (name) => decodeFields(describedBody<Form>(`${name}UpsertRequest${partial}`)))
  return (body: unknown, trigger: number): Effect.Effect<Form, Refusal> =>
    Effect.map(byTrigger[trigger]?.(body) ?? decodeTrigger(body), (form) => stored(trigger, form))
}

const decodeNew = decodersOf("")
const decodePatch = decodersOf("Partial")

/** A body of a trigger that Discord lacks has no other problem. */
const decodeTrigger = decodeFields(Schema.Struct({ trigger_type: choice(...Object.keys(requests).map(Number)) }))

/** The settings of a rule in a body, as Discord stores them. */
type Form = Partial<Pick<APIAutoModerationRule, keyof typeof newRuleFields>>

type Rule = Form & Pick<APIAutoModerationRule, "trigger_type">

/** Returns the settings as Discord stores them: the metadata of a trigger has all of its lists, and each action has some. */
const stored = (trigger: number, form: Form): Form => {
  const { actions, trigger_metadata, ...settings } = withoutNull(form)
  const own = Struct.pick(triggerMetadata, ...ofKind(triggerMetadata, enumName(triggers, trigger)))
  return {
    ...settings,
    ...(actions && { actions: actions.map(({ metadata, type }) => ({ type, metadata: withoutNull(metadata ?? {}) })) }),
    ...("trigger_metadata" in form && {
      trigger_metadata: Object.assign({}, unsetOf(own), withoutNull(trigger_metadata ?? {}))
    })
  }
}

const withoutNull = <A extends object>(form: A): Partial<A> =>
  Record.filter({ ...form } as Readonly<Record<string, unknown>>, (value) => value !== null) as Partial<A> // some of its fields

/** Maximum number of rules by trigger type (Discord docs, auto moderation, limits per trigger type). */
const MAX_RULES: Readonly<Record<number, number>> = { 1: 6, 3: 1, 4: 1, 5: 1, 6: 1 }

/** Triggers whose rules can time out members. */
const TIMEOUT_TRIGGERS: ReadonlyArray<number> = [triggers.keyword, triggers.mention_spam]

/** Checks the number of rules, and what a rule of this trigger can have. `before` is `undefined` for a new rule. */
const checkRule = Effect.fnUntraced(function* (
  { param, state }: RouteRequest<string>,
  rule: Entity,
  before: Entity | undefined
) {
  const guildId = param("guild_id")
  const { actions, name, trigger_type } = rule as Entity & Rule // its bodies were decoded
  if (name === "") return yield* invalidField("name", "BASE_TYPE_REQUIRED", "This field is required")
  if (actions === undefined) return yield* invalidField("actions", "BASE_TYPE_REQUIRED", "This field is required")
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
  for (const [at, { metadata, type }] of actions.entries()) {
    if (type === AutoModerationActionType.Timeout && !TIMEOUT_TRIGGERS.includes(trigger_type))
      return yield* invalidForm([
        {
          path: ["actions", at, "type"],
          code: "AUTO_MODERATION_INVALID_ACTION_TYPE",
          message: "This action type cannot be used with this trigger type."
        }
      ])
    if (type === AutoModerationActionType.SendAlertMessage) {
      const channel = state.channels.get(metadata?.channel_id ?? "")
      if (channel?.guild_id !== guildId) return yield* unknownChannel
    }
  }
})

/** The sandbox stores rules, but does not apply them. */
export const automodRoutes = storeRoutes({
  path: "/guilds/:guild_id/auto-moderation/rules",
  item: "rule_id",
  unknown: unknownRule,
  operations: CRUD,
  decode: {
    create: (body) => decodeNew(body, Number(Object(body).trigger_type)),
    // The trigger cannot change: Discord ignores another one.
    modify: (body, before) => {
      const trigger_type = Number(before?.trigger_type)
      return decodePatch({ ...Object(body), trigger_type }, trigger_type)
    }
  },
  fields: ({ state }) => defaults(state),
  check: checkRule,
  audit: {
    create: AuditLogEvent.AutoModerationRuleCreate,
    modify: AuditLogEvent.AutoModerationRuleUpdate,
    remove: AuditLogEvent.AutoModerationRuleDelete
  }
})

/** Returns a rule that the bot created. */
export const makeRule = (state: SandboxState, guild_id: string, form: Rule): Entity => ({
  id: state.nextId(),
  guild_id,
  ...defaults(state),
  ...stored(form.trigger_type, form)
})

const defaults = (state: SandboxState) => ({
  creator_id: state.bot.id,
  trigger_metadata: {},
  ...unsetOf(newRuleFields)
})
