import { assert, describe } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { sections } from "../../src/blueprint/document.ts"
import { documentOf } from "../../src/blueprint/documentOf.ts"
import { planOf } from "../../src/blueprint/plan.ts"
import { propInTurns, runs } from "../turns.ts"
import { guildState, pairs } from "./guilds.ts"

describe("planOf", () => {
  propInTurns(
    "is empty for the export of the same guild, for any names",
    [guildState({ isBotLow: true })],
    ([state]) => {
      const { changes, steps, unreachable } = planOf(state, documentOf(state, { name: true }).document, { prune: true })
      assert.deepStrictEqual({ changes, steps, unreachable }, { changes: [], steps: [], unreachable: [] })
    },
    { fastCheck: { numRuns: runs(200) } }
  )

  propInTurns(
    "deletes only with prune, and changes only the sections that the document has",
    [pairs({ isBotLow: true }), fc.subarray([...sections]), fc.boolean()],
    ([{ from, to }, only, prune]) => {
      const { changes, steps } = planOf(from, documentOf(to, { only }).document, { prune })
      if (!prune) {
        assert.isFalse(changes.some(({ action }) => action === "delete"))
        assert.isFalse(steps.some(({ tool }) => tool.includes("delete")))
      }
      const allowed = only.flatMap((section) => objects[section])
      for (const { name, object } of changes) {
        assert.include(allowed, object)
        // Another role can have the name of @everyone.
        if (object === "role")
          assert.isTrue(only.includes("roles") || (name === "@everyone" && only.includes("everyone")))
      }
    },
    { fastCheck: { numRuns: runs(200) } }
  )
})

/** The objects of each section. */
const objects = {
  guild: ["guild"],
  everyone: ["role"],
  roles: ["role"],
  channels: ["channel", "category"],
  automod: ["automod_rule"],
  welcome_screen: ["welcome_screen"],
  onboarding: ["onboarding"],
  emojis: ["emoji"],
  stickers: ["sticker"]
} as const
