/** What a changed object had before, over the sandbox. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { answerTo, asked, call, type Environment, roomy, seedIds, served } from "../../dispatch/app.ts"

const mighty = (environment: Environment = {}) =>
  served({ MCP_DRY_RUN: "false", ...environment }, { ...roomy, permissions: Bit.Administrator })

const previousOf = (tool: string, input: object) =>
  Effect.map(call(tool, { ...input, __confirm: true }), ({ isError, structured, text }) => {
    assert.isFalse(isError, text)
    return structured.previous
  })

const { channels, guild, members, messages, roles } = Effect.runSync(seedIds)
const role = { guild_id: guild, role_id: roles.member }
const member = { guild_id: guild, user_id: members.bruno }
const edit = { channel_id: channels.general, message_id: messages.byBot }

describe("the result of a change", () => {
  it.live("has what the call has read, where it differs, in the names and formats of the result", () =>
    Effect.gen(function* () {
      const rows = [
        ["roles_modify", { ...role, permissions: ["SPEAK"], name: "crew" }, { permissions: [], name: "member" }],
        // `permissions_removed` says it.
        ["roles_modify", { ...role, permissions: [], name: "band" }, { name: "crew" }],
        ["roles_modify", { ...role, name: "crew" }, undefined],
        ["members_modify", { ...member, flags: ["bypasses_verification"], nick: "Bru" }, { flags: [], nick: null }],
        [
          "members_modify",
          { ...member, flags: [], clear: ["nick"] },
          { flags: ["bypasses_verification"], nick: "Bru" }
        ],
        ["messages_edit", { ...edit, content: "Two." }, { content: "The build of `main` is green again." }],
        ["messages_edit", { ...edit, content: "Two." }, undefined]
      ] as const
      const reported = yield* Effect.forEach(rows, ([tool, input]) => previousOf(tool, input))
      assert.deepStrictEqual<unknown>(
        reported,
        rows.map(([, , previous]) => previous)
      )
    }).pipe(mighty())
  )

  it.live("has what the guild boundary has read, and sends no request for what nothing has read", () =>
    Effect.gen(function* () {
      const topics = ["One.", "Two.", "Three."]
      const reported = yield* Effect.forEach(topics, (topic) =>
        previousOf("channels_modify", { channel_id: channels.general, topic })
      )
      assert.deepStrictEqual(reported, [{ topic: "Everything that fits in no other channel" }, undefined, undefined])
      const path = `/channels/${channels.general}`
      assert.deepStrictEqual(yield* asked, [`GET ${path}`, `PATCH ${path}`, `PATCH ${path}`, `PATCH ${path}`])
    }).pipe(mighty({ ALLOWED_GUILDS: guild }))
  )

  it.live(
    "has the items of a replaced list and the positions of moved roles, which the confirmed call has read again",
    () =>
      Effect.gen(function* () {
        const command = (name: string) => ({ name, description: "The tide." })
        const replaced = (...names: ReadonlyArray<string>) => ({ guild_id: guild, commands: names.map(command) })
        for (const name of ["tide", "moon"]) yield* call("commands_create_guild", { guild_id: guild, ...command(name) })
        const asking = yield* call("commands_bulk_overwrite_guild", replaced("moon"))
        const confirmed = { ...replaced("moon"), __confirm: asking.structured.confirmation_token }
        const { previous } = (yield* call("commands_bulk_overwrite_guild", confirmed)).structured
        assert.deepStrictEqual(
          Object(previous).items.map(({ name }: { readonly name: string }) => name),
          ["tide"]
        )
        const moves = { guild_id: guild, positions: [{ id: roles.member, above: roles.moderator }] }
        const moved = yield* previousOf("roles_modify_positions", moves)
        assert.deepStrictEqual(moved, {
          items: [
            { id: roles.moderator, name: "moderator", position: 2 },
            { id: roles.member, name: "member", position: 1 }
          ]
        })
      }).pipe(mighty({ MCP_CONFIRM: "token" }))
  )

  it.live("has in each step of a plan what this step has changed, as text of other people", () =>
    Effect.gen(function* () {
      const steps = ["One.", "Two."].map((content, at) => ({
        id: `s${at}`,
        tool: "messages_edit",
        args: { ...edit, content }
      }))
      const { structured } = yield* answerTo("mcp_pipeline", { steps, __confirm: true })
      const reported = Object(structured).steps.map((step: object) => Object(step).result.previous.content)
      assert.deepStrictEqual(reported, ["The build of `main` is green again.", "One."])
      assert.include(structured.untrusted_fields, "steps[].result.previous.content")
    }).pipe(mighty())
  )
})
