// @effect-diagnostics globalDate:off globalDateInEffect:off
import { assert, describe, it } from "@effect/vitest"
import type { APIMessage } from "discord-api-types/v10"
import { ChannelType } from "discord-api-types/v10"
import { Effect, FastCheck } from "effect"
import type { HttpResponse } from "../../../src/errors/classifyResponse.ts"
import type { Channel } from "../../../src/sandbox/State.ts"
import { makeJumps } from "../../jumpingClock.ts"
import { checkInTurns, runs } from "../../turns.ts"
import { type CaughtUp, denials, makeGuild } from "./catchUpGuild.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const scenario = FastCheck.record({
  /** Chooses what happens, and where. */
  choices: FastCheck.array(FastCheck.nat(9999), { minLength: 60, maxLength: 120 }),
  channels: FastCheck.integer({ min: 1, max: 7 }),
  messages: FastCheck.integer({ min: 0, max: 130 }),
  calls: FastCheck.integer({ min: 1, max: 4 }),
  /** The distance of our clock from Discord's. */
  skewDays: FastCheck.constantFrom(0, 0, -3, 3),
  resultChars: FastCheck.constantFrom("2000", "6000", "40000", "40000"),
  mentionsOnly: FastCheck.boolean(),
  byIds: FastCheck.boolean(),
  /** The percentage of requests at which reading a channel fails. */
  failing: FastCheck.constantFrom(0, 0, 30)
})

type Scenario = typeof scenario extends FastCheck.Arbitrary<infer A> ? A : never

const refused = (status: number, code: number): HttpResponse => ({
  status,
  header: () => undefined,
  body: { kind: "json", value: { message: "no", code } }
})

