// Each test has its own directory and ends with it.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import type { APIMessage } from "discord-api-types/v10"
import { Effect, Fiber, Layer, Option, TestClock } from "effect"
import type { Ask } from "../../src/live/Ask.ts"
import { askPeople, type Question } from "../../src/live/askPeople.ts"
import { coreServices } from "../../src/live/coreServices.ts"
import { whenEnded } from "../../src/live/Gateway.ts"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { sha256 } from "../../src/text/secureToken.ts"
import { nodeContext } from "../nodeContext.ts"
import { turn } from "../turns.ts"
import { whileTimePasses } from "../whileTimePasses.ts"
import { until } from "./connection/connecting.ts"
import { discordOf } from "./connection/discordOf.ts"
import { start } from "./live.ts"

/** The flag of an application that may read the content of messages. */
const MESSAGE_CONTENT = 1 << 19

const limits = Object.fromEntries(
  ["POST /channels/:id/messages", "PATCH /channels/:id/messages/:id", "GET /channels/:id"].map((operation) => [
    operation,
    { limit: 1000, windowMs: 1 }
  ])
)

const HOUR_MS = 3_600_000

/** A question whose message is being sent. */
const sending = { question: "And here?", options: [], user_ids: [], role_ids: [], openMs: HOUR_MS }

const unavailable = { kind: "status", status: 503, body: {} } as const

/** A sandbox, and a process with live events whose files are kept. */
const setUp = Effect.fnUntraced(function* (overrides: Parameters<typeof start>[2] = {}) {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  const sandbox = yield* Sandbox.make({ limits, globalPerSecond: 10_000, applicationFlags: MESSAGE_CONTENT })
  const context = yield* Layer.build(discordOf(sandbox))
  const { channels, guild, members, roles } = sandbox.ids

  /** Starts a process, and returns what asks there. */
  const process = Effect.gen(function* () {
    const gateway = yield* start(sandbox, directory, overrides)
    yield* gateway.connected
    const asks = yield* gateway.asks
    const find = (ask_id: string) =>
      Effect.map(
        asks.select((ask) => ask.ask_id === ask_id),
        ([ask]) => ask
      )
    return {
      ...gateway,
      asks,
      /** The questions of this process, now and later. */
      current: gateway.asks,
      find,
      ask: (more: Partial<Question> = {}) =>
        askPeople({
          channel_id: channels.general,
          question: "Shall we open the dock?",
          options: [
            { label: "Yes", value: "open", style: "green" },
            { label: "No", value: "shut" }
          ],
          user_ids: [],
          role_ids: [],
          openMs: HOUR_MS,
          ...more
        }).pipe(Effect.provide(coreServices(gateway)), Effect.provide(context)),
      ended: (ask_id: string) => Effect.map(asks.ended(ask_id), Option.getOrThrow),
      messageOf: ({ channel_id, message_id }: Ask) =>
        Effect.map(sandbox.messages(channel_id), (all) => all.find(({ id }) => id === message_id)),
      shown: ({ channel_id, message_id }: Ask) =>
        until(
          Effect.map(sandbox.messages(channel_id), (all) => labelsOf(all.find(({ id }) => id === message_id))),
          (labels) => labels.length === 1
        )
    }
  })

  let acts = 0
  /** Lets a person click, and returns the response that the person gets. */
  const click = Effect.fnUntraced(function* (as: string, ask: Ask, label = "Yes") {
    yield* sandbox.people({ as, click: { channel_id: ask.channel_id, message_id: ask.message_id ?? "", label } })
    acts++
    const all = yield* sandbox.awaitActs(acts)
    assert.isUndefined(all[acts - 1]?.problem)
    const { data, type } = all[acts - 1]?.answer ?? {}
    return type === 7 ? "shown" : String(Object(data).content)
  })

  /** Dispatches a click that Discord did not make of this message. */
  const forge = (ask: Ask, changes: Readonly<Record<string, unknown>> = {}) =>
    sandbox.dispatch({
      t: "INTERACTION_CREATE",
      d: {
        id: "1500000000000000001",
        application_id: sandbox.ids.bot,
        token: "token-of-the-interaction",
        type: 3,
        guild_id: guild,
        channel_id: ask.channel_id,
        message: { id: ask.message_id },
        member: { user: { id: members.ada, username: "ada" }, roles: [roles.member, roles.moderator] },
        data: { component_type: 2, custom_id: customId(ask, 0) },
        ...changes
      },
      guildId: guild
    })
  return { click, directory, forge, process, sandbox, ...sandbox.ids }
}, Effect.provide(nodeContext))

