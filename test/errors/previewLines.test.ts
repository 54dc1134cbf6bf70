import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { previewLines } from "../../src/errors/previewLines.ts"

describe("a formatted preview", () => {
  it("lists action, names, facts, denial and the other arguments in this order", () => {
    deepStrictEqual(
      previewLines({
        action: "Ban 2 users",
        names: { guild_id: "Tidepool", user_ids: ["@kelp", "Marin, a bot"] },
        facts: { messages_deleted: "all of the last 7 days", counts: [{ of: "x", times: 2 }] },
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
        "counts: of x; times 2",
        "The bot may not do this: it lacks BAN_MEMBERS, MANAGE_GUILD.",
        "members_unban lifts it.",
        "Not all of this could be looked up.",
        'audit_reason: "two\\nlines and \\"more\\""',
        "list: [1,2,3,4,5,6]"
      ]
    )
  })

  it("says why the bot may not act, and nothing if it may", () => {
    const inTheWay = (found: object) => previewLines({ action: "Do it", ...found })?.slice(1)
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
            undo: "Never."
          },
          { tool: "members_kick", risk: "destructive", action: "Kick", arguments: { user_id: "{{find.items[0].id}}" } }
        ],
        arguments: { steps: [] }
      }),
      [
        "Run a plan of 60 calls.",
        '1. messages_delete: Delete it. message: @a: "b" Never.',
        "2. members_kick: Kick. Arguments: user_id {{find.items[0].id}}.",
        "Besides: 57 × messages_read (read)."
      ]
    )
  })

  it("has lines of bounded length for any input, and none without an action", () => {
    const [first, second] = previewLines({ action: "a\nb", names: { x: "y".repeat(1000) } }) ?? []
    strictEqual(first, "a b.")
    strictEqual(second?.length, 300)
    strictEqual(previewLines({ content: "hi" }), undefined)
    strictEqual(previewLines({ action: 5 }), undefined)
    deepStrictEqual(previewLines({ action: "Do it", names: 5, facts: null, steps: "x", undo: {}, arguments: "y" }), [
      "Do it."
    ])
  })
})