const check = Effect.fnUntraced(function* (drawn: Scenario) {
  const guild = yield* makeGuild({ MCP_RESULT: "structured", MCP_MAX_RESULT_CHARS: drawn.resultChars })
  const { ids, send, state } = guild
  const startMs = Date.now() - 3 * HOUR_MS
  let at = 0
  const choose = (below: number): number => (drawn.choices[at++ % drawn.choices.length] ?? 0) % below
  const pick = <A>(all: ReadonlyArray<A>): A => all[choose(all.length)] as A // no list is empty
  const ways = guild.mentions(ids.roles.bot)

  const expected = new Map<string, string | undefined>()
  const open: Array<Channel> = []
  const add = (channel: Channel) => open.push(channel)
  add(guild.addChannel(startMs))
  for (let made = 1; made < drawn.channels; made++) {
    const denied = pick([denials.none, denials.none, denials.none, denials.view, denials.history])
    const parent = guild.addChannel(startMs, denied, pick([ChannelType.GuildText, ChannelType.GuildForum]))
    if (parent.type === ChannelType.GuildText) add(parent)
    for (let threads = choose(3); threads > 0; threads--) add(guild.addThread(parent, startMs))
  }
  const isReadable = ({ id, parent_id }: Channel): boolean =>
    (state.channels.get(parent_id ?? id)?.permission_overwrites ?? []).length === 0
  const asked = open.filter((_, index) => index % 2 === 0 || drawn.channels < 3).map(({ id }) => id)
  const isAsked = ({ id, parent_id }: Channel) =>
    !drawn.byIds || asked.includes(id) || (parent_id !== null && asked.includes(parent_id))

  const arrive = (nowMs: number) => {
    const channel = pick(open)
    const [mention, more] = choose(20) === 0 ? ([undefined, { content: "x".repeat(1900) }] as const) : pick(ways)
    const message: APIMessage = send(channel.id, nowMs, more)
    if (isReadable(channel) && isAsked(channel) && (!drawn.mentionsOnly || mention !== undefined)) {
      expected.set(message.id, mention)
    }
  }
  const happen = () => {
    for (let count = choose(3); count > 0; count--) arrive(Date.now())
    if (choose(10) === 0) add(guild.addThread(pick(open.filter(({ parent_id }) => parent_id === null)), Date.now()))
    if (choose(20) === 0 && !drawn.byIds) add(guild.addChannel(Date.now()))
    // A deleted message may have been delivered before. The channel keeps its id.
    const newest = choose(6) === 0 ? state.messagesOf(pick(open).id)[0] : undefined
    if (newest !== undefined) {
      state.removeMessage(newest.channel_id, newest.id)
      deleted.add(newest.id)
    }
  }
  const deleted = new Set<string>()
  for (let count = 0; count < drawn.messages; count++) arrive(startMs + count * 30_000)

  const delivered = new Map<string, string | undefined>()
  const newestIn = new Map<string, string>()
  const clock = makeJumps()
  clock.ms = drawn.skewDays * DAY_MS
  let cursor: string | undefined
  const call = Effect.fnUntraced(function* () {
    const limit = 1 + choose(60)
    const sentBefore = guild.recorder.arrived.count
    const answer = yield* clock.onWall(
      guild.catchUp({
        ...(drawn.byIds ? { channel_ids: asked } : { guild_id: guild.id }),
        ...(cursor !== undefined && { cursor }),
        mentions_only: drawn.mentionsOnly,
        limit
      })
    )
    assert.isFalse(answer.isError, answer.text)
    const result = answer.structured as unknown as CaughtUp
    assert.isAtMost(JSON.stringify(answer.structured).length, Number(drawn.resultChars) + 500)
    const items = (result.channels ?? []).flatMap(({ channel_id, items }) =>
      items.map((item) => ({ ...item, channel_id }))
    )
    assert.isAtMost(items.length, limit)
    assert.isAtMost(guild.recorder.arrived.count - sentBefore, drawn.byIds ? 220 : 120)
    for (const { channel_id, id, mention } of items) {
      assert.isFalse(delivered.has(id), `${id} is repeated`)
      assert.isTrue(BigInt(id) > BigInt(newestIn.get(channel_id) ?? 0), `${id} is out of order`)
      delivered.set(id, mention)
      newestIn.set(channel_id, id)
    }
    cursor = result.next_cursor
    return result
  })

  guild.events.current = {
    before: (path) => {
      happen()
      return /\/messages$/.test(path) && choose(100) < drawn.failing
        ? pick([refused(500, 0), refused(403, 50001), refused(503, 0)])
        : undefined
    },
    after: happen
  }
  const before = [...expected.keys()]
  yield* call()
  const during = new Set([...expected.keys()].filter((id) => !before.includes(id)))
  for (let count = 1; count < drawn.calls; count++) {
    yield* call()
    happen()
  }
  // From now on nothing happens, and everything is read.
  guild.events.current = { before: () => undefined, after: () => undefined }
  let rest = yield* call()
  for (let count = 0; count < 600 && rest.more === true; count++) rest = yield* call()
  assert.isUndefined(rest.more)
  const last = yield* call()
  assert.deepStrictEqual(last.channels, [])

  // With a clock three days ahead, the first call begins in the future.
  const isDue = (id: string) => drawn.skewDays < 3 || (!before.includes(id) && !during.has(id))
  const missed = [...expected.keys()].filter((id) => isDue(id) && !deleted.has(id) && !delivered.has(id))
  assert.deepStrictEqual(missed, [], "missed")
  assert.deepStrictEqual(
    [...delivered.keys()].filter((id) => !expected.has(id)),
    [],
    "not asked for"
  )
  for (const [id, mention] of delivered) assert.strictEqual(mention, expected.get(id))
}, Effect.scoped)

describe("messages_catch_up", () => {
  it("misses nothing and repeats nothing while messages arrive", () =>
    Effect.runPromise(
      checkInTurns([scenario], (drawn) => Effect.runPromise(check(drawn)), {
        numRuns: runs(8),
        seed: 7,
        endOnFailure: true
      })
    ))
})
