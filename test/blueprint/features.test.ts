/** What a guild cannot have without a feature or boosts is left out of the calls, and said before the first one. */
import { assert, describe, it } from "@effect/vitest"
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Document } from "../../src/blueprint/document.ts"
import type { GuildState } from "../../src/blueprint/GuildState.ts"
import { planOf } from "../../src/blueprint/plan.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"
import { BOT, channel, GUILD, ROLE, role, SEEN, state } from "./smallGuild.ts"

const BOOSTED = ["COMMUNITY", "ROLE_ICONS", "ENHANCED_ROLE_COLORS", "VIP_REGIONS"]

const wanted: Document = {
  version: 1,
  roles: [{ name: "Keeper", color: "#112233", gradient: ["#445566"], unicode_emoji: "🌊", hoist: true }],
  channels: [{ name: "harbour", kind: "voice", bitrate: 384_000, user_limit: 5 }]
}

const reasonsIn = ({ unreachable }: ReturnType<typeof planOf>) =>
  unreachable.map(({ field, name, reason }) => `${name}.${field}: ${reason}`)

const callsOf = ({ steps }: ReturnType<typeof planOf>, tool: string) =>
  steps.flatMap((step) => (step.tool === tool ? [step.args] : []))

/** A guild with one role and one voice channel. */
const small = (guild: Partial<GuildState["guild"]>, fields: Partial<GuildState["guild"]["roles"][number]> = {}) =>
  state(
    { channels: [channel(SEEN, "harbour", { type: ChannelType.GuildVoice, bitrate: 64_000, user_limit: 0 })] },
    {
      ...guild,
      roles: [
        role(GUILD, "@everyone", 0),
        { ...role(ROLE, "Keeper", 1), ...fields },
        { ...role(BOT, "bot", 2), managed: true }
      ]
    }
  )

const REASONS = [
  "Keeper.unicode_emoji: needs a guild with the feature ROLE_ICONS",
  "Keeper.gradient: needs a guild with the feature ENHANCED_ROLE_COLORS",
  "harbour.bitrate: a guild of this boost level has at most 96000 bits per second"
]

describe("a guild without features and boosts", () => {
  const bare = { premium_tier: 0 }

  it("gets new objects without the fields that it cannot have", () => {
    const plan = planOf(state({ channels: [] }, bare), wanted)
    assert.deepStrictEqual(reasonsIn(plan), REASONS)
    const [created = {}] = callsOf(plan, "roles_create")
    assert.deepInclude(created, { name: "Keeper", color: 0x112233, hoist: true })
    assert.notProperty(created, "unicode_emoji")
    const [voice = {}] = callsOf(plan, "channels_create_guild_channel")
    assert.deepInclude(voice, { name: "harbour", user_limit: 5 })
    assert.notProperty(voice, "bitrate")
  })

  it("gets the other changes of an object", () => {
    const plan = planOf(small(bare), wanted)
    assert.deepStrictEqual(reasonsIn(plan), REASONS)
    const [role = {}] = callsOf(plan, "roles_modify")
    assert.deepInclude(role, { color: 0x112233, hoist: true })
    assert.notProperty(role, "unicode_emoji")
    const [changed = {}] = callsOf(plan, "channels_modify")
    assert.deepInclude(changed, { user_limit: 5 })
    assert.notProperty(changed, "bitrate")
  })

  it("keeps what it had before", () => {
    const kept = { unicode_emoji: "🌊", colors: { primary_color: 1, secondary_color: 2, tertiary_color: null } }
    const roles = [{ name: "Keeper", color: "#000001", gradient: ["#000002"], unicode_emoji: "🌊" }]
    const { changes, unreachable } = planOf(small(bare, kept), { version: 1, roles })
    assert.deepStrictEqual({ changes, unreachable }, { changes: [], unreachable: [] })
  })

  for (const [tier, max] of [96_000, 128_000, 256_000, 384_000].entries()) {
    it(`has voice channels with at most ${max} bits per second at level ${tier}`, () => {
      const withBitrate = (bitrate: number) =>
        planOf(state({ channels: [] }, { premium_tier: tier }), {
          version: 1,
          channels: [{ name: "harbour", kind: "voice", bitrate }]
        })
      assert.deepStrictEqual(reasonsIn(withBitrate(max)), [])
      assert.lengthOf(reasonsIn(withBitrate(max + 1)), 1)
    })
  }
})

