import { EntitlementType, SKUFlags, SKUType, SubscriptionStatus } from "discord-api-types/v10"
import { Schema } from "effect"
import { constantTable, enumName, enumTable, fromBits } from "../../objects/schema/enums.ts"
import { expected, Id, nullish, Texts, Time } from "../../objects/schema/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"

/** Compact view of a SKU. */
export const sku = viewOf(
  Schema.Struct({
    id: expected(Id),
    name: expected(Schema.String),
    type: nullish(Schema.Number),
    flags: nullish(Schema.Number)
  }),
  (it) =>
    compact({ id: it.id, name: it.name, kind: enumName(skuTypes, it.type), flags: fromBits(skuFlags, it.flags ?? 0) })
)

const Entitlement = Schema.Struct({
  id: expected(Id),
  sku_id: nullish(Id),
  user_id: nullish(Id),
  guild_id: nullish(Id),
  type: nullish(Schema.Number),
  starts_at: nullish(Time),
  ends_at: nullish(Time),
  consumed: nullish(Schema.Boolean),
  deleted: nullish(Schema.Boolean)
})

/** Compact view of an entitlement: SKU, owner, period. */
export const entitlement = viewOf(Entitlement, (entitlement) =>
  compact({
    id: entitlement.id,
    sku_id: entitlement.sku_id,
    user_id: entitlement.user_id,
    guild_id: entitlement.guild_id,
    kind: enumName(entitlementTypes, entitlement.type || undefined),
    starts: entitlement.starts_at,
    ends: entitlement.ends_at,
    consumed: entitlement.consumed,
    deleted: entitlement.deleted
  })
)

/** Compact view of an entitlement that a call created. */
export const createdEntitlement = created(entitlement, "id")

/** Compact view of a subscription: user, SKUs, period. */
export const subscription = viewOf(
  Schema.Struct({
    id: expected(Id),
    user_id: nullish(Id),
    status: nullish(Schema.Number),
    sku_ids: Texts,
    renewal_sku_ids: Texts,
    entitlement_ids: Texts,
    current_period_start: nullish(Time),
    current_period_end: nullish(Time),
    canceled_at: nullish(Time)
  }),
  (sku) =>
    compact({
      id: sku.id,
      user_id: sku.user_id,
      status: enumName(subscriptionStatuses, sku.status),
      sku_ids: sku.sku_ids,
      renewal_sku_ids: sku.renewal_sku_ids,
      entitlement_ids: sku.entitlement_ids,
      period_start: sku.current_period_start,
      period_end: sku.current_period_end,
      canceled: sku.canceled_at
    })
)

const skuTypes = enumTable(SKUType)

const skuFlags = constantTable(SKUFlags)

const entitlementTypes = enumTable(EntitlementType)

const subscriptionStatuses = enumTable(SubscriptionStatus)
