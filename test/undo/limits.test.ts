/** What an undo leaves as it is, and what it refuses. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Approver } from "../../src/safety/Approver.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { call, codeOf, Sandbox } from "../dispatch/app.ts"
import { act, inSandbox, items, run, state, undo } from "./undoing.ts"

const topic = (ids: SeedIds, topic: string) => act([["channels_modify", { channel_id: ids.channels.general, topic }]])

const ownEntries = (ids: SeedIds) => Effect.map(run("changes_list", { guild_id: ids.guild }), items)

/** A change by another person, with its entry in the log. */
const byOwner = (ids: SeedIds, path: string, fields: object, action_type: number, target_id: string) =>
  Effect.gen(function* () {
    const { patch } = yield* Sandbox
    const [last] = yield* ownEntries(ids)
    const id = String(BigInt(last.id) + 1000n)
    yield* patch({
      [path]: fields,
      [`/guilds/${ids.guild}/audit-logs/${id}`]: { id, user_id: ids.owner, target_id, action_type, changes: [] }
    })
  })

const outcomes = (answer: Readonly<Record<string, unknown>>): unknown =>
  items(answer).map(({ not_restored, undo, why = [] }) => [undo, why, ...(not_restored ? [not_restored] : [])])

describe("an undo", () => {
  it.live("leaves what somebody else changed since, and says who", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const { general } = ids.channels
        yield* act([["channels_modify", { channel_id: general, topic: "Tides", nsfw: true }]])
        yield* byOwner(ids, `/channels/${general}`, { topic: "Mine" }, 11, general)
        const done = yield* undo({ last: 1 })
        assert.deepStrictEqual(outcomes(done), [["part", ["changed_since"], ["topic"]]])
        assert.deepInclude(items(done)[0].changed_by, { id: ids.owner })
        const channel = Object(yield* state)[`/channels/${general}`]
        assert.deepInclude(channel, { topic: "Mine", nsfw: false })
      })
    )
  )

  it.live("does not delete an object that somebody else changed since", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const [fresh] = yield* act([["channels_create_guild_channel", { guild_id: ids.guild, name: "fresh" }]])
        const id = String(fresh?.id)
        yield* byOwner(ids, `/channels/${id}`, { name: "theirs" }, 11, id)
        assert.deepStrictEqual(outcomes(yield* undo({ last: 1 })), [["no", ["changed_since"]]])
      })
    )
  )

  it.live("of an older entry leaves what the bot changed again", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        yield* topic(ids, "One")
        yield* topic(ids, "Two")
        const [, first] = yield* ownEntries(ids)
        assert.deepStrictEqual(outcomes(yield* undo({ entries: [first.id] })), [["no", ["changed_again"], ["topic"]]])
      })
    )
  )

  it.live("of a deleted object says that it is gone", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        yield* act([["members_modify", { guild_id: ids.guild, user_id: ids.members.bruno, nick: "Hush" }]])
        const [entry] = yield* ownEntries(ids)
        yield* act([["members_kick", { guild_id: ids.guild, user_id: ids.members.bruno }]])
        assert.deepStrictEqual(outcomes(yield* undo({ entries: [entry.id] })), [["no", ["object_gone"]]])
      })
    )
  )

  it.live("can be undone, and twice is once", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const before = yield* state
        yield* topic(ids, "Tides")
        yield* act([["channels_create_guild_channel", { guild_id: ids.guild, name: "fresh" }]])
        const changed = yield* state
        const entries = (yield* ownEntries(ids)).map(({ id }) => id)
        yield* undo({ entries })
        assert.deepStrictEqual(yield* state, before)
        assert.deepStrictEqual(outcomes(yield* undo({ entries })), [
          ["no", ["already"]],
          ["no", ["already"], ["topic"]]
        ])
        // The undo of the undo creates the channel again, with another id.
        yield* undo({ last: 2 })
        const names = (all: unknown) => Object.values(Object(all)).flatMap((one) => Object(one).name ?? [])
        assert.sameMembers(names(yield* state), names(changed))
        const [reason] = (yield* ownEntries(ids)).map((entry) => entry.reason)
        assert.match(reason, /^Undo of \d+/)
      })
    )
  )

  it.live("asks before it takes away what a rule matches, and names it", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const guild_id = ids.guild
        const [rule] = yield* act([
          [
            "automod_create_rule",
            {
              guild_id,
              name: "Words",
              trigger_type: "keyword",
              trigger_metadata: { keyword_filter: ["spam"] },
              actions: [{ type: "block_message" }]
            }
          ]
        ])
        const words = ["spam", "scam"]
        yield* act([
          ["automod_modify_rule", { guild_id, rule_id: rule?.id, trigger_metadata: { keyword_filter: words } }]
        ])
        const before = yield* state
        const asked = yield* run("changes_undo", { guild_id, last: 1 })
        assert.strictEqual(asked.code, "DRY_RUN_PREVIEW", JSON.stringify(asked))
        assert.match(JSON.stringify(asked), /drops[^}]*scam/)
        assert.deepStrictEqual(yield* state, before)
        assert.deepInclude(yield* undo({ last: 1 }), { status: "ok" })
      })
    )
  )

  it.live("runs exactly what was shown, or nothing", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const { patch } = yield* Sandbox
        const [fresh] = yield* act([["channels_create_guild_channel", { guild_id: ids.guild, name: "fresh" }]])
        const shown = yield* run("changes_undo", { guild_id: ids.guild, last: 1 })
        assert.strictEqual(shown.code, "DRY_RUN_PREVIEW")
        yield* act([["channels_create_guild_channel", { guild_id: ids.guild, name: "fresher" }]])
        const before = yield* state
        const agreed = { guild_id: ids.guild, last: 1, __confirm: shown.confirmation_token }
        assert.strictEqual((yield* run("changes_undo", agreed)).code, "VALIDATION_FAILED")
        // The last entry is one whose undo needs no consent: the token was for another plan.
        yield* topic(ids, "Tides")
        const other = yield* run("changes_undo", agreed)
        assert.deepInclude(Object([other.validation_issues].flat()[0]), { code: "token_mismatch" })
        assert.strictEqual(Object(Object(yield* state)[`/channels/${ids.channels.general}`]).topic, "Tides")
        yield* undo({ last: 1 })
        // A person takes a minute to agree, and the guild changes meanwhile.
        const clock = yield* Effect.clock
        let passedMs = 0
        const confirm = () =>
          Effect.sync(() => {
            passedMs = 60_000
          }).pipe(
            Effect.zipRight(patch({ [`/channels/${String(fresh?.id)}`]: { name: "theirs" } })),
            Effect.as("accepted" as const)
          )
        const later = Object.assign(Object.create(clock), {
          unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + BigInt(passedMs) * 1_000_000n
        })
        const late = yield* call("changes_undo", { guild_id: ids.guild, last: 4 }).pipe(
          Effect.provideService(Approver, { canReturn: false, confirm }),
          Effect.withClock(later)
        )
        assert.deepInclude(Object([late.structured.validation_issues].flat()[0]), { code: "plan_changed" })
        assert.sameMembers(Object.keys(Object(yield* state)), Object.keys(Object(before)))
      })
    )
  )

  it.live("is refused in read-only mode, and outside the allowed guilds", () =>
    Effect.gen(function* () {
      const codes = (environment: Readonly<Record<string, string>>) =>
        Effect.flatMap(Effect.void, () =>
          inSandbox(
            (ids) =>
              Effect.gen(function* () {
                for (const tool of ["changes_undo", "changes_list"]) {
                  const answer = yield* call(tool, { guild_id: ids.guild, ...(tool === "changes_undo" && { last: 1 }) })
                  seen.push(codeOf(answer))
                }
              }),
            environment
          )
        )
      const seen: Array<unknown> = []
      yield* codes({ MCP_READ_ONLY: "true" })
      yield* codes({ ALLOWED_GUILDS: "1248328050278400099" })
      assert.deepStrictEqual(seen, ["SCOPE_REJECTED", "ok", "GUILD_NOT_ALLOWED", "GUILD_NOT_ALLOWED"])
    })
  )

  it.live("names all problems of its input at once, and sends nothing", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const issues = (input: object) =>
          Effect.map(run("changes_undo", { guild_id: ids.guild, ...input }), ({ validation_issues }) =>
            [validation_issues].flat().map((issue) => Object(issue).path)
          )
        assert.deepStrictEqual(yield* issues({}), ["last"])
        assert.deepStrictEqual(yield* issues({ last: 1, since: "2026-01-01T00:00:00Z" }), ["last"])
        assert.deepStrictEqual(yield* issues({ last: 0, since: "yesterday?" }), ["since", "last"])
        yield* topic(ids, "Tides")
        const [entry] = yield* ownEntries(ids)
        const unknown = ["1248328050278400098", "1248328050278400099"]
        assert.deepStrictEqual(yield* issues({ entries: [entry.id, ...unknown] }), ["entries[1]", "entries[2]"])
      })
    )
  )

  it.live("leaves an entry whose old value no tool takes, and takes back the others", () =>
    inSandbox((ids) =>
      Effect.gen(function* () {
        const { patch } = yield* Sandbox
        const { general } = ids.channels
        yield* topic(ids, "Tides")
        const [last] = yield* ownEntries(ids)
        const id = String(BigInt(last.id) + 1000n)
        const { name } = Object(yield* state)[`/channels/${ids.channels.voice}`]
        const changes = [{ key: "name", old_value: "x".repeat(200), new_value: name }]
        yield* patch({
          [`/guilds/${ids.guild}/audit-logs/${id}`]: {
            id,
            user_id: ids.bot,
            target_id: ids.channels.voice,
            action_type: 11,
            changes
          }
        })
        yield* act([["members_modify", { guild_id: ids.guild, user_id: ids.members.bruno, nick: "Hush" }]])
        assert.deepStrictEqual(outcomes(yield* undo({ last: 3 })), [
          ["whole", []],
          ["no", ["not_valid"]],
          ["whole", []]
        ])
        assert.notStrictEqual(Object(yield* state)[`/channels/${general}`].topic, "Tides")
      })
    )
  )
})
