/** What a write takes from the bot itself is in its notice, and in its preview before. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { asked, call, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"
import { armed } from "../wired.ts"

const MANAGER = Bit.ManageChannels | Bit.ManageRoles | Bit.ViewChannel

/** A server whose bot manages channels and roles, without being an administrator. */
const manager = served(armed, { ...roomy, permissions: MANAGER })

/** The same server in dry run: it answers with previews. */
const previewing = served({}, { ...roomy, permissions: MANAGER })

type Overwrites = ReadonlyArray<object>

/** The overwrites of a channel that the bot cannot see, that it can see but not manage, and that take nothing from it. */
const cases = Effect.map(Sandbox, ({ ids }) => {
  const { guild, members, roles } = ids
  const closed = { id: guild, type: "role", deny: ["VIEW_CHANNEL"] }
  const own = { id: roles.bot, type: "role" }
  return {
    hidden: [
      [closed],
      [closed, { id: roles.moderator, type: "role", allow: ["VIEW_CHANNEL"] }],
      [{ ...own, deny: ["VIEW_CHANNEL"] }],
      [{ id: ids.bot, type: "member", deny: ["VIEW_CHANNEL"] }],
      [
        { ...own, allow: ["VIEW_CHANNEL"] },
        { id: ids.bot, type: "member", deny: ["VIEW_CHANNEL"] }
      ]
    ] satisfies ReadonlyArray<Overwrites>,
    unmanaged: [
      [{ ...own, deny: ["MANAGE_CHANNELS"] }],
      [closed, { ...own, allow: ["VIEW_CHANNEL"], deny: ["MANAGE_CHANNELS"] }]
    ] satisfies ReadonlyArray<Overwrites>,
    open: [
      [closed, { ...own, allow: ["VIEW_CHANNEL"] }],
      [closed, { id: ids.bot, type: "member", allow: ["VIEW_CHANNEL"] }],
      [{ id: members.bruno, type: "member", deny: ["VIEW_CHANNEL"] }]
    ] satisfies ReadonlyArray<Overwrites>,
    silent: [
      [{ id: guild, type: "role", deny: ["SEND_MESSAGES"] }],
      [{ id: guild, type: "role", deny: ["SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS"] }],
      [
        { ...own, allow: ["SEND_MESSAGES"] },
        { id: ids.bot, type: "member", deny: ["SEND_MESSAGES"] }
      ]
    ] satisfies ReadonlyArray<Overwrites>,
    writable: [
      [
        { id: guild, type: "role", deny: ["SEND_MESSAGES"] },
        { ...own, allow: ["SEND_MESSAGES"] }
      ],
      [{ id: members.bruno, type: "member", deny: ["SEND_MESSAGES"] }]
    ] satisfies ReadonlyArray<Overwrites>,
    harmless: [[], [{ id: guild, type: "role", deny: ["ADD_REACTIONS"] }]] satisfies ReadonlyArray<Overwrites>
  }
})

const SEE = /^The bot cannot see this channel now/
const WRITE = /^The bot cannot write there now, because it lacks SEND_MESSAGES/
const MANAGE = /^The bot can see this channel but not manage it now/

/** Creates a channel with these overwrites. Returns its notice and the number of requests. */
const created = Effect.fnUntraced(function* (permission_overwrites: Overwrites) {
  const { ids } = yield* Sandbox
  const before = (yield* asked).length
  const answer = yield* call("channels_create_guild_channel", {
    guild_id: ids.guild,
    name: "made",
    permission_overwrites,
    __confirm: true
  })
  assert.strictEqual(codeOf(answer), "ok")
  return { notice: String(answer.structured.notice ?? ""), requests: (yield* asked).length - before }
})

