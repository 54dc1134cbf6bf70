import { EntitlementOwnerType, type RESTPostAPIEntitlementJSONBody } from "discord-api-types/v10"
import { Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { enumChoice, enumTable } from "../../objects/schema/enums.ts"
import { described, flag, optional, setOf } from "../../objects/schema/fields.ts"
import {
  application_id,
  EntitlementId,
  GuildId,
  SkuId,
  Snowflake,
  SubscriptionId,
  UserId
} from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { OLDEST, oldestFirst } from "../dsl/cursor.ts"
import { group } from "../dsl/defineTool.ts"
import { paged, unpaged } from "../dsl/paging.ts"
import { del, get, post } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { createdEntitlement, entitlement, sku, subscription } from "./view.ts"

const entitlement_id = described("The entitlement.", EntitlementId)
const sku_id = described("The SKU: a product of the application.", SkuId)

/** Owner types of an entitlement. */
const owners = enumTable(EntitlementOwnerType)

const entitlements = paged({
  max: Limits.ENTITLEMENTS_PAGE_MAX,
  defaultLimit: 50,
  by: "after",
  positionOf: ({ id }) => id,
  body: Schema.Array(entitlement.reply),
  items: oldestFirst,
  view: entitlement,
  empty: "No matching entitlements."
})

const subscriptions = paged({
  max: Limits.SUBSCRIPTIONS_PAGE_MAX,
  defaultLimit: 50,
  by: "after",
  positionOf: ({ id }) => id,
  body: Schema.Array(subscription.reply),
  items: oldestFirst,
  view: subscription,
  empty: "This user has no subscription to this SKU."
})

const synonyms = {
  skus_list:
    "products, shop items, what do we sell, list products, shop, store items, premium tiers, paywall, fetch skus, what can users buy",
  entitlements_list:
    "purchases, who bought, premium users, who paid, who owns premium, customers, list purchases, premium members, fetch entitlements, owners of a product",
  subscriptions_list:
    "subscribers, subscriptions of a user, paying users, paid subscription, list subscriptions, monthly payment, paywall",
  entitlements_get: "one purchase, details of a purchase, when does premium expire, one entitlement",
  subscriptions_get: "one subscription, when does a subscription end, subscription status, is a subscription active",
  entitlements_create_test:
    "test purchase, give a test purchase, fake purchase, test premium, simulate a purchase, grant premium for a test, try the paid features, test a subscription",
  entitlements_consume: "use up a purchase, consumable purchase, consume an item, consume entitlement",
  entitlements_delete_test:
    "delete a test purchase, remove a test purchase, end a test subscription, revoke a test entitlement, take premium away after a test"
}

/** SKUs, entitlements and subscriptions of an application. */
export const tools = group({ category: "monetization", synonyms }, [
  get("skus_list", "/applications/{application_id}/skus", {
    description: "List the SKUs of an application: its products. For their owners use entitlements_list.",
    path: { application_id },
    ...unpaged({ view: sku, empty: "This application has no SKUs." })
  }),
  get("entitlements_list", "/applications/{application_id}/entitlements", {
    description: "List an application's entitlements: who owns which SKU, active and ended, oldest first.",
    path: { application_id },
    ...entitlements,
    query: {
      ...entitlements.query,
      user_id: optional(described("Only entitlements of this user.", UserId)),
      guild_id: optional(described("Only entitlements of this guild.", GuildId)),
      sku_ids: optional(setOf("Only entitlements of these SKUs.", SkuId, 1, Limits.SKUS_MAX)),
      exclude_ended: optional(flag("Whether to exclude ended entitlements.")),
      exclude_deleted: optional(flag("Whether to exclude deleted entitlements; true by default."))
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
    description: "Get one entitlement: owner, SKU, expiry.",
    path: { application_id, entitlement_id },
    options: view,
    toResult: one(entitlement)
  }),
  get("subscriptions_list", "/skus/{sku_id}/subscriptions", {
    description: "List a user's subscriptions to a SKU, oldest first.",
    path: { sku_id },
    ...subscriptions,
    query: { ...subscriptions.query, user_id: described("The user; Discord lists subscriptions per user.", UserId) },
    toQuery: ({ limit, user_id }) => ({ after: OLDEST, limit, user_id })
  }),
  get("subscriptions_get", "/skus/{sku_id}/subscriptions/{subscription_id}", {
    description: "Get one subscription: status and paid period.",
    path: { sku_id, subscription_id: described("The subscription.", SubscriptionId) },
    options: view,
    toResult: one(subscription)
  }),
  post("entitlements_create_test", "/applications/{application_id}/entitlements", {
    description: "Create a test entitlement for a guild or user, to test what owners of a SKU see.",
    path: { application_id },
    body: fits<RESTPostAPIEntitlementJSONBody>()({
      sku_id,
      owner_id: described("The guild or user that receives the entitlement.", Snowflake)
    }),
    options: { owner_type: enumChoice("The type of the owner.", owners) },
    toBody: ({ owner_id, owner_type, sku_id }) =>
      ({ sku_id, owner_id, owner_type: owners[owner_type] }) satisfies RESTPostAPIEntitlementJSONBody,
    // The entitlement has its owner as user_id or guild_id.
    shownAs: { owner_id: "id", owner_type: "id" },
    toResult: one(createdEntitlement),
    failures: reasons("sku_not_valid", "entitlement_already_granted")
  }),
  post("entitlements_consume", "/applications/{application_id}/entitlements/{entitlement_id}/consume", {
    description: "Mark a one-time purchase as consumed, so that the user can buy it again. This cannot be undone.",
    path: { application_id, entitlement_id },
    failures: reasons("sku_not_consumable")
  }),
  del("entitlements_delete_test", "/applications/{application_id}/entitlements/{entitlement_id}", {
    description: "Delete a test entitlement. Purchased entitlements cannot be deleted.",
    path: { application_id, entitlement_id },
    failures: reasons("entitlement_not_a_test"),
    undo: "entitlements_create_test creates it again."
  })
])
