/** Reads objects and sends back what was read. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, FastCheck, Record, Struct } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { ruleFields } from "../../src/objects/automodRule.ts"
import { channelFields, channelKinds } from "../../src/objects/channel.ts"
import { changedEventFields } from "../../src/objects/event.ts"
import { guildChannels, guildFields, guildPictures } from "../../src/objects/guild.ts"
import { roleFields } from "../../src/objects/role.ts"
import { optionalFields, toolInput } from "../../src/testing/toolInput.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"

/** Sends back those fields of an object that its tool takes, and returns them. */
const sendBack = (name: string, id: object, shown: object) => {
  const fields = catalogue.flatMap((tool) => (tool.name === name ? optionalFields(tool) : []))
  // A kind is converted, and not set.
  const sent = Record.filter<string, unknown>({ ...shown }, (_, field) => fields.includes(field) && field !== "kind")
  return Effect.map(call(name, { ...id, ...sent, __confirm: true }), ({ isError, text }) => {
    assert.isFalse(isError, text)
    return sent
  })
}

/** Reads objects of a category, and sends back what was read. Returns the fields that were sent. */
const readBack = Effect.fnUntraced(function* (
  category: string,
  ids: ReadonlyArray<object>,
  settable: (shown: Readonly<Record<string, unknown>>) => object = (shown) => shown
) {
  const { snapshot } = yield* Sandbox
  const [get, modify] = [`${category}_get`, `${category}_modify`].map(
    (name) => catalogue.find((tool) => tool.name === name || tool.name === `${name}_rule`)?.name ?? name
  )
  const fields = new Set<string>()
  for (const id of ids) {
    const before = yield* snapshot
    const { structured } = yield* call(get ?? "", id)
    const sent = yield* sendBack(modify ?? "", id, settable(structured))
    for (const field of Object.keys(sent)) fields.add(field)
    const changed = Record.filter(yield* snapshot, (now, path) => JSON.stringify(now) !== JSON.stringify(before[path]))
    assert.deepStrictEqual(changed, {}, JSON.stringify(sent))
  }
  return [...fields]
})

const inSandbox = served(
  { MCP_DRY_RUN: "false", MCP_WRITE_MODE: "allow" },
  { ...roomy, permissions: PermissionFlagsBits.Administrator }
)

describe("what was read", () => {
  it.live("of a channel changes nothing when it is sent back", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const lists = yield* Effect.forEach(["channels_list", "channels_list_active_threads_guild"], (list) =>
        call(list, { guild_id: ids.guild })
      )
      const channels = lists.flatMap(
        ({ structured }) => (structured.items as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id) // their shape
      )
      const seeded = channels.length
      for (const kind of Record.keys(channelKinds)) {
        const inputs = toolInput("channels_create_guild_channel", {
          guild_id: FastCheck.constant(ids.guild),
          kind: FastCheck.constant(kind),
          parent_id: FastCheck.constant(undefined),
          permission_overwrites: FastCheck.constant(undefined),
          rtc_region: FastCheck.constantFrom("rotterdam", undefined),
          // The guild has no other emojis.
          default_reaction_emoji: FastCheck.constantFrom("👍", undefined),
          available_tags: FastCheck.constantFrom(
            [{ name: "solved", emoji: "✅", moderated: true }, { name: "reef" }],
            []
          )
        })
        for (const input of FastCheck.sample(inputs, { numRuns: 8, seed: 1 })) {
          const made = yield* call("channels_create_guild_channel", input)
          // Discord refuses a name without letters.
          if (made.isError) continue
          channels.push(String(made.structured.id))
          if (kind === "forum")
            yield* call("channels_modify", { channel_id: made.structured.id, flags: ["require_tag"] })
        }
      }
      assert.isAbove(channels.length, seeded + 20)
      const fields = yield* readBack(
        "channels",
        channels.map((channel_id) => ({ channel_id })),
        // A thread stays in its channel.
        (shown) => (String(shown.kind).endsWith("thread") ? Struct.omit(shown, "parent_id") : shown)
      )
      assert.includeMembers(fields, Object.keys(channelFields))
    }).pipe(inSandbox)
  )

  it.live("of an AutoMod rule changes nothing when it is sent back", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const inputs = toolInput("automod_create_rule", { guild_id: FastCheck.constant(ids.guild) })
      const fields = new Set<string>()
      for (const input of FastCheck.sample(inputs, { numRuns: 60, seed: 1 })) {
        const made = yield* call("automod_create_rule", { ...input, __confirm: true })
        // An alert in a channel that does not exist, or a rule of this trigger that exists.
        if (made.isError) continue
        const id = { guild_id: ids.guild, rule_id: made.structured.id }
        for (const field of yield* readBack("automod", [id])) fields.add(field)
        yield* call("automod_delete_rule", { ...id, __confirm: true })
      }
      assert.sameMembers([...fields], Object.keys(ruleFields))
    }).pipe(inSandbox)
  )

  it.live("of a role changes nothing when it is sent back", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      const guild_id = ids.guild
      yield* patch({ [`/guilds/${guild_id}`]: { features: ["ROLE_ICONS", "ENHANCED_ROLE_COLORS"] } })
      const roles = [ids.roles.member, ids.roles.moderator]
      const inputs = toolInput("roles_create", {
        guild_id: FastCheck.constant(guild_id),
        icon: FastCheck.constant(undefined),
        unicode_emoji: FastCheck.constantFrom("🌊", undefined)
      })
      for (const input of FastCheck.sample(inputs, { numRuns: 20, seed: 1 })) {
        const made = yield* call("roles_create", { ...input, __confirm: true })
        assert.isFalse(made.isError, made.text)
        roles.push(String(made.structured.id))
      }
      const fields = yield* readBack(
        "roles",
        roles.map((role_id) => ({ guild_id, role_id }))
      )
      assert.includeMembers(fields, Object.keys(roleFields))
    }).pipe(inSandbox)
  )

  it.live("of the settings of a guild changes nothing when it is sent back", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const guild_id = ids.guild
      const inputs = toolInput("guild_modify", {
        guild_id: FastCheck.constant(guild_id),
        ...Record.map(guildPictures, () => FastCheck.constant(undefined)),
        ...Record.map(guildChannels, () => FastCheck.constantFrom(ids.channels.general, undefined)),
        features: FastCheck.constant(undefined)
      })
      const fields = new Set<string>()
      for (const input of FastCheck.sample(inputs, { numRuns: 10, seed: 1 })) {
        const set = yield* call("guild_modify", { ...input, __confirm: true })
        assert.isFalse(set.isError, set.text)
        for (const field of yield* readBack("guild", [{ guild_id }])) fields.add(field)
      }
      assert.includeMembers([...fields], Object.keys(guildFields))
    }).pipe(inSandbox)
  )

  it.live("of an event changes nothing when it is sent back", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const inputs = toolInput("events_create", {
        guild_id: FastCheck.constant(ids.guild),
        image: FastCheck.constant(undefined)
      })
      const events = [{ guild_id: ids.guild, event_id: ids.event }]
      for (const input of FastCheck.sample(inputs, { numRuns: 60, seed: 1 })) {
        const made = yield* call("events_create", input)
        // The channel does not exist.
        if (!made.isError) events.push({ guild_id: ids.guild, event_id: String(made.structured.id) })
      }
      const fields = yield* readBack("events", events)
      assert.sameMembers(fields, Object.keys(Struct.omit(changedEventFields, "channel_id")))
    }).pipe(inSandbox)
  )
})
