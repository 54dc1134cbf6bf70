import type { APIAutoModerationRule } from "discord-api-types/v10"
import * as words from "../parts/automodWords.ts"
import { wordFor } from "../parts/words.ts"
import { compact } from "./compact.ts"

/** What an agent needs of a rule: what sets it off, what it does, and whom it leaves alone. */
export const rule = (it: APIAutoModerationRule) => {
  const { presets, ...metadata } = it.trigger_metadata
  return compact({
    id: it.id,
    name: it.name,
    disabled: !it.enabled,
    trigger_type: wordFor(words.triggers, it.trigger_type),
    event_type: wordFor(words.events, it.event_type),
    // As inputs have them, so that they can be changed and sent back.
    trigger_metadata: filled({ ...metadata, presets: presets?.map((preset) => wordFor(words.presets, preset)) }),
    actions: it.actions.map(({ metadata = {}, type }) =>
      compact({ type: wordFor(words.actions, type), metadata: filled(metadata) })
    ),
    exempt_roles: it.exempt_roles,
    exempt_channels: it.exempt_channels,
    creator_id: it.creator_id
  })
}

const filled = (fields: object) => {
  const left = compact(fields)
  return Object.keys(left).length > 0 ? left : undefined
}
