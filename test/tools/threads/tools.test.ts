import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"
const OTHER = "1248328050278400001"

const member = { id: ID, user_id: OTHER, join_timestamp: "2026-01-31T18:00:00.000000+00:00", flags: 1 }
const shown = { user_id: OTHER, thread_id: ID, joined: member.join_timestamp }

describe("threads_list_members", () => {
  it.effect("continues only with with_member, because Discord sends pages only then", () =>
    Effect.gen(function* () {
      const list = Array.from({ length: 100 }, () => member)
      const whole = yield* wired("threads_list_members", { thread_id: ID }, list)
      assert.isFalse("next_cursor" in whole.structured)
      const known = list.map((it) => ({ ...it, member: { user: { username: "ada", global_name: "Ada" } } }))
      const paged = yield* wired("threads_list_members", { thread_id: ID, with_member: true }, known)
      assert.strictEqual(paged.structured.next_cursor, `after:${OTHER}`)
      assert.deepStrictEqual(Object(paged.structured.items)[0], { ...shown, name: "Ada" })
      assert.deepStrictEqual(paged.query, { limit: "100", with_member: "true" })
    })
  )

  it.effect("rejects after beside cursor", () =>
    Effect.map(wired("threads_list_members", { thread_id: ID, after: OTHER, cursor: `after:${OTHER}` }, []), (answer) =>
      assert.deepStrictEqual(issuesOf(answer), ["cursor cannot be set together with after"])
    )
  )
})

describe("threads_search", () => {
  it.effect("sends each tag as its own parameter, and continues by offset", () =>
    Effect.gen(function* () {
      const thread = { id: OTHER, type: 11, name: "reef" }
      const found = yield* wired(
        "threads_search",
        { channel_id: ID, name: "reef", tag: [ID, OTHER], tag_setting: "match_some", cursor: "offset:25" },
        { threads: [thread], members: [], has_more: true, total_results: 30 }
      )
      assert.deepStrictEqual(found.sent?.query?.getAll("tag"), [ID, OTHER])
      assert.strictEqual(found.query.offset, "25")
      assert.deepStrictEqual(found.structured, {
        items: [{ id: OTHER, name: "reef", kind: "public_thread" }],
        next_cursor: "offset:26"
      })
    })
  )
})
