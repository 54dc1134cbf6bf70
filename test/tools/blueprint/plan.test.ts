import { assert, describe } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import { sections } from "../../../src/tools/blueprint/document.ts"
import { documentOf } from "../../../src/tools/blueprint/documentOf.ts"
import type { GuildState } from "../../../src/tools/blueprint/GuildState.ts"
import { planOf } from "../../../src/tools/blueprint/plan.ts"
import { effectPropInTurns, propInTurns, runs } from "../../turns.ts"
import { guildState, plainName } from "./guilds.ts"
import { simulate } from "./simulate.ts"

const community = (state: GuildState): GuildState => ({ ...state, guild: { ...state.guild, features: ["COMMUNITY"] } })

describe("planOf", () => {
  effectPropInTurns(
    "is empty for the export of the same guild, for any names",
    [guildState()],
    ([state]) =>
      Effect.sync(() => {
        const { changes, steps, unreachable } = planOf(state, documentOf(state, { name: true }).document, {
          prune: true
        })
        assert.deepStrictEqual({ changes, steps, unreachable }, { changes: [], steps: [], unreachable: [] })
      }),
    { fastCheck: { numRuns: runs(200) } }
  )

  propInTurns(
    "converges when applied once, and deletes nothing without prune",
    [
      guildState({ names: plainName, unnamedBits: false }),
      guildState({ guild: 2, names: plainName, unnamedBits: false }),
      fc.boolean()
    ],
    ([from, to, prune]) => {
      const { document } = documentOf(community(to))
      const { steps } = planOf(community(from), document, { prune })
      if (!prune) assert.isFalse(steps.some(({ tool }) => tool.includes("delete")))
      const after = simulate(community(from), steps)
      const again = planOf(after, document, { prune })
      assert.deepStrictEqual(again.changes, [])
      assert.deepStrictEqual(again.steps, [])
    },
    { fastCheck: { numRuns: runs(150) } }
  )

  propInTurns(
    "converges after calls that failed, when it is planned and applied again",
    [
      guildState({ names: plainName, unnamedBits: false }),
      guildState({ guild: 2, names: plainName, unnamedBits: false }),
      fc.func(fc.boolean())
    ],
    ([from, to, fails]) => {
      const { document } = documentOf(community(to))
      const partial = simulate(community(from), planOf(community(from), document).steps, (at) => fails(at))
      const after = simulate(partial, planOf(partial, document).steps, undefined, 6000)
      assert.deepStrictEqual(planOf(after, document).changes, [])
    },
    { fastCheck: { numRuns: runs(100) } }
  )

  propInTurns(
    "changes only the sections that the document has",
    [guildState({ names: plainName }), guildState({ guild: 2, names: plainName }), fc.constantFrom(...sections)],
    ([from, to, only]) => {
      const { document } = documentOf(to, { only: [only] })
      const objects = new Set(planOf(from, document, { prune: true }).changes.map(({ object }) => object))
      const allowed: Readonly<Record<string, ReadonlyArray<string>>> = {
        everyone: ["role"],
        roles: ["role"],
        channels: ["channel", "category"],
        automod: ["automod_rule"],
        guild: ["guild"]
      }
      for (const object of objects) assert.include(allowed[only] ?? [], object)
    },
    { fastCheck: { numRuns: runs(100) } }
  )
})
