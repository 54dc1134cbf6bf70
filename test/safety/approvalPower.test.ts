/** A call that gives power over approvals, or takes it from people, asks and says so. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answer, type Step } from "../discord/wire.ts"
import { gateServer, outcomeOf } from "./gateServer.ts"

const GUILD = "111122223333444400"
const ROLE = "111122223333444401"
const USER = "111122223333444402"
const HOLDER = "111122223333444403"
const CHANNEL = "111122223333444404"
const CATEGORY = "111122223333444405"
const LINKED = "111122223333444406"
const OTHER = "111122223333444407"
const PARENT = "111122223333444408"

/** A guild in which no role has a permission, and no overwrite denies one. */
const guild =
  (channel: object): Step =>
  (request, onPhase) => {
    const { method, path } = request
    const end = path.replace(/^.*\/v10/, "")
    const body =
      method !== "GET"
        ? {}
        : end.endsWith("/roles")
          ? [ROLE, LINKED, GUILD, OTHER].map((id) => ({
              id,
              name: "x",
              position: 1,
              permissions: "0",
              ...(id === LINKED && { tags: { guild_connections: null } })
            }))
          : end.endsWith(`/guilds/${GUILD}/channels`)
            ? []
            : end.includes("/members/")
              ? { roles: end.endsWith(HOLDER) ? [ROLE] : [], user: { id: HOLDER, username: "x" } }
              : end.includes("/onboarding")
                ? { enabled: true, mode: 0, prompts: [], default_channel_ids: [] }
                : end.endsWith("/target-users")
                  ? "user_id\n"
                  : end.includes("/invites/")
                    ? { code: "tide-pool", guild: { id: GUILD, name: "x" }, roles: [{ id: ROLE, name: "x" }] }
                    : end.endsWith(`/channels/${CHANNEL}`)
                      ? { id: CHANNEL, guild_id: GUILD, type: 0, permission_overwrites: [], ...channel }
                      : end.endsWith(`/channels/${PARENT}`)
                        ? { id: PARENT, guild_id: GUILD, type: 0, parent_id: CATEGORY, permission_overwrites: [] }
                        : { id: OTHER, guild_id: GUILD, type: 0, name: "x", permission_overwrites: [] }
    return answer(200, body)(request, onPhase)
  }

const ofMember = (user_id: string) => ({ guild_id: GUILD, user_id })
const overwrite = (channel_id: string) => ({ channel_id, overwrite_id: OTHER, type: "role", deny: ["VIEW_CHANNEL"] })
const prompt = (role: string) => ({ title: "?", options: [{ title: "!", role_ids: [role] }] })

