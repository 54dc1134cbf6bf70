// @effect-diagnostics globalDate:off globalDateInEffect:off
import { assert, describe, it } from "@effect/vitest"
import { ChannelType } from "discord-api-types/v10"
import { Effect } from "effect"
import { seedState } from "../../../src/sandbox/Seed.ts"
import { snowflakeAt } from "../../../src/sandbox/Snowflakes.ts"
import { Progress } from "../../../src/tools/dsl/Progress.ts"
import { answerTo, asked, call, codeOf, Sandbox, served } from "../../dispatch/app.ts"
import { issuesOf } from "../wired.ts"
import { type CaughtUp, denials, makeGuild } from "./catchUpGuild.ts"

const HOUR_MS = 3_600_000

/** The ids of the returned messages by channel. */
const idsIn = ({ channels }: CaughtUp): Readonly<Record<string, ReadonlyArray<string | undefined>>> =>
  Object.fromEntries(channels.map(({ channel_id, items }) => [channel_id, items.map(({ id }) => id)]))

/** A guild and the result of a call in it. */
const guildOf = (environment: Parameters<typeof makeGuild>[0] = {}) =>
  Effect.map(makeGuild(environment), (made) => ({
    ...made,
    caughtUp: (input: object = {}) =>
      Effect.map(made.catchUp({ guild_id: made.id, ...input }), ({ isError, structured, text }) => {
        assert.isFalse(isError, text)
        return structured as unknown as CaughtUp & { readonly notice: string }
      }),
    requests: () => made.recorder.all.map(({ method, path }) => `${method} ${path.replace(/^.*\/v10/, "")}`)
  }))

