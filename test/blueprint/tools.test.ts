import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { readDocument } from "../../src/blueprint/readDocument.ts"
import { asked, call, roomy, Sandbox, served } from "../dispatch/app.ts"

const administrator = { ...roomy, permissions: PermissionFlagsBits.Administrator }
const armed = { MCP_DRY_RUN: "false" }

const structured = (tool: string, input: object) => Effect.map(call(tool, input), (answer) => answer.structured)

const exported = Effect.gen(function* () {
  const { guild } = (yield* Sandbox).ids
  const { text } = yield* structured("blueprint_export", { guild_id: guild })
  return String(text)
})

/** Applies a blueprint with consent. */
const apply = (input: object) => structured("blueprint_apply", { ...input, __confirm: true })

describe("blueprint_export", () => {
  it.live("returns a blueprint that is in sync with its guild, after few requests", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const text = yield* exported
      assert.isBelow((yield* asked).length, 10)
      assert.match(text, /^# yaml-language-server: \$schema=https:/)
      assert.isTrue(Either.isRight(yield* readDocument(text)))
      const plan = yield* structured("blueprint_plan", { guild_id: guild, blueprint: text, prune: true })
      const { plan_id, ...rest } = plan
      assert.isString(plan_id)
      assert.deepStrictEqual(rest, { in_sync: true, risk: "read", counts: {}, changes: [] })
    }).pipe(served({}, administrator))
  )

  it.live("says which part it leaves out for a bot that cannot see everything", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const { notice, text } = yield* structured("blueprint_export", { guild_id: guild })
      assert.match(String(notice), /Only the \d+ channels that the bot can view are included/)
      assert.match(String(notice), /AutoMod is left out/)
      assert.notInclude(String(text), channels.secret)
    }).pipe(served())
  )

  it.live("names the parts to export one by one if the whole does not fit", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const whole = yield* structured("blueprint_export", { guild_id: guild })
      assert.strictEqual(whole.reason, "too_large_to_show")
      const { text } = yield* structured("blueprint_export", { guild_id: guild, sections: ["everyone"] })
      assert.match(String(text), /everyone:/)
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "3000" }, administrator))
  )
})

