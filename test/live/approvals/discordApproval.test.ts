// Each process has its own layers and ends with its scope.
// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { type APIMessage, PermissionFlagsBits } from "discord-api-types/v10"
import { Deferred, Effect, Fiber, Layer, Option, Redacted, Ref, Struct, TestClock } from "effect"
import { checkLogs } from "../../../src/audit/checkLogs.ts"
import type { Settings } from "../../../src/config/Settings.ts"
import * as Discord from "../../../src/discord/Discord.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import type { CallResult } from "../../../src/dispatch/CallResult.ts"
import { OPEN_APPROVALS_MAX } from "../../../src/live/approvals/discordApproval.ts"
import { coreServices } from "../../../src/live/coreServices.ts"
import { CredentialEnded, CurrentSettings } from "../../../src/safety/CurrentSettings.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { Caller } from "../../../src/telemetry/Caller.ts"
import { sha256 } from "../../../src/text/secureToken.ts"
import { Progress } from "../../../src/tools/dsl/Progress.ts"
import { recordsIn } from "../../audit/log.ts"
import { call as callTool, type Environment, overDiscord, settingsOf } from "../../dispatch/app.ts"
import { nodeContext } from "../../nodeContext.ts"
import { outcomeOf } from "../../safety/gateServer.ts"
import { until } from "../connection/connecting.ts"
import { post, start } from "../live.ts"

const limits = Object.fromEntries(
  [
    ...["POST /channels/:id/messages", "PATCH /channels/:id/messages/:id", "DELETE /channels/:id/messages/:id"],
    ...["GET /channels/:id", "GET /guilds/:id/roles", "GET /channels/:id/messages/:id", "GET /guilds/:id"]
  ].map((operation) => [operation, { limit: 1000, windowMs: 1 }])
)

const ONE = { client: "one", clientId: "client-one" }
const TWO = { client: "two", clientId: "client-two" }

/** How a call is made. */
interface Calling {
  readonly by?: typeof ONE
  readonly policy?: Ref.Ref<Effect.Effect<Settings["Type"] | undefined, CredentialEnded>>
}