describe("messages_catch_up", () => {
  it.scopedLive("reads the default guild without guild_id and channel_ids, and only the channels of channel_ids", () =>
    Effect.gen(function* () {
      const { ids } = yield* seedState(1)
      const { addChannel, caughtUp, send } = yield* guildOf({ DISCORD_DEFAULT_GUILD_ID: ids.guild })
      const now = Date.now()
      const [one, other] = [addChannel(now - 9 * HOUR_MS), addChannel(now - 8 * HOUR_MS)]
      const a = send(one.id, now - HOUR_MS)
      const b = send(other.id, now - HOUR_MS)
      const all = yield* caughtUp({ guild_id: null })
      assert.deepStrictEqual(idsIn(all), { [one.id]: [a.id], [other.id]: [b.id] })
      const asked = yield* caughtUp({ guild_id: null, channel_ids: [other.id] })
      assert.deepStrictEqual(idsIn(asked), { [other.id]: [b.id] })
    })
  )

  it.scopedLive("returns the messages of the last 24 hours by channel, oldest first, then only what is newer", () =>
    Effect.gen(function* () {
      const { addChannel, addThread, caughtUp, id: guild_id, send } = yield* guildOf()
      const now = Date.now()
      const [first, quiet] = [addChannel(now - 90 * HOUR_MS), addChannel(now - 89 * HOUR_MS)]
      const thread = addThread(quiet, now - 80 * HOUR_MS)
      send(first.id, now - 30 * HOUR_MS)
      const a = send(first.id, now - 3 * HOUR_MS)
      const c = send(thread.id, now - 2 * HOUR_MS)
      const b = send(first.id, now - HOUR_MS)
      const result = yield* caughtUp()
      assert.deepStrictEqual(idsIn(result), { [first.id]: [a.id, b.id], [thread.id]: [c.id] })
      const [shown, inThread] = result.channels
      assert.deepStrictEqual(Object(shown).jump_url, `https://discord.com/channels/${guild_id}/${first.id}`)
      assert.deepStrictEqual(Object(inThread).parent, { id: quiet.id, name: quiet.name })
      assert.deepStrictEqual([result.next_cursor, result.more], [b.id, undefined])

      const again = yield* caughtUp({ cursor: result.next_cursor })
      assert.deepStrictEqual([again.channels, again.next_cursor], [[], b.id])
      assert.include(again.notice, "channels and threads that the bot cannot view")
      const d = send(quiet.id, now)
      assert.deepStrictEqual(idsIn(yield* caughtUp({ cursor: again.next_cursor })), { [quiet.id]: [d.id] })
    })
  )

  it.scopedLive("returns a cursor for a guild without messages, and reads no channel", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, requests } = yield* guildOf()
      const { id } = addChannel(Date.now())
      const result = yield* caughtUp()
      assert.deepStrictEqual([result.channels, result.next_cursor], [[], id])
      assert.strictEqual(requests().length, 2)
    })
  )

  it.scopedLive("lists the channels again if the newest message is in a thread", () =>
    Effect.gen(function* () {
      const { addChannel, addThread, caughtUp, events, send } = yield* guildOf()
      const now = Date.now()
      const [channel, other] = [addChannel(now), addChannel(now)]
      const thread = addThread(channel, now)
      // Arrive after the list of channels, and before that of threads.
      const late: Array<string> = []
      events.current = {
        before: (path) => {
          if (path.endsWith("/threads/active") && late.length === 0) {
            late.push(send(other.id, now).id, send(thread.id, now).id)
          }
          return undefined
        },
        after: () => undefined
      }
      assert.deepStrictEqual(idsIn(yield* caughtUp()), { [other.id]: [late[0]], [thread.id]: [late[1]] })
    })
  )

  it.scopedLive("marks mentions by name, reply, role and @everyone, of the bot or of a user", () =>
    Effect.gen(function* () {
      const { addChannel, author, caughtUp, ids, send, state } = yield* guildOf()
      const now = Date.now()
      const { id } = addChannel(now)
      const own = send(id, now, {
        author: state.bot,
        content: `<@${author.id}> see <@&${ids.roles.bot}>`,
        mentions: [author]
      })
      const replies = { type: 19, message_reference: { type: 0, channel_id: id, message_id: own.id } } as const
      send(id, now, replies)
      send(id, now, { ...replies, mentions: [state.bot] })
      send(id, now, { content: `<@!${state.bot.id}>`, mentions: [state.bot] })
      send(id, now, { content: `<@&${ids.roles.bot}>`, mention_roles: [ids.roles.bot] })
      send(id, now, { content: `<@&${ids.roles.admin}>`, mention_roles: [ids.roles.admin] })
      send(id, now, { content: "@everyone", mention_everyone: true })
      const marks = ({ channels }: CaughtUp) => channels[0]?.items.map(({ mention }) => mention)
      assert.deepStrictEqual(marks(yield* caughtUp()), [
        undefined,
        "reply",
        "reply",
        "direct",
        "role",
        undefined,
        "everyone"
      ])
      const only = yield* caughtUp({ mentions_only: true })
      assert.deepStrictEqual(marks(only), ["reply", "reply", "direct", "role", "everyone"])
      assert.deepStrictEqual(marks(yield* caughtUp({ mentions_only: true, user_id: author.id })), ["direct"])
    })
  )

  it.scopedLive("says what is left where it is cut, and continues there", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, send } = yield* guildOf()
      const now = Date.now()
      const [first, second, third] = [addChannel(now), addChannel(now), addChannel(now)]
      const a = [send(first.id, now), send(first.id, now)]
      const b = [send(second.id, now), send(second.id, now), send(second.id, now)]
      const c = send(third.id, now)
      const result = yield* caughtUp({ limit: 3 })
      assert.deepStrictEqual(idsIn(result), { [first.id]: a.map(({ id }) => id), [second.id]: [b[0]?.id] })
      assert.isTrue(result.more)
      assert.deepStrictEqual(result.left, {
        channels: 2,
        items: [
          { channel_id: second.id, name: second.name, messages_at_least: 2 },
          { channel_id: third.id, name: third.name }
        ]
      })
      // Arrives in a channel that the first call has finished.
      const late = send(first.id, now)
      const rest = yield* caughtUp({ cursor: result.next_cursor })
      assert.deepStrictEqual(idsIn(rest), { [second.id]: [b[1]?.id, b[2]?.id], [third.id]: [c.id] })
      assert.isTrue(rest.more)
      assert.deepStrictEqual(idsIn(yield* caughtUp({ cursor: rest.next_cursor })), { [first.id]: [late.id] })
    })
  )

  it.scopedLive("tells which channels it could not read, and returns their messages once it can", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, events, send, state } = yield* guildOf()
      const now = Date.now()
      const [broken, silent, read] = [addChannel(now), addChannel(now, denials.history), addChannel(now)]
      addChannel(now, denials.view)
      const [a, b, c] = [send(broken.id, now), send(silent.id, now), send(read.id, now)]
      const refuse = (path: string) => (path.includes(`/${broken.id}/messages`) ? serverError : undefined)
      events.current = { before: refuse, after: () => undefined }
      const result = yield* caughtUp()
      assert.deepStrictEqual(idsIn(result), { [read.id]: [c.id] })
      assert.deepStrictEqual(
        result.failed?.map(({ channel_id, code }) => [channel_id, code]),
        [
          [broken.id, "DISCORD_REST_UNAVAILABLE"],
          [silent.id, "DISCORD_PERMISSION_DENIED"]
        ]
      )
      assert.include(Object(result.failed?.[1]).message, "READ_MESSAGE_HISTORY")
      assert.isTrue(result.next_cursor.startsWith(`${c.id};`))

      events.current = { before: () => undefined, after: () => undefined }
      state.channels.set(silent.id, { ...(state.channels.get(silent.id) ?? silent), permission_overwrites: [] })
      const rest = yield* caughtUp({ cursor: result.next_cursor })
      assert.deepStrictEqual(idsIn(rest), { [broken.id]: [a.id], [silent.id]: [b.id] })
      assert.strictEqual(rest.next_cursor, c.id)
    })
  )

  it.scopedLive("stops where too many channels cannot be read, and misses none of them", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, events, send } = yield* guildOf()
      const now = Date.now()
      const sent = Array.from({ length: 40 }, () => addChannel(now)).map(({ id }) => [id, send(id, now).id] as const)
      events.current = {
        before: (path) => (path.endsWith("/messages") ? serverError : undefined),
        after: () => undefined
      }
      const result = yield* caughtUp()
      assert.deepStrictEqual([result.channels, result.more, result.left?.channels], [[], true, 10])
      assert.isAtMost(result.next_cursor.length, 930)
      events.current = { before: () => undefined, after: () => undefined }
      const rest = yield* caughtUp({ cursor: result.next_cursor })
      assert.deepStrictEqual(idsIn(rest), Object.fromEntries(sent.map(([channel, id]) => [channel, [id]])))
    })
  )

  it.scopedLive("skips channels that the bot may not read, beyond thirty of them, and says so", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, send } = yield* guildOf()
      const now = Date.now()
      const denied = Array.from({ length: 34 }, () => addChannel(now, denials.history))
      for (const { id } of denied) send(id, now)
      const last = addChannel(now)
      const { id } = send(last.id, now)
      const result = yield* caughtUp()
      assert.deepStrictEqual(idsIn(result), { [last.id]: [id] })
      assert.include(result.notice, "24 more channels could not be read.")
      assert.include(result.notice, "skips the messages of 4 channels")
      assert.isUndefined((yield* caughtUp({ cursor: result.next_cursor })).more)
    })
  )

  it.scopedLive("passes a newest message that is deleted", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, send, state } = yield* guildOf()
      const { id } = addChannel(Date.now())
      const kept = send(id, Date.now())
      const gone = send(id, Date.now())
      state.removeMessage(id, gone.id)
      const result = yield* caughtUp()
      assert.deepStrictEqual([idsIn(result), result.next_cursor], [{ [id]: [kept.id] }, gone.id])
      const again = send(id, Date.now())
      state.removeMessage(id, again.id)
      const rest = yield* caughtUp({ cursor: gone.id })
      assert.deepStrictEqual([rest.channels, rest.failed, rest.next_cursor], [[], undefined, again.id])
    })
  )

  it.scopedLive("reads at most 50 channels and 1,000 messages, with at most 120 requests", () =>
    Effect.gen(function* () {
      const { addChannel, addThread, caughtUp, requests, send } = yield* guildOf()
      const now = Date.now()
      const channels = Array.from({ length: 60 }, () => addChannel(now))
      for (const { id } of channels) send(id, now)
      send(addThread(channels[0] ?? addChannel(now), now).id, now)
      const result = yield* caughtUp()
      assert.deepStrictEqual([result.channels.length, result.left?.channels], [50, 11])
      assert.isAtMost(requests().length, 120)
      const before = requests().length
      for (let count = 0; count < 1500; count++) send(channels[0]?.id ?? "", now)
      const mentions = yield* caughtUp({ cursor: result.next_cursor, mentions_only: true })
      assert.strictEqual(mentions.channels.length, 0)
      const next = yield* caughtUp({ cursor: mentions.next_cursor, mentions_only: true })
      assert.isTrue(next.more)
      assert.isAtMost(requests().length - before, 60)
    })
  )

  it.scopedLive("reads chosen channels with their threads, and the posts of a forum", () =>
    Effect.gen(function* () {
      const { addChannel, addThread, catchUp, send } = yield* guildOf()
      const now = Date.now()
      const [chosen, other] = [addChannel(now), addChannel(now)]
      const forum = addChannel(now, 0n, ChannelType.GuildForum)
      const hidden = addChannel(now, denials.view)
      const [thread, post] = [addThread(chosen, now), addThread(forum, now)]
      const sent = [chosen, thread, post, other, hidden].map(({ id }) => [id, send(id, now).id] as const)
      const answer = yield* catchUp({ channel_ids: [chosen.id, forum.id, hidden.id] })
      const result = answer.structured as unknown as CaughtUp
      assert.deepStrictEqual(
        idsIn(result),
        Object.fromEntries(sent.slice(0, 3).map(([id, message]) => [id, [message]]))
      )
      assert.deepStrictEqual(
        result.failed?.map(({ channel_id, code }) => [channel_id, code]),
        [[hidden.id, "DISCORD_PERMISSION_DENIED"]]
      )
    })
  )

  it.scopedLive("fails if the guild, or every chosen channel, is unknown", () =>
    Effect.gen(function* () {
      const { catchUp } = yield* guildOf()
      const id = snowflakeAt(Date.now())
      const reasonOf = (input: object) => Effect.map(catchUp(input), ({ structured }) => structured.reason)
      assert.strictEqual(yield* reasonOf({ guild_id: id }), "unknown_guild")
      assert.strictEqual(yield* reasonOf({ channel_ids: [id] }), "unknown_channel")
    })
  )

  it.scopedLive("reports progress", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, send } = yield* guildOf()
      for (const { id } of [addChannel(Date.now()), addChannel(Date.now())]) send(id, Date.now())
      const steps: Array<unknown> = []
      const report = (step: unknown) => Effect.sync(() => void steps.push(step))
      yield* Effect.provideService(caughtUp(), Progress, { report })
      assert.deepStrictEqual(steps, [
        { done: 1, total: 2, message: "1 message of 1 channel read" },
        { done: 2, total: 2, message: "2 messages of 2 channels read" }
      ])
    })
  )

  it.scopedLive("shortens a message that is larger than a result", () =>
    Effect.gen(function* () {
      const { addChannel, caughtUp, send } = yield* guildOf({ MCP_MAX_RESULT_CHARS: "2000" })
      const { id } = addChannel(Date.now())
      const sent = [send(id, Date.now(), { content: "x".repeat(1990) }), send(id, Date.now())]
      const result = yield* caughtUp()
      assert.deepStrictEqual(
        [idsIn(result), Object(result.channels[0]?.items[0]).shortened, result.more],
        [{ [id]: [sent[0]?.id] }, true, true]
      )
      assert.deepStrictEqual(idsIn(yield* caughtUp({ cursor: result.next_cursor })), { [id]: [sent[1]?.id] })
    })
  )

  it.live("says when and where the newest message was if nothing is new", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const since = "2026-11-01T00:00:00Z"
      const { structured } = yield* call("messages_catch_up", { guild_id: ids.guild, since })
      assert.deepStrictEqual(structured.channels, [])
      const newest = Object(structured.newest)
      assert.deepStrictEqual(Object.keys(newest), ["channel_id", "name", "time"])
      assert.isBelow(Date.parse(newest.time), Date.parse(since))
    }).pipe(served())
  )

  it.live("checks its arguments", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const issues = (input: object) => Effect.map(call("messages_catch_up", input), issuesOf)
      assert.deepStrictEqual(yield* issues({}), ["guild_id set guild_id or channel_ids"])
      assert.deepStrictEqual(yield* issues({ guild_id: ids.guild, channel_ids: [ids.channels.general] }), [
        "channel_ids cannot be set together with guild_id"
      ])
      const many = Array.from({ length: 21 }, (_, at) => snowflakeAt(Date.now(), at))
      assert.deepStrictEqual(yield* issues({ channel_ids: many }), ["channel_ids must have at most 20 items, has 21"])
      assert.deepStrictEqual(yield* issues({ guild_id: ids.guild, limit: 0 }), [
        "limit must be a whole number from 1 to 500, is 0"
      ])
      assert.deepStrictEqual(yield* issues({ guild_id: ids.guild, cursor: "before:1" }), [
        "cursor is not a next_cursor of this tool"
      ])
      assert.deepStrictEqual(yield* issues({ guild_id: ids.guild, cursor: ids.guild, since: "2026-01-01T00:00:00Z" }), [
        "since cannot be set together with cursor"
      ])
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served())
  )

  it.live("stays inside the guild boundary", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const since = "2020-01-01T00:00:00Z"
      const codes = (input: object) => Effect.map(call("messages_catch_up", { since, ...input }), codeOf)
      const { general, otherGeneral } = ids.channels
      assert.strictEqual(yield* codes({ guild_id: ids.guild }), "ok")
      assert.strictEqual(yield* codes({ channel_ids: [general] }), "ok")
      assert.strictEqual(yield* codes({ guild_id: ids.otherGuild }), "GUILD_NOT_ALLOWED")
      assert.strictEqual(yield* codes({ channel_ids: [general, otherGeneral] }), "GUILD_NOT_ALLOWED")
    }).pipe(served({ ALLOWED_GUILDS: "1248328050278400001" }))
  )

  it.live("marks texts of people as data", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const answer = yield* answerTo("messages_catch_up", {
        guild_id: ids.guild,
        since: "2020-01-01T00:00:00Z",
        limit: 3
      })
      assert.includeMembers([answer.structured.untrusted_fields].flat(), [
        "channels[].name",
        "channels[].authors[].name",
        "channels[].items[].content",
        "left.items[].name"
      ])
      assert.match(answer.text, /<written-on-discord ([\da-f]{12})>[\s\S]*<\/written-on-discord \1>$/)
    }).pipe(served())
  )
})

const serverError = {
  status: 500,
  header: () => undefined,
  body: { kind: "json", value: { message: "no", code: 0 } }
} as const