/** Every way to give power over approvals, or to take it, and the same call about other people. */
const ways: ReadonlyArray<readonly [tool: string, input: object, other?: object]> = [
  ["members_add_role", { ...ofMember(OTHER), role_id: ROLE }, { ...ofMember(OTHER), role_id: OTHER }],
  ["members_remove_role", { ...ofMember(HOLDER), role_id: ROLE }, { ...ofMember(HOLDER), role_id: OTHER }],
  ["members_add", { ...ofMember(OTHER), access_token: "x", roles: [ROLE] }],
  ["members_modify", { ...ofMember(OTHER), roles: [ROLE] }],
  ["members_modify", { ...ofMember(HOLDER), roles: [] }],
  ["members_modify", { ...ofMember(USER), clear: ["communication_disabled_until"] }],
  ["members_timeout", { ...ofMember(HOLDER), minutes: 5 }],
  ["members_timeout", { ...ofMember(USER), minutes: 5 }],
  ["members_kick", ofMember(USER)],
  ["members_kick", ofMember(HOLDER)],
  ["members_ban", ofMember(HOLDER)],
  ["members_bulk_ban", { guild_id: GUILD, user_ids: [OTHER, HOLDER] }],
  ["guild_begin_prune", { guild_id: GUILD, days: 7, include_roles: [ROLE] }],
  ["invites_create_channel", { channel_id: OTHER, role_ids: [ROLE] }],
  ["invites_set_target_users", { code: "tide-pool", user_ids: [OTHER] }],
  ["invites_add_target_user", { code: "tide-pool", user_id: OTHER }],
  ["invites_bulk_add_target_users", { code: "tide-pool", user_ids: [OTHER] }],
  ["onboarding_modify", { guild_id: GUILD, prompts: [prompt(ROLE)] }],
  ["application_modify_linked_role_metadata", { application_id: OTHER, records: [] }],
  ["roles_modify", { guild_id: GUILD, role_id: ROLE, permissions: ["SEND_MESSAGES"] }],
  ["roles_modify", { guild_id: GUILD, role_id: GUILD, permissions: ["SEND_MESSAGES"] }],
  ["roles_delete", { guild_id: GUILD, role_id: ROLE }],
  ["channels_modify_permissions", overwrite(CHANNEL), overwrite(OTHER)],
  ["channels_modify_permissions", overwrite(CATEGORY)],
  ["channels_delete_permissions", { channel_id: CHANNEL, overwrite_id: ROLE }],
  ["channels_modify", { channel_id: CHANNEL, permission_overwrites: [] }],
  ["channels_modify", { channel_id: CATEGORY, permission_overwrites: [] }],
  ["channels_modify", { channel_id: CHANNEL, parent_id: OTHER }, { channel_id: OTHER, parent_id: CATEGORY }],
  ["channels_modify", { channel_id: CHANNEL, archived: true }, { channel_id: OTHER, archived: true }],
  ["channels_modify", { channel_id: CHANNEL, nsfw: true }, { channel_id: CHANNEL, name: "approvals" }],
  ["channels_modify_positions", { guild_id: GUILD, positions: [{ id: CHANNEL, lock_permissions: true }] }],
  ["channels_delete", { channel_id: CHANNEL }],
  ["channels_delete", { channel_id: CATEGORY }],
  ["threads_remove_member", { thread_id: CHANNEL, user_id: USER }, { thread_id: OTHER, user_id: USER }],
  ["application_modify_current", { interactions_endpoint_url: "https://example.com/" }]
]

const environment = {
  MCP_DRY_RUN: "false",
  MCP_APPROVERS: [ROLE, USER, LINKED].join(),
  MCP_APPROVAL_CHANNEL: CHANNEL
}

const powerIn = (structured: Readonly<Record<string, unknown>>): string => JSON.stringify(structured.preview ?? "")

describe("power over approvals", () => {
  for (const [tool, input, other] of ways) {
    it.scoped(`needs consent and is named: ${tool} ${JSON.stringify(input)}`, () =>
      Effect.gen(function* () {
        const server = yield* gateServer(environment, guild({ parent_id: CATEGORY }))
        const result = yield* server.call(tool, input)
        assert.strictEqual(outcomeOf(result), "armed token", JSON.stringify(result.structured))
        assert.include(powerIn(result.structured), "power over approvals")
        assert.deepStrictEqual(server.changes(), [])
        const step = yield* server.call("mcp_pipeline", { steps: [{ id: "a", tool, args: input }] })
        assert.include(powerIn(step.structured), "power over approvals")
        if (other === undefined) return
        assert.strictEqual(outcomeOf(yield* server.call(tool, other)), "ran", JSON.stringify(other))
      })
    )
  }

  it.scoped("is over the channel and the category of an approval thread", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(environment, guild({ type: 12, parent_id: PARENT }))
      for (const channel of [PARENT, CATEGORY]) {
        const { structured } = yield* server.call("channels_modify_permissions", overwrite(channel))
        assert.include(powerIn(structured), "power over approvals")
      }
      assert.deepStrictEqual(server.changes(), [])
    })
  )

  it.scoped("is asked about for a step whose argument is known only when it runs", () =>
    Effect.gen(function* () {
      const server = yield* gateServer(environment, guild({ parent_id: CATEGORY }))
      const run = (tool: string, args: object, item: string) =>
        server.call("mcp_pipeline", { steps: [{ id: "a", tool, args, for_each: [item] }] })
      yield* run("members_remove_role", { ...ofMember(HOLDER), role_id: "{{item}}" }, ROLE)
      yield* run("threads_remove_member", { thread_id: "{{item}}", user_id: HOLDER }, CHANNEL)
      assert.deepStrictEqual(server.changes(), [])
    })
  )

  it.scoped("does not exist without approvers and an approval channel", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_DRY_RUN: "false" }, guild({ parent_id: CATEGORY }))
      assert.strictEqual(
        outcomeOf(yield* server.call("members_remove_role", { ...ofMember(HOLDER), role_id: ROLE })),
        "ran"
      )
    })
  )
})
