/** The id that means all channels in command permissions: it is one less than that of the guild. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, call, codeOf, Sandbox, seedIds, served } from "../dispatch/app.ts"

const guildOf = Effect.map(seedIds, ({ guild }) => guild)

describe("an id that is one less than the id of an allowed guild", () => {
  for (const [tool, field] of [
    ["channels_get", "channel_id"],
    ["messages_send", "channel_id"],
    ["messages_read", "channel_id"],
    ["channels_delete", "channel_id"],
    ["webhooks_get", "webhook_id"]
  ] as const) {
    it.effect(`is resolved like any other by ${tool}`, () =>
      Effect.flatMap(guildOf, (guild) =>
        Effect.gen(function* () {
          const id = String(BigInt(guild) - 1n)
          const answer = yield* call(tool, { [field]: id, ...(tool === "messages_send" && { content: "here" }) })
          assert.notStrictEqual(codeOf(answer), "ok")
          const lines = yield* asked
          assert.deepStrictEqual(
            lines.filter((line) => !line.startsWith("GET ")),
            []
          )
          assert.isAtLeast(lines.filter((line) => line.includes(id)).length, 1)
        }).pipe(served({ ALLOWED_GUILDS: guild, MCP_DRY_RUN: "false" }))
      )
    )
  }

  it.effect("means all channels in the permissions of a command of that guild", () =>
    Effect.flatMap(guildOf, (guild) =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const edit = (id: string) =>
          Effect.map(
            call("commands_edit_command_permissions", {
              application_id: ids.bot,
              guild_id: guild,
              command_id: "1248328050337120271",
              permissions: [{ id, type: "channel", permission: true }]
            }),
            codeOf
          )
        // A channel that does not exist is refused before anything is shown.
        assert.strictEqual(yield* edit(String(BigInt(guild) - 2n)), "GUILD_NOT_ALLOWED")
        assert.notStrictEqual(yield* edit(String(BigInt(guild) - 1n)), "GUILD_NOT_ALLOWED")
      }).pipe(served({ ALLOWED_GUILDS: guild, MCP_DRY_RUN: "false" }))
    )
  )
})
