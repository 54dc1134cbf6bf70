import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"
import { issuesOf, wired } from "../wired.ts"

const APP = "1248328050311954441"
const SKU = "1248328050278400001"
const USER = "999999999999999999"

const entitlement = (id: string) => ({
  id,
  sku_id: SKU,
  application_id: APP,
  user_id: USER,
  type: 8,
  deleted: false,
  consumed: false,
  starts_at: "2026-01-01T00:00:00+00:00",
  ends_at: null
})

describe("entitlements_list", () => {
  it.effect("continues from the last id, oldest first in any order of Discord's reply", () =>
    Effect.gen(function* () {
      const list = (given: object) =>
        wired("entitlements_list", { application_id: APP, limit: 2, ...given }, [
          entitlement("1248328050311954449"),
          entitlement("999999999999999998")
        ])
      const first = yield* list({ sku_ids: [SKU, APP], user_id: `<@${USER}>`, exclude_ended: true })
      assert.deepStrictEqual(first.query, {
        after: "0",
        limit: "2",
        user_id: USER,
        sku_ids: `${SKU},${APP}`,
        exclude_ended: "true"
      })
      const shown = {
        sku_id: SKU,
        user_id: USER,
        kind: "application_subscription",
        starts: "2026-01-01T00:00:00+00:00"
      }
      assert.deepStrictEqual(first.structured, {
        items: [
          { id: "999999999999999998", ...shown },
          { id: "1248328050311954449", ...shown }
        ],
        next_cursor: "after:1248328050311954449"
      })
      const second = yield* list({ cursor: first.structured.next_cursor })
      assert.deepStrictEqual(second.query, { after: "1248328050311954449", limit: "2" })
    })
  )

  it.effect("does not use the operator's default guild: without guild_id it lists all guilds", () =>
    Effect.gen(function* () {
      const { query } = yield* wired("entitlements_list", { application_id: APP }, [], {
        DISCORD_DEFAULT_GUILD_ID: SKU
      })
      assert.deepStrictEqual(query, { after: "0", limit: "50" })
    })
  )
})

describe("entitlements_create_test", () => {
  it.effect("accepts the type of the owner by name or number", () =>
    Effect.gen(function* () {
      const given = { application_id: APP, sku_id: SKU, owner_id: USER, owner_type: "user" }
      const { ends_at: _, starts_at: __, ...made } = entitlement(APP)
      const { sent, structured } = yield* wired("entitlements_create_test", given, { ...made, type: 4 })
      assert.deepStrictEqual(sent?.body, { sku_id: SKU, owner_id: USER, owner_type: 2 })
      assert.deepStrictEqual(structured, { id: APP, sku_id: SKU, user_id: USER, kind: "test_mode_purchase" })
      const numbered = yield* wired("entitlements_create_test", { ...given, owner_type: 2 })
      assert.deepStrictEqual(numbered.sent?.body, sent?.body)
      assert.deepStrictEqual(issuesOf(yield* wired("entitlements_create_test", { ...given, owner_type: 3 })), [
        "owner_type must be one of guild, user"
      ])
    })
  )
})

describe("subscriptions_list", () => {
  const subscription = {
    id: APP,
    user_id: USER,
    sku_ids: [SKU],
    renewal_sku_ids: null,
    entitlement_ids: [SKU],
    current_period_start: "2026-01-01T00:00:00+00:00",
    current_period_end: "2026-02-01T00:00:00+00:00",
    status: 2,
    canceled_at: "2026-01-09T00:00:00+00:00"
  }

  it.effect("requires the user, because Discord lists subscriptions per user", () =>
    Effect.gen(function* () {
      const { query, structured } = yield* wired("subscriptions_list", { sku_id: SKU, user_id: USER }, [subscription])
      assert.deepStrictEqual(query, { after: "0", limit: "50", user_id: USER })
      assert.deepStrictEqual(structured, {
        items: [
          {
            id: APP,
            user_id: USER,
            status: "ending",
            sku_ids: [SKU],
            entitlement_ids: [SKU],
            period_start: "2026-01-01T00:00:00+00:00",
            period_end: "2026-02-01T00:00:00+00:00",
            canceled: "2026-01-09T00:00:00+00:00"
          }
        ]
      })
      assert.deepStrictEqual(issuesOf(yield* wired("subscriptions_list", { sku_id: SKU })), ["user_id is required"])
    })
  )
})

describe("skus_list", () => {
  it.effect("shows types and flags by name", () =>
    Effect.gen(function* () {
      const sku = { id: SKU, type: 5, application_id: APP, name: "Spring tide", slug: "spring-tide", flags: 128 + 4 }
      const { structured } = yield* wired("skus_list", { application_id: APP }, [sku, { ...sku, type: 99, flags: 0 }])
      assert.deepStrictEqual(structured, {
        items: [
          { id: SKU, name: "Spring tide", kind: "subscription", flags: ["AVAILABLE", "GUILD_SUBSCRIPTION"] },
          { id: SKU, name: "Spring tide", kind: "99" }
        ]
      })
    })
  )
})

describe("an entitlement", () => {
  it("is consumed by a write, and a test purchase is deleted by a destructive call", () => {
    assert.deepStrictEqual(
      ["entitlements_consume", "entitlements_delete_test"].map((name) => findTool(name)?.risk),
      ["write", "destructive"]
    )
  })
})
