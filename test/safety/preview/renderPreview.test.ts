import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import type { CallPreview } from "../../../src/errors/preview/Preview.ts"
import { displayPreviewLines, previewLines } from "../../../src/errors/preview/renderPreview.ts"

describe("a formatted preview", () => {
  it("lists action, names, facts, denial and the other arguments in this order", () => {
    deepStrictEqual(
      previewLines({
        action: "Ban 2 users",
        names: { guild_id: "Tidepool", user_ids: ["@kelp", "Marin, a bot"] },
        facts: { messages_deleted: "all of the last 7 days", members: 2, pinned: true },
        bot_may: false,
        missing_permissions: ["BAN_MEMBERS", "MANAGE_GUILD"],
        undo: "members_unban lifts it.",
        incomplete: "Not all of this could be looked up.",
        arguments: {
          guild_id: "1",
          user_ids: ["2", "3"],
          audit_reason: 'two\nlines and "more"',
          list: [1, 2, 3, 4, 5, 6]
        }
      }),
      [
        "Ban 2 users.",
        "guild: Tidepool",
        "user: @kelp; Marin, a bot",
        "messages deleted: all of the last 7 days",
        "members: 2",
        "pinned: true",
        "The bot may not do this: it lacks BAN_MEMBERS, MANAGE_GUILD.",
        "members_unban lifts it.",
        "Not all of this could be looked up.",
        'audit_reason: "two\\nlines and \\"more\\""',
        "list: [1,2,3,4,5,6]"
      ]
    )
  })

  it("says why the bot may not act, and nothing if it may", () => {
    const inTheWay = (allowance: Partial<CallPreview>) =>
      previewLines({ action: "Do it", arguments: {}, ...allowance }).slice(1)
    deepStrictEqual(inTheWay({ bot_may: false, obstacle: "role_hierarchy" }), [
      "The bot may not do this: its highest role is not above the target."
    ])
    deepStrictEqual(inTheWay({ bot_may: false, obstacle: "timed_out" }), ["The bot may not do this: it is timed out."])
    deepStrictEqual(inTheWay({ bot_may: true }), [])
  })

  it("has one line for each destructive step of a plan, and counts of the others", () => {
    deepStrictEqual(
      previewLines({
        action: "Run a plan of 60 calls",
        steps: [
          { tool: "messages_read", risk: "read", action: "Read", calls: 57 },
          {
            tool: "messages_delete",
            risk: "destructive",
            action: "Delete it",
            names: { message_id: '@a: "b"' },
            undo: "Never.",
            arguments: {}
          },
          { tool: "members_kick", risk: "destructive", action: "Kick", arguments: { user_id: "{{find.items[0].id}}" } }
        ],
        arguments: { steps: [] }
      }),
      [
        "Run a plan of 60 calls.",
        '1. messages_delete: Delete it. message: @a: "b". Never.',
        "2. members_kick: Kick. Arguments: user_id {{find.items[0].id}}.",
        "Besides: 57 × messages_read (read)."
      ]
    )
  })

  it("shortens descriptions of a plan's steps, and shares a line among steps that differ in one argument", () => {
    const deletion = (message_id: string) => ({
      tool: "messages_delete",
      risk: "destructive" as const,
      action: "Delete it",
      facts: { sent: "2026-05-28T18:30:00Z" },
      undo: "Never.",
      arguments: { channel_id: "1", message_id }
    })
    const grants = [{ to: "7", id: "7", permissions: ["BAN_MEMBERS"] }]
    const role = {
      ...deletion("4"),
      tool: "roles_modify",
      grants,
      arguments: { role_id: "7", description: "x".repeat(60) }
    }
    deepStrictEqual(
      previewLines(
        {
          action: "Run a plan of 5 calls",
          steps: [deletion("1"), deletion("2"), role, { ...role, facts: { members: 5, sent: "now" } }, deletion("3")],
          arguments: {}
        },
        "lean"
      ),
      [
        "Run a plan of 5 calls.",
        "1 to 2. messages_delete: channel_id 1; message_id 1, 2",
        `3. roles_modify: role_id 7, description "${"x".repeat(39)}…" Grants BAN_MEMBERS to 7.`,
        `4. roles_modify: role_id 7, description "${"x".repeat(39)}…" Grants BAN_MEMBERS to 7. members: 5.`,
        "5. messages_delete: channel_id 1, message_id 3"
      ]
    )
  })

  it("has lines of bounded length, and none for another value", () => {
    const [first, second] = previewLines({ action: "a\nb", names: { x: "y".repeat(1000) }, arguments: {} })
    strictEqual(first, "a b.")
    strictEqual(second?.length, 300)
    for (const value of [{ content: "hi" }, { action: 5, arguments: {} }, undefined, "x"]) {
      strictEqual(displayPreviewLines(value), undefined)
    }
  })
})
