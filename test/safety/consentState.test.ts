// Each request of these tests has its own HTTP client.
// @effect-diagnostics strictEffectProvide:off
import { FetchHttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, TestClock } from "effect"
import type { ShownCall } from "../../src/discord/Permit.ts"
import { previewFacts } from "../../src/errors/preview/facts.ts"
import { Approver } from "../../src/safety/Approver.ts"
import { changesSince, shownCallOf } from "../../src/safety/preview/shownState.ts"
import { Sandbox, type SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { call, roomy, served } from "../dispatch/app.ts"
import { ask } from "../sandbox/http.ts"
import { tokenOf } from "./gateServer.ts"

/** Everything but ADMINISTRATOR, so that the hierarchy of roles still counts. */
const permissions =
  Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n) & ~PermissionFlagsBits.Administrator
const mighty: SandboxOptions = { ...roomy, permissions }

const BAN = String(PermissionFlagsBits.BanMembers)
const MORE = String(PermissionFlagsBits.BanMembers | PermissionFlagsBits.ManageGuild)

/** A request of the bot to the sandbox. Returns the body. */
const send = (...request: Parameters<typeof ask>) =>
  ask(...request).pipe(
    Effect.filterOrDie(
      ({ status }) => status < 300,
      ({ body, status }) => new Error(`${request[1]}: ${status} ${JSON.stringify(body)}`)
    ),
    Effect.map(({ body }) => Object(body) as Readonly<Record<string, string>>),
    Effect.provide(FetchHttpClient.layer)
  )

const announce = ({ channels }: SeedIds, body: object) =>
  Effect.map(send("POST", `/channels/${channels.announcements}/messages`, body), ({ id }) => ({
    channel_id: channels.announcements,
    message_id: id
  }))
const edit = (target: { readonly channel_id: string; readonly message_id: string | undefined }, body: object) =>
  send("PATCH", `/channels/${target.channel_id}/messages/${target.message_id}`, body)

const LONG = "Read this first. ".repeat(30)

/** A destructive call, what changes between its preview and its run, and what of it consent does not cover. */
interface Case {
  readonly tool: string
  /** Prepares the sandbox, and returns the arguments and the change. */
  readonly prepare: (
    ids: SeedIds
  ) => Effect.Effect<
    { readonly input: object; readonly change: Effect.Effect<unknown, never, Sandbox> },
    never,
    Sandbox
  >
  readonly stale: ReadonlyArray<string>
}

const publication = (before: object, after: object, ...stale: ReadonlyArray<string>): Case => ({
  tool: "messages_crosspost",
  prepare: (ids) =>
    Effect.map(announce(ids, before), (input) => ({ input, change: Effect.orDie(edit(input, after)) })).pipe(
      Effect.orDie
    ),
  stale
})

const button = (url: string) => [{ type: 1, components: [{ type: 2, style: 5, label: "Join", url }] }]

