import { EntitlementType, SKUFlags, SKUType, SubscriptionStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { compact } from "../shared/compact.ts"
import { namesIn, wordFor } from "../shared/enums.ts"

/** Compact view of a SKU. */
export const sku = viewOf(
  Schema.Struct({ id: Id, name: Schema.String, type: may(Schema.Number), flags: may(Schema.Number) }),
  (it) =>
    compact({ id: it.id, name: it.name, kind: wordFor(skuTypes, it.type), flags: namesIn(skuFlags, it.flags ?? 0) })
)

const Entitlement = Schema.Struct({
  id: Id,
  sku_id: may(Id),
  user_id: may(Id),
  guild_id: may(Id),
  type: may(Schema.Number),
  starts_at: may(Schema.String),
  ends_at: may(Schema.String),
  consumed: may(Schema.Boolean),
  deleted: may(Schema.Boolean)
})

/** Compact view of an entitlement: SKU, owner, period. */
export const entitlement = viewOf(Entitlement, (it) =>
  compact({
    id: it.id,
    sku_id: it.sku_id,
    user_id: it.user_id,
    guild_id: it.guild_id,
    kind: wordFor(entitlementTypes, it.type || undefined),
    starts: it.starts_at,
    ends: it.ends_at,
    consumed: it.consumed,
    deleted: it.deleted
  })
)

const ids = may(Schema.Array(Schema.String))

/** Compact view of a subscription: user, SKUs, period. */
export const subscription = viewOf(
  Schema.Struct({
    id: Id,
    user_id: may(Id),
    status: may(Schema.Number),
    sku_ids: ids,
    renewal_sku_ids: ids,
    entitlement_ids: ids,
    current_period_start: may(Schema.String),
    current_period_end: may(Schema.String),
    canceled_at: may(Schema.String)
  }),
  (it) =>
    compact({
      id: it.id,
      user_id: it.user_id,
      status: wordFor(subscriptionStatuses, it.status),
      sku_ids: it.sku_ids,
      renewal_sku_ids: it.renewal_sku_ids,
      entitlement_ids: it.entitlement_ids,
      period_start: it.current_period_start,
      period_end: it.current_period_end,
      canceled: it.canceled_at
    })
)

const skuTypes = {
  durable: SKUType.Durable,
  consumable: SKUType.Consumable,
  subscription: SKUType.Subscription,
  subscription_group: SKUType.SubscriptionGroup
} as const

const skuFlags = {
  AVAILABLE: SKUFlags.Available,
  GUILD_SUBSCRIPTION: SKUFlags.GuildSubscription,
  USER_SUBSCRIPTION: SKUFlags.UserSubscription
} as const

const entitlementTypes = {
  purchase: EntitlementType.Purchase,
  premium_subscription: EntitlementType.PremiumSubscription,
  developer_gift: EntitlementType.DeveloperGift,
  test_mode_purchase: EntitlementType.TestModePurchase,
  free_purchase: EntitlementType.FreePurchase,
  user_gift: EntitlementType.UserGift,
  premium_purchase: EntitlementType.PremiumPurchase,
  application_subscription: EntitlementType.ApplicationSubscription
} as const

const subscriptionStatuses = {
  active: SubscriptionStatus.Active,
  inactive: SubscriptionStatus.Inactive,
  ending: SubscriptionStatus.Ending
} as const
