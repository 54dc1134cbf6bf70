/** Small objects about a guild that are answered as Discord gives them. */
import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"

/** Widget settings of a guild. */
export const WidgetSettings = Schema.Struct({ enabled: Schema.Boolean, channel_id: Schema.NullOr(Id) })

/** The vanity URL of a guild. */
export const VanityUrl = Schema.Struct({ code: Schema.NullOr(Schema.String), uses: Schema.Number })

/** The number of members that a prune would kick. */
export const PruneCount = Schema.Struct({ pruned: Schema.Number })

/** The number of members that a prune kicked; null if the call did not count them. */
export const PruneResult = Schema.Struct({ pruned: Schema.NullOr(Schema.Number) })

/** Paused features of a guild, and raids and spam that Discord detected. */
export const IncidentsData = Schema.Struct({
  invites_disabled_until: may(Schema.String),
  dms_disabled_until: may(Schema.String),
  dm_spam_detected_at: may(Schema.String),
  raid_detected_at: may(Schema.String)
})
