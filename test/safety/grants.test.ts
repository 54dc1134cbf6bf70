/** Every tool that gives roles, with every way in which a role hides a dangerous permission, over the sandbox. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Risk } from "../../src/discord/Permit.ts"
import type { Fault } from "../../src/sandbox/Fault.ts"
import { routes } from "../../src/sandbox/routes/all.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { call, codeOf, roomy, Sandbox, served } from "../dispatch/app.ts"
import { grantedRisk } from "./grantedRisk.ts"
import { ID } from "./riskCases.ts"

/** A role with all that can give it: a member who has it, an invite, and the stored onboarding. */
interface Given {
  readonly role: string
  readonly holder: string
  readonly code: string
  /** The questions of the onboarding, with their ids. A call that keeps them drops nothing. */
  readonly asked: ReadonlyArray<unknown>
}

const prompts = (role: string) => [{ title: "Who?", options: [{ title: "A guest", role_ids: [role] }] }]

/** The calls that give a role. */
const giving: ReadonlyArray<readonly [tool: string, input: (ids: SeedIds, given: Given) => object]> = [
  ["members_add_role", ({ guild, members }, { role }) => ({ guild_id: guild, user_id: members.chiara, role_id: role })],
  ["members_add", ({ guild }, { role }) => ({ guild_id: guild, user_id: ID, access_token: "x", roles: [role] })],
  ["onboarding_modify", ({ guild }, { asked, role }) => ({ guild_id: guild, prompts: [...asked, ...prompts(role)] })],
  ["onboarding_modify", ({ guild }) => ({ guild_id: guild, enabled: true })],
  ["invites_set_target_users", ({ members }, { code }) => ({ code, user_ids: [members.bruno] })],
  ["invites_add_target_user", ({ members }, { code }) => ({ code, user_id: members.bruno })],
  ["invites_bulk_add_target_users", ({ members }, { code }) => ({ code, user_ids: [members.bruno] })],
  ["invites_remove_target_user", ({ members }, { code }) => ({ code, user_id: members.bruno })],
  ["invites_bulk_remove_target_users", ({ members }, { code }) => ({ code, user_ids: [members.bruno] })],
  ["members_timeout", ({ guild }, { holder }) => ({ guild_id: guild, user_id: holder, minutes: 0 })],
  [
    "members_modify",
    ({ guild }, { holder }) => ({ guild_id: guild, user_id: holder, clear: ["communication_disabled_until"] })
  ]
]

/** What is always destructive. */
const alwaysDestructive: typeof giving = [
  ["invites_create_channel", ({ channels }, { role }) => ({ channel_id: channels.general, role_ids: [role] })],
  ["members_modify", ({ guild }, { holder, role }) => ({ guild_id: guild, user_id: holder, roles: [role] })]
]

