// @effect-diagnostics globalFetchInEffect:off
/** Changes of overwrites over the sandbox: what they keep, what they ask for, and what they say was lost. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { asked, call, codeOf, roomy, Sandbox, served } from "../../dispatch/app.ts"

const mighty = served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: Bit.Administrator })

/** A permission that has no name in this server. */
const UNNAMED = 1n << 58n

/** Returns the overwrite as Discord has it. */
const present = Effect.fnUntraced(function* (channel_id: string, id: string) {
  const { structured } = yield* call("channels_get", { channel_id, view: "full" })
  const all: ReadonlyArray<Record<string, unknown>> = Object(structured).permission_overwrites
  const found = all.find((it) => it.id === id)
  return found && { allow: BigInt(String(found.allow)), deny: BigInt(String(found.deny)) }
})

const made = Effect.fnUntraced(function* (more: object) {
  const { ids } = yield* Sandbox
  const input = { guild_id: ids.guild, name: "made", ...more, __confirm: true }
  const { structured } = yield* call("channels_create_guild_channel", input)
  return String(structured.id)
})

/** Sets an overwrite with a bit that has no name, as another client of Discord does. */
const setUnnamed = Effect.fnUntraced(function* (channel_id: string, id: string, allow: bigint, deny: bigint) {
  const { token, url } = yield* Sandbox
  const response = yield* Effect.promise(() =>
    // Another program at Discord, beside the server.
    // @effect-diagnostics-next-line globalFetchInEffect:off
    fetch(`${url}/v10/channels/${channel_id}/permissions/${id}`, {
      method: "PUT",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ type: 0, allow: String(allow), deny: String(deny) })
    })
  )
  assert.strictEqual(response.status, 204)
})

describe("a change of an overwrite", () => {
  it.live("keeps what it does not name, also bits without a name, and says what it took away", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const role = roles.moderator
      const cases = [
        [{ deny: ["SEND_MESSAGES"] }, Bit.AttachFiles, Bit.SendMessages | Bit.ViewChannel, {}],
        [{ deny: ["ATTACH_FILES"] }, 0n, Bit.AttachFiles | Bit.ViewChannel, { no_longer_allowed: ["ATTACH_FILES"] }],
        [{ allow: ["ADD_REACTIONS"] }, Bit.AttachFiles | Bit.AddReactions, Bit.ViewChannel, {}],
        [
          { inherit: ["VIEW_CHANNEL", "ATTACH_FILES", "SPEAK"] },
          0n,
          0n,
          { no_longer_allowed: ["ATTACH_FILES"], no_longer_denied: ["VIEW_CHANNEL"] }
        ],
        [{ allow: ["VIEW_CHANNEL"] }, Bit.AttachFiles | Bit.ViewChannel, 0n, { no_longer_denied: ["VIEW_CHANNEL"] }]
      ] as const
      for (const id of [guild, role]) {
        for (const [change, allow, deny, lost] of cases) {
          const channel_id = yield* made({})
          yield* setUnnamed(channel_id, id, Bit.AttachFiles | UNNAMED, Bit.ViewChannel | (UNNAMED << 1n))
          const input = { channel_id, overwrite_id: id, type: "role", ...change, __confirm: true }
          const { structured } = yield* call("channels_modify_permissions", input)
          const what = JSON.stringify(change)
          assert.deepInclude(structured, { done: true, ...lost }, what)
          for (const name of ["no_longer_allowed", "no_longer_denied"]) {
            assert.strictEqual(name in structured, name in lost, what)
          }
          assert.deepStrictEqual(
            yield* present(channel_id, id),
            { allow: allow | UNNAMED, deny: deny | (UNNAMED << 1n) },
            what
          )
        }
      }
    }).pipe(mighty)
  )

  it.live("of all overwrites keeps the bits without a name of those that stay", () =>
    Effect.gen(function* () {
      const { guild, roles } = (yield* Sandbox).ids
      const channel_id = yield* made({})
      yield* setUnnamed(channel_id, guild, UNNAMED, Bit.ViewChannel)
      yield* setUnnamed(channel_id, roles.moderator, Bit.ViewChannel | Bit.SendMessages, 0n)
      const permission_overwrites = [{ id: guild, type: "role", deny: ["SEND_MESSAGES"] }]
      const { structured } = yield* call("channels_modify", { channel_id, permission_overwrites, __confirm: true })
      assert.deepStrictEqual(yield* present(channel_id, guild), { allow: UNNAMED, deny: Bit.SendMessages })
      assert.isUndefined(yield* present(channel_id, roles.moderator))
      assert.sameDeepMembers(Object(structured).overwrites_lost, [
        { id: guild, no_longer_denied: ["VIEW_CHANNEL"] },
        { id: roles.moderator, no_longer_allowed: ["VIEW_CHANNEL", "SEND_MESSAGES"] }
      ])
    }).pipe(mighty)
  )

  it.live("of a deleted overwrite says what was lost", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const channel_id = yield* made({ permission_overwrites: [{ id: guild, type: "role", deny: ["VIEW_CHANNEL"] }] })
      const input = { channel_id, overwrite_id: guild, __confirm: true }
      const { structured } = yield* call("channels_delete_permissions", input)
      assert.deepInclude(structured, { done: true, no_longer_denied: ["VIEW_CHANNEL"] })
    }).pipe(mighty)
  )

  it.live("is not sent if the present overwrites cannot be read", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { channels, guild } = sandbox.ids
      for (const do_ of [
        { kind: "status", status: 403, body: { message: "Missing Access", code: 50001 } },
        { kind: "status", status: 200, body: { id: channels.general, type: 0, guild_id: guild } }
      ] as const) {
        yield* sandbox.inject({ match: { path: `/channels/${channels.general}` }, do: do_, times: "forever" })
        const one = { overwrite_id: guild, type: "role", deny: ["SEND_MESSAGES"] }
        for (const [tool, change] of [
          ["channels_modify_permissions", one],
          ["channels_modify", { permission_overwrites: [] }]
        ] as const) {
          const answer = yield* call(tool, { channel_id: channels.general, ...change, __confirm: true })
          assert.notStrictEqual(codeOf(answer), "ok", tool)
        }
        yield* sandbox.clearFaults
      }
      assert.deepStrictEqual(
        (yield* asked).filter((line) => !line.startsWith("GET ")),
        []
      )
    }).pipe(mighty)
  )
})

