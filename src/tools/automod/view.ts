import { Schema } from "effect"
import { enumName } from "../../objects/schema/enums.ts"
import { AnyObject, expected, Id, nullish, Texts, whole } from "../../objects/schema/reply.ts"
import { compact, created, nonEmpty, viewOf } from "../dsl/view.ts"
import * as enums from "./enums.ts"

/** The parts of a rule that decide what it does to members. */
export const AutomodRule = Schema.Struct({
  enabled: Schema.Boolean,
  actions: whole(Schema.Struct({ type: Schema.Number }))
})

/** An AutoMod rule, as decoded from Discord's reply. */
const Rule = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  enabled: expected(Schema.Boolean),
  trigger_type: nullish(Schema.Number),
  event_type: nullish(Schema.Number),
  trigger_metadata: nullish(
    Schema.Struct({
      keyword_filter: Texts,
      presets: nullish(Schema.Array(Schema.Number)),
      allow_list: Texts,
      regex_patterns: Texts,
      mention_total_limit: nullish(Schema.Number),
      mention_raid_protection_enabled: nullish(Schema.Boolean)
    })
  ),
  actions: expected(Schema.Array(Schema.Struct({ type: expected(Schema.Number), metadata: nullish(AnyObject) }))),
  exempt_roles: Texts,
  exempt_channels: Texts,
  creator_id: nullish(Id)
})

/** Compact view of a rule: trigger, actions, exemptions. */
export const rule = viewOf(Rule, (rule) => {
  const { presets, ...metadata } = rule.trigger_metadata ?? {}
  return compact({
    id: rule.id,
    name: rule.name,
    disabled: rule.enabled === false,
    trigger_type: enumName(enums.triggers, rule.trigger_type),
    event_type: enumName(enums.events, rule.event_type),
    // Same format as the input, so that a client can edit the value and send it back.
    trigger_metadata: nonEmpty(
      compact({ ...metadata, presets: presets?.map((preset) => enumName(enums.presets, preset)) })
    ),
    actions: rule.actions?.map(({ metadata, type }) =>
      compact({ type: enumName(enums.actions, type), metadata: nonEmpty(compact<object>(metadata ?? {})) })
    ),
    exempt_roles: rule.exempt_roles,
    exempt_channels: rule.exempt_channels,
    creator_id: rule.creator_id
  })
})

/** Compact view of a rule that a call created. */
export const createdRule = created(rule, "id")