const cases: Readonly<Record<string, Case>> = {
  "the text of a publication": publication({ content: "A" }, { content: "B" }, "content"),
  "the end of a long publication": publication({ content: `${LONG}A` }, { content: `${LONG}B` }, "content"),
  "an embed of a publication": publication(
    { embeds: [{ title: "Tides", fields: [{ name: "High", value: `${LONG.slice(0, 400)}A` }] }] },
    { embeds: [{ title: "Tides", fields: [{ name: "High", value: `${LONG.slice(0, 400)}B` }] }] },
    "embeds"
  ),
  "the link of an embed of a publication": publication(
    { embeds: [{ title: "Tides", url: "https://tides.example/a" }] },
    { embeds: [{ title: "Tides", url: "https://tides.example/b" }] },
    "embeds"
  ),
  "a link button of a publication": publication(
    { content: "A", components: button("https://tides.example/a") },
    { content: "A", components: button("https://tides.example/b") },
    "components"
  ),
  "nothing of a publication": publication({ content: "A" }, { content: "A" }),
  "a role that gets more power": {
    tool: "members_add_role",
    prepare: ({ guild, members }) =>
      Effect.orDie(
        Effect.map(send("POST", `/guilds/${guild}/roles`, { name: "helper", permissions: BAN }), ({ id }) => ({
          input: { guild_id: guild, user_id: members.bruno, role_id: id },
          change: Effect.orDie(send("PATCH", `/guilds/${guild}/roles/${id}`, { permissions: MORE }))
        }))
      ),
    stale: ["permissions_gained"]
  },
  "a role that gets a milder name": {
    tool: "members_add_role",
    prepare: ({ guild, members }) =>
      Effect.orDie(
        Effect.map(send("POST", `/guilds/${guild}/roles`, { name: "bouncer", permissions: BAN }), ({ id }) => ({
          input: { guild_id: guild, user_id: members.bruno, role_id: id },
          change: Effect.orDie(send("PATCH", `/guilds/${guild}/roles/${id}`, { name: "friend" }))
        }))
      ),
    stale: ["role_id", "roles_added"]
  },
  "a deleted role that more members have": {
    tool: "roles_delete",
    prepare: ({ guild, members }) =>
      Effect.orDie(
        Effect.map(send("POST", `/guilds/${guild}/roles`, { name: "helper" }), ({ id }) => ({
          input: { guild_id: guild, role_id: id },
          change: Effect.orDie(send("PUT", `/guilds/${guild}/members/${members.bruno}/roles/${id}`))
        }))
      ),
    stale: ["members"]
  },
  "a pruned guild with more inactive members": {
    tool: "guild_begin_prune",
    prepare: ({ guild, roles }) =>
      Effect.orDie(
        Effect.gen(function* () {
          // All messages of the seed are older.
          yield* TestClock.setTime(Date.UTC(2026, 8, 1))
          const { id = "" } = yield* send("POST", `/guilds/${guild}/roles`, { name: "helper" })
          const members = yield* ask("GET", `/guilds/${guild}/members?limit=1000`)
          for (const { user } of members.body as ReadonlyArray<{ readonly user: { readonly id: string } }>) {
            yield* ask("PUT", `/guilds/${guild}/members/${user.id}/roles/${id}`)
          }
          return {
            input: { guild_id: guild, days: 1, include_roles: [roles.member] },
            // Without this role, only the included one keeps them from being pruned.
            change: Effect.orDie(send("DELETE", `/guilds/${guild}/roles/${id}`))
          }
        }).pipe(Effect.provide(FetchHttpClient.layer))
      ),
    stale: ["members"]
  },
  "a deleted channel with one more message": {
    tool: "channels_delete",
    prepare: ({ channels }) =>
      Effect.succeed({
        input: { channel_id: channels.general },
        change: Effect.orDie(send("POST", `/channels/${channels.general}/messages`, { content: "one more" }))
      }),
    stale: []
  },
  "a deleted channel with another name": {
    tool: "channels_delete",
    prepare: ({ channels }) =>
      Effect.succeed({
        input: { channel_id: channels.general },
        change: Effect.orDie(send("PATCH", `/channels/${channels.general}`, { name: "archive" }))
      }),
    stale: ["channel_id"]
  },
  "a deleted thread with many more messages": {
    tool: "channels_delete",
    prepare: ({ channels }) =>
      Effect.succeed({
        input: { channel_id: channels.thread },
        change: Effect.forEach(Array.from({ length: 40 }), (_, n) =>
          Effect.orDie(send("POST", `/channels/${channels.thread}/messages`, { content: `${n}` }))
        )
      }),
    stale: ["messages"]
  },
  "a deleted message with another text": {
    tool: "messages_delete",
    prepare: ({ channels, messages }) =>
      Effect.succeed({
        input: { channel_id: channels.general, message_id: messages.byBot },
        change: Effect.orDie(edit({ channel_id: channels.general, message_id: messages.byBot }, { content: "other" }))
      }),
    stale: []
  },
  "a kicked member with another nickname": {
    tool: "members_kick",
    prepare: ({ guild, members }) =>
      Effect.succeed({
        input: { guild_id: guild, user_id: members.bruno },
        change: Effect.orDie(send("PATCH", `/guilds/${guild}/members/${members.bruno}`, { nick: "Spammer" }))
      }),
    stale: ["user_id"]
  },
  "a denial that a deleted overwrite would end": {
    tool: "channels_delete_permissions",
    prepare: ({ channels, guild }) => {
      const path = `/channels/${channels.general}/permissions/${guild}`
      const deny = (bits: bigint) => send("PUT", path, { type: 0, allow: "0", deny: String(bits) })
      return Effect.orDie(
        Effect.as(deny(PermissionFlagsBits.SendMessages), {
          input: { channel_id: channels.general, overwrite_id: guild },
          change: Effect.orDie(deny(PermissionFlagsBits.SendMessages | PermissionFlagsBits.AttachFiles))
        })
      )
    },
    stale: ["no_longer_denied"]
  }
}

const withToken = { MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }

