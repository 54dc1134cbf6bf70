// Each test has its own directory and ends with it.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import type { APIMessage } from "discord-api-types/v10"
import { Duration, Effect, Layer, Option, TestClock } from "effect"
import type { Ask } from "../../src/events/Ask.ts"
import { askPeople, type Question } from "../../src/events/askPeople.ts"
import { Gateway } from "../../src/events/Gateway.ts"
import * as Sandbox from "../../src/sandbox/Sandbox.ts"
import { sha256 } from "../../src/text/secureToken.ts"
import { until } from "../discord/gateway/connecting.ts"
import { discordOf } from "../discord/gateway/discordOf.ts"
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
        }).pipe(Effect.provideService(Gateway, gateway), Effect.provide(context)),
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
}, Effect.provide(NodeContext.layer))

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
      const { click, members, process, sandbox } = yield* setUp()
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
      assert.isFunction(click)
    }).pipe(Effect.scoped)
  )
})

const waited = TestClock.adjust(Duration.seconds(3))
