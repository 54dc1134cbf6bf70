/** Preview facts of calls that affect a whole guild. */

import { Effect, Schema } from "effect"
import { whole } from "../../objects/schema/reply.ts"
import { counted } from "../../text/words.ts"
import { getReadable } from "../dsl/getJson.ts"
import { compact } from "../dsl/view.ts"
import type { PreviewFacts } from "../Tool.ts"

/** Returns the features that the call disables and enables. */
export const featureFacts = ({
  features: newFeatures,
  guild_id
}: {
  readonly guild_id: string
  readonly features?: ReadonlyArray<string>
}): PreviewFacts =>
  newFeatures === undefined
    ? Effect.succeed({})
    : Effect.map(getReadable(Guild, "/guilds/{guild_id}", { guild_id }), ({ features }) =>
        compact({
          features_disabled: features.filter((it) => !newFeatures.includes(it)),
          features_enabled: newFeatures.filter((it) => !features.some((feature) => feature === it))
        })
      )

/** Returns how many members a prune would kick. Discord does not name them. */
export const pruneFacts = ({
  days,
  guild_id,
  include_roles
}: {
  readonly guild_id: string
  readonly days?: number
  readonly include_roles?: ReadonlyArray<string>
}): PreviewFacts =>
  Effect.map(
    getReadable(
      Pruned,
      "/guilds/{guild_id}/prune",
      { guild_id },
      compact({ days, include_roles: include_roles?.join(",") })
    ),
    ({ pruned }) => ({
      action: `Kick ${pruned ?? "all"} inactive ${pruned === 1 ? "member" : "members"} at once`,
      members: pruned ?? "not counted",
      inactive_for: counted(days ?? DEFAULT_DAYS, "day"),
      not_shown: "the names of these members: Discord gives only their number"
    })
  )

// A preview that lacked some features or the number would promise less than happens.
const Guild = Schema.Struct({ features: whole(Schema.String) })
const Pruned = Schema.Struct({ pruned: Schema.NullOr(Schema.Number) })

/** Default days of inactivity (Discord docs, guild resource, begin guild prune). */
const DEFAULT_DAYS = 7