describe("blueprint_plan", () => {
  it.live("plans what blueprint_apply does, after which the guild is in sync", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const blueprint = `version: 1
roles:
  - {name: Lifeguard, color: "#2f855a", permissions: [MODERATE_MEMBERS], hoist: true}
  - {name: moderator, mentionable: true}
  - {name: Newcomer {{x}}}
channels:
  - name: Harbour
    kind: category
    overwrites: {"@everyone": {deny: [VIEW_CHANNEL]}, Lifeguard: {allow: [VIEW_CHANNEL]}}
    channels:
      - {name: log, topic: Watches and tides}
      - {name: Deck, kind: voice, user_limit: 5}
  - {name: general, rate_limit_per_user: 10}
automod:
  - {name: No spoilers, trigger_type: keyword, keyword_filter: [spoiler*], enabled: true, actions: [{type: block_message}]}
`.replace("Newcomer {{x}}", '"Newcomer {{x}}"')
      const input = { guild_id: guild, blueprint }
      const plan = yield* structured("blueprint_plan", input)
      assert.deepInclude(plan, { in_sync: false, risk: "destructive" })
      assert.deepInclude(plan.counts, { create: 6 })
      const { notice, ...applied } = yield* apply(input)
      assert.match(String(notice), /text above voice/)
      const { done, ...others } = applied
      assert.deepStrictEqual(others, { converged: true, status: "ok", calls: { ok: 10, failed: 0, skipped: 0 } })
      assert.isNotEmpty(done)
      const after = yield* structured("blueprint_plan", input)
      assert.deepStrictEqual(after.changes, [])
      assert.isTrue(after.in_sync)
      // A channel without overwrites is as closed as its category, from its creation on.
      assert.match(yield* exported, /name: log\n[^-]*?deny: \[VIEW_CHANNEL\]/)
    }).pipe(served(armed, administrator))
  )

  it.live("renames by the key of ids, and says so where an entry with a new name has no key", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const text = yield* exported
      const planned = (blueprint: string) => structured("blueprint_plan", { guild_id: guild, blueprint })
      const created = yield* planned(text.replace("name: general", "name: lobby"))
      assert.deepStrictEqual(created.counts, { create: 1 })
      assert.match(
        String(created.notice),
        /A channel of ids has no entry\. To rename one instead of creating a channel/
      )
      const renamed = yield* planned(text.replace("name: general", "name: lobby\n        key: general"))
      assert.deepStrictEqual(renamed.counts, { update: 1 })
      assert.notProperty(renamed, "notice")
    }).pipe(served({}, administrator))
  )

  it.live("reports all problems of a blueprint and sends nothing", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const { code, validation_issues } = yield* structured("blueprint_plan", {
        guild_id: guild,
        blueprint: "version: 1\nroles:\n  - {name: a, colour: 1}\nchanels: []\n"
      })
      assert.strictEqual(code, "VALIDATION_FAILED")
      assert.deepStrictEqual(validation_issues, [
        {
          path: "blueprint.roles[0].colour",
          message: "line 3, column 15: is not a field; did you mean color?",
          code: "unknown_field",
          fix: { rename: "color" }
        },
        {
          path: "blueprint.chanels",
          message: "line 4, column 1: is not a field; did you mean channels?",
          code: "unknown_field",
          fix: { rename: "channels" }
        }
      ])
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served())
  )

  it.live("neither creates nor deletes a channel that the bot cannot view, and says so", () =>
    Effect.gen(function* () {
      const { channels, guild } = (yield* Sandbox).ids
      const blueprint = {
        version: 1,
        channels: [{ name: "secret" }],
        ids: { guild, channels: { secret: channels.secret } }
      }
      const plan = yield* structured("blueprint_plan", { guild_id: guild, blueprint })
      assert.deepStrictEqual(plan.changes, [])
      assert.deepStrictEqual(plan.unreachable, [
        { object: "channel", name: "secret", reason: "the bot cannot view it" }
      ])
      const pruned = yield* structured("blueprint_plan", { guild_id: guild, blueprint, prune: true })
      assert.strictEqual(pruned.reason, "prune_needs_all_channels")
      const visible = yield* structured("blueprint_plan", {
        guild_id: guild,
        blueprint,
        prune: true,
        prune_visible_only: true
      })
      assert.deepInclude(visible, { risk: "destructive" })
      assert.notInclude(JSON.stringify(visible.changes), '"name":"secret"')
    }).pipe(served())
  )

  it.live(
    "creates roles with the names of what every object inherits, and refers to them, as a text and as an object",
    () =>
      Effect.gen(function* () {
        const { guild } = (yield* Sandbox).ids
        const names = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf"]
        const entries = (value: (at: number) => string) => names.map((name, at) => `"${name}": ${value(at)}`).join()
        const roles = names.map((name) => `{"name": "${name}"}`).join()
        const overwrites = entries(() => `{"allow": ["CONNECT"]}`)
        const ids = entries((at) => `"124832805027840077${at}"`)
        const text = `{"version": 1, "roles": [${roles}], "channels": [{"name": "a", "overwrites": {${overwrites}}}], "ids": {"roles": {${ids}}}}`
        for (const blueprint of [text, JSON.parse(text)]) {
          const input = { guild_id: guild, blueprint }
          const { changes } = yield* structured("blueprint_plan", input)
          const dispatched = yield* structured("mcp_tools_read", { tool: "blueprint_plan", args: input })
          assert.deepStrictEqual(dispatched.changes, changes)
        }
        assert.isTrue((yield* apply({ guild_id: guild, blueprint: JSON.parse(text) })).converged)
        const plan = yield* structured("blueprint_plan", { guild_id: guild, blueprint: yield* exported, prune: true })
        assert.deepStrictEqual(plan.changes, [])
        for (const name of names)
          assert.match(yield* exported, new RegExp(`overwrites:\\n(?: +\\w+:.*\\n(?: +.*\\n)*?)*? +${name}:`))
      }).pipe(served(armed, administrator))
  )

  it.live("refuses references to roles that neither the blueprint nor the guild has", () =>
    Effect.gen(function* () {
      const { guild } = (yield* Sandbox).ids
      const { validation_issues } = yield* structured("blueprint_plan", {
        guild_id: guild,
        blueprint: "version: 1\nchannels: [{name: a, overwrites: {moderatr: {allow: [CONNECT]}}}]\n"
      })
      assert.deepStrictEqual(validation_issues, [
        {
          path: "blueprint.channels[0].overwrites.moderatr",
          message: "is no role of this guild; did you mean moderator?",
          code: "unknown_reference"
        }
      ])
    }).pipe(served({}, administrator))
  )
})

describe("a guild of 200 channels and 100 roles", () => {
  it.live("is exported and planned with at most 20 requests", () =>
    Effect.gen(function* () {
      const { ids, patch } = yield* Sandbox
      const id = (number: number) => String(1_300_000_000_000_000_000n + BigInt(number))
      const everyone = { id: ids.guild, type: 0, allow: "0", deny: "1024" }
      yield* patch({
        ...Object.fromEntries(
          Array.from({ length: 200 }, (_, at) => [
            `/channels/${id(at)}`,
            {
              guild_id: ids.guild,
              type: at < 10 ? 4 : at % 3 === 0 ? 2 : 0,
              name: `channel-${at}`,
              position: at,
              parent_id: at < 10 ? null : id(at % 10),
              permission_overwrites: [everyone, { ...everyone, id: id(1000 + (at % 90)), allow: "3072", deny: "0" }],
              flags: 0
            }
          ])
        ),
        [`/guilds/${ids.guild}`]: {
          roles: [
            { id: ids.guild, name: "@everyone", position: 0, permissions: "3072", managed: false },
            ...Array.from({ length: 99 }, (_, at) => ({
              id: at === 98 ? ids.roles.bot : id(1000 + at),
              name: `role ${at}`,
              position: at + 1,
              permissions: at === 98 ? "8" : "3072",
              managed: at === 98
            }))
          ]
        }
      })
      const { text } = yield* structured("blueprint_export", { guild_id: ids.guild })
      assert.isAtMost((yield* asked).length, 20)
      const { changes } = yield* structured("blueprint_plan", { guild_id: ids.guild, blueprint: text })
      assert.deepStrictEqual(changes, [])
      assert.isAtMost((yield* asked).length, 20)
    }).pipe(served({ MCP_MAX_RESULT_CHARS: "1000000" }, administrator))
  )
})
