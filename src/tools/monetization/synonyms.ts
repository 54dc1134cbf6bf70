/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  skus_list: "products, shop items",
  entitlements_list: "purchases, who bought, premium users",
  subscriptions_list: "subscribers"
} as const
