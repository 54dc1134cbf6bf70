/** Commands and clicks of people: acknowledged, logged as events, and answered by their id, against the sandbox. */
// Each client has its own settings.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Predicate, TestClock } from "effect"
import { narrow, type Policy } from "../../../src/config/Policy.ts"
import { coreServices } from "../../../src/live/coreServices.ts"
import { Gateway } from "../../../src/live/Gateway.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { call, codeOf, overDiscord, roomy, served, settingsOf } from "../../dispatch/app.ts"
import { discordOf } from "../../live/connection/discordOf.ts"
import { gatewayOver, startOver } from "../../live/live.ts"

const buttons = [{ type: 1, components: [{ type: 2, style: 1, label: "Join the list", custom_id: "join" }] }]

/** A sandbox, live events and clients over one Discord, as in one process. */
const setUp = Effect.fnUntraced(function* (interactions: "acknowledge" | "log" = "acknowledge") {
  yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.000Z"))
  const sandbox = yield* Sandbox.make(roomy)
  const discord = Layer.succeedContext(yield* Layer.build(discordOf(sandbox)))
  const gateway = yield* startOver(gatewayOver(sandbox, discord, undefined, { interactions }))
  yield* gateway.connected
  const settings = yield* settingsOf({ MCP_GATEWAY: "true" })
  const client = (policy: Policy) => {
    const server = overDiscord(discord, narrow(settings, policy)).pipe(
      Layer.provide(Layer.succeedContext(coreServices(gateway)))
    )
    return (tool: string, input: object) =>
      Effect.scoped(Effect.provide(Effect.provideService(call(tool, input), Gateway, gateway), server))
  }
  const bot = client({})
  const { channels, members } = sandbox.ids
  let acts = 0
  let events = 0
  /** Lets a person act, and returns the event and what the person was answered. */
  const act = Effect.fnUntraced(function* (deed: object) {
    yield* sandbox.people({ as: members.ada, ...deed } as Parameters<typeof sandbox.people>[0]) // one deed
    const logged = yield* gateway.logged(++events, "interaction_create")
    const { structured } = yield* bot("gateway_read", { types: ["interaction_create"] })
    const items = Array.isArray(structured.items) ? structured.items.filter(Predicate.isReadonlyRecord) : []
    if (interactions === "acknowledge") yield* sandbox.awaitActs(++acts)
    const all = yield* sandbox.awaitActs(0)
    return { event: items.at(-1) ?? {}, logged: logged.at(-1), answer: all.at(-1)?.answer }
  })
  const command = (name = "report", options: ReadonlyArray<object> = []) =>
    act({ command: { channel_id: channels.general, name, options } })
  const click = Effect.gen(function* () {
    const { structured } = yield* bot("messages_send", {
      channel_id: channels.general,
      content: "?",
      components: buttons
    })
    assert.notProperty(structured, "notice")
    return yield* act({ click: { channel_id: channels.general, message_id: structured.id, custom_id: "join" } })
  })
  const newest = Effect.map(sandbox.messages(channels.general), ([message]) => ({
    id: message?.id,
    content: message?.content
  }))
  const respond = (event: Readonly<Record<string, unknown>>, more: object, by = bot) =>
    by("interactions_create_response", {
      interaction_id: event.interaction_id,
      type: "channel_message_with_source",
      ...more
    })
  return { bot, channels, click, client, command, gateway, newest, respond, sandbox }
})

const message = { content: "Noted." }

const issuesIn = ({ structured }: Effect.Effect.Success<ReturnType<typeof call>>) =>
  JSON.stringify(structured.validation_issues)

