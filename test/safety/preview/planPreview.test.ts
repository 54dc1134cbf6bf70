/** The preview of a step of a plan is that of the same call alone. */
import { assert, describe, it } from "@effect/vitest"
import { Array as Arr, Effect } from "effect"
import { call, Sandbox, served } from "../../dispatch/app.ts"
import { someOf, turn } from "../../turns.ts"
import { gateServer } from "../gateServer.ts"
import { riskyCalls, riskyGuild } from "../riskyCalls.ts"

type Preview = Readonly<Record<string, unknown>>

describe("the preview of a plan's step", () => {
  it.scoped("is that of the call alone", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_WRITE_MODE: "preview" }, riskyGuild)
      let compared = 0
      for (const [name, input] of someOf(riskyCalls, 2).filter(([name]) => name !== "mcp_pipeline")) {
        yield* turn
        const alone = (yield* server.call(name, input)).structured
        const inPlan = yield* server.call("mcp_pipeline", { steps: [{ id: "only", tool: name, args: input }] })
        // Both ask for a split.
        if (alone.code === "VALIDATION_FAILED" || inPlan.structured.code === "VALIDATION_FAILED") continue
        compared++
        assert.strictEqual(alone.code, "DRY_RUN_PREVIEW", name)
        const [step, ...others] = Object(inPlan.structured.preview).steps as ReadonlyArray<Preview> // JSON
        const { risk, tool, ...own } = step ?? {}
        assert.deepStrictEqual([tool, own, others], [name, alone.preview, []])
        assert.include(["write", "destructive"], risk)
      }
      assert.isAbove(compared, 25)
    })
  )

  it.live("has names, permissions and the role, and counts the reads", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const steps = [
        { id: "look", tool: "roles_list", args: { guild_id: ids.guild } },
        {
          id: "role",
          tool: "roles_create",
          args: { guild_id: ids.guild, name: "Muted", permissions: ["VIEW_CHANNEL", "ADD_REACTIONS"] }
        },
        {
          id: "note",
          tool: "messages_send",
          args: { channel_id: ids.channels.general, content: "{{role.name}} has the id {{role.id}}" }
        }
      ]
      const { structured, text } = yield* call("mcp_pipeline", { steps })
      for (const shown of [
        "1. roles_create (write): Create a role. guild: ",
        'name Muted, permissions ["VIEW_CHANNEL","ADD_REACTIONS"].',
        "2. messages_send (write): ",
        "channel: #general (text)",
        "Known only when the plan runs: content from step role.",
        'content "{{role.name}} has the id {{role.id}}"',
        "Besides: 1 × roles_list (read)."
      ]) {
        assert.include(text, shown)
      }
      const [, note] = Object(structured.preview).steps as ReadonlyArray<Preview> // JSON
      assert.deepStrictEqual(note?.from_steps, [{ argument: "content", steps: ["role"] }])
    }).pipe(served({ MCP_WRITE_MODE: "preview" }))
  )

  it.live("names the step that makes the list of its items", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const steps = [
        { id: "find", tool: "messages_read", args: { channel_id: ids.channels.general } },
        {
          id: "wipe",
          tool: "messages_delete",
          args: { channel_id: ids.channels.general, message_id: "{{item.id}}" },
          for_each: "{{find.items}}"
        }
      ]
      const { text } = yield* call("mcp_pipeline", { steps })
      assert.include(text, "1. messages_delete for each of {{find.items}}: ")
      assert.include(text, "Known only when the plan runs: message_id from step find.")
    }).pipe(served())
  )

  it.live("is counted where a plan changes more than twenty times, and never what it destroys", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const channel_id = ids.channels.general
      const steps = [
        { id: "note", tool: "messages_send", args: { channel_id, content: "{{item}}" }, for_each: Arr.range(1, 30) },
        { id: "wipe", tool: "messages_delete", args: { channel_id, message_id: ids.messages.byMember } }
      ]
      const { structured, text } = yield* call("mcp_pipeline", { steps })
      const shown = Object(structured.preview).steps as ReadonlyArray<Preview> // JSON
      assert.lengthOf(shown, 22)
      assert.deepInclude(shown[0], { tool: "messages_delete", risk: "destructive" })
      assert.deepInclude(shown[21], { tool: "messages_send", calls: 10 })
      assert.include(text, ids.messages.byMember)
      assert.match(text, /Besides: (10|30) × messages_send \(write\)\./)
    }).pipe(served())
  )
})
