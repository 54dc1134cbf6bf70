import { assert, describe, it } from "@effect/vitest"
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, FastCheck } from "effect"
import { channelsIn, type NewPosition, positionsFor } from "../../../src/tools/channels/order.ts"
import { call, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { runs } from "../../turns.ts"
import { armed, issuesOf, wired } from "../wired.ts"

const manager = { ...roomy, permissions: PermissionFlagsBits.ManageChannels }
const administrator = { ...roomy, permissions: PermissionFlagsBits.Administrator }

/** The names of a category's channels, as people see them. */
const namesIn = (parent_id: string | null) =>
  Effect.gen(function* () {
    const { ids } = yield* Sandbox
    const { structured } = yield* call("channels_list", { guild_id: ids.guild, view: "full" })
    return channelsIn(Object(structured).items, parent_id).map((it) => Object(it).name)
  })

describe("channels_move", () => {
  it.live("moves a channel before or after another, and answers with its place", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { community, general, showcase, support } = ids.channels
      const moved = yield* call("channels_move", { channel_id: showcase, before: general })
      assert.deepStrictEqual(yield* namesIn(community), ["showcase", "general", "support", "ideas", "Lounge"])
      const { position, ...place } = moved.structured
      assert.isNumber(position)
      assert.deepStrictEqual(place, {
        id: showcase,
        name: "showcase",
        kind: "text",
        parent: { id: community, name: "Community", kind: "category" },
        before: { id: general, name: "general", kind: "text" },
        positions_changed: 1
      })
      const after = yield* call("channels_move", { channel_id: `<#${general}>`, after: support })
      assert.deepStrictEqual(yield* namesIn(community), ["showcase", "support", "general", "ideas", "Lounge"])
      assert.deepInclude(after.structured, { after: { id: support, name: "support", kind: "text" } })
    }).pipe(served({}, administrator))
  )

  it.live("moves into a category and out of it, first or last, and keeps the permissions", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { announcements, community, information, support } = ids.channels
      const { structured } = yield* call("channels_move", { channel_id: announcements, parent_id: community })
      assert.deepStrictEqual(yield* namesIn(community), [
        ...["general", "support", "showcase", "ideas", "announcements", "Lounge"]
      ])
      assert.deepInclude(structured, { parent: { id: community, name: "Community", kind: "category" } })
      const stored = yield* call("channels_get", { channel_id: announcements })
      assert.strictEqual(Object(stored.structured.permission_overwrites).length, 2)
      yield* call("channels_move", { channel_id: support, position: "first" })
      assert.strictEqual((yield* namesIn(community))[0], "support")
      yield* call("channels_move", { channel_id: support, clear: ["parent_id"] })
      assert.deepStrictEqual(yield* namesIn(null), ["support", "Information", "Community", "Team"])
      yield* call("channels_move", { channel_id: community, before: information })
      assert.deepStrictEqual(yield* namesIn(null), ["support", "Community", "Information", "Team"])
    }).pipe(served({}, administrator))
  )

  it.live("changes nothing if the channel already is there", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general } = sandbox.ids.channels
      const { structured } = yield* call("channels_move", { channel_id: general, position: "first" })
      assert.deepInclude(structured, {
        positions_changed: 0,
        notice: "The channel already is there: nothing was changed."
      })
      assert.isFalse((yield* sandbox.requests).some(({ method }) => method === "PATCH"))
    }).pipe(served({}, administrator))
  )

  it.live("says that there may be channels that the bot cannot view", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { structured } = yield* call("channels_move", { channel_id: ids.channels.showcase, position: "first" })
      assert.match(String(structured.notice), /^The bot can view only \d+ channels: others may be between\.$/)
    }).pipe(served({}, manager))
  )

  it.live("takes the permissions of the category only if asked and confirmed, and previews the place by name", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { announcements, community, general } = ids.channels
      const given = { channel_id: announcements, after: general, lock_permissions: true }
      const { structured } = yield* call("channels_move", given)
      assert.strictEqual(structured.code, "DRY_RUN_PREVIEW")
      assert.deepStrictEqual(Object(structured.preview).facts, {
        category: "#Community",
        below: "#general",
        above: "#support",
        lose_own_permissions: ["#announcements"],
        permissions_lost: [
          "#announcements: @everyone: no longer denied SEND_MESSAGES",
          "#announcements: @sandbox-bot: no longer allowed SEND_MESSAGES; no longer denied MANAGE_MESSAGES"
        ]
      })
      const moved = yield* call("channels_move", { ...given, __confirm: true })
      assert.strictEqual(codeOf(moved), "ok")
      assert.deepInclude(Object((yield* call("channels_get", { channel_id: announcements })).structured), {
        parent_id: community
      })
      assert.notProperty((yield* call("channels_get", { channel_id: announcements })).structured, "overwrites")
    }).pipe(served({ ...armed, MCP_CONFIRM: "flag" }, administrator))
  )

  it.live("rejects a place that Discord does not have", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { community, general, information, voice } = ids.channels
      const reasonOf = (input: object) =>
        Effect.map(call("channels_move", { channel_id: general, ...input }), ({ structured }) => structured.reason)
      assert.strictEqual(yield* reasonOf({ after: voice }), "text_above_voice")
      assert.strictEqual(yield* reasonOf({ before: community }), "category_beside_channel")
      assert.strictEqual(yield* reasonOf({ parent_id: voice }), "not_a_category")
      assert.strictEqual(yield* reasonOf({ after: ids.channels.otherGeneral }), "neighbour_not_there")
      assert.strictEqual(yield* reasonOf({ parent_id: ids.channels.otherGeneral }), "not_a_category")
      assert.strictEqual(yield* reasonOf({ channel_id: community, parent_id: information }), "category_in_category")
    }).pipe(served({}, administrator))
  )

  it.live("says that a channel, a neighbour or a category is a thread, and sends no change", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { general, thread } = sandbox.ids.channels
      for (const [field, input] of [
        ["channel_id", { channel_id: thread, position: "first" }],
        ["channel_id", { channel_id: thread, before: general }],
        ["before", { channel_id: general, before: thread }],
        ["after", { channel_id: general, after: thread }],
        ["parent_id", { channel_id: general, parent_id: thread }],
        ["parent_id", { channel_id: general, parent_id: thread, position: "last" }]
      ] as const) {
        const { structured } = yield* call("channels_move", input)
        assert.deepInclude(structured, { reason: "thread", suggested_tool: "channels_get" })
        assert.deepStrictEqual(
          Object(structured.validation_issues).map(({ path }: { readonly path: string }) => path),
          [field]
        )
        assert.include(JSON.stringify(structured.validation_issues), "is a thread")
      }
      assert.isFalse((yield* sandbox.requests).some(({ method }) => method === "PATCH"))
    }).pipe(served({}, administrator))
  )

  it.effect("needs exactly one place", () =>
    Effect.gen(function* () {
      const ID = "1248328050311954441"
      const refused = (input: object) => Effect.map(wired("channels_move", { channel_id: ID, ...input }, {}), issuesOf)
      assert.deepStrictEqual(yield* refused({}), ["before set at least one of before, after, parent_id, position"])
      assert.deepStrictEqual(yield* refused({ before: "1248328050311954442", position: "first" }), [
        "position cannot be set together with before"
      ])
      assert.deepStrictEqual(yield* refused({ before: ID }), ["before must be another channel than channel_id"])
    })
  )

  it.live("sends only what changes", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { community, staff } = ids.channels
      yield* call("channels_move", { channel_id: staff, parent_id: community, position: "last" })
      const sent = (yield* (yield* Sandbox).requests).find(({ method }) => method === "PATCH")
      assert.deepStrictEqual(sent?.body, [{ id: staff, parent_id: community }])
    }).pipe(served({}, administrator))
  )
})

