/** Applying one blueprint: consent, failures, limits and large guilds. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Duration, Effect, Fiber } from "effect"
import type { SandboxOptions } from "../../src/sandbox/Sandbox.ts"
import { Progress } from "../../src/tools/dsl/Progress.ts"
import { call, codeOf, roomy, Sandbox, served } from "../dispatch/app.ts"
import { isDeep, turn } from "../turns.ts"

const administrator: SandboxOptions = { ...roomy, permissions: PermissionFlagsBits.Administrator }
const armed = { MCP_DRY_RUN: "false" }

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

/** The requests so far that change something. */
const writes = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`])))
)

const inGuild = (blueprint: string, more: object = {}) =>
  Effect.map(Sandbox, ({ ids }) => ({ guild_id: ids.guild, blueprint, ...more }))

const DANGEROUS = `version: 1
roles:
  - {name: Warden, permissions: [BAN_MEMBERS, KICK_MEMBERS]}
  - {name: moderator, permissions: [VIEW_CHANNEL, MANAGE_MESSAGES]}
channels:
  - {name: watch, overwrites: {Warden: {allow: [MANAGE_MESSAGES]}, "@everyone": {deny: [VIEW_CHANNEL]}}}
  - {name: general, topic: Tides}
`

describe("consent to a blueprint", () => {
  it.live("shows every deletion and every dangerous permission by name, and changes nothing before", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const input = yield* inGuild(DANGEROUS, { prune: true })
      const preview = yield* call("blueprint_apply", input)
      assert.strictEqual(codeOf(preview), "DRY_RUN_PREVIEW")
      assert.deepStrictEqual(yield* writes, [])
      const shown = Object(preview.structured.preview)
      const deletions = shown.steps.filter(({ tool }: { tool: string }) => /_delete/.test(tool))
      const plan = yield* structured("blueprint_plan", input)
      assert.strictEqual(deletions.length, Object(plan.counts).delete)
      for (const { facts } of deletions) assert.isString(facts.name)
      assert.include(preview.text, "Grants BAN_MEMBERS, KICK_MEMBERS to ")
      assert.include(preview.text, "Grants MANAGE_MESSAGES to")
      assert.strictEqual(shown.facts.guild, "Tidepool")
      // A token confirms exactly this plan.
      const __confirm = preview.structured.confirmation_token
      const { patch } = yield* Sandbox
      yield* patch({ [`/channels/${ids.channels.general}`]: { topic: "Else" } })
      const changed = yield* structured("blueprint_apply", { ...input, __confirm })
      assert.strictEqual(Object(changed.validation_issues)[0].code, "token_mismatch")
      assert.deepStrictEqual(yield* writes, [])
      const again = yield* structured("blueprint_apply", input)
      const applied = yield* structured("blueprint_apply", { ...input, __confirm: again.confirmation_token })
      assert.isTrue(applied.converged)
      const done = applied.done as ReadonlyArray<{ action: string; object: string; id?: string }>
      assert.lengthOf(done, Object(plan.changes).length)
      const made = done.filter(({ action, object }) => action === "create" && ["role", "channel"].includes(object))
      for (const { id } of made) assert.match(String(id), /^\d{17,20}$/)
    }).pipe(served({ ...armed, MCP_CONFIRM: "token" }, administrator))
  )

  it.live("is refused if what it deletes does not fit one preview", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      yield* patch(
        Object.fromEntries(
          Array.from({ length: 300 }, (_, at) => [
            `/channels/${1_300_000_000_000_000_000n + BigInt(at)}`,
            { guild_id: ids.guild, type: 0, name: `old-channel-number-${at}`, position: at, parent_id: null, flags: 0 }
          ])
        )
      )
      const refused = yield* structured(
        "blueprint_apply",
        yield* inGuild("version: 1\nchannels: []\n", { prune: true })
      )
      assert.deepInclude(Object(refused.validation_issues)[0], { path: "blueprint", code: "too_much_to_show" })
      assert.deepStrictEqual(yield* writes, [])
    }).pipe(served(armed, administrator))
  )

  it.live("is not needed for a guild that is as the blueprint", () =>
    Effect.gen(function* () {
      const applied = yield* structured("blueprint_apply", yield* inGuild("version: 1\n"))
      assert.deepStrictEqual(applied, { converged: true, status: "ok", calls: { ok: 0, failed: 0, skipped: 0 } })
    }).pipe(served({}, administrator))
  )

  it.live("cannot be had for a blueprint inside of another plan", () =>
    Effect.gen(function* () {
      const args = yield* inGuild("version: 1\n")
      const refused = yield* structured("mcp_pipeline", { steps: [{ id: "a", tool: "blueprint_apply", args }] })
      assert.strictEqual(Object(refused.validation_issues)[0].code, "nested_pipeline")
    }).pipe(served(armed, administrator))
  )
})

describe("a blueprint that cannot be applied as a whole", () => {
  const THREE = `version: 1
