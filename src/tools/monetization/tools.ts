import { EntitlementOwnerType, type RESTPostAPIEntitlementJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import * as Limits from "../application/limits.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { OLDEST, oldestFirst } from "../dsl/oldestFirst.ts"
import { paged, whole } from "../dsl/paging.ts"
import { del, get, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { wordsOf } from "../shared/enums.ts"
import { reasons } from "../shared/failures.ts"
import { choice, described, flag, optional, setOf } from "../shared/fields.ts"
import { ApplicationId, EntitlementId, GuildId, SkuId, Snowflake, SubscriptionId, UserId } from "../shared/ids.ts"
import { entitlement, sku, subscription } from "./view.ts"

const application_id = described("The application.", ApplicationId)
const entitlement_id = described("The entitlement.", EntitlementId)
const sku_id = described("The SKU: what is on offer.", SkuId)

/** Who can own an entitlement. */
const owners = { guild: EntitlementOwnerType.Guild, user: EntitlementOwnerType.User } as const

const entitlements = paged({
  max: Limits.ENTITLEMENTS_PAGE_MAX,
  fallback: 50,
  by: "after",
  at: ({ id }) => id,
  body: Schema.Array(entitlement.reply),
  items: oldestFirst,
  view: entitlement,
  empty: "Nobody has such an entitlement."
})

const subscriptions = paged({
  max: Limits.SUBSCRIPTIONS_PAGE_MAX,
  fallback: 50,
  by: "after",
  at: ({ id }) => id,
  body: Schema.Array(subscription.reply),
  items: oldestFirst,
  view: subscription,
  empty: "This user has no subscription to this SKU."
})

/** What an application sells, and who has it. */
export const tools = group("monetization", [
  get("skus_list", "/applications/{application_id}/skus", {
    description: "List the SKUs of an application: what it sells. Who has them is in entitlements_list.",
    path: { application_id },
    ...whole({ view: sku, empty: "This application sells nothing." })
  }),
  get("entitlements_list", "/applications/{application_id}/entitlements", {
    description: "List who has what of an application's SKUs, active and ended, oldest first.",
    path: { application_id },
    ...entitlements,
    query: {
      ...entitlements.query,
      user_id: optional(described("Only those of this user.", UserId)),
      guild_id: optional(described("Only those of this guild.", GuildId)),
      sku_ids: optional(setOf("Only those of these SKUs.", SkuId, 1, Limits.SKUS_MAX)),
      exclude_ended: optional(flag("Without those that have ended.")),
      exclude_deleted: optional(flag("Without deleted ones; true by default."))
    },
    toQuery: ({ exclude_deleted, exclude_ended, guild_id, limit, sku_ids, user_id }) => ({
      after: OLDEST,
      limit,
      user_id,
      guild_id,
      sku_ids: sku_ids?.join(","),
      exclude_ended,
      exclude_deleted
    })
  }),
  get("entitlements_get", "/applications/{application_id}/entitlements/{entitlement_id}", {
    description: "Get one entitlement: who has it, of which SKU, and until when.",
    path: { application_id, entitlement_id },
    options: view,
    toResult: one(entitlement)
  }),
  get("subscriptions_list", "/skus/{sku_id}/subscriptions", {
    description: "List a user's subscriptions to a SKU, oldest first.",
    path: { sku_id },
    ...subscriptions,
    query: { ...subscriptions.query, user_id: described("The user. Discord lists only one user's.", UserId) },
    toQuery: ({ limit, user_id }) => ({ after: OLDEST, limit, user_id })
  }),
  get("subscriptions_get", "/skus/{sku_id}/subscriptions/{subscription_id}", {
    description: "Get one subscription: its status and how long it is paid for.",
    path: { sku_id, subscription_id: described("The subscription.", SubscriptionId) },
    options: view,
    toResult: one(subscription)
  }),
  post("entitlements_create_test", "/applications/{application_id}/entitlements", {
    description: "Give a guild or user a test entitlement, to try out what those see who have bought a SKU.",
    path: { application_id },
    body: fits<RESTPostAPIEntitlementJSONBody>()({
      sku_id,
      owner_id: described("The guild or user that gets it.", Snowflake)
    }),
    options: { owner_type: choice("What the owner is.", ...wordsOf(owners)) },
    toBody: ({ owner_id, owner_type, sku_id }) =>
      ({ sku_id, owner_id, owner_type: owners[owner_type] }) satisfies RESTPostAPIEntitlementJSONBody,
    toResult: one(entitlement),
    failures: reasons("sku_not_valid", "entitlement_already_granted")
  }),
  post("entitlements_consume", "/applications/{application_id}/entitlements/{entitlement_id}/consume", {
    description: "Mark a one-time purchase as consumed, so that it can be bought again. This cannot be undone.",
    path: { application_id, entitlement_id },
    failures: reasons("sku_not_consumable")
  }),
  del("entitlements_delete_test", "/applications/{application_id}/entitlements/{entitlement_id}", {
    description: "Delete a test entitlement. Bought ones cannot be deleted.",
    path: { application_id, entitlement_id },
    failures: reasons("entitlement_not_a_test"),
    undo: "entitlements_create_test gives it again."
  })
])