const channel = FastCheck.record({
  id: FastCheck.bigInt({ min: 10n ** 17n, max: 10n ** 17n + 20n }).map(String),
  position: FastCheck.integer({ min: 0, max: 12 })
})

describe("positionsFor", () => {
  it.prop(
    "puts a channel at any place among the others, with no more new positions than needed",
    {
      all: FastCheck.uniqueArray(channel, { selector: ({ id }) => id, minLength: 1, maxLength: 8 }),
      from: FastCheck.nat(),
      to: FastCheck.nat()
    },
    ({ all, from, to }) => {
      const asText = (channels: ReadonlyArray<NewPosition>) =>
        channelsIn(
          channels.map((it) => ({ ...it, type: ChannelType.GuildText, parent_id: null })),
          null
        ).map(({ id }) => id)
      const order = asText(all).map((id) => all.find((it) => it.id === id) as NewPosition)
      const moved = order[from % order.length] as NewPosition
      const others = order.filter((it) => it !== moved)
      const index = to % order.length
      const changes = positionsFor(moved, others, index)
      const now = all.map((it) => changes.find(({ id }) => id === it.id) ?? it)
      assert.deepStrictEqual(asText(now), others.map(({ id }) => id).toSpliced(index, 0, moved.id))
      for (const { position } of changes) assert.isAtLeast(position, 0)
      const isThere = order.indexOf(moved) === index
      if (isThere) assert.deepStrictEqual(changes, [])
      // At most the moved channel and those on one side of it.
      assert.isAtMost(changes.length, isThere ? 0 : 1 + Math.max(index, others.length - index))
    },
    { fastCheck: { numRuns: runs(2000) } }
  )

  it("changes one position if one is free, and else those of the fewer neighbours", () => {
    const at = (position: number, id = position) => ({ id: String(10n ** 17n + BigInt(id)), position })
    assert.deepStrictEqual(positionsFor(at(9), [at(1), at(5), at(6)], 1), [{ ...at(9), position: 2 }])
    assert.deepStrictEqual(positionsFor(at(3), [at(1), at(2), at(4)], 2), [])
    // Equal positions are sorted by id: the channel with the id 9 comes after the one with the id 1.
    assert.deepStrictEqual(positionsFor(at(9), [at(1), at(2), at(3)], 1), [{ ...at(9), position: 1 }])
    assert.deepStrictEqual(positionsFor(at(5, 5), [at(0, 9), at(0, 10), at(0, 11)], 1), [
      { ...at(5, 5), position: 1 },
      { ...at(0, 10), position: 1 },
      { ...at(0, 11), position: 1 }
    ])
  })
})