roles: [{name: Deckhand}]
channels:
  - {name: harbour, overwrites: {Deckhand: {allow: [VIEW_CHANNEL]}}}
  - {name: galley}
`

  it.live("goes on with what does not depend on the failure, and goes on from there later", () =>
    Effect.gen(function* () {
      const { clearFaults, fail } = yield* Sandbox
      const input = yield* inGuild(THREE, { __confirm: true })
      const refusal = { kind: "status", status: 403, body: { code: 50013, message: "Missing Permissions" } } as const
      yield* fail({ script: [{ match: { operation: "POST /guilds/:id/roles" }, do: refusal }] })
      const first = yield* call("blueprint_apply", input)
      assert.strictEqual(codeOf(first), "PIPELINE_FAILED")
      const report = Object(first.structured.report)
      assert.strictEqual(report.status, "partial")
      assert.isFalse(report.output.converged)
      const statuses = report.steps.map(({ status, tool }: { status: string; tool: string }) => `${tool} ${status}`)
      assert.includeMembers(statuses, [
        "roles_create failed",
        "channels_create_guild_channel skipped",
        "channels_create_guild_channel ok"
      ])
      yield* clearFaults
      assert.isTrue((yield* structured("blueprint_apply", input)).converged)
      const creations = (yield* writes).filter((line) => /^POST .*channels/.test(line))
      assert.strictEqual(creations.length, 2)
    }).pipe(served(armed, administrator))
  )

  it.live("ends as partial at a limit of Discord, and says when to go on", () =>
    Effect.gen(function* () {
      const { fail } = yield* Sandbox
      const input = yield* inGuild(THREE, { __confirm: true })
      const limit = { kind: "rate_limit", scope: "user", retry_after: 3600 } as const
      yield* fail({ script: [{ match: { operation: "POST /guilds/:id/roles" }, do: limit }] })
      const { converged, retry_after_ms, status } = yield* structured("blueprint_apply", input)
      assert.deepStrictEqual({ converged, status }, { converged: false, status: "partial" })
      assert.isAbove(Number(retry_after_ms), 3_500_000)
    }).pipe(served(armed, administrator))
  )

  it.live("is refused while another call applies one to the same guild, and converges when that has ended", () =>
    Effect.gen(function* () {
      const { clearFaults, fail } = yield* Sandbox
      const input = yield* inGuild(THREE, { __confirm: true })
      // The first plan waits here until the second one is refused.
      yield* fail({ script: [{ match: { operation: "POST /guilds/:id/roles" }, do: { kind: "latency", ms: 20_000 } }] })
      const first = yield* Effect.fork(call("blueprint_apply", input))
      yield* Effect.repeat(Effect.zipLeft(writes, turn), { until: (all) => all.length > 0 })
      const second = yield* call("blueprint_apply", input)
      assert.deepInclude(second.structured, { code: "BULKHEAD_SATURATED", retriable: true, scope: "guild" })
      yield* Fiber.interrupt(first)
      yield* clearFaults
      assert.isTrue((yield* structured("blueprint_apply", input)).converged)
    }).pipe(served(armed, administrator))
  )

  it.live("adopts what an earlier call created without an answer", () =>
    Effect.gen(function* () {
      const { fail } = yield* Sandbox
      const input = yield* inGuild(THREE, { __confirm: true })
      yield* fail({
        script: [
          {
            match: { operation: "POST /guilds/:id/channels" },
            after_effect: true,
            do: { kind: "reset", at: "headers" }
          }
        ]
      })
      yield* structured("blueprint_apply", input)
      assert.isTrue((yield* structured("blueprint_apply", input)).converged)
      const created = (yield* writes).filter((line) => /^POST .*channels/.test(line))
      assert.strictEqual(created.length, 2)
    }).pipe(served(armed, administrator))
  )
})

describe("a guild of many channels and roles", () => {
  // With all its objects, 300 changes take ten seconds.
  const [channels, roles, newRoles] = isDeep ? [200, 100, 15] : [60, 30, 5]
  const changes = channels - 10 + (roles - 2) + newRoles
  const id = (number: number) => String(1_300_000_000_000_000_000n + BigInt(number))

  /** Fills the guild. The bot's role is the highest. */
  const filled = Effect.gen(function* () {
    const { ids, patch } = yield* Sandbox
    yield* patch({
      ...Object.fromEntries(
        Array.from({ length: channels }, (_, at) => [
          `/channels/${id(at)}`,
          {
            guild_id: ids.guild,
            type: at < 10 ? 4 : at % 3 === 0 ? 2 : 0,
            name: `channel-${at}`,
            position: at,
            parent_id: at < 10 ? null : id(at % 10),
            permission_overwrites: [],
            flags: 0
          }
        ])
      ),
      [`/guilds/${ids.guild}`]: {
        roles: [
          { id: ids.guild, name: "@everyone", position: 0, permissions: "3072", managed: false },
          ...Array.from({ length: roles - 1 }, (_, at) => ({
            id: at === roles - 2 ? ids.roles.bot : id(1000 + at),
            name: `role ${at}`,
            position: at + 1,
            permissions: at === roles - 2 ? "8" : "3072",
            managed: at === roles - 2
          }))
        ]
      }
    })
  })

  /** Changes each channel in a category and each role, and creates roles. */
  const CHANGES = [
    "version: 1",
    "channels:",
    ...Array.from(
      { length: channels - 10 },
      (_, at) => `  - {name: channel-${at + 10}, kind: ${(at + 10) % 3 === 0 ? "voice" : "text"}, nsfw: true}`
    ),
    "roles:",
    ...Array.from({ length: roles - 2 }, (_, at) => `  - {name: role ${at}, hoist: true}`),
    ...Array.from({ length: newRoles }, (_, at) => `  - {name: new ${at}}`)
  ].join("\n")

  it.live("is exported with at most 20 requests, and its plan is empty", () =>
    Effect.gen(function* () {
      const { ids, requests } = yield* Sandbox
      yield* filled
      const { text } = yield* structured("blueprint_export", { guild_id: ids.guild })
      assert.isAtMost((yield* requests).length, 20)
      const plan = yield* structured("blueprint_plan", { guild_id: ids.guild, blueprint: text, prune: true })
      assert.deepInclude(plan, { in_sync: true, changes: [] })
    }).pipe(served({ ...armed, MCP_MAX_RESULT_CHARS: "1000000" }, administrator))
  )

  it.live("takes many changes without a 429, shows progress, survives an interruption, and repeats nothing", () =>
    Effect.gen(function* () {
      const { awaitRequests, requests } = yield* Sandbox
      yield* filled
      const input = yield* inGuild(CHANGES, { __confirm: true })
      const reports: Array<number> = []
      const totals = new Set<number | undefined>()
      const progress = {
        report: ({ done, total }: { readonly done: number; readonly total?: number | undefined }) =>
          Effect.sync(() => {
            reports.push(done)
            totals.add(total)
          })
      }
      const apply = call("blueprint_apply", input).pipe(Effect.provideService(Progress, progress))
      const fiber = yield* Effect.fork(apply)
      yield* awaitRequests(isDeep ? 120 : 50)
      yield* Fiber.interrupt(fiber)
      assert.isAbove(reports.length, 10)
      assert.isAbove(Math.min(...[...totals].map((total) => total ?? 0)), changes - 5)
      const interruptedAt = reports.length
      const { structured: applied } = yield* apply
      const again = reports.slice(interruptedAt)
      assert.deepStrictEqual(
        again,
        again.toSorted((a, b) => a - b)
      )
      assert.deepInclude(applied, { converged: true, status: "ok" })
      const all = yield* requests
      assert.deepStrictEqual(
        all.filter(({ status }) => status === 429),
        []
      )
      // Of two roles with one name, prune would delete one.
      const plan = yield* structured("blueprint_plan", yield* inGuild(CHANGES, { prune: true }))
      assert.notMatch(JSON.stringify(plan.changes), /"delete","object":"role"/)
      // The interruption may repeat the one call that was on its way.
      assert.isAtMost((yield* writes).length, changes + 9)
    }).pipe(
      Effect.timeout(Duration.minutes(2)),
      served(
        { ...armed, MCP_MAX_RESULT_CHARS: "1000000", MCP_GLOBAL_REQUESTS_PER_SECOND: "40" },
        // A channel takes two changes in ten minutes: a limit of the resource.
        {
          ...administrator,
          globalPerSecond: 50,
          limits: { ...administrator.limits, "PATCH /channels/:id": { limit: 2, windowMs: 600_000 } }
        }
      )
    )
  )
})