const customId = ({ ask_id }: Ask, option: number | string) => `ask:${sha256(ask_id)}:${option}`

const labelsOf = (message: APIMessage | undefined): ReadonlyArray<string> =>
  (message?.components ?? []).flatMap((row) => Object(row).components).map(({ label }) => label)

const NOT_ASKED = "You are not one of those who were asked."

describe("a question to people", () => {
  it.effect("is answered by a click, which the message shows, and whose id is in no component", () =>
    Effect.gen(function* () {
      const { click, members, process, sandbox } = yield* setUp()
      const { ask, find, messageOf } = yield* process
      const asked = yield* ask({ user_ids: [members.ada], content: `<@${members.ada}> Shall we?`, pings: true })
      const [sent] = (yield* sandbox.requests).filter(({ method }) => method === "POST").slice(-1)
      assert.deepInclude(sent?.body, {
        content: `<@${members.ada}> Shall we?`,
        allowed_mentions: { parse: [], users: [members.ada], roles: [] },
        enforce_nonce: true
      })
      assert.notInclude(JSON.stringify(yield* messageOf(asked)), asked.ask_id)
      assert.strictEqual(yield* click(members.ada, asked), "shown")
      const { answer, status } = (yield* find(asked.ask_id)) ?? {}
      assert.deepInclude(answer, { value: "open", by: { id: members.ada, name: "Ada" } })
      assert.strictEqual(status, "answered")
      const message = yield* messageOf(asked)
      assert.deepStrictEqual(labelsOf(message), ["Answered by Ada: Yes"])
      assert.strictEqual(message?.content, `<@${members.ada}> Shall we?`)
    }).pipe(Effect.scoped)
  )

  it.effect("is answered by a choice in a select if it has more than five options", () =>
    Effect.gen(function* () {
      const { members, process, sandbox } = yield* setUp()
      const { ask, ended, messageOf } = yield* process
      const options = Array.from({ length: 25 }, (_, index) => ({ label: `Berth ${index}`, value: `berth-${index}` }))
      const asked = yield* ask({ options })
      yield* sandbox.people({
        as: members.bruno,
        choose: { channel_id: asked.channel_id, message_id: asked.message_id ?? "", values: ["24"] }
      })
      yield* sandbox.awaitActs(1)
      assert.strictEqual((yield* ended(asked.ask_id)).answer?.value, "berth-24")
      assert.deepStrictEqual(labelsOf(yield* messageOf(asked)), ["Answered by Bruno: Berth 24"])
    }).pipe(Effect.scoped)
  )

  it.effect("is not answered by a person who was not asked, and tells that person so", () =>
    Effect.gen(function* () {
      const { click, members, process } = yield* setUp()
      const { ask, find, messageOf } = yield* process
      const asked = yield* ask({ user_ids: [members.ada] })
      assert.strictEqual(yield* click(members.bruno, asked), NOT_ASKED)
      assert.strictEqual((yield* find(asked.ask_id))?.status, "pending")
      assert.deepStrictEqual(labelsOf(yield* messageOf(asked)), ["Yes", "No"])
    }).pipe(Effect.scoped)
  )

  it.effect("counts the roles of the moment of the click", () =>
    Effect.gen(function* () {
      const { click, guild, members, process, roles, sandbox } = yield* setUp()
      const { ask } = yield* process
      const asked = yield* ask({ role_ids: [roles.moderator] })
      const role = { guild_id: guild, role_id: roles.moderator }
      yield* sandbox.patch({
        [`/guilds/${guild}/members/${members.ada}`]: { roles: [roles.member] },
        [`/guilds/${guild}/members/${members.bruno}`]: { roles: [role.role_id] }
      })
      assert.strictEqual(yield* click(members.ada, asked), NOT_ASKED)
      assert.strictEqual(yield* click(members.bruno, asked), "shown")
    }).pipe(Effect.scoped)
  )

  it.effect("takes one of many clicks at once, and tells the others", () =>
    Effect.gen(function* () {
      const { members, process, sandbox } = yield* setUp()
      const { ask, ended } = yield* process
      const asked = yield* ask()
      const people = Object.values(members)
      yield* sandbox.people(
        ...people.map((as) => ({
          as,
          click: { channel_id: asked.channel_id, message_id: asked.message_id ?? "", label: "Yes" }
        }))
      )
      const acts = yield* sandbox.awaitActs(people.length)
      const winners = acts.filter(({ answer }) => answer?.type === 7)
      assert.strictEqual(winners.length, 1)
      assert.strictEqual((yield* ended(asked.ask_id)).answer?.by.id, winners[0]?.as)
      assert.deepStrictEqual(
        acts.flatMap(({ answer }) => (answer?.type === 4 ? [Object(answer.data)] : [])),
        people.slice(1).map(() => ({ content: "This question has already been answered.", flags: 64 }))
      )
    }).pipe(Effect.scoped)
  )

  it.effect("expires, which the message shows, and then no click counts", () =>
    Effect.gen(function* () {
      const { click, members, process } = yield* setUp()
      const { ask, find, shown } = yield* process
      const first = yield* ask({ openMs: 1000 })
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* click(members.ada, first), "This question has expired.")
      assert.deepStrictEqual(yield* shown(first), ["Expired"])
      const second = yield* ask({ openMs: 1000 })
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* shown(second), ["Expired"])
      assert.strictEqual((yield* find(second.ask_id))?.status, "expired")
    }).pipe(Effect.scoped)
  )

  it.effect("is answered after a restart of the process, by a click and in words that were written meanwhile", () =>
    Effect.gen(function* () {
      const { members, process, sandbox } = yield* setUp()
      const first = yield* process
      const [clicked, written] = [yield* first.ask(), yield* first.ask({ options: [] })]
      yield* first.stop
      yield* sandbox.people({
        as: members.chiara,
        write: { channel_id: written.channel_id, content: "At high tide.", reply_to: written.message_id ?? "" }
      })
      yield* sandbox.awaitActs(1)
      const second = yield* process
      const { answer } = yield* second.ended(written.ask_id)
      assert.deepInclude(answer, { text: "At high tide.", by: { id: members.chiara, name: "Chiara" } })
      assert.deepStrictEqual(yield* second.shown(written), ["Answered by Chiara"])
      yield* sandbox.people({
        as: members.ada,
        click: { channel_id: clicked.channel_id, message_id: clicked.message_id ?? "", label: "No" }
      })
      assert.strictEqual((yield* second.ended(clicked.ask_id)).answer?.value, "shut")
    }).pipe(Effect.scoped)
  )

  it.effect("is answered for the call that waits, although the process loses the connection meanwhile", () =>
    Effect.gen(function* () {
      const { bot, click, directory, members, process } = yield* setUp()
      const { ask, asks: before, connected, current } = yield* process
      const asked = yield* ask()
      const waiting = yield* Effect.fork(whenEnded({ asks: current }, asked.ask_id))
      // As if another process had followed and ended: this one cannot beat any more, and then claims the connection again.
      const fs = yield* FileSystem.FileSystem
      yield* fs.remove(`${directory}/gateway/${bot}/owner-1`)
      yield* until(
        Effect.zipRight(TestClock.adjust("1 second"), Effect.option(current)),
        Option.exists((now) => now !== before)
      )
      yield* connected
      assert.strictEqual(yield* click(members.ada, asked), "shown")
      const ended = yield* whileTimePasses(Fiber.join(waiting))
      assert.deepInclude(Option.getOrThrow(ended).answer, { value: "open" })
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("is taken back, and then no click counts and the message shows it", () =>
    Effect.gen(function* () {
      const { click, members, process } = yield* setUp()
      const { ask, asks, find, shown } = yield* process
      const asked = yield* ask()
      assert.isTrue(Option.isSome(yield* asks.cancel(asked.ask_id, {})))
      // The message still has its buttons, as after a crash: the click repairs it.
      assert.strictEqual(yield* click(members.ada, asked), "This question was taken back.")
      assert.deepStrictEqual(yield* shown(asked), ["Taken back"])
      assert.strictEqual((yield* find(asked.ask_id))?.status, "cancelled")
    }).pipe(Effect.scoped)
  )

  it.effect("keeps the answer if Discord does not take the response, and shows it by an edit", () =>
    Effect.gen(function* () {
      const { forge, process } = yield* setUp()
      const { ask, ended, shown } = yield* process
      const asked = yield* ask()
      // The sandbox does not know this interaction.
      yield* forge(asked)
      assert.strictEqual((yield* ended(asked.ask_id)).answer?.value, "open")
      assert.deepStrictEqual(yield* shown(asked), ["Answered by ada: Yes"])
    }).pipe(Effect.scoped)
  )

  it.effect("takes a replayed interaction once", () =>
    Effect.gen(function* () {
      const { forge, members, process, sandbox } = yield* setUp()
      const { ask, asks, ended, logged } = yield* process
      const asked = yield* ask()
      for (let times = 0; times < 3; times++) yield* forge(asked)
      yield* ended(asked.ask_id)
      yield* logged(3, "interaction_create")
      const responses = Effect.map(sandbox.requests, (all) => all.filter(({ path }) => path.endsWith("/callback")))
      assert.strictEqual((yield* until(responses, (all) => all.length > 0)).length, 1)
      // The same click as a new interaction, as after a crash: the person sees the outcome, and no refusal.
      yield* forge(asked, { id: "1500000000000000002" })
      const [, again] = yield* until(responses, (all) => all.length === 2)
      assert.strictEqual(Object(again?.body).type, 7)
      const [last] = yield* asks.select(({ ask_id }) => ask_id === asked.ask_id)
      assert.strictEqual(last?.answer?.by.id, members.ada)
    }).pipe(Effect.scoped)
  )

  it.effect("is not answered by a click that is not of its message, its place or its application", () =>
    Effect.gen(function* () {
      // Buttons of other messages are not acknowledged.
      const { channels, forge, members, otherGuild, process, roles, sandbox } = yield* setUp({ interactions: "log" })
      const { ask, ended, find, logged } = yield* process
      const asked = yield* ask({ role_ids: [roles.moderator] })
      const button = (custom_id: string) => ({ data: { component_type: 2, custom_id } })
      const menu = (...values: ReadonlyArray<unknown>) => ({
        data: { component_type: 3, custom_id: customId(asked, "choose"), values }
      })
      const ignored: ReadonlyArray<Readonly<Record<string, unknown>>> = [
        { message: { id: "1500000000000009999" } },
        { channel_id: channels.support },
        { guild_id: otherGuild },
        { guild_id: undefined, member: undefined, user: { id: members.ada, username: "ada" } },
        { application_id: members.ada },
        { type: 5 },
        { member: undefined },
        button(`ask:${asked.ask_id}:0`),
        button(`ask:${sha256("another")}:0`),
        button("yes"),
        button(customId(asked, 100)),
        button(customId(asked, -1)),
        menu(),
        menu("0", "1"),
        menu("open")
      ]
      const refused = [button(customId(asked, 2)), button(customId(asked, "ended")), menu("2")]
      let id = 1_600_000_000_000_000_000n
      for (const changes of [...ignored, ...refused]) yield* forge(asked, { id: String(++id), ...changes })
      yield* logged(ignored.length + refused.length, "interaction_create")
      const responses = Effect.map(sandbox.requests, (all) => all.filter(({ path }) => path.endsWith("/callback")))
      yield* until(responses, (all) => all.length >= refused.length)
      assert.strictEqual((yield* find(asked.ask_id))?.status, "pending")
      // What came before is done when this one has counted.
      yield* forge(asked, { id: String(++id), ...button(customId(asked, 1)) })
      assert.strictEqual((yield* ended(asked.ask_id)).answer?.value, "shut")
      assert.deepStrictEqual(
        (yield* until(responses, (all) => all.length > refused.length)).map(({ body }) => Object(body).type),
        [4, 4, 4, 7]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("ends when its message is deleted, alone or among others, and also if it asks for an approval", () =>
    Effect.gen(function* () {
      const { guild, process, sandbox } = yield* setUp()
      const { ask, ended, find } = yield* process
      const [one, approval, two, other] = yield* Effect.all([
        ask(),
        ask({ approves: { tool: "messages_delete", subject: "digest", used: false } }),
        ask({ options: [] }),
        ask()
      ])
      const deletion = (t: "MESSAGE_DELETE" | "MESSAGE_DELETE_BULK", d: object) =>
        sandbox.dispatch({ t, d: { channel_id: one.channel_id, guild_id: guild, ...d }, guildId: guild })
      yield* deletion("MESSAGE_DELETE", { id: other.message_id, channel_id: sandbox.ids.channels.support })
      yield* deletion("MESSAGE_DELETE", { id: one.message_id })
      yield* deletion("MESSAGE_DELETE_BULK", { ids: [approval.message_id, two.message_id] })
      for (const { ask_id } of [one, approval, two]) assert.strictEqual((yield* ended(ask_id)).status, "cancelled")
      assert.strictEqual((yield* find(other.ask_id))?.status, "pending")
    }).pipe(Effect.scoped)
  )

  it.effect("ends when its channel or its thread is deleted", () =>
    Effect.gen(function* () {
      const { guild, process, sandbox } = yield* setUp()
      const { ask, ended, find } = yield* process
      const { general, support } = sandbox.ids.channels
      const [one, two, other] = yield* Effect.all([ask(), ask({ channel_id: support }), ask()])
      const deletion = (t: "CHANNEL_DELETE" | "THREAD_DELETE", id: string) =>
        sandbox.dispatch({ t, d: { id, guild_id: guild }, guildId: guild })
      yield* deletion("THREAD_DELETE", support)
      assert.strictEqual((yield* ended(two.ask_id)).status, "cancelled")
      assert.strictEqual((yield* find(one.ask_id))?.status, "pending")
      yield* deletion("CHANNEL_DELETE", general)
      for (const { ask_id } of [one, other]) assert.strictEqual((yield* ended(ask_id)).status, "cancelled")
    }).pipe(Effect.scoped)
  )

  it.effect("in a thread ends when the channel of the thread is deleted, and not with its category", () =>
    Effect.gen(function* () {
      const { guild, process, sandbox } = yield* setUp()
      const { ask, ended, find } = yield* process
      const { general, thread, support } = sandbox.ids.channels
      const category = "1500000000000000009"
      yield* sandbox.patch({ [`/channels/${support}`]: { parent_id: category } })
      const [inThread, inChannel] = yield* Effect.all([ask({ channel_id: thread }), ask({ channel_id: support })])
      const deletion = (id: string) =>
        sandbox.dispatch({ t: "CHANNEL_DELETE", d: { id, guild_id: guild }, guildId: guild })
      yield* deletion(category)
      yield* deletion(general)
      assert.strictEqual((yield* ended(inThread.ask_id)).status, "cancelled")
      assert.strictEqual((yield* find(inChannel.ask_id))?.status, "pending")
    }).pipe(Effect.scoped)
  )

  it.effect("ends also if its message is deleted before Discord has confirmed it", () =>
    Effect.gen(function* () {
      const { channels, guild, process } = yield* setUp()
      const { asks, ended, log } = yield* process
      const { ask_id } = yield* asks.open({ ...sending, asker: {}, channel_id: channels.general, guild_id: guild })
      const message_id = "1600000000000000001"
      const time = "2026-11-23T12:00:00.000Z"
      yield* (yield* log).append([
        { event: { type: "message_delete", time, guild_id: guild, channel_id: channels.general, message_id } }
      ])
      yield* Effect.repeatN(turn, 50)
      yield* asks.sent(ask_id, message_id)
      assert.strictEqual((yield* ended(ask_id)).status, "cancelled")
    }).pipe(Effect.scoped)
  )

  it.effect("that was not sent completely ends at the next start, and a click on it is refused", () =>
    Effect.gen(function* () {
      const { directory, forge, process, sandbox } = yield* setUp()
      const first = yield* process
      const asked = yield* first.ask()
      yield* first.stop
      const fs = yield* FileSystem.FileSystem
      const file = `${directory}/gateway/${sandbox.ids.bot}/asks.json`
      const saved = yield* fs.readFileString(file)
      assert.notInclude(JSON.stringify(yield* sandbox.messages(asked.channel_id)), asked.ask_id)
      yield* fs.writeFileString(file, saved.replace(`,"message_id":"${asked.message_id}"`, ""))
      const second = yield* process
      assert.deepInclude(yield* second.find(asked.ask_id), { status: "cancelled" })
      yield* forge(asked)
      const responses = Effect.map(sandbox.requests, (all) => all.filter(({ path }) => path.endsWith("/callback")))
      const [refused] = yield* until(responses, (all) => all.length === 1)
      assert.deepInclude(refused?.body, { type: 4, data: { content: "This question was taken back.", flags: 64 } })
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("is not posted, and not open, if it must be recorded and cannot be", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const file = `${yield* fs.makeTempDirectoryScoped()}/file`
      yield* fs.writeFileString(file, "")
      const { channels, process, sandbox } = yield* setUp({ auditFile: `${file}/audit.log`, auditRequired: true })
      const { ask, asks } = yield* process
      const before = yield* sandbox.messages(channels.general)
      const failure = yield* Effect.flip(ask())
      assert.deepInclude(failure, { _tag: "ScopeRejectedError", required: "an audit record" })
      assert.deepStrictEqual(yield* sandbox.messages(channels.general), before)
      assert.deepStrictEqual(yield* asks.select(({ status }) => status === "pending"), [])
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("whose message Discord refuses is not open", () =>
    Effect.gen(function* () {
      const { channels, process } = yield* setUp()
      const { ask, asks } = yield* process
      const failure = yield* Effect.flip(ask({ channel_id: channels.announcements, content: "" }))
      assert.strictEqual(failure._tag, "ValidationError")
      assert.deepStrictEqual(yield* asks.select(({ status }) => status === "pending"), [])
    }).pipe(Effect.scoped)
  )
})

describe("a reply in words", () => {
  const write = (as: string, { channel_id, message_id }: Ask, content: string, replies = true) => ({
    as,
    write: { channel_id, content, ...(replies && { reply_to: message_id ?? "" }) }
  })

  it.effect("counts from those who were asked, and not without a reply to the question", () =>
    Effect.gen(function* () {
      const { members, process, sandbox } = yield* setUp()
      const { ask, ended, shown } = yield* process
      const asked = yield* ask({ options: [], user_ids: [members.ada] })
      const other = yield* ask({ options: [], user_ids: [members.ada] })
      yield* sandbox.people({
        script: [
          write(members.bruno, asked, "I was not asked."),
          write(members.ada, asked, "To nobody.", false),
          write(members.ada, other, "The other one."),
          write(members.ada, asked, `Yes, <@${sandbox.ids.bot}>.`)
        ]
      })
      const { answer } = yield* ended(asked.ask_id)
      assert.deepInclude(answer, { text: `Yes, <@${sandbox.ids.bot}>.`, by: { id: members.ada, name: "Ada" } })
      assert.isString(answer?.message_id)
      assert.strictEqual((yield* ended(other.ask_id)).answer?.text, "The other one.")
      assert.deepStrictEqual(yield* shown(asked), ["Answered by Ada"])
    }).pipe(Effect.scoped)
  )

  it.effect("counts by a role that its author has, also if there are options; an approval takes clicks only", () =>
    Effect.gen(function* () {
      const { members, process, roles, sandbox } = yield* setUp()
      const { ask, ended, find } = yield* process
      const asked = yield* ask({ role_ids: [roles.moderator] })
      const approval = yield* ask({ approves: { tool: "messages_delete", subject: "digest", used: false } })
      yield* sandbox.people({
        script: [
          write(members.ada, approval, "Approve."),
          write(members.bruno, asked, "I am no moderator."),
          write(members.ada, asked, "Tomorrow.")
        ]
      })
      assert.deepInclude((yield* ended(asked.ask_id)).answer, {
        text: "Tomorrow.",
        by: { id: members.ada, name: "Ada" }
      })
      assert.strictEqual((yield* find(approval.ask_id))?.status, "pending")
    }).pipe(Effect.scoped)
  )

  it.effect("counts by the roles at the moment of the message, also after a restart before it is handled", () =>
    Effect.gen(function* () {
      const { directory, guild, members, process, roles, sandbox } = yield* setUp()
      const change = (as: string, ...named: ReadonlyArray<string>) =>
        sandbox.patch({ [`/guilds/${guild}/members/${as}`]: { roles: [...named] } })
      const first = yield* process
      const asked = yield* first.ask({ role_ids: [roles.moderator] })
      const last = yield* first.ask({ role_ids: [roles.moderator] })
      // Nobody handles replies until the question is known again: as a process that ends after it has logged them.
      const fs = yield* FileSystem.FileSystem
      const file = `${directory}/gateway/${sandbox.ids.bot}/asks.json`
      const saved = yield* fs.readFileString(file)
      yield* Effect.forEach([asked, last], ({ ask_id }) => first.asks.cancel(ask_id, {}))
      yield* sandbox.people({
        script: [
          write(members.bruno, asked, "Without the role."),
          write(members.ada, asked, "With the role."),
          write(members.bruno, last, "Without the role.")
        ]
      })
      yield* first.logged(3, "message_create")
      yield* change(members.ada, roles.member)
      yield* change(members.bruno, roles.moderator)
      yield* first.stop
      yield* fs.writeFileString(file, saved)
      const second = yield* process
      assert.deepInclude((yield* second.ended(asked.ask_id)).answer, {
        text: "With the role.",
        by: { id: members.ada, name: "Ada" }
      })
      // The reply without the role was handled before this one.
      yield* sandbox.people({ script: [write(members.bruno, last, "With the role, now.")] })
      assert.strictEqual((yield* second.ended(last.ask_id)).answer?.text, "With the role, now.")
      assert.isFalse((yield* sandbox.requests).some(({ path }) => path.includes(`/guilds/${guild}/members/`)))
    }).pipe(Effect.scoped, Effect.provide(nodeContext))
  )

  it.effect("that was recovered counts by the current roles", () =>
    Effect.gen(function* () {
      const { guild, members, process, roles, sandbox } = yield* setUp()
      const { ask, ended, log } = yield* process
      const asked = yield* ask({ role_ids: [roles.moderator] })
      const recovered = (as: string, at: number, content: string) => ({
        event: {
          type: "message_create" as const,
          time: "2026-11-23T12:00:00.000Z",
          guild_id: guild,
          channel_id: asked.channel_id,
          message_id: `16000000000000000${String(at).padStart(2, "0")}`,
          author: { id: as },
          content,
          reply_to: { message_id: asked.message_id ?? "" },
          recovered: true as const
        }
      })
      yield* (yield* log).append([recovered(members.bruno, 1, "No."), recovered(members.ada, 2, "Yes.")])
      assert.deepInclude((yield* ended(asked.ask_id)).answer, { text: "Yes.", by: { id: members.ada } })
      assert.isTrue((yield* sandbox.requests).some(({ path }) => path.endsWith(`/members/${members.ada}`)))
    }).pipe(Effect.scoped)
  )

  it.effect("counts later if Discord does not say now who its author is or what it says", () =>
    Effect.gen(function* () {
      const { guild, members, process, roles, sandbox } = yield* setUp()
      const { ask, ended, find, log } = yield* process
      const ofRole = yield* ask({ role_ids: [roles.moderator] })
      const ofAll = yield* ask()
      yield* sandbox.inject({ match: { method: "GET" }, times: "forever", do: unavailable })
      yield* sandbox.people({ as: members.ada, write: { channel_id: ofAll.channel_id, content: "By me." } })
      yield* sandbox.awaitActs(1)
      const written = (yield* sandbox.messages(ofAll.channel_id)).find(({ content }) => content === "By me.")
      const reply = (asked: Ask, message_id: string, more: object) => ({
        event: {
          type: "message_create" as const,
          time: "2026-11-23T12:00:00.000Z",
          guild_id: guild,
          channel_id: asked.channel_id,
          message_id,
          author: { id: members.ada },
          reply_to: { message_id: asked.message_id ?? "" },
          recovered: true as const,
          ...more
        }
      })
      const read = Effect.map(sandbox.requests, (all) =>
        all.filter(({ method, status }) => method === "GET" && status === 503)
      )
      const before = (yield* read).length
      // One needs the roles of its author, the other one its text.
      yield* (yield* log).append([
        reply(ofRole, "1600000000000000001", { content: "Yes." }),
        reply(ofAll, written?.id ?? "", {})
      ])
      yield* whileTimePasses(
        until(
          read,
          (all) =>
            all.some(({ path }) => path.includes("/members/")) &&
            all.some(({ path }) => path.endsWith(`/${written?.id}`))
        )
      )
      for (const { ask_id } of [ofRole, ofAll]) assert.strictEqual((yield* find(ask_id))?.status, "pending")
      yield* sandbox.clearFaults
      assert.isAbove((yield* read).length, before)
      assert.strictEqual((yield* whileTimePasses(ended(ofRole.ask_id))).answer?.text, "Yes.")
      assert.strictEqual((yield* whileTimePasses(ended(ofAll.ask_id))).answer?.text, "By me.")
    }).pipe(Effect.scoped)
  )

  it.effect("does not wait for a question that is being sent, which it does not answer", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.000Z"))
      const { channels, guild, members, process } = yield* setUp()
      const { ask, asks, ended, log } = yield* process
      const asked = yield* ask({ options: [] })
      // Its message is not known: Discord takes long to answer.
      yield* asks.open({ ...sending, asker: {}, channel_id: channels.support, guild_id: guild })
      const message = (channel_id: string, id: number, more: object) => ({
        event: {
          type: "message_create" as const,
          time: "2026-11-23T12:00:00.000Z",
          guild_id: guild,
          channel_id,
          message_id: `16000000000000000${id}`,
          author: { id: members.ada },
          content: "Hello.",
          ...more
        }
      })
      yield* (yield* log).append([
        message(channels.support, 10, {}),
        // The message was sent in 2015, and the question after it.
        message(channels.support, 11, { reply_to: { message_id: "100" } }),
        {
          event: {
            type: "message_delete",
            time: "2026-11-23T12:00:00.000Z",
            guild_id: guild,
            channel_id: channels.support,
            message_id: "100"
          }
        },
        message(channels.general, 12, { reply_to: { message_id: asked.message_id }, content: "Yes." })
      ])
      // No time passes.
      assert.strictEqual((yield* ended(asked.ask_id)).answer?.text, "Yes.")
    }).pipe(Effect.scoped)
  )

  it.effect("is the next direct message of the person, to the newest question", () =>
    Effect.gen(function* () {
      const { members, process, sandbox } = yield* setUp()
      const { ask, ended, find } = yield* process
      // The first message opens the channel.
      yield* sandbox.people({ as: members.chiara, write: { content: "Hello." } })
      yield* sandbox.awaitActs(1)
      const snapshot = yield* sandbox.snapshot
      const [, channel_id = ""] =
        Object.entries(snapshot)
          .find(([path, value]) => path.startsWith("/channels/") && Object(value).type === 1)?.[0]
          .split("/channels/") ?? []
      const older = yield* ask({ channel_id, options: [], user_ids: [members.chiara] })
      const newer = yield* ask({ channel_id, options: [], user_ids: [members.chiara] })
      yield* sandbox.people({ as: members.chiara, write: { content: "At six." } })
      assert.strictEqual((yield* ended(newer.ask_id)).answer?.text, "At six.")
      assert.strictEqual((yield* find(older.ask_id))?.status, "pending")
    }).pipe(Effect.scoped)
  )

  it.effect("is no notice of Discord, no forward, and no message of a webhook or another bot", () =>
    Effect.gen(function* () {
      const { members, process, sandbox } = yield* setUp()
      const { ask, ended, logged } = yield* process
      yield* sandbox.people({ as: members.ada, write: { content: "Hello." } })
      yield* sandbox.awaitActs(1)
      const direct = (yield* logged(1, "message_create"))[0]?.channel_id ?? ""
      const asked = yield* ask({ options: [] })
      const askedDirectly = yield* ask({ channel_id: direct, options: [], user_ids: [members.ada] })
      let last = 9_000_000_000_000_000_000n
      const dispatch = ({ channel_id, guild_id, message_id }: Ask, more: object) =>
        sandbox.dispatch({
          t: "MESSAGE_CREATE",
          d: {
            id: String(++last),
            channel_id,
            ...(guild_id !== undefined && { guild_id }),
            timestamp: "2026-11-23T11:00:00.000Z",
            author: { id: members.ada, username: "ada" },
            content: "",
            message_reference: { message_id, channel_id },
            ...more
          },
          ...(guild_id !== undefined && { guildId: guild_id }),
          channelId: channel_id
        })
      // All types of Discord except those of texts and of replies to them.
      const notices = Array.from({ length: 64 }, (_, type) => type).filter((type) => ![0, 19, 20, 23].includes(type))
      for (const type of notices) for (const one of [asked, askedDirectly]) yield* dispatch(one, { type })
      const noAnswers = [
        { type: 0, message_reference: { type: 1, message_id: asked.message_id } },
        { type: 20 },
        { type: 23 },
        { type: 19, webhook_id: "1500000000000000077", author: { id: "1500000000000000077", username: "hook" } },
        { type: 19, author: { id: "1500000000000000078", username: "other bot", bot: true } }
      ]
      for (const more of noAnswers) yield* dispatch(asked, more)
      // The first answer that counts is the only one.
      const before = last
      yield* dispatch(asked, { type: 19 })
      yield* dispatch(askedDirectly, { type: 0, message_reference: undefined })
      assert.strictEqual((yield* ended(asked.ask_id)).answer?.message_id, String(before + 1n))
      assert.strictEqual((yield* ended(askedDirectly.ask_id)).answer?.message_id, String(before + 2n))
    }).pipe(Effect.scoped)
  )
})
