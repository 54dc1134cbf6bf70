/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
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
} as const
