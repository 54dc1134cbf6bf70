/** Small objects about a guild that are answered as Discord gives them. */
import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"

/** Whether a guild has a widget, and where it leads. */
export const WidgetSettings = Schema.Struct({ enabled: Schema.Boolean, channel_id: Schema.NullOr(Id) })

/** The invite of a guild's own choosing. */
export const VanityUrl = Schema.Struct({ code: Schema.NullOr(Schema.String), uses: Schema.Number })

/** How many a prune would kick. */
export const PruneCount = Schema.Struct({ pruned: Schema.Number })

/** How many a prune has kicked; null where it was not to be counted. */
export const PruneResult = Schema.Struct({ pruned: Schema.NullOr(Schema.Number) })

/** What is paused in a guild, and what Discord has noticed. */
export const IncidentsData = Schema.Struct({
  invites_disabled_until: may(Schema.String),
  dms_disabled_until: may(Schema.String),
  dm_spam_detected_at: may(Schema.String),
  raid_detected_at: may(Schema.String)
})
