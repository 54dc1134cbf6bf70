import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { armed, wired } from "../wired.ts"

const CHANNEL = "1248328050311954441"
const live = {
  id: "1248328050278400001",
  guild_id: "1248328050278400002",
  channel_id: CHANNEL,
  topic: "Tides",
  privacy_level: 2,
  discoverable_disabled: true,
  guild_scheduled_event_id: null
}

describe("stage_instances_create", () => {
  it.effect("starts a stage, and requires consent before it notifies everyone", () =>
    Effect.gen(function* () {
      const input = { channel_id: CHANNEL, topic: "Tides" }
      const { sent, structured } = yield* wired("stage_instances_create", input, live, armed)
      assert.deepStrictEqual(sent?.body, { channel_id: CHANNEL, topic: "Tides" })
      assert.deepStrictEqual(structured, {
        id: "1248328050278400001",
        guild_id: "1248328050278400002",
        channel_id: CHANNEL,
        topic: "Tides"
      })
      const loud = yield* wired("stage_instances_create", { ...input, send_start_notification: true }, live, armed)
      assert.deepStrictEqual([loud.structured.code, loud.sent], ["DRY_RUN_PREVIEW", undefined])
    })
  )
})