/** A sandbox whose channel of support is the approval channel, a message to delete, and a process that starts. */
const setUp = Effect.fnUntraced(function* (
  environment: (ids: Sandbox.SandboxShape["ids"]) => Environment = () => ({}),
  permissions = 0n
) {
  const fs = yield* FileSystem.FileSystem
  const directory = yield* fs.makeTempDirectoryScoped()
  const sandbox = yield* Sandbox.make({ limits, globalPerSecond: 10_000, permissions })
  const { channels, guild, members, roles } = sandbox.ids
  const settings = yield* settingsOf({
    DISCORD_API_URL: sandbox.url,
    MCP_GLOBAL_REQUESTS_PER_SECOND: "10000",
    MCP_DRY_RUN: "false",
    MCP_GATEWAY: "true",
    MCP_CONFIRM: "discord",
    MCP_APPROVERS: `${members.chiara},${roles.moderator}`,
    MCP_APPROVAL_CHANNEL: channels.support,
    MCP_AUDIT_FILE: `${directory}/audit.log`,
    // Each second of virtual time renews the ownership of the connection in files.
    MCP_APPROVAL_WAIT_MS: "1000",
    ...environment(sandbox.ids)
  })
  const [message_id, other_id] = yield* Effect.all([
    post(sandbox, channels.general, "to be deleted"),
    post(sandbox, channels.general, "not to be deleted")
  ])
  const deletion = { channel_id: channels.general, message_id }
  const before = (yield* sandbox.messages(channels.support)).length

  /** The posts in the approval channel, oldest first. */
  const posts = Effect.map(sandbox.messages(channels.support), (all) =>
    all.slice(0, all.length - before).toSorted((a, b) => a.id.localeCompare(b.id))
  )
  const posted = (count = 1) => until(posts, (all) => all.length >= count)

  /** The requests that deleted a message. */
  const deleted = Effect.map(
    sandbox.requests,
    (all) => all.filter(({ method, path }) => method === "DELETE" && path.includes("/messages/")).length
  )

  let acts = 0
  /** Lets people click on a post at once, and returns the responses that they get. */
  const clickOn = Effect.fnUntraced(function* (
    post: APIMessage | undefined,
    ...clicks: ReadonlyArray<readonly [as: string, label: string]>
  ) {
    const message_id = post?.id ?? ""
    yield* sandbox.people(
      ...clicks.map(([as, label]) => ({ as, click: { channel_id: channels.support, message_id, label } }))
    )
    acts += clicks.length
    const all = (yield* sandbox.awaitActs(acts)).slice(acts - clicks.length)
    return all.map(
      ({ answer, problem }) => problem ?? (answer?.type === 7 ? "shown" : String(Object(answer?.data).content))
    )
  })

  /** Lets people click on the last post. */
  const click = (...clicks: ReadonlyArray<readonly [as: string, label: string]>) =>
    Effect.flatMap(posts, (all) => clickOn(all.at(-1), ...clicks))

  /** Starts a process with these settings, or with others. */
  const processWith = Effect.fnUntraced(function* (own: Partial<Settings["Type"]>) {
    const current = { ...settings, ...own }
    const gateway = yield* start(sandbox, directory, Struct.pick(current, "approvers", "approvalChannel", "auditFile"))
    yield* gateway.connected
    const transport = RestTransport.layer({
      apiUrl: sandbox.url,
      token: Redacted.make(sandbox.token),
      userAgent: "test"
    })
    const layer = overDiscord(Layer.provide(Discord.layer, transport), current)
    const context = yield* Layer.build(layer).pipe(Effect.provide(coreServices(gateway)))
    const run = (tool: string, input: object, { by = ONE, policy }: Calling = {}): Effect.Effect<CallResult> =>
      callTool(tool, input).pipe(
        Effect.provide(context),
        Effect.provideService(Caller, by),
        Effect.provideService(CurrentSettings, policy && Effect.flatten(Ref.get(policy)))
      )
    const remove = (more: object = {}, calling?: Calling) => run("messages_delete", { ...deletion, ...more }, calling)
    /** Makes a call until it waits for a person, and returns the last post. */
    const asking = Effect.fnUntraced(function* (call: Effect.Effect<CallResult> = remove()) {
      const waits = yield* Deferred.make<void>()
      const listener = { report: () => Deferred.succeed(waits, undefined) }
      const fiber = yield* Effect.fork(Effect.provideService(call, Progress, listener))
      yield* Effect.raceFirst(
        Deferred.await(waits),
        Effect.flatMap(Fiber.join(fiber), ({ structured }) => Effect.dieMessage(JSON.stringify(structured)))
      )
      return { fiber, post: (yield* posts).at(-1) }
    })
    /** Makes a call, and does not wait any longer for its approval. Returns the id of the question. */
    const pending = Effect.fnUntraced(function* (call?: Effect.Effect<CallResult>) {
      const { fiber } = yield* asking(call)
      yield* TestClock.adjust("1 second")
      const { structured } = yield* Fiber.join(fiber)
      assert.deepInclude(structured, { code: "CONFIRMATION_PENDING", retriable: true, category: "business" })
      return String(structured.ask_id)
    })
    return { ...gateway, asking, pending, remove, run }
  })
  const process = processWith({})

  const records = recordsIn(`${directory}/audit.log`).pipe(Effect.orDie, Effect.provide(nodeContext))
  /** The ends of calls in the audit log. */
  const ended = Effect.map(records, (all) =>
    all.flatMap((record) => (record.kind === "ended" && record.tool !== "server" ? [record] : []))
  )
  /** What the server has written by itself, by the audit log: each record with its end. */
  const written = Effect.map(records, (all) =>
    all.flatMap((intended) => {
      if (intended.kind !== "intended" || intended.tool !== "server") return []
      const end = all.find((one) => one.kind === "ended" && one.tool === "server" && one.of === intended.seq)
      return [{ ...intended, end: Object(end) }]
    })
  )
  return {
    ...sandbox.ids,
    click,
    clickOn,
    deleted,
    deletion,
    directory,
    ended,
    guild,
    other_id,
    posted,
    posts,
    process,
    processWith,
    sandbox,
    settings,
    written
  }
}, Effect.provide(nodeContext))

const labelsOf = (message: APIMessage | undefined): ReadonlyArray<string> =>
  (message?.components ?? []).flatMap((row) => Object(row).components).map(({ label }) => label)

const PENDING = ["Approve", "Decline"]