it("a guild with the features gets all fields", () => {
  const plan = planOf(state({ channels: [] }, { premium_tier: 0, features: BOOSTED }), wanted)
  assert.deepStrictEqual(reasonsIn(plan), [])
  assert.deepInclude(callsOf(plan, "roles_create")[0] ?? {}, { unicode_emoji: "🌊" })
})

describe("a role with three colours", () => {
  const withColors = (color: string | undefined, gradient: ReadonlyArray<string>) =>
    planOf(state({}, { features: BOOSTED }), {
      version: 1,
      roles: [{ name: "Keeper", ...(color !== undefined && { color }), gradient }]
    })

  it("has Discord's own three, without case", () => {
    for (const color of ["#A9C9FF", undefined]) {
      const plan = withColors(color, ["#FFBBEC", "#ffc3a0"])
      assert.deepStrictEqual(reasonsIn(plan), [])
      assert.deepStrictEqual(Object(callsOf(plan, "roles_create")[0]).colors, {
        primary_color: 11127295,
        secondary_color: 16759788,
        tertiary_color: 16761760
      })
    }
  })

  it("has no others, and the plan says so", () => {
    assert.deepStrictEqual(reasonsIn(withColors("#112233", ["#445566", "#778899"])), [
      "Keeper.gradient: with three colours, Discord allows only #a9c9ff, #ffbbec, #ffc3a0"
    ])
    assert.deepStrictEqual(reasonsIn(withColors("#112233", ["#ffbbec", "#ffc3a0"])), [
      "Keeper.color: with this gradient, Discord allows only #a9c9ff"
    ])
  })
})

describe("applying the blueprint of a boosted guild to one without boosts", () => {
  it.live("creates all objects, converges, and says what is left out", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const blueprint = `version: 1
roles:
  - {name: Keeper, gradient: ["#445566"], unicode_emoji: 🌊}
  - {name: Pilot, color: "#a9c9ff", gradient: ["#ffbbec", "#ffc3a0"]}
channels:
  - {name: harbour, kind: voice, bitrate: 384000, overwrites: {Keeper: {allow: [CONNECT]}}}
`
      const input = { guild_id: ids.guild, blueprint }
      const applied = (yield* call("blueprint_apply", { ...input, __confirm: true })).structured
      assert.isTrue(applied.converged, JSON.stringify(applied))
      const again = (yield* call("blueprint_plan", input)).structured
      assert.deepStrictEqual(again.changes, [])
      assert.deepStrictEqual(
        Object(again.unreachable).map(({ field, name }: { field: string; name: string }) => `${name}.${field}`),
        ["Keeper.unicode_emoji", "Keeper.gradient", "Pilot.gradient", "harbour.bitrate"]
      )
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.Administrator }))
  )

  it.live("gives a boosted guild all of them", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      yield* patch({ [`/guilds/${ids.guild}`]: { features: BOOSTED, premium_tier: 3 } })
      const blueprint = `version: 1
roles:
  - {name: Keeper, gradient: ["#445566"], unicode_emoji: 🌊}
  - {name: Pilot, gradient: ["#ffbbec", "#ffc3a0"]}
channels:
  - {name: harbour, kind: voice, bitrate: 384000}
`
      const input = { guild_id: ids.guild, blueprint }
      assert.isTrue((yield* call("blueprint_apply", { ...input, __confirm: true })).structured.converged)
      const { changes, unreachable } = (yield* call("blueprint_plan", input)).structured
      assert.deepStrictEqual({ changes, unreachable }, { changes: [], unreachable: undefined })
    }).pipe(served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.Administrator }))
  )
})