describe("consent after a change of", () => {
  for (const [what, { prepare, stale, tool }] of Object.entries(cases)) {
    const verdict = stale.length === 0 ? "covers the call" : "is stale"
    it.effect(`${what} ${verdict}: by a token`, () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const { change, input } = yield* prepare(ids)
        const token = tokenOf(yield* call(tool, input))
        yield* change
        const second = yield* call(tool, { ...input, __confirm: token })
        if (stale.length === 0) return assert.isFalse(second.isError, second.text)
        assert.deepInclude(second.structured, { code: "DRY_RUN_PREVIEW", consent_stale: stale, armed: true })
        // The new token is for what is there now.
        const third = yield* call(tool, { ...input, __confirm: tokenOf(second) })
        assert.isFalse(third.isError, third.text)
      }).pipe(served(withToken, mighty))
    )

    // The comparison is the same for each kind of consent.
    if (!["the text of a publication", "nothing of a publication"].includes(what)) continue
    it.effect(`${what} ${verdict}: by a person's answer`, () =>
      Effect.gen(function* () {
        const sandbox = yield* Sandbox
        const { change, input } = yield* prepare(sandbox.ids)
        // The agent makes the change while the person reads.
        const confirm = () => Effect.as(Effect.provideService(change, Sandbox, sandbox), "accepted" as const)
        const answer = yield* Effect.provideService(call(tool, input), Approver, { canReturn: true, confirm })
        if (stale.length === 0) return assert.isFalse(answer.isError, answer.text)
        assert.deepInclude(answer.structured, { code: "DRY_RUN_PREVIEW", consent_stale: stale, armed: true })
        assert.notProperty(answer.structured, "confirmation_token")
      }).pipe(served({ MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }, mighty))
    )
  }
})

describe("a step of a confirmed plan", () => {
  const planOf = (input: object) => ({
    steps: [
      { id: "edit", tool: "messages_edit", args: { ...input, content: "B" } },
      { id: "publish", tool: "messages_crosspost", args: input }
    ]
  })

  it.effect("needs its own consent if an earlier step changed what its preview showed", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const plan = planOf(yield* Effect.orDie(announce(ids, { content: "A" })))
      const token = tokenOf(yield* call("mcp_pipeline", plan))
      const { structured } = yield* call("mcp_pipeline", { ...plan, __confirm: token })
      assert.include(JSON.stringify(structured), '"consent_stale":["content"]')
    }).pipe(served(withToken, mighty))
  )

  it.effect("does not run if the state changed before the plan began", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const input = yield* Effect.orDie(announce(ids, { content: "A" }))
      const plan = { steps: [{ id: "publish", tool: "messages_crosspost", args: input }] }
      const token = tokenOf(yield* call("mcp_pipeline", plan))
      yield* Effect.orDie(edit(input, { content: "B" }))
      const { structured } = yield* call("mcp_pipeline", { ...plan, __confirm: token })
      assert.deepInclude(structured, { code: "DRY_RUN_PREVIEW", consent_stale: ["content"] })
    }).pipe(served(withToken, mighty))
  )
})

describe("the state that a preview showed", () => {
  const state = (facts: Readonly<Record<string, unknown>>, isWhole = true): ReadonlyArray<ShownCall> => [
    shownCallOf({ subject: "s", identities: {}, facts, isWhole })
  ]
  const changes = (before: Parameters<typeof state>, after: Parameters<typeof state>) =>
    changesSince(state(...before), state(...after))

  for (const [name, { binds }] of Object.entries(previewFacts)) {
    it(`binds ${name} as ${binds}`, () => {
      const verdicts = [
        changes([{ [name]: 3 }], [{ [name]: 2 }]),
        changes([{ [name]: 3 }], [{ [name]: 4 }]),
        changes([{ [name]: 3 }], [{ [name]: 300 }]),
        changes([{ [name]: ["a", "b"] }], [{ [name]: ["a"] }]),
        changes([{ [name]: ["a"] }], [{ [name]: ["a", "b"] }]),
        changes([{}], [{ [name]: ["a"] }])
      ].map(({ length }) => length === 0)
      assert.deepStrictEqual(
        verdicts,
        {
          same: [false, false, false, false, false, false],
          no_more: [true, false, false, true, false, false],
          about: [true, true, false, true, true, true],
          free: [true, true, true, true, true, true]
        }[binds]
      )
    })
  }

  it("counts what cannot be read again as changed, and does not compare what was not shown", () => {
    assert.deepStrictEqual(changes([{ members: 3 }], [{}, false]), ["members"])
    assert.deepStrictEqual(changes([{ members: 3 }], [{}]), [])
    assert.deepStrictEqual(changes([{}, false], [{ members: 3 }]), [])
    assert.deepStrictEqual(changes([{ unheard_of: "a" }], [{ unheard_of: "b" }]), ["unheard_of"])
  })
})
