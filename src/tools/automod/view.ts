import { Schema } from "effect"
import { AnyObject, Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { wordFor } from "../shared/enums.ts"
import * as words from "./enums.ts"

const texts = may(Schema.Array(Schema.String))

/** An AutoMod rule, as decoded from Discord's reply. */
export const AutomodRule = Schema.Struct({
  id: Id,
  name: Schema.String,
  enabled: Schema.Boolean,
  trigger_type: may(Schema.Number),
  event_type: may(Schema.Number),
  trigger_metadata: may(
    Schema.Struct({
      keyword_filter: texts,
      presets: may(Schema.Array(Schema.Number)),
      allow_list: texts,
      regex_patterns: texts,
      mention_total_limit: may(Schema.Number),
      mention_raid_protection_enabled: may(Schema.Boolean)
    })
  ),
  actions: Schema.Array(Schema.Struct({ type: Schema.Number, metadata: may(AnyObject) })),
  exempt_roles: texts,
  exempt_channels: texts,
  creator_id: may(Id)
})

/** Compact view of a rule: trigger, actions, exemptions. */
export const rule = viewOf(AutomodRule, (it) => {
  const { presets, ...metadata } = it.trigger_metadata ?? {}
  return compact({
    id: it.id,
    name: it.name,
    disabled: !it.enabled,
    trigger_type: wordFor(words.triggers, it.trigger_type),
    event_type: wordFor(words.events, it.event_type),
    // Same format as the input, so that a client can edit the value and send it back.
    trigger_metadata: nonEmpty({ ...metadata, presets: presets?.map((preset) => wordFor(words.presets, preset)) }),
    actions: it.actions.map(({ metadata, type }) =>
      compact({ type: wordFor(words.actions, type), metadata: nonEmpty(metadata ?? {}) })
    ),
    exempt_roles: it.exempt_roles,
    exempt_channels: it.exempt_channels,
    creator_id: it.creator_id
  })
})

const nonEmpty = (fields: object) => {
  const compacted = compact(fields)
  return Object.keys(compacted).length > 0 ? compacted : undefined
}
