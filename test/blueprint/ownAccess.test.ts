/** A plan never hides a channel from the bot itself, and never takes a permission that plans need. */
import { assert, describe, it } from "@effect/vitest"
import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Document } from "../../src/blueprint/document.ts"
import type { GuildState } from "../../src/blueprint/GuildState.ts"
import { planOf } from "../../src/blueprint/plan.ts"
import { bitsOf } from "../../src/errors/PermissionName.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"
import { idOf } from "./guilds.ts"
import { BOT, category, channel, GUILD, ROLE, role, SEEN, state } from "./smallGuild.ts"

/** Returns the calls of a plan, and the reasons of what it cannot do. */
const planned = (from: GuildState, document: Omit<Document, "version">) => {
  const { steps, unreachable } = planOf(from, { version: 1, ...document }, { prune: true })
  return { tools: steps.map(({ tool }) => tool), reasons: unreachable.map(({ reason }) => reason) }
}

const PRIVATE = { "@everyone": { deny: ["VIEW_CHANNEL"] }, member: { allow: ["VIEW_CHANNEL"] } } as const
const LACKS_VIEW = "the bot itself would lack VIEW_CHANNEL in it: allow that to the bot's role"

const plans = (bot: string) => `version: 1
channels:
  - name: Private
    overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}${bot}}
    channels: [{name: plans}]
`

describe("a plan that would hide a channel from the bot", () => {
  it.live("creates nothing, however often it is applied, and converges once the bot's role is allowed", () =>
    Effect.gen(function* () {
      const { ids, snapshot } = yield* Sandbox
      const channels = Effect.map(snapshot, (all) => Object.keys(all).filter((path) => /^\/channels\/\d+$/.test(path)))
      const before = yield* channels
      const input = { guild_id: ids.guild, __confirm: true }
      for (const _ of [1, 2]) {
        const { structured, text } = yield* call("blueprint_apply", { ...input, blueprint: plans("") })
        assert.isTrue(structured.converged, text)
        assert.include(text, LACKS_VIEW)
        assert.include(text, "its category cannot be created")
      }
      assert.deepStrictEqual(yield* channels, before)
      const path = `/guilds/${ids.guild}/roles/${ids.roles.bot}`
      const own = String(Object((yield* snapshot)[path]).name)
      const allowed = plans(`, ${JSON.stringify(own)}: {allow: [VIEW_CHANNEL]}`)
      const applied = yield* call("blueprint_apply", { ...input, blueprint: allowed })
      assert.deepInclude(applied.structured, { converged: true }, applied.text)
      assert.notInclude(applied.text, "unreachable")
    }).pipe(
      served(
        { MCP_DRY_RUN: "false" },
        { ...roomy, permissions: PermissionFlagsBits.ManageChannels | PermissionFlagsBits.ManageRoles }
      )
    )
  )

  it("keeps the overwrites of a channel that the bot views", () => {
    const plan = planned(state({ channels: [channel(SEEN, "seen")] }), {
      channels: [{ name: "seen", topic: "Tides", overwrites: PRIVATE }]
    })
    assert.deepStrictEqual(plan, { tools: ["channels_modify"], reasons: [LACKS_VIEW] })
  })

  it("closes a channel that an overwrite of the bot itself keeps open", () => {
    const own = { id: state().bot.id, type: OverwriteType.Member, allow: "1024", deny: "0" }
    const plan = planned(state({ channels: [channel(SEEN, "seen", { permission_overwrites: [own] })] }), {
      channels: [{ name: "seen", overwrites: PRIVATE }]
    })
    assert.deepStrictEqual(plan, { tools: ["channels_modify"], reasons: [] })
  })

  it("says that a voice channel needs CONNECT", () => {
    const plan = planned(state({ channels: [] }), {
      channels: [{ name: "Deck", kind: "voice", overwrites: { "@everyone": { deny: ["CONNECT"] } } }]
    })
    assert.deepStrictEqual(plan.reasons, [LACKS_VIEW.replace("VIEW_CHANNEL", "CONNECT")])
  })

  it("changes a category that the bot does not manage before either", () => {
    const overwrites = [{ id: GUILD, type: 0, allow: "0", deny: String(PermissionFlagsBits.ManageChannels) }]
    const from = state({ channels: [{ ...category(SEEN, "Seen"), permission_overwrites: overwrites }] })
    const plan = planned(from, {
      channels: [
        { name: "Seen", kind: "category", overwrites: { "@everyone": { deny: ["MANAGE_CHANNELS", "CONNECT"] } } }
      ]
    })
    assert.deepStrictEqual(plan, { tools: ["channels_modify"], reasons: [] })
  })
})