/** Hundreds of calls need lookups, so no route has a tight limit. */
const limits = Object.fromEntries(routes.map(({ operation }) => [operation, { limit: 10_000, windowMs: 1000 }]))
const mighty = served(
  { MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false" },
  { ...roomy, limits, permissions: PermissionFlagsBits.Administrator }
)

const changed = Effect.fnUntraced(function* (tool: string, input: object) {
  const answer = yield* call(tool, { ...input, __confirm: true })
  assert.strictEqual(codeOf(answer), "ok", tool)
  return answer.structured
})

/** Makes an invite and an onboarding that give the role. */
const prepare = Effect.fnUntraced(function* (ids: SeedIds, role: string, holder: string) {
  const { code } = yield* changed("invites_create_channel", {
    channel_id: ids.channels.general,
    role_ids: [role],
    unique: true
  })
  const { prompts: asked } = yield* changed("onboarding_modify", { guild_id: ids.guild, prompts: prompts(role) })
  return { role, holder, code: String(code), asked: [asked].flat() } satisfies Given
})

/** Asserts the risk of every call that gives a role. Each call meets the same fault. */
const assertRisks = Effect.fnUntraced(function* (
  what: string,
  expected: Risk,
  given: Given,
  fault?: Omit<Fault, "times">
) {
  const sandbox = yield* Sandbox
  for (const [tool, input] of [...giving, ...alwaysDestructive]) {
    if (fault !== undefined) yield* sandbox.inject(fault)
    const args = { ...input(sandbox.ids, given), __confirm: true }
    const risk = alwaysDestructive.some((row) => row[1] === input) ? "destructive" : expected
    assert.strictEqual(yield* grantedRisk(tool, args), risk, `${tool}: ${what}`)
    yield* sandbox.clearFaults
  }
})

const denied = { kind: "status", status: 403, body: { message: "Missing Access", code: 50001 } } as const
const replying = (body: unknown) => ({ kind: "status", status: 200, body }) as const

describe("a call that gives a role", () => {
  it.live("is destructive if the role gives something dangerous in the guild or in a channel", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { channels, members, roles } = ids
      yield* assertRisks("harmless", "write", yield* prepare(ids, roles.member, members.bruno))
      yield* assertRisks("by its permissions", "destructive", yield* prepare(ids, roles.moderator, members.ada))
      yield* assertRisks("an administrator", "destructive", yield* prepare(ids, roles.admin, members.dmitri))
      yield* assertRisks("managed by Discord", "destructive", yield* prepare(ids, roles.bot, ids.bot))
      // An overwrite gives MANAGE_ROLES in one channel, which the role lacks in the guild.
      yield* changed("channels_modify_permissions", {
        channel_id: channels.support,
        overwrite_id: roles.member,
        type: "role",
        allow: ["MANAGE_ROLES"]
      })
      yield* assertRisks("by an overwrite", "destructive", yield* prepare(ids, roles.member, members.bruno))
    }).pipe(mighty)
  )

  it.live("is destructive if the role or the channels cannot be read", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { guild, members, roles } = ids
      const given = yield* prepare(ids, roles.member, members.bruno)
      const rolesPath = { path: `/guilds/${guild}/roles` }
      const channelsPath = { path: `/guilds/${guild}/channels` }
      for (const [what, fault] of [
        ["roles denied", { match: rolesPath, do: denied }],
        ["roles without permissions", { match: rolesPath, do: replying([{ id: roles.member, position: 1 }]) }],
        ["roles without this one", { match: rolesPath, do: replying([]) }],
        ["channels denied", { match: channelsPath, do: denied }],
        ["channels without overwrites", { match: channelsPath, do: replying([{ id: ID, type: 0 }]) }],
        [
          "an overwrite without permissions",
          { match: channelsPath, do: replying([{ id: ID, permission_overwrites: [{ id: roles.member, type: 0 }] }]) }
        ]
      ] as const) {
        yield* assertRisks(what, "destructive", given, fault)
      }
    }).pipe(mighty)
  )

  it.live("is destructive if what carries the roles cannot be read", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const { guild, members } = sandbox.ids
      const target = { code: sandbox.ids.inviteCode, user_id: members.bruno }
      for (const [tool, input, path] of [
        ["invites_add_target_user", target, `/invites/${target.code}`],
        ["onboarding_modify", { guild_id: guild, enabled: true }, `/guilds/${guild}/onboarding`],
        [
          "members_timeout",
          { guild_id: guild, user_id: members.bruno, minutes: 0 },
          `/guilds/${guild}/members/${members.bruno}`
        ]
      ] as const) {
        assert.strictEqual(yield* grantedRisk(tool, { ...input, __confirm: true }), "write", tool)
        yield* sandbox.inject({ match: { path }, do: denied })
        assert.strictEqual(yield* grantedRisk(tool, { ...input, __confirm: true }), "destructive", tool)
        yield* sandbox.clearFaults
      }
      const roles = [{ id: sandbox.ids.roles.member, name: "member" }]
      yield* sandbox.inject({ match: { path: `/invites/${target.code}` }, do: replying({ code: "x", roles }) })
      assert.strictEqual(yield* grantedRisk("invites_add_target_user", { ...target, __confirm: true }), "destructive")
    }).pipe(mighty)
  )
})

