/** Which reads of a call tell what its write changes. */
import { assert, describe, it } from "@effect/vitest"
import { CallReads } from "../../src/discord/CallReads.ts"
import { currentUser } from "../../src/discord/DiscordRequest.ts"

const requestTo = (route: string) => ({ ...currentUser, route })

const readsOf = (replies: Readonly<Record<string, unknown>>) => {
  const reads = new CallReads()
  for (const [route, body] of Object.entries(replies)) reads.add(requestTo(route), body)
  return reads
}

describe("the object before a write", () => {
  const two = { id: "2" }
  const member = { user: two }
  const pause = { dms_disabled_until: null }
  for (const [title, replies, write, before] of [
    ["has the same path", { "/channels/2": two }, "/channels/2", two],
    ["is an item of the list above it", { "/guilds/1/roles": [{ id: "1" }, two] }, "/guilds/1/roles/2", two],
    ["is an item of a guild's list", { "/guilds/1/channels": [two] }, "/channels/2", two],
    ["is a member by the id of its user", { "/guilds/1/members": [null, member] }, "/guilds/1/members/2", member],
    ["is a part of its guild", { "/guilds/1": { incidents_data: pause } }, "/guilds/1/incident-actions", pause],
    ["is unknown in a guild without that part", { "/guilds/1": null }, "/guilds/1/incident-actions", undefined],
    // A thread has the id of its first message.
    ["is of the same kind", { "/channels/1/messages": [two] }, "/channels/2", undefined],
    ["is of the same guild", { "/guilds/9/roles": [two] }, "/guilds/1/roles/2", undefined]
  ] as const) {
    it(title, () => assert.strictEqual(readsOf(replies).beforeWrite(requestTo(write)), before))
  }

  it("is unknown after the first write, and of the newest reads only", () => {
    const reads = readsOf({ "/channels/2": two })
    assert.strictEqual(reads.beforeWrite(requestTo("/channels/2")), two)
    assert.isUndefined(reads.beforeWrite(requestTo("/channels/2")))
    const many = readsOf(Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`/channels/${at}`, at])))
    assert.isUndefined(many.beforeWrite(requestTo("/channels/0")))
    assert.strictEqual(many.beforeWrite(requestTo("/channels/100")), 100)
  })
})
