import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import { gateServer, nobody, outcomeOf } from "../safety/gateServer.ts"
import { riskyCalls, riskyGuild } from "../safety/riskyCalls.ts"
import { isDeep, someOf, turn } from "../turns.ts"

/** A path in the arguments. */
type Path = ReadonlyArray<string | number>

/** All paths of a value, except the value itself. */
const pathsIn = (value: unknown, at: Path = []): ReadonlyArray<Path> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => {
        const path = [...at, Array.isArray(value) ? Number(key) : key]
        return [path, ...pathsIn(inner, path)]
      })
    : []

/** The value with a template at one path. */
const templated = (value: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined) return "{{look.id}}"
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? templated(item, rest) : item))
  return { ...Object(value), [key]: templated(Object(value)[key], rest) }
}

/** Calls of tools whose risk depends on arguments; each is destructive. */
const calls: ReadonlyArray<readonly [string, object]> = [
  ...riskyCalls.filter(([tool]) => findTool(tool)?.duration !== "steps"),
  ["automod_modify_rule", { guild_id: "111122223333444455", rule_id: "111122223333444455", enabled: true }],
  [
    "automod_modify_rule",
    {
      guild_id: "111122223333444455",
      rule_id: "111122223333444455",
      trigger_metadata: { keyword_filter: ["a", "b"] }
    }
  ],
  ["automod_modify_rule", { guild_id: "111122223333444455", rule_id: "111122223333444455", exempt_roles: [] }]
]

describe("a template in an argument that can raise the risk", () => {
  it("is tested for every tool whose risk depends on arguments", () => {
    const depends = catalogue.filter(
      // A plan cannot contain another one. The risk of removing a member of a thread depends on a setting: approvalPower.
      ({ duration, input, name, risk }) =>
        duration !== "steps" &&
        name !== "threads_remove_member" &&
        risk !== "destructive" &&
        JSON.stringify(input.ast).includes("__confirm")
    )
    const tried = new Set(calls.map(([name]) => name))
    assert.deepStrictEqual(
      depends.filter(({ name }) => !tried.has(name)).map(({ name }) => name),
      []
    )
  })

  it.scoped("has the highest possible risk, at any path", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_DRY_RUN: "false" }, riskyGuild)
      const write = { id: "first", tool: "channels_trigger_typing", args: { channel_id: "111122223333444455" } }
      const look = { id: "look", tool: "users_get_current" }
      const run = (tool: string, args: unknown) =>
        server.call("mcp_pipeline", { steps: [write, look, { id: "it", tool, args }] }, nobody)
      for (const [index, [name, input]] of calls.entries()) {
        for (const [at, path] of someOf(pathsIn(input), 2, index).entries()) {
          yield* turn
          const args = templated(input, path)
          const entrances = [[name, args] as const, ["mcp_tools_destructive", { tool: name, args }] as const]
          for (const entrance of someOf(entrances, 2, at)) {
            // The remaining arguments may be invalid. Then nothing runs either.
            const ended = yield* run(...entrance)
            assert.deepStrictEqual([name, path.join("."), outcomeOf(ended)], [name, path.join("."), "armed token"])
          }
          if (!isDeep && at > 0) continue
          const refused = yield* run("mcp_tools_write", { tool: name, args })
          assert.deepStrictEqual([name, path.join("."), outcomeOf(refused)], [name, path.join("."), "wrong_risk"])
          assert.match(refused.text, /steps\[2\]\.args\.tool.*run it through mcp_tools_destructive/s)
        }
      }
      assert.deepStrictEqual(server.changes(), [])
    })
  )
})