describe("a change of an overwrite asks", () => {
  const VIEW = ["VIEW_CHANNEL"]

  it.live("if it opens a private channel, or takes the sight of it away, and its preview says so", () =>
    Effect.gen(function* () {
      const { guild, members, roles } = (yield* Sandbox).ids
      const everyone = { id: guild, type: "role", deny: VIEW }
      const moderators = { id: roles.moderator, type: "role", allow: VIEW }
      const isPrivate = yield* made({ permission_overwrites: [everyone, moderators] })
      const open = yield* made({})
      const cases = [
        ["ends the denial for everyone", isPrivate, guild, { inherit: VIEW }, { no_longer_denied: VIEW }],
        ["lets everyone in", isPrivate, guild, { allow: VIEW }, { newly_allowed: VIEW, no_longer_denied: VIEW }],
        ["lets another role in", isPrivate, roles.member, { allow: VIEW }, { newly_allowed: VIEW }],
        ["lets a member in", isPrivate, members.bruno, { allow: VIEW }, { newly_allowed: VIEW }],
        ["locks the moderators out", isPrivate, roles.moderator, { deny: VIEW }, { no_longer_allowed: VIEW }],
        ["no longer lets them in", isPrivate, roles.moderator, { inherit: VIEW }, { no_longer_allowed: VIEW }],
        ["locks writing", isPrivate, guild, { deny: ["SEND_MESSAGES"] }, undefined],
        ["unlocks writing", isPrivate, guild, { allow: ["SEND_MESSAGES"] }, undefined],
        ["repeats", isPrivate, guild, { deny: VIEW }, undefined],
        ["repeats", isPrivate, roles.moderator, { allow: VIEW }, undefined],
        ["hides an open channel", open, roles.member, { deny: VIEW }, undefined],
        ["allows what all have", open, roles.moderator, { allow: VIEW }, undefined]
      ] as const
      for (const [what, channel_id, overwrite_id, change, facts] of cases) {
        const type = overwrite_id === members.bruno ? "member" : "role"
        const input = { channel_id, overwrite_id, type, ...change }
        const answer = yield* call("channels_modify_permissions", input)
        if (facts === undefined) assert.strictEqual(codeOf(answer), "ok", what)
        else {
          assert.strictEqual(codeOf(answer), "DRY_RUN_PREVIEW", what)
          assert.deepInclude(Object(answer.structured.preview).facts, facts, what)
        }
      }
    }).pipe(mighty)
  )
})