describe("a call that needs an approval in Discord", () => {
  it.effect(
    "is posted in full with two buttons, runs once when an approver approves it, and is recorded with their id",
    () =>
      Effect.gen(function* () {
        const { channels, click, deleted, ended, members, posts, process, roles, sandbox } = yield* setUp()
        const { asking } = yield* process
        const { fiber, post } = yield* asking()
        assert.deepStrictEqual(labelsOf(post), PENDING)
        assert.deepStrictEqual(post?.content.split("\n"), [
          `<@${members.chiara}> <@&${roles.moderator}> The bot asks for approval of this call:`,
          "```",
          "tool: messages_delete",
          'client: "one"',
          "Delete one message permanently.",
          "channel: #general (text)",
          'message: "Sandbox Bot" (@sandbox-bot, a bot): "to be deleted"',
          "sent: 1970-01-01T00:00:00Z",
          "This cannot be undone.",
          "```",
          "**Approve** permits exactly this call, once, until <t:600:t>. A click runs nothing by itself: the call runs when its client waits for the answer, or calls again."
        ])
        const approvers = [members.chiara, roles.moderator]
        const sent = (yield* sandbox.requests).filter(
          ({ method, path }) => method === "POST" && path.endsWith(`/${channels.support}/messages`)
        )
        assert.deepInclude(sent[0]?.body, { allowed_mentions: { parse: [], users: approvers, roles: approvers } })
        assert.strictEqual(yield* deleted, 0)
        assert.deepStrictEqual(yield* click([members.chiara, "Approve"]), ["shown"])
        assert.strictEqual(outcomeOf(yield* Fiber.join(fiber)), "ran")
        assert.strictEqual(yield* deleted, 1)
        const [shown] = yield* until(posts, ([one]) => labelsOf(one)[0]?.startsWith("Run") === true)
        assert.deepStrictEqual(labelsOf(shown), ["Run, approved by Chiara"])
        assert.deepInclude((yield* ended).at(-1), { outcome: "OK", approved_by: members.chiara })
        assert.strictEqual(sent.length, 1)
        // It ran once. The next one needs another question.
        const next = yield* asking()
        assert.notStrictEqual(next.post?.id, post?.id)
        yield* Fiber.interrupt(next.fiber)
      }).pipe(Effect.scoped)
  )

  it.effect("does not run if what was shown has changed before it was approved, and the post says so", () =>
    Effect.gen(function* () {
      const { channels, click, members, posts, process, sandbox } = yield* setUp()
      const { asking, run } = yield* process
      const input = {
        channel_id: channels.announcements,
        message_id: yield* post(sandbox, channels.announcements, "A")
      }
      const { fiber } = yield* asking(run("messages_crosspost", input))
      yield* run("messages_edit", { ...input, content: "B" })
      assert.deepStrictEqual(yield* click([members.chiara, "Approve"]), ["shown"])
      const { structured } = yield* Fiber.join(fiber)
      assert.deepInclude(structured, { code: "DRY_RUN_PREVIEW", consent_stale: ["content"] })
      yield* until(posts, ([one]) => labelsOf(one)[0] === "Approved by Chiara, but changed since: not run")
      // The next call is asked about again, with what is there now.
      const next = yield* asking(run("messages_crosspost", input))
      assert.include(next.post?.content, "content: B")
      yield* click([members.chiara, "Approve"])
      assert.strictEqual(outcomeOf(yield* Fiber.join(next.fiber)), "ran")
    }).pipe(Effect.scoped)
  )

  it.effect("has a record of each message that the server writes for it, and the ask_id joins them with the call", () =>
    Effect.gen(function* () {
      const { channels, click, directory, ended, guild, members, posts, process, sandbox, settings, written } =
        yield* setUp()
      const { pending, remove, run } = yield* process
      const approved = yield* pending()
      yield* click([members.bruno, "Approve"], [members.chiara, "Approve"])
      assert.strictEqual(outcomeOf(yield* remove({ __confirm: approved })), "ran")
      const another = Effect.map(post(sandbox, channels.general, "to be deleted, too"), (message_id) => ({
        message_id
      }))
      const declined = yield* pending(remove(yield* another))
      yield* click([members.chiara, "Decline"])
      const cancelled = yield* pending(remove(yield* another))
      yield* run("asks_cancel", { ask_id: cancelled })
      const expired = yield* pending(remove(yield* another))
      yield* TestClock.adjust("11 minutes")
      const shown = ["Run, approved by Chiara", "Declined by Chiara", "Taken back", "Expired"]
      const all = yield* until(posts, (messages) => messages.every((one, at) => labelsOf(one)[0] === shown[at]))
      const POST = "POST /channels/{channel_id}/messages"
      const PATCH = "PATCH /channels/{channel_id}/messages/{message_id}"
      const RESPONSE = "POST /interactions/{interaction_id}/{interaction_token}/callback"
      const records = yield* until(written, (own) => own.length >= 10 && own.every(({ end }) => end.outcome === "OK"))
      const of = (id: string) => records.filter(({ arguments: { ask_id } }) => ask_id === id)
      assert.deepStrictEqual(
        [approved, declined, cancelled, expired].map((id) =>
          of(id)
            .map(({ arguments: { request } }) => request)
            .sort()
        ),
        [[PATCH, POST, RESPONSE, RESPONSE].sort(), [POST, RESPONSE].sort(), [PATCH, POST].sort(), [PATCH, POST].sort()]
      )
      // Each request that Discord received is on record.
      const received = (yield* sandbox.requests).filter(
        ({ method, path }) => ["PATCH", "POST"].includes(method) && !path.includes(channels.general)
      )
      assert.strictEqual(received.length, records.length)
      for (const [at, id] of [approved, declined, cancelled, expired].entries()) {
        const message_id = all[at]?.id
        const [post, ...later] = of(id)
        assert.deepInclude(post, { tool: "server", risk: "write", client: "one", guild })
        assert.deepInclude(post?.end, { ask_id: id, message_id })
        for (const { end, ids } of later) {
          assert.deepInclude(end, { ask_id: id, message_id })
          assert.deepInclude(ids, { kind: "message", id: message_id })
          assert.deepInclude(ids, { kind: "channel", id: channels.support })
        }
        assert.isTrue(of(id).every(({ arguments: { approves } }) => approves === "messages_delete"))
        assert.include(
          (yield* ended).map(({ ask_id }) => ask_id),
          id
        )
      }
      const clicked = of(approved).filter(({ arguments: { request } }) => request === RESPONSE)
      assert.deepStrictEqual(
        clicked.map(({ ids }) => ids.find(({ kind }) => kind === "user")?.id).sort(),
        [members.bruno, members.chiara].sort()
      )
      assert.notInclude(JSON.stringify(records), 'interaction_token"')
      const logs = yield* checkLogs(settings.auditFile ?? directory).pipe(Effect.provide(nodeContext))
      assert.deepStrictEqual(
        logs.map(({ faults, unended, warnings }) => [faults, unended, warnings]),
        logs.map(() => [[], [], []])
      )
    }).pipe(Effect.scoped)
  )

  it.effect("is declined by an approver: it is not asked about again, and the log has who declined", () =>
    Effect.gen(function* () {
      const { click, deleted, ended, members, posts, process } = yield* setUp()
      const { asking, remove } = yield* process
      const { fiber } = yield* asking()
      yield* click([members.chiara, "Decline"])
      const declined = yield* Fiber.join(fiber)
      assert.deepInclude(declined.structured, { code: "CONFIRMATION_DECLINED", declined_by: members.chiara })
      assert.deepInclude((yield* ended).at(-1), { declined_by: members.chiara })
      assert.strictEqual(outcomeOf(yield* remove()), "declined")
      assert.strictEqual(outcomeOf(yield* remove({ __confirm: true })), "declined")
      const all = yield* posts
      assert.deepStrictEqual(all.map(labelsOf), [["Declined by Chiara"]])
      assert.strictEqual(yield* deleted, 0)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "stays open after its wait: a click permits it, and only the same call with its ask_id then runs, once",
    () =>
      Effect.gen(function* () {
        const { click, deleted, ended, members, other_id, posts, process } = yield* setUp()
        const { pending, remove } = yield* process
        const ask_id = yield* pending()
        assert.deepInclude((yield* ended).at(-1), { outcome: "CONFIRMATION_PENDING", ask_id })
        const named = { __confirm: ask_id }
        // The same call waits again.
        const again = yield* Effect.fork(remove(named))
        yield* TestClock.adjust("1 second")
        assert.deepInclude((yield* Fiber.join(again)).structured, { code: "CONFIRMATION_PENDING", ask_id })
        yield* click([members.chiara, "Approve"])
        assert.strictEqual(yield* deleted, 0)
        assert.strictEqual(outcomeOf(yield* remove({ ...named, message_id: other_id })), "approval_mismatch")
        assert.strictEqual(outcomeOf(yield* remove(named, { by: TWO })), "approval_unknown")
        assert.strictEqual(outcomeOf(yield* remove({ __confirm: "4f1cAAAAAAAAAAAAAAAAAAAA" })), "approval_unknown")
        assert.strictEqual(yield* deleted, 0)
        const both = yield* Effect.all([remove(named), remove(named), remove(named)], { concurrency: "unbounded" })
        assert.sameMembers(both.map(outcomeOf), ["ran", "approval_used", "approval_used"])
        assert.strictEqual(outcomeOf(yield* remove(named)), "approval_used")
        assert.strictEqual(yield* deleted, 1)
        assert.deepInclude(
          (yield* ended).find(({ outcome }) => outcome === "OK"),
          { ask_id, approved_by: members.chiara }
        )
        assert.strictEqual((yield* posts).length, 1)
      }).pipe(Effect.scoped)
  )

  it.effect("is posted once for several equal calls of a client, one of which runs", () =>
    Effect.gen(function* () {
      const { click, clickOn, deleted, members, posted, posts, process } = yield* setUp()
      const { asking, remove } = yield* process
      const equal = yield* Effect.fork(
        Effect.all([remove(), remove(), remove({ __confirm: true })], { concurrency: "unbounded" })
      )
      const [first] = yield* posted()
      const { fiber } = yield* asking(remove({}, { by: TWO }))
      yield* click([members.chiara, "Decline"])
      assert.strictEqual(outcomeOf(yield* Fiber.join(fiber)), "declined")
      assert.strictEqual(yield* deleted, 0)
      yield* clickOn(first, [members.chiara, "Approve"])
      assert.sameMembers((yield* Fiber.join(equal)).map(outcomeOf), ["ran", "approval_used", "approval_used"])
      assert.strictEqual(yield* deleted, 1)
      assert.strictEqual((yield* posts).length, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("expires ten minutes after it was asked about, also if it was approved", () =>
    Effect.gen(function* () {
      const { click, deleted, members, process } = yield* setUp()
      const { pending, remove } = yield* process
      const ask_id = yield* pending()
      yield* click([members.chiara, "Approve"])
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(outcomeOf(yield* remove({ __confirm: ask_id })), "approval_expired")
      assert.strictEqual(yield* deleted, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("is approved, or declined, before and after a restart of the process", () =>
    Effect.gen(function* () {
      const { click, deleted, members, other_id, posts, process } = yield* setUp()
      const first = yield* process
      const ask_id = yield* first.pending()
      yield* first.stop
      const second = yield* process
      yield* click([members.chiara, "Approve"])
      yield* second.stop
      const third = yield* process
      assert.strictEqual(yield* deleted, 0)
      assert.strictEqual(outcomeOf(yield* third.remove({ __confirm: ask_id })), "ran")
      assert.strictEqual(yield* deleted, 1)
      const other = { message_id: other_id }
      const declined = yield* third.pending(third.remove(other))
      yield* third.stop
      const fourth = yield* process
      yield* click([members.chiara, "Decline"])
      const again = yield* fourth.remove({ ...other, __confirm: declined })
      assert.strictEqual(outcomeOf(again), "approval_declined")
      assert.match(String(again.structured.recovery_hint), /^Do not repeat the call\./)
      assert.notInclude(String(again.structured.recovery_hint), "call the tool again")
      assert.strictEqual(outcomeOf(yield* fourth.remove(other)), "declined")
      assert.strictEqual(outcomeOf(yield* fourth.remove({ __confirm: ask_id })), "approval_used")
      assert.strictEqual((yield* posts).length, 2)
      assert.strictEqual(yield* deleted, 1)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "is asked about again after a change of the approvers or of the channel, also if it was approved before",
    () =>
      Effect.gen(function* () {
        const { channels, click, deleted, members, other_id, posts, process, processWith, roles } = yield* setUp()
        const first = yield* process
        const ask_id = yield* first.pending()
        yield* click([members.chiara, "Approve"])
        const open = yield* first.pending(first.remove({ message_id: other_id }))
        yield* first.stop
        for (const changed of [
          { approvers: [roles.moderator] },
          { approvers: [members.chiara, roles.moderator, members.dmitri] },
          { approvalChannel: channels.general }
        ]) {
          const next = yield* processWith(changed)
          // The open one was taken back. Its post shows that.
          yield* Effect.flatMap(next.asks, (store) => store.ended(open))
          yield* until(posts, (all) => labelsOf(all[1]).includes("Taken back"))
          assert.strictEqual(outcomeOf(yield* next.remove({ __confirm: ask_id })), "approval_mismatch")
          assert.notStrictEqual(yield* next.pending(), ask_id)
          assert.strictEqual(yield* deleted, 0)
          yield* next.stop
        }
        const same = yield* processWith({ approvers: [roles.moderator, members.chiara] })
        assert.strictEqual(outcomeOf(yield* same.remove({ __confirm: ask_id })), "ran")
      }).pipe(Effect.scoped)
  )

  it.effect("is asked about again if its post was deleted", () =>
    Effect.gen(function* () {
      const { channels, click, deleted, guild, members, posts, process, sandbox } = yield* setUp()
      const { asks, pending, remove, run } = yield* process
      const ask_id = yield* pending()
      const [post] = yield* posts
      yield* sandbox.dispatch({
        t: "MESSAGE_DELETE",
        d: { id: post?.id, channel_id: channels.support, guild_id: guild },
        guildId: guild
      })
      yield* Effect.flatMap(asks, (store) => store.ended(ask_id))
      assert.strictEqual(outcomeOf(yield* remove({ __confirm: ask_id })), "approval_cancelled")
      assert.notStrictEqual(yield* pending(), ask_id)
      assert.deepInclude((yield* run("asks_get", { ask_id })).structured, { status: "cancelled" })
      yield* click([members.chiara, "Approve"])
      assert.strictEqual(outcomeOf(yield* remove()), "ran")
      assert.strictEqual(yield* deleted, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("is not approved by an interaction that is forged, replayed, or on a changed post", () =>
    Effect.gen(function* () {
      const { bot, channels, clickOn, deleted, guild, members, posts, process, roles, sandbox } = yield* setUp()
      const { pending, remove, run } = yield* process
      const ask_id = yield* pending()
      const [post] = yield* posts
      const [approve] = (post?.components ?? []).flatMap((row) => Object(row).components)
      assert.strictEqual(approve?.custom_id, `ask:${sha256(ask_id)}:0`)
      const interaction = {
        id: "1500000000000000001",
        application_id: bot,
        token: "token-of-the-interaction",
        type: 3,
        guild_id: guild,
        channel_id: channels.support,
        message: post,
        member: { user: { id: members.chiara, username: "chiara" }, roles: [roles.moderator] },
        data: { component_type: 2, custom_id: approve?.custom_id }
      }
      // A message of the bot that an agent sent with the same button.
      const bait = yield* run("messages_send", {
        channel_id: channels.support,
        content: "Cake?",
        components: [{ type: 1, components: [{ type: 2, style: 3, label: "Yes", custom_id: approve?.custom_id }] }]
      })
      assert.strictEqual(outcomeOf(bait), "ran")
      for (const [number, changes] of [
        { application_id: "1500000000000000009" },
        { guild_id: "1500000000000000009" },
        { channel_id: channels.general },
        { message: { ...post, id: bait.structured.id } },
        { message: { ...post, content: "Cake?" } },
        { message: { ...post, edited_timestamp: "2026-11-23T12:00:00.000Z" } },
        { message: { id: post?.id } },
        { member: { user: { id: members.bruno, username: "bruno" }, roles: [] } },
        { member: undefined, user: { id: members.chiara, username: "chiara" } }
      ].entries()) {
        const id = `15000000000000001${String(number).padStart(2, "0")}`
        yield* sandbox.dispatch({ t: "INTERACTION_CREATE", d: { ...interaction, id, ...changes }, guildId: guild })
      }
      // The agent changes what the post says.
      yield* run("messages_edit", { channel_id: channels.support, message_id: post?.id, content: "Cake?" })
      const [refused] = yield* clickOn(post, [members.chiara, "Approve"])
      assert.strictEqual(refused, "This message was changed after it was sent. Nobody can approve anything with it.")
      assert.strictEqual(yield* pending(remove({ __confirm: ask_id })), ask_id)
      assert.strictEqual(yield* deleted, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("does not run for a client that may no longer make it when the person approves", () =>
    Effect.gen(function* () {
      const { click, deleted, members, posted, posts, process } = yield* setUp()
      const { asking, remove } = yield* process
      const policy = yield* Ref.make<Effect.Effect<Settings["Type"] | undefined, CredentialEnded>>(
        Effect.succeed(undefined)
      )
      const { fiber } = yield* asking(remove({}, { policy }))
      yield* Ref.set(policy, new CredentialEnded({ why: "the client was removed" }))
      yield* click([members.chiara, "Approve"])
      assert.strictEqual(outcomeOf(yield* Fiber.join(fiber)), "SCOPE_REJECTED")
      assert.strictEqual(yield* deleted, 0)
      assert.deepStrictEqual((yield* posts).map(labelsOf), [["Approved by Chiara"]])
      // The approval is not used up: the client that may make the call again needs no other one.
      yield* Ref.set(policy, Effect.succeed(undefined))
      const again = Effect.map(remove({}, { policy }), outcomeOf)
      assert.strictEqual(yield* Effect.raceFirst(again, Effect.as(posted(2), "asked again")), "ran")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "is a preview if the channel is outside the allowed guilds, hidden, or unknown, and nothing is posted",
    () =>
      Effect.gen(function* () {
        for (const environment of [
          ({ channels, guild }) => ({ ALLOWED_GUILDS: guild, MCP_APPROVAL_CHANNEL: channels.otherGeneral }),
          ({ channels }) => ({ MCP_APPROVAL_CHANNEL: channels.secret }),
          () => ({ MCP_APPROVAL_CHANNEL: "1500000000000000009" })
        ] satisfies ReadonlyArray<Parameters<typeof setUp>[0]>) {
          const { deleted, process, sandbox } = yield* setUp(environment)
          const { remove } = yield* process
          const before = (yield* sandbox.requests).length
          assert.strictEqual(outcomeOf(yield* remove()), "preview MCP_APPROVAL_CHANNEL")
          const sent = (yield* sandbox.requests).slice(before)
          assert.deepStrictEqual(
            sent.filter(({ method }) => method !== "GET"),
            []
          )
          assert.strictEqual(yield* deleted, 0)
        }
      }).pipe(Effect.scoped)
  )

  it.effect("is posted in the operator's channel for a client that is limited to another guild", () =>
    Effect.gen(function* () {
      const { click, members, otherGuild, process } = yield* setUp(({ channels, otherGuild }) => ({
        DISCORD_DEFAULT_GUILD_ID: otherGuild,
        MCP_APPROVAL_CHANNEL: channels.support
      }))
      assert.isString(otherGuild)
      const { asking } = yield* process
      const { fiber } = yield* asking()
      yield* click([members.chiara, "Approve"])
      assert.strictEqual(outcomeOf(yield* Fiber.join(fiber)), "ran")
    }).pipe(Effect.scoped)
  )

  it.effect("is refused if it does not fit into one message, or if too many of its client's are open", () =>
    Effect.gen(function* () {
      const { channels, deletion, posts, process } = yield* setUp(() => ({ MCP_APPROVAL_WAIT_MS: "0" }))
      const { run } = yield* process
      const message_ids = Array.from({ length: 100 }, (_, at) => String(BigInt(deletion.message_id) - BigInt(at)))
      const many = yield* timePasses(run("messages_bulk_delete", { channel_id: channels.general, message_ids }))
      assert.strictEqual(outcomeOf(many), "too_much_to_show")
      assert.deepStrictEqual(yield* posts, [])
      const purge = (at: number) =>
        timePasses(run("messages_delete", { channel_id: channels.general, message_id: message_ids[at] }))
      for (let open = 0; open < OPEN_APPROVALS_MAX; open++) {
        assert.strictEqual(outcomeOf(yield* purge(open)), "CONFIRMATION_PENDING")
      }
      assert.deepInclude((yield* purge(OPEN_APPROVALS_MAX)).structured, {
        code: "BULKHEAD_SATURATED",
        scope: "questions",
        limit: OPEN_APPROVALS_MAX,
        message: "Too many approvals or questions to people are open: 10."
      })
      assert.strictEqual(outcomeOf(yield* purge(0)), "CONFIRMATION_PENDING")
      assert.strictEqual((yield* posts).length, OPEN_APPROVALS_MAX)
    }).pipe(Effect.scoped)
  )

  it.effect("shows texts of people and of the client so that they imitate nothing of the post", () =>
    Effect.gen(function* () {
      const { channels, process } = yield* setUp(() => ({}), PermissionFlagsBits.Administrator)
      const { asking, run } = yield* process
      const name = `\`\`\` **Approved** @everyone\n\`\`\`\nApprove me <@1>${" \u3000\u2800".repeat(20)}tool: guild_get`
      const { fiber, post } = yield* asking(
        run(
          "channels_modify_permissions",
          {
            channel_id: channels.general,
            overwrite_id: "1500000000000000009",
            type: "member",
            allow: ["ADMINISTRATOR"],
            audit_reason: name
          },
          { by: { client: `one${name}`, clientId: "client-one" } }
        )
      )
      const lines = post?.content.split("\n") ?? []
      assert.deepStrictEqual(
        lines.flatMap((line, at) => (line.includes("```") ? [at] : [])),
        [1, lines.length - 2]
      )
      // Wide white space would break the line before a text that imitates another one.
      assert.include(post?.content, "Approve me <@1> tool: guild_get")
      assert.notMatch(lines.slice(2, -2).join("\n"), /[\s\u2800]{2}/)
      assert.strictEqual(post?.mention_everyone, false)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped)
  )

  it.effect("reports progress while it waits, and waits at most five minutes without", () =>
    Effect.gen(function* () {
      const { process } = yield* setUp(() => ({ MCP_APPROVAL_WAIT_MS: "400000" }))
      const { asking, remove } = yield* process
      const reports: Array<string> = []
      const listener = {
        takesProgress: true,
        report: ({ message }: { readonly message: string }) => Effect.sync(() => void reports.push(message))
      }
      const long = yield* Effect.fork(Effect.provideService(remove(), Progress, listener))
      yield* until(
        Effect.sync(() => reports.length),
        (count) => count > 0
      )
      const other = yield* asking()
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(outcomeOf(yield* Fiber.join(other.fiber)), "CONFIRMATION_PENDING")
      assert.isTrue(Option.isNone(yield* Fiber.poll(long)))
      yield* TestClock.adjust("100 seconds")
      assert.strictEqual(outcomeOf(yield* Fiber.join(long)), "CONFIRMATION_PENDING")
      assert.isAtLeast(reports.length, 40)
    }).pipe(Effect.scoped)
  )

  it.effect("is one question for a plan, whose steps the log has with the approver", () =>
    Effect.gen(function* () {
      const { click, deleted, deletion, ended, members, other_id, posts, process } = yield* setUp()
      const { asking, run } = yield* process
      const steps = [deletion, { ...deletion, message_id: other_id }].map((args, at) => ({
        id: `step${at}`,
        tool: "messages_delete",
        args
      }))
      const { fiber } = yield* asking(run("mcp_pipeline", { steps }))
      yield* click([members.chiara, "Approve"])
      assert.strictEqual(outcomeOf(yield* Fiber.join(fiber)), "ran")
      assert.strictEqual(yield* deleted, 2)
      assert.strictEqual((yield* posts).length, 1)
      assert.deepStrictEqual(
        (yield* ended).map(({ approved_by, tool }) => [tool, approved_by]),
        ["messages_delete", "messages_delete", "mcp_pipeline"].map((tool) => [tool, members.chiara])
      )
    }).pipe(Effect.scoped)
  )
})

/** Lets time pass until a call ends: the previews of many calls wait for rate limits. */
const timePasses = Effect.fnUntraced(function* <A>(call: Effect.Effect<A>) {
  const fiber = yield* Effect.fork(call)
  yield* until(Effect.zipRight(TestClock.adjust("100 millis"), Fiber.poll(fiber)), Option.isSome)
  return yield* Fiber.join(fiber)
})
