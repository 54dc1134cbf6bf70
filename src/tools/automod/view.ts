import { Schema } from "effect"
import { newRuleFields } from "../../objects/automodRule.ts"
import { repliesOf, valuesOf } from "../../objects/fields.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"

/** An AutoMod rule, as decoded from Discord's reply. */
const Rule = Schema.Struct({
  ...repliesOf(newRuleFields),
  id: expected(Id),
  name: expected(Schema.String),
  enabled: expected(Schema.Boolean),
  actions: expected(newRuleFields.actions.reply),
  creator_id: nullish(Id)
})

/** Compact view of a rule: trigger, actions, exemptions. */
export const rule = viewOf(Rule, (rule) => {
  const { name, ...settings } = valuesOf(newRuleFields, rule)
  return {
    ...compact({ id: rule.id, name }),
    ...(rule.enabled !== undefined && { enabled: rule.enabled }),
    ...settings,
    ...compact({ creator_id: rule.creator_id })
  }
})

/** Compact view of a rule that a call created. */
export const createdRule = created(rule, "id")
