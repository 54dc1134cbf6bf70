/** What happens to a channel whose entry has another kind, and to kinds that need a feature of the guild. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits as Bit } from "discord-api-types/v10"
import { Effect } from "effect"
import { planOf } from "../../src/blueprint/plan.ts"
import { channelKinds } from "../../src/objects/channel.ts"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"
import { channel, GUILD, SEEN, state } from "./smallGuild.ts"

const administrator: SandboxOptions = { ...roomy, permissions: Bit.Administrator }

type Kind = keyof typeof channelKinds
const kinds = (Object.keys(channelKinds) as ReadonlyArray<Kind>).filter((kind) => kind !== "category") // its keys
const community = { features: ["COMMUNITY", "NEWS"] }

describe("a channel whose entry has another kind", () => {
  for (const from of kinds)
    for (const to of kinds)
      for (const known of ["its id", "its name"]) {
        if (from === to) continue
        const isPossible = [from, to].every((kind) => kind === "text" || kind === "announcement")
        it(`${isPossible ? "changes in place" : "stays, and the plan says so"}: ${from} to ${to}, by ${known}`, () => {
          const guild = state({ channels: [channel(SEEN, "seen", { type: channelKinds[from] })] }, community)
          const ids = { guild: GUILD, channels: { seen: SEEN } }
          const plan = planOf(guild, {
            version: 1,
            channels: [{ name: "seen", kind: to }],
            ...(known === "its id" && { ids })
          })
          const calls = plan.steps.map(({ args, tool }) => ({ tool, kind: args.kind, id: args.channel_id }))
          assert.deepStrictEqual(calls, isPossible ? [{ tool: "channels_modify", kind: to, id: SEEN }] : [])
          assert.deepStrictEqual(
            plan.unreachable.map(({ reason }) => reason),
            isPossible ? [] : [`a ${from} channel cannot become a ${to} channel: it stays`]
          )
          if (!isPossible) assert.match(plan.notices.join(" "), /give its entry another name and key, or delete/)
        })
      }

  it("keeps its kind where the entry has none, however it is found", () => {
    const guild = state({ channels: [channel(SEEN, "seen", { type: channelKinds.announcement })] }, community)
    const { changes, steps } = planOf(guild, { version: 1, channels: [{ name: "seen", topic: "Tides" }] })
    assert.deepStrictEqual(
      changes.map(({ action, fields }) => [action, fields?.map(({ field }) => field)]),
      [["update", ["topic"]]]
    )
    assert.deepStrictEqual(
      steps.map(({ tool }) => tool),
      ["channels_modify"]
    )
  })

  it("stays a text channel while Community needs it as its rules channel", () => {
    const guild = state({ channels: [channel(SEEN, "seen")] }, { ...community, rules_channel_id: SEEN })
    const plan = planOf(guild, { version: 1, channels: [{ name: "seen", kind: "announcement" }] })
    assert.deepStrictEqual(plan.steps, [])
    assert.match(plan.unreachable.map(({ reason }) => reason).join(), /must be text channels/)
    assert.include(plan.notices.join(" "), "Set another rules or updates channel first")
  })

  it("is new where the guild has one of the name that the blueprint also has", () => {
    const guild = state({ channels: [channel(SEEN, "seen")] }, community)
    const { steps } = planOf(guild, {
      version: 1,
      channels: [{ name: "seen" }, { name: "seen", key: "v", kind: "voice" }]
    })
    assert.deepStrictEqual(
      steps.map(({ tool }) => tool),
      ["channels_create_guild_channel", "channels_modify_positions"]
    )
  })
})

describe("a kind that needs a feature", () => {
  for (const kind of ["announcement", "stage", "forum", "media"]) {
    it.live(`is reported by the plan and the preview before the first write: ${kind}`, () =>
      Effect.gen(function* () {
        const { ids, patch, requests } = yield* Sandbox
        yield* patch({ [`/guilds/${ids.guild}`]: { features: [] } })
        const blueprint = `version: 1\nchannels:\n  - {name: special, kind: ${kind}}\n  - {name: plain}\n`
        const input = { guild_id: ids.guild, blueprint }
        const plan = yield* call("blueprint_plan", input)
        assert.include(plan.text, "needs a Community guild")
        assert.include(JSON.stringify(plan), "a person enables it in Server Settings")
        const preview = yield* call("blueprint_apply", input)
        assert.include(preview.text, "needs a Community guild")
        assert.isFalse((yield* requests).some(({ method }) => method !== "GET"))
      }).pipe(served({ MCP_WRITE_MODE: "preview" }, administrator))
    )
  }

  it.live("changes between text and announcement, both ways, in the same channel", () =>
    Effect.gen(function* () {
      const { ids, snapshot } = yield* Sandbox
      const general = ids.channels.general
      for (const [kind, type] of [
        ["announcement", 5],
        ["text", 0]
      ] as const) {
        const blueprint = `version: 1\nchannels:\n  - {name: general, kind: ${kind}}\n`
        const applied = yield* call("blueprint_apply", { guild_id: ids.guild, blueprint, __confirm: true })
        assert.isTrue(applied.structured.converged, applied.text)
        const named = Object.values(yield* snapshot).filter((one) => Object(one).name === "general")
        assert.deepStrictEqual(
          named.map((one) => [Object(one).id, Object(one).type]),
          [[general, type]]
        )
      }
    }).pipe(served({ MCP_DRY_RUN: "false" }, administrator))
  )
})

describe("two exports of a guild", () => {
  it.live("are equal in every byte, and a plan stays valid, in any order of Discord's lists", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const input = { guild_id: ids.guild }
      const texts: Array<unknown> = []
      const plans: Array<unknown> = []
      for (let run = 0; run < 6; run++) {
        const exported = yield* call("blueprint_export", input)
        texts.push(exported.structured.text)
        const plan = yield* call("blueprint_plan", { ...input, blueprint: texts[0] })
        assert.deepInclude(plan.structured, { in_sync: true }, plan.text)
        // The id begins with when the plan expires.
        plans.push(String(plan.structured.plan_id).split(".").at(-1))
      }
      assert.strictEqual(new Set(texts).size, 1)
      assert.strictEqual(new Set(plans).size, 1)
    }).pipe(
      served(
        { MCP_MAX_RESULT_CHARS: "1000000" },
        {
          ...administrator,
          conditions: { shuffle: true }
        }
      )
    )
  )
})
