/** Random sequences of changes, and their undo. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { call, codeOf, Sandbox } from "../dispatch/app.ts"
import { checkInTurns, runs } from "../turns.ts"
import { inSandbox, items, undo } from "./undoing.ts"

/** An object of the snapshot. */
type Item = Readonly<Record<string, unknown>>

const snapshot = Effect.flatMap(Sandbox, ({ ids, snapshot }) =>
  Effect.map(snapshot, (all) => {
    const under = (path: RegExp): ReadonlyArray<Item> =>
      Object.entries(all).flatMap(([at, value]) => (path.test(at) ? [Object(value)] : []))
    return {
      channels: under(/^\/channels\/\d+$/).filter((one) => one.guild_id === ids.guild),
      roles: under(new RegExp(`^/guilds/${ids.guild}/roles/\\d+$`)),
      members: under(new RegExp(`^/guilds/${ids.guild}/members/\\d+$`)),
      bans: under(new RegExp(`^/guilds/${ids.guild}/bans/\\d+$`)),
      guild: Object(all)[`/guilds/${ids.guild}`]
    }
  })
)

const pick = (list: ReadonlyArray<Item>, at: number): Item => list[at % list.length] ?? {}

type Objects = Effect.Effect.Success<typeof snapshot>

/** Kinds of change. Each takes random numbers. */
const kinds: Readonly<Record<string, (ids: SeedIds, all: Objects, a: number, b: number) => readonly [string, object]>> =
  {
    topic: (_, { channels }, a, b) => [
      "channels_modify",
      { channel_id: pick(texts(channels), a).id, ...(b % 3 === 0 ? { clear: ["topic"] } : { topic: `Topic ${b}` }) }
    ],
    rename: (_, { channels }, a, b) => [
      "channels_modify",
      { channel_id: pick(texts(channels), a).id, name: `name-${b}` }
    ],
    overwrite: (_, { channels, roles }, a, b) => [
      "channels_modify_permissions",
      {
        channel_id: pick(texts(channels), a).id,
        overwrite_id: pick(roles, b).id,
        type: "role",
        [b % 2 === 0 ? "allow" : "deny"]: [b % 3 === 0 ? "ADD_REACTIONS" : "ATTACH_FILES"]
      }
    ],
    "no overwrite": (_, { channels, roles }, a, b) => [
      "channels_delete_permissions",
      { channel_id: pick(texts(channels), a).id, overwrite_id: pick(roles, b).id }
    ],
    channel: ({ guild }, _, __, b) => [
      "channels_create_guild_channel",
      { guild_id: guild, name: `new-${b}`, topic: "x" }
    ],
    "no channel": (_, { channels }, a) => ["channels_delete", { channel_id: pick(texts(channels), a).id }],
    role: ({ guild }, _, a, b) => [
      "roles_create",
      { guild_id: guild, name: `Role ${b}`, color: a, permissions: ["CONNECT"] }
    ],
    "change of a role": ({ guild }, { roles }, a, b) => [
      "roles_modify",
      { guild_id: guild, role_id: pick(roles, a).id, hoist: b % 2 === 0, color: b }
    ],
    "no role": ({ guild }, { roles }, a) => ["roles_delete", { guild_id: guild, role_id: pick(roles, a).id }],
    "role of a member": ({ guild }, { members, roles }, a, b) => [
      b % 2 === 0 ? "members_add_role" : "members_remove_role",
      { guild_id: guild, user_id: userId(pick(members, a)), role_id: pick(roles, b).id }
    ],
    nick: ({ guild }, { members }, a, b) => [
      "members_modify",
      { guild_id: guild, user_id: userId(pick(members, a)), nick: `Nick ${b}` }
    ],
    guild: ({ guild }, _, __, b) => ["guild_modify", { guild_id: guild, name: `Guild ${b}`, afk_timeout: 900 }],
    unban: ({ banned, guild }) => ["members_unban", { guild_id: guild, user_id: banned }]
  }

const userId = (member: Item): unknown => Object(member.user).id

/** Text channels. Others have other fields. */
const texts = (channels: ReadonlyArray<Item>): ReadonlyArray<Item> => channels.filter(({ type }) => type === 0)

/**
 * What an undo brings back. Objects that were deleted have other ids, so names replace them. What is lost with a role or
 * a channel is left out: who had the role, and where it had overwrites.
 */
const comparable = ({ bans, channels, guild, members, roles }: Objects, lost: ReadonlySet<unknown>) => {
  const names = new Map(roles.map(({ id, name }) => [id, name]))
  const nameOf = (id: unknown) => names.get(id) ?? id
  const kept = (id: unknown) => !lost.has(nameOf(id)) && !lost.has(id)
  const sorted = (list: ReadonlyArray<unknown>) => list.map((one) => JSON.stringify(one)).toSorted()
  return {
    guild: [guild.name, guild.afk_timeout],
    bans: sorted(bans.map(userId)),
    roles: sorted(roles.map(({ color, hoist, name, permissions }) => [name, color, hoist, permissions])),
    members: sorted(
      members.map((member) => [
        userId(member),
        member.nick ?? null,
        [member.roles].flat().filter(kept).map(nameOf).toSorted()
      ])
    ),
    channels: sorted(
      channels
        .filter(({ type }) => type === 0)
        .map(({ name, nsfw, permission_overwrites, topic }) => [
          name,
          nsfw ?? false,
          topic ?? null,
          sorted(
            [permission_overwrites ?? []].flat().flatMap((one) => {
              const { allow, deny, id } = Object(one)
              return kept(id) ? [[nameOf(id), allow, deny]] : []
            })
          )
        ])
    )
  }
}

const number = fc.integer({ min: 0, max: 99 })
const sequences = fc.array(fc.tuple(fc.constantFrom(...Object.keys(kinds)), number, number), {
  minLength: 1,
  maxLength: 12
})

describe("an undo of random changes", () => {
  it.live("leaves the guild as it was, but for what its result lists", () =>
    checkInTurns(
      [sequences],
      (sequence) =>
        Effect.runPromise(
          inSandbox((ids) =>
            Effect.gen(function* () {
              const before = yield* snapshot
              const lost = new Set<unknown>()
              for (const [kind, a, b] of sequence) {
                const all = yield* snapshot
                const [tool, input] = kinds[kind]?.(ids, all, a, b) ?? ["", {}]
                // Some calls cannot succeed, such as one for a role above the bot.
                const answer = yield* call(tool, { ...input })
                const done =
                  codeOf(answer) === "DRY_RUN_PREVIEW" ? yield* call(tool, { ...input, __confirm: true }) : answer
                if (tool === "roles_delete" && !done.isError) {
                  const { role_id } = Object(input)
                  lost.add(role_id)
                  lost.add(all.roles.find(({ id }) => id === role_id)?.name)
                }
              }
              const done = yield* undo({ since: "2020-01-01T00:00:00Z" })
              const undone = items(done).every(
                ({ undo, why = [] }) => undo !== "no" || /already|object_gone/.test(String(why))
              )
              assert.isTrue(undone && done.status === "ok", JSON.stringify(done, null, 1))
              assert.deepStrictEqual(comparable(yield* snapshot, lost), comparable(before, lost))
            })
          )
        ),
      { numRuns: runs(100) }
    )
  )
})