describe("a write that takes something from the bot", () => {
  it.live("says that the bot cannot see, manage or write in the channel that it made", () =>
    Effect.gen(function* () {
      const { harmless, writable, hidden, open, silent, unmanaged } = yield* cases
      for (const overwrites of hidden) assert.match((yield* created(overwrites)).notice, SEE)
      for (const overwrites of unmanaged) assert.match((yield* created(overwrites)).notice, MANAGE)
      for (const overwrites of silent) assert.match((yield* created(overwrites)).notice, WRITE)
      for (const overwrites of [...open, ...writable]) assert.strictEqual((yield* created(overwrites)).notice, "")
      for (const overwrites of harmless)
        assert.deepStrictEqual(yield* created(overwrites), { notice: "", requests: 1 }, "no further request")
    }).pipe(manager)
  )

  it.live("says so for a changed channel, an overwrite, and a category that replaces the overwrites", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { guild, roles } = ids
      const noticeOf = (tool: string, input: object) =>
        Effect.map(call(tool, { ...input, __confirm: true }), (answer) => {
          assert.strictEqual(codeOf(answer), "ok", JSON.stringify(answer.structured))
          return String(answer.structured.notice ?? "")
        })
      const make = (more: object) =>
        Effect.map(
          call("channels_create_guild_channel", { guild_id: guild, name: "x", __confirm: true, ...more }),
          ({ structured }) => String(structured.id)
        )
      const closed = { id: guild, type: "role", deny: ["VIEW_CHANNEL"] }
      const bot = { id: roles.bot, type: "role", allow: ["VIEW_CHANNEL"] }

      const permission_overwrites = [closed]
      assert.match(yield* noticeOf("channels_modify", { channel_id: yield* make({}), permission_overwrites }), SEE)
      const one = { overwrite_id: guild, type: "role", deny: ["VIEW_CHANNEL"] }
      assert.match(yield* noticeOf("channels_modify_permissions", { channel_id: yield* make({}), ...one }), SEE)
      const mute = { overwrite_id: guild, type: "role", deny: ["SEND_MESSAGES"] }
      assert.match(yield* noticeOf("channels_modify_permissions", { channel_id: yield* make({}), ...mute }), WRITE)
      const muted = [{ id: guild, type: "role", deny: ["SEND_MESSAGES"] }]
      const quiet = yield* make({ permission_overwrites: muted })
      assert.strictEqual(yield* noticeOf("channels_modify", { channel_id: quiet, topic: "Quiet" }), "")
      const shared = yield* make({ permission_overwrites: [closed, bot] })
      const removed = { channel_id: shared, overwrite_id: roles.bot }
      assert.match(yield* noticeOf("channels_delete_permissions", removed), SEE)

      const parent_id = yield* make({ kind: "category", permission_overwrites: [closed, bot] })
      const moved = yield* make({})
      const other = yield* make({})
      for (const channel_id of [moved, other]) yield* call("channels_modify", { channel_id, parent_id })
      yield* call("channels_delete_permissions", { channel_id: parent_id, overwrite_id: roles.bot, __confirm: true })
      const positions = [{ id: moved, parent_id, lock_permissions: true }]
      const notice = yield* noticeOf("channels_modify_positions", { guild_id: guild, positions })
      assert.match(notice, /^The bot cannot see these channels now/)
      assert.include(notice, moved)
      const mutedCategory = yield* make({ kind: "category", permission_overwrites: muted })
      const synced = yield* make({ parent_id: mutedCategory })
      const lock = [{ id: synced, parent_id: mutedCategory, lock_permissions: true }]
      assert.match(
        yield* noticeOf("channels_modify_positions", { guild_id: guild, positions: lock }),
        new RegExp(`^The bot cannot write in ${synced} now`)
      )
      const move = { channel_id: other, position: "first", lock_permissions: true, __confirm: true }
      const { structured } = yield* call("channels_move", move)
      assert.strictEqual(structured.id, other)
      assert.include(String(structured.notice), "The bot cannot see these channels now")
    }).pipe(manager)
  )

  it.live("says in the preview what the bot would lose", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { general } = ids.channels
      const closed = { id: ids.guild, type: "role", deny: ["VIEW_CHANNEL"] }
      // The preview of a destructive call: it grants a dangerous permission, too.
      const dangerous = { id: ids.roles.moderator, type: "role", allow: ["MANAGE_MESSAGES"] }
      const lossOf = (tool: string, input: object) =>
        Effect.map(call(tool, input), ({ structured }) => Object(structured.preview).facts?.bot_loses)
      const made = { guild_id: ids.guild, name: "made", permission_overwrites: [closed, dangerous] }
      assert.strictEqual(yield* lossOf("channels_create_guild_channel", made), "sight of this channel")
      const changed = { channel_id: general, permission_overwrites: [closed] }
      assert.strictEqual(yield* lossOf("channels_modify", changed), "sight of this channel")
      const muted = { channel_id: general, permission_overwrites: [{ ...closed, deny: ["SEND_MESSAGES"] }, dangerous] }
      assert.strictEqual(yield* lossOf("channels_modify", muted), "writing in this channel")
      const open = { channel_id: general, permission_overwrites: [] }
      assert.strictEqual(yield* lossOf("channels_modify", open), undefined)
    }).pipe(previewing)
  )
})

describe("a list of channels", () => {
  it.live("names the categories that the bot cannot view", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const make = (more: object) =>
        Effect.map(
          call("channels_create_guild_channel", { guild_id: ids.guild, name: "x", __confirm: true, ...more }),
          ({ structured }) => String(structured.id)
        )
      const noticeOf = Effect.map(call("channels_list", { guild_id: ids.guild }), ({ structured }) =>
        String(structured.notice ?? "")
      )
      const closed = { id: ids.guild, type: "role", deny: ["VIEW_CHANNEL"] }
      const bot = { id: ids.roles.bot, type: "role", allow: ["VIEW_CHANNEL"] }
      const seen = yield* make({ kind: "category", permission_overwrites: [closed, bot] })
      assert.notInclude(yield* noticeOf, seen)
      const hidden = yield* make({ kind: "category" })
      yield* make({ parent_id: hidden, permission_overwrites: [bot] })
      yield* call("channels_modify", { channel_id: hidden, permission_overwrites: [closed], __confirm: true })
      const notice = yield* noticeOf
      assert.match(notice, /^The bot cannot view these categories, which are here for their channels only: /)
      assert.include(notice, hidden)
    }).pipe(manager)
  )
})
