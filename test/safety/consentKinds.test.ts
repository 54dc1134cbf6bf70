/** Which calls ask for consent, by kind of effect. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { META } from "../../src/tools/meta/scopes.ts"
import { listingStyleOf } from "../../src/tools/meta/surface.ts"
import { toolListing } from "../../src/tools/meta/toolListing.ts"
import { consentKinds, descriptionOf } from "../../src/tools/shared/consentKinds.ts"
import { settingsOf } from "../dispatch/app.ts"
import { gateServer, nobody, outcomeOf } from "./gateServer.ts"
import { riskyCalls, riskyGuild } from "./riskyCalls.ts"

const tools = catalogue.filter(({ category }) => category !== META)

/** Tools whose calls can need consent: their input has `__confirm`. */
const asking = tools.filter(({ input }) => JSON.stringify(input.ast).includes("__confirm"))

describe("the kinds of effects that need consent", () => {
  it("cover exactly the tools whose calls can ask", () => {
    assert.deepStrictEqual(
      tools.filter(({ asks = [] }) => asks.length > 0).map(({ name }) => name),
      asking.map(({ name }) => name)
    )
    assert.isAbove(asking.length, 60)
  })

  it("are all in use", () => {
    const used = new Set(tools.flatMap(({ asks = [] }) => asks))
    assert.sameMembers([...used], Object.keys(consentKinds))
  })

  it.effect("end the description of a tool that can ask, and of no other", () =>
    Effect.gen(function* () {
      const style = listingStyleOf(yield* settingsOf())
      for (const tool of tools) {
        const { description } = toolListing(tool, style)
        assert.strictEqual(description, descriptionOf(tool), tool.name)
        assert.strictEqual(/ Asks if it [a-z, ]+\.$/.test(description), asking.includes(tool), tool.name)
      }
    })
  )

  it("belong to every tool with a call that asks", () => {
    const names = riskyCalls.map(([name]) => name).filter((name) => name !== "mcp_pipeline")
    for (const name of names) {
      assert.isNotEmpty(tools.find((tool) => tool.name === name)?.asks ?? [], name)
    }
  })

  it.scoped("include publishing to other servers, and not a role without power", () =>
    Effect.gen(function* () {
      const server = yield* gateServer({ MCP_DRY_RUN: "false" }, riskyGuild)
      const message = { channel_id: "111122223333444455", message_id: "222233334444555566" }
      assert.strictEqual(outcomeOf(yield* server.call("messages_crosspost", message, nobody)), "armed token")
      assert.deepStrictEqual(server.changes(), [])
      const role = { guild_id: "111122223333444455", name: "kelp", permissions: ["VIEW_CHANNEL"] }
      yield* server.call("roles_create", role, nobody)
      assert.deepStrictEqual(server.changes(), ["POST /guilds/111122223333444455/roles"])
    })
  )
})