describe("a role that moves", () => {
  it.live("is destructive if it gets power over the members of another role", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { guild } = ids
      const create = (name: string, permissions: ReadonlyArray<string>) =>
        Effect.map(changed("roles_create", { guild_id: guild, name, permissions }), ({ id }) => String(id))
      // A new role is below all others: the order is judge, guest, member.
      const guest = yield* create("guest", ["SEND_MESSAGES"])
      const judge = yield* create("judge", ["BAN_MEMBERS"])
      const moving = (...positions: ReadonlyArray<{ readonly id: string; readonly position: number }>) =>
        grantedRisk("roles_modify_positions", { guild_id: guild, positions, __confirm: true })
      assert.strictEqual(yield* moving({ id: guest, position: 1 }, { id: judge, position: 2 }), "destructive")
      assert.strictEqual(yield* moving({ id: guest, position: 1 }), "destructive")
      assert.strictEqual(yield* moving({ id: judge, position: 2 }), "destructive")
      assert.strictEqual(yield* moving({ id: guest, position: 3 }), "write")
      assert.strictEqual(yield* moving({ id: judge, position: 1 }), "write")
    }).pipe(mighty)
  )
})

describe("an overwrite that ends a denial", () => {
  it.live("is destructive if a role or another overwrite gives back what was denied", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { channels, guild, members, roles } = ids
      const general = { channel_id: channels.general }
      const set = (overwrite: object) => changed("channels_modify_permissions", { ...general, ...overwrite })
      const risk = (overwrite: object) =>
        grantedRisk("channels_modify_permissions", { ...general, ...overwrite, __confirm: true })
      const everyone = { overwrite_id: guild, type: "role" }
      const bruno = { overwrite_id: members.bruno, type: "member" }
      // Moderators have MANAGE_MESSAGES. No role but the administrators' gives MANAGE_WEBHOOKS.
      yield* set({ ...everyone, deny: ["MANAGE_MESSAGES", "MANAGE_WEBHOOKS", "SEND_MESSAGES"] })
      assert.strictEqual(yield* risk({ ...everyone, inherit: ["MANAGE_MESSAGES"] }), "destructive")
      assert.strictEqual(yield* risk({ ...everyone, inherit: ["MANAGE_WEBHOOKS"] }), "write")
      yield* set({ ...bruno, deny: ["MANAGE_WEBHOOKS"] })
      const ended = { ...bruno, inherit: ["MANAGE_WEBHOOKS"] }
      assert.strictEqual(yield* risk(ended), "write")
      yield* set({ overwrite_id: roles.member, type: "role", allow: ["MANAGE_WEBHOOKS"] })
      assert.strictEqual(yield* risk(ended), "destructive")
    }).pipe(mighty)
  )
})

describe("the metadata of linked roles", () => {
  it.live("is destructive if a present record is removed or compared in another way", () =>
    Effect.gen(function* () {
      const sandbox = yield* Sandbox
      const application_id = sandbox.ids.bot
      const level = { key: "level", type: "integer_greater_than_or_equal", name: "Level", description: "The level" }
      const risk = Effect.fnUntraced(function* (records: ReadonlyArray<object>) {
        const present = [{ key: "level", type: 2, name: "Old", description: "Old" }]
        yield* sandbox.inject({
          match: { path: `/applications/${application_id}/role-connections/metadata` },
          do: replying(present)
        })
        const input = { application_id, records, __confirm: true }
        return yield* grantedRisk("application_modify_linked_role_metadata", input)
      })
      assert.strictEqual(yield* risk([level]), "write")
      assert.strictEqual(yield* risk([level, { ...level, key: "age" }]), "write")
      assert.strictEqual(yield* risk([]), "destructive")
      assert.strictEqual(yield* risk([{ ...level, type: "integer_less_than_or_equal" }]), "destructive")
    }).pipe(mighty)
  )
})
