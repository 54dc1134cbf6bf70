import { assert, describe, it } from "@effect/vitest"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { namesNear } from "../../src/tools/Catalogue.ts"
import { toolOfUsualName, usualNames } from "../../src/tools/usualNames.ts"

const tools = catalogue.map(({ name }) => name)

describe("the name of no tool", () => {
  it("leads to the tool that people mean by it, as a list of each tool says", () => {
    const all = Object.entries(usualNames).flatMap(([tool, usual]) =>
      usual.split(" ").map((name) => [name, tool] as const)
    )
    for (const [name, tool] of all) {
      assert.include(tools, tool)
      assert.notInclude(tools, name)
      assert.deepStrictEqual([name, namesNear(name, tools)], [name, [tool]])
    }
    assert.strictEqual(new Set(all.map(([name]) => name)).size, all.length)
    assert.strictEqual(toolOfUsualName("Get-Server.Info"), "guild_get")
  })

  it("leads by its words to the tool that has them, and no other verb is a typing error", () => {
    for (const [name, near] of [
      ["threads_create", "channels_create_thread"],
      ["create_invite", "invites_create_channel"],
      ["delete_webhook", "webhooks_delete"],
      ["order_pizza", undefined]
    ] as const) {
      assert.deepStrictEqual([name, namesNear(name, tools)[0]], [name, near])
    }
    // A client that may not use the tool is not led to it.
    assert.deepStrictEqual(namesNear("purge", ["messages_read"]), [])
  })
})