describe("a plan that would take a permission from the bot", () => {
  const everyoneGives = (permissions: bigint, own = 0n) =>
    state(
      {
        channels: [channel(SEEN, "seen", { type: ChannelType.GuildText })],
        bot: { id: idOf(902), roles: [BOT, ROLE], permissions: permissions | own }
      },
      {
        roles: [
          { ...role(GUILD, "@everyone", 0), permissions: String(permissions) },
          { ...role(ROLE, "member", 1), permissions: String(own) },
          { ...role(BOT, "bot", 2), permissions: "0" }
        ]
      }
    )
  const view = bitsOf(["VIEW_CHANNEL", "MANAGE_ROLES", "MANAGE_CHANNELS"])

  it("keeps the permissions of @everyone that only they give", () => {
    const plan = planned(everyoneGives(view), { everyone: { permissions: [] } })
    assert.deepStrictEqual(plan.tools, [])
    assert.match(plan.reasons[0] ?? "", /^the bot itself would lose .*VIEW_CHANNEL/)
  })

  it("takes a permission from one of two roles that give it", () => {
    const plan = planned(everyoneGives(view, view), {
      everyone: { permissions: [] },
      roles: [{ name: "bot" }, { name: "member", permissions: [] }]
    })
    assert.deepStrictEqual(plan.tools, ["roles_modify"])
    assert.lengthOf(plan.reasons, 1)
  })

  it("never deletes a role that the bot has", () => {
    const plan = planned(everyoneGives(view), { roles: [{ name: "bot" }] })
    assert.deepStrictEqual(plan, { tools: [], reasons: ["the bot itself has this role"] })
  })

  it("says which overwrites the bot cannot set without a permission that it loses", () => {
    const plan = planned(everyoneGives(view | bitsOf(["SEND_MESSAGES"])), {
      everyone: { permissions: ["VIEW_CHANNEL", "MANAGE_ROLES", "MANAGE_CHANNELS"] },
      channels: [{ name: "seen", overwrites: { "@everyone": { deny: ["SEND_MESSAGES"] } } }]
    })
    assert.deepStrictEqual(plan, { tools: ["roles_modify"], reasons: ["has permissions that the bot lacks itself"] })
  })
})

describe("an overwrite of a role whose name several roles have", () => {
  const from = state(
    {
      channels: [channel(SEEN, "seen", { permission_overwrites: [{ id: ROLE, type: 0, allow: "0", deny: "1024" }] })]
    },
    {
      roles: [
        role(GUILD, "@everyone", 0),
        role(ROLE, "guest", 1),
        { ...role(idOf(101), "guest", 2), color: 1 },
        role(BOT, "bot", 3)
      ]
    }
  )
  const roles = [{ name: "bot" }, { name: "guest", color: "#000002" }]
  const overwrites = { guest: { deny: ["VIEW_CHANNEL"] } } as const

  it("is never left out: the channel is neither created nor opened", () => {
    const reason = "has an overwrite of a role whose name several roles have"
    for (const name of ["seen", "new"]) {
      const { reasons, tools } = planned(
        { ...from, channels: name === "seen" ? from.channels : [] },
        {
          roles,
          channels: [{ name, overwrites }]
        }
      )
      assert.include(reasons, reason)
      assert.deepStrictEqual(tools, [])
    }
  })

  it("is left out for a role that cannot be created, although one that is renamed has its name now", () => {
    const { reasons, tools } = planned(state({ channels: [] }), {
      ids: { guild: GUILD, roles: { sailor: ROLE } },
      roles: [{ name: "bot" }, { key: "sailor", name: "sailor" }, { name: "member", permissions: ["0x800000000000"] }],
      channels: [{ name: "new", overwrites: { member: { allow: ["VIEW_CHANNEL"] } } }]
    })
    assert.deepStrictEqual(reasons, ["has permissions that the bot lacks itself"])
    assert.include(tools, "channels_create_guild_channel")
  })

  it("is set for a role that does not exist only once it does", () => {
    const plan = planned(state({ channels: [] }), {
      roles: [{ name: "bot" }, { name: "member" }, { name: "Staging bot", managed: true }],
      channels: [{ name: "new", overwrites: { "Staging bot": { allow: ["VIEW_CHANNEL"] } } }]
    })
    assert.include(plan.tools, "channels_create_guild_channel")
  })
})

describe("a plan of a bot that lacks permissions", () => {
  const noticesOf = (permissions: bigint, document: Omit<Document, "version">) =>
    planOf(state({ bot: { id: idOf(902), roles: [BOT], permissions } }), { version: 1, ...document }).notices.filter(
      (notice) => notice.includes("The bot lacks")
    )
  const both = { roles: [{ name: "new" }], channels: [{ name: "new" }] }

  it("names those that its changes need", () => {
    assert.deepStrictEqual(noticesOf(bitsOf(["VIEW_CHANNEL", "MANAGE_CHANNELS"]), both), [
      "The bot lacks MANAGE_ROLES in this guild: changes that need this permission can fail."
    ])
    assert.deepStrictEqual(noticesOf(bitsOf(["VIEW_CHANNEL"]), both), [
      "The bot lacks MANAGE_CHANNELS and MANAGE_ROLES in this guild: changes that need these permissions can fail."
    ])
  })

  it("names none that it does not need, and none to an administrator", () => {
    assert.deepStrictEqual(noticesOf(bitsOf(["VIEW_CHANNEL", "MANAGE_ROLES"]), { roles: both.roles }), [])
    assert.deepStrictEqual(noticesOf(bitsOf(["ADMINISTRATOR"]), both), [])
  })

  it("knows the permission of each kind of object", () => {
    const emojis = [{ name: "crab", url: "https://example.com/crab.png" }]
    assert.include(noticesOf(0n, { emojis })[0], "CREATE_GUILD_EXPRESSIONS")
    assert.include(noticesOf(0n, { guild: { verification_level: "high" } })[0], "MANAGE_GUILD")
  })
})
