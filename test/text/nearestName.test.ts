import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { didYouMean, nearestName } from "../../src/text/nearestName.ts"

const names = catalogue.map(({ name }) => name)

describe("the nearest name", () => {
  it("is one that differs by a few letters, by case, or by the order of its words", () => {
    for (const [given, near] of [
      ["message_send", "messages_send"],
      ["MESSAGES-SEND", "messages_send"],
      ["send_messages", "messages_send"],
      ["mesages_raed", "messages_read"],
      ["chanels_get", "channels_get"],
      ["reactions_add", "reactions_create"],
      ["sendMessage", "messages_send"],
      ["messages_post", "messages_send"],
      ["delete_message", "messages_delete"],
      ["edit_message", "messages_edit"],
      ["channels_update", "channels_modify"],
      ["ban_user", "members_ban"],
      ["mute_member", "members_timeout"],
      ["get_user", "users_get"],
      ["add_role", "roles_create"],
      ["list_roles", "roles_list"],
      ["create_channel", "channels_create_guild_channel"],
      ["channels_create", "channels_create_guild_channel"]
    ] as const) {
      assert.strictEqual(nearestName(given, names), near)
    }
  })

  it("has the same meaning", () => {
    for (const given of ["bans_lsit", "xyzzy", "a", "", "emacs", "delete_everything", "_", "to"]) {
      const near = nearestName(given, names)
      assert.isTrue(near === undefined || near.startsWith("bans_"), `${given}: ${near}`)
    }
    assert.notStrictEqual(nearestName("bans_list", names), "skus_list")
    assert.strictEqual(nearestName("bans_list", ["skus_list", "guild_list_bans"]), "guild_list_bans")
    assert.strictEqual(didYouMean("bans_list", ["skus_list"]), "")
  })

  it.prop(
    "is at most one edit per four characters away, for any typing error",
    [FastCheck.constantFrom(...names), FastCheck.nat(), FastCheck.constantFrom("", "x", "z")],
    ([name, at, other]) => {
      const place = at % name.length
      const typed = name.slice(0, place) + other + name.slice(place + 1)
      assert.isDefined(nearestName(typed, names), typed)
    }
  )

  it("is undefined for a text longer than any name", () => {
    assert.isUndefined(nearestName(`${"messages_send".repeat(10)}`, names))
    assert.strictEqual(didYouMean("x".repeat(9_000_000), names), "")
  })
})
