import { assert, describe, it } from "@effect/vitest"
import { takenAway } from "../../src/blueprint/takenAway.ts"

const lists: ReadonlyArray<readonly [what: string, before: unknown, after: unknown, lost: ReadonlyArray<string>]> = [
  ["a text that is gone", ["a", "b"], ["b"], ["-a"]],
  ["a text that is new", ["a"], ["a", "b"], []],
  ["another order", ["a", "b"], ["b", "a"], []],
  ["an object that is gone, by its name", [{ name: "Ebb" }, { name: "Flow" }], [{ name: "Flow" }], ["-Ebb"]],
  ["an object that changed under its name", [{ name: "Ebb", emoji: "🌊" }], [{ name: "Ebb" }], []],
  [
    "an object that is less protected under its name",
    [{ name: "Ebb", moderated: true }],
    [{ name: "Ebb" }],
    ["Ebb: moderated true becomes unset"]
  ],
  ["a prompt by its title", [{ title: "Why?" }], [], ['-"Why?"']],
  ["a channel of a screen", [{ channel: "rules" }], [], ["-rules"]],
  ["a list that is cleared", ["a"], null, ["-a"]],
  ["a list that was empty", [], ["a"], []]
]

const values: ReadonlyArray<readonly [field: string, before: unknown, after: unknown, isLess: boolean]> = [
  ["enabled", true, false, true],
  ["enabled", false, true, false],
  ["nsfw", true, false, true],
  ["flags", ["require_tag"], [], true],
  ["mention_raid_protection_enabled", true, false, true],
  ["mentionable", false, true, true],
  ["mentionable", undefined, true, true],
  ["mentionable", true, false, false],
  ["verification_level", "high", "low", true],
  ["verification_level", "low", "high", false],
  ["explicit_content_filter", "all_members", "disabled", true],
  ["default_message_notifications", "only_mentions", "all_messages", true],
  ["default_message_notifications", "all_messages", "only_mentions", false],
  ["rules_channel", "rules", "", true],
  ["rules_channel", "rules", "welcome", false],
  ["safety_alerts_channel", undefined, "", false],
  ["mention_total_limit", 5, 20, true],
  ["mention_total_limit", 20, 5, false],
  ["name", "Ebb", "Flow", false],
  ["topic", "Tides", "", false]
]

describe("what a change of a field takes away", () => {
  for (const [what, before, after, lost] of lists) {
    it(`of a list: ${what}`, () => assert.deepStrictEqual(takenAway({ field: "tags", before, after }), lost))
  }

  for (const field of ["exempt_roles", "exempt_channels", "allow_list"]) {
    it(`of the list ${field}, which lets through: an entry that is new`, () =>
      assert.deepStrictEqual(takenAway({ field, before: ["a"], after: ["a", "b"] }), ["+b"]))
  }

  for (const [field, before, after, isLess] of values) {
    it(`of ${field}, from ${before} to ${after}: ${isLess ? "a protection" : "nothing"}`, () =>
      assert.lengthOf(takenAway({ field, before, after }), isLess ? 1 : 0))
  }
})