describe("an interaction of live events", () => {
  it.effect("is acknowledged at once, and is an event that says who, where and what, never with its token", () =>
    Effect.gen(function* () {
      const { channels, click, command, sandbox } = yield* setUp()
      const { members } = sandbox.ids
      const nested = [{ type: 1, name: "add", options: [{ type: 3, name: "text", value: "two words" }] }]
      const used = yield* command("list", nested)
      const clicked = yield* click
      assert.deepStrictEqual([used.answer?.type, clicked.answer?.type], [5, 6])
      const common = { type: "interaction_create", channel_id: channels.general, mentions_me: true }
      assert.deepInclude(used.event, {
        ...common,
        kind: "slash_command",
        command: "list add",
        options: [{ name: "text", value: "two words" }],
        answer_until: "2026-11-23T12:15:00.000Z"
      })
      assert.deepInclude(clicked.event, { ...common, kind: "button", custom_id: "join", label: "Join the list" })
      assert.deepInclude(Object(used.event).author, { id: members.ada })
      for (const { event, logged } of [used, clicked]) {
        assert.notInclude(JSON.stringify([event, logged]), "token")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is answered by its id: the first answer replaces a deferred reply, and later ones follow", () =>
    Effect.gen(function* () {
      const { bot, click, command, newest, respond } = yield* setUp()
      const { event } = yield* command()
      const loading = yield* newest
      const first = yield* respond(event, { message })
      assert.match(String(first.structured.notice), /replaces the deferred reply/)
      assert.deepInclude(yield* newest, { id: loading.id, content: "Noted." })
      const second = yield* respond(event, { message: { content: "More." } })
      assert.match(String(second.structured.notice), /follow-up/)
      assert.strictEqual((yield* newest).content, "More.")
      const followup = yield* bot("interactions_create_followup", {
        interaction_id: event.interaction_id,
        content: "Last."
      })
      assert.deepInclude(followup.structured, { length: 5 })
      const edited = yield* bot("interactions_edit_original_response", {
        interaction_id: event.interaction_id,
        content: "Done."
      })
      assert.deepInclude(edited.structured, { id: loading.id, length: 5 })

      const clicked = yield* click
      const asked = yield* newest
      const updated = yield* respond(clicked.event, {
        type: "update_message",
        message: { content: "Joined.", components: [] }
      })
      assert.match(String(updated.structured.notice), /edited/)
      assert.deepInclude(yield* newest, { id: asked.id, content: "Joined." })
      for (const { structured } of [first, second, followup, edited, updated]) {
        assert.notMatch(JSON.stringify(structured), /token|"id:/)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is not answered in public if the answer is for the user only", () =>
    Effect.gen(function* () {
      const { bot, command, newest, respond } = yield* setUp()
      const before = yield* newest
      for (const answer of ["response", "followup"]) {
        const { event } = yield* command()
        const { structured } = yield* answer === "response"
          ? respond(event, { message, ephemeral: true })
          : bot("interactions_create_followup", { interaction_id: event.interaction_id, ...message, ephemeral: true })
        assert.match(String(structured.notice), /follow-up/)
        // Neither the deferred reply nor the answer is in the channel.
        assert.strictEqual((yield* newest).id, before.id)
      }
    }).pipe(Effect.scoped)
  )

  it.effect("is answered only by clients that see its channel and guild, and for 15 minutes", () =>
    Effect.gen(function* () {
      const { channels, client, command, respond, sandbox } = yield* setUp()
      const { guild, otherGuild } = sandbox.ids
      const { event } = yield* command()
      for (const [policy, code] of [
        [{ channels: [channels.support] }, "VALIDATION_FAILED"],
        [{ guilds: [otherGuild] }, "GUILD_NOT_ALLOWED"],
        [{ guilds: [guild], channels: [channels.general] }, "ok"]
      ] as const) {
        assert.strictEqual(codeOf(yield* respond(event, { message }, client(policy))), code, JSON.stringify(policy))
      }
      const unseen = { interaction_id: event.interaction_id, message_id: event.interaction_id }
      const preview = yield* client({ channels: [channels.support] })("interactions_delete_followup", unseen)
      assert.notInclude(preview.text, "Noted.")
      yield* TestClock.adjust("15 minutes")
      assert.match(issuesIn(yield* respond(event, { message })), /is no interaction that this server knows/)
    }).pipe(Effect.scoped)
  )

  it.effect("is left to another program with MCP_INTERACTIONS=log, and can be answered first", () =>
    Effect.gen(function* () {
      const { click, command, respond, sandbox } = yield* setUp("log")
      const { event } = yield* command()
      assert.isFalse((yield* sandbox.requests).some(({ path }) => path.includes("/callback")))
      const modal = {
        custom_id: "f",
        title: "F",
        components: [{ type: 18, label: "Why?", component: { type: 4, custom_id: "why", style: 1 } }]
      }
      assert.strictEqual(codeOf(yield* respond(event, { type: "modal", modal })), "ok")
      const clicked = yield* click
      assert.strictEqual(codeOf(yield* respond(clicked.event, { message })), "ok")
    }).pipe(Effect.scoped)
  )

  it.effect("that was acknowledged cannot open a form, and the refusal says how", () =>
    Effect.gen(function* () {
      const { command, respond } = yield* setUp()
      const { event } = yield* command()
      const modal = { custom_id: "f", title: "F", components: [{ type: 10, content: "Hi." }] }
      assert.match(issuesIn(yield* respond(event, { type: "modal", modal })), /MCP_INTERACTIONS=log/)
      assert.strictEqual(codeOf(yield* respond(event, { type: "deferred_channel_message_with_source" })), "ok")
    }).pipe(Effect.scoped)
  )
})

describe("buttons and commands that nobody answers", () => {
  it.effect("are named by a notice, except links", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox.Sandbox
      const channel_id = ids.channels.general
      const link = [{ type: 1, components: [{ type: 2, style: 5, label: "Site", url: "https://example.com" }] }]
      const application_id = ids.bot
      for (const [tool, input, warned] of [
        ["messages_send", { channel_id, content: "?", components: buttons }, true],
        ["messages_send", { channel_id, content: "?", components: link }, false],
        ["messages_edit", { channel_id, message_id: ids.messages.byBot, components: buttons }, true],
        ["components_v2_send", { channel_id, components: buttons }, true],
        ["commands_create_guild", { application_id, guild_id: ids.guild, name: "ping", description: "Pings." }, true]
      ] as const) {
        const { structured } = yield* call(tool, input)
        assert.strictEqual(/Nobody answers .*MCP_GATEWAY=true/.test(String(structured.notice)), warned, tool)
      }
    }).pipe(served())
  )
})
