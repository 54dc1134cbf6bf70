import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { coreTools } from "../../src/tools/meta/surface.ts"
import { everydayRequests } from "../tools/meta/everydayRequests.ts"
import { heldOutRequests } from "../tools/meta/heldOutRequests.ts"
import { someOf } from "../turns.ts"
import { type Played, play, verify } from "./inProcess.ts"
import { costsOf } from "./measure.ts"
import { type Surface, surfaces } from "./sandbox.ts"
import { taskGroups, tasks } from "./tasks/all.ts"

/** The solutions of all tasks on one surface, in one session. Several tests read them, so they are played once. */
const played = new Map<Surface, ReadonlyArray<Played>>()
const playAll = Effect.fnUntraced(function* (surface: Surface) {
  const tools = new Set<string>()
  const rows = played.get(surface) ?? (yield* Effect.forEach(tasks, (task) => play(task, surface, tools)))
  played.set(surface, rows)
  return rows
})

/** The maximum number of calls of all solutions with the core surface. */
const CALLS_MAX = 97

/** The maximum of what sessions of the groups cost with the core surface: the list, arguments and results, in bytes. */
const BYTES_MAX: Readonly<Record<keyof typeof taskGroups, number>> = { basic: 95_000, further: 114_500, all: 163_900 }

/** Why a tool is in the core surface that no solution uses: a job that people often ask for. */
const everydayJobs: Readonly<Record<string, string>> = {
  users_list_current_user_guilds: "without a default guild, every job begins with the list of guilds",
  guild_get: "how many members are there",
  channels_create_thread: "start a thread",
  channels_modify_permissions: "let a role see a channel",
  messages_view_attachment: "what is on the screenshot",
  messages_delete: "delete that message",
  members_remove_role: "take a role away: the way back from members_add_role"
}

/** Why a tool may be left to the search although many requests mean it. */
const leftToSearch: Readonly<Record<string, string>> = {
  channels_list_active_threads_guild: "the list has 40 tools with live events, the most that some clients take",
  events_create: "as above",
  roles_create: "as above",
  members_modify: "a nickname, or the voice channel of a member: roles and timeouts have separate tools"
}

describe("the tasks", () => {
  for (const surface of someOf(surfaces, surfaces.length))
    it.live(`are done by their solutions: ${surface}`, () =>
      Effect.gen(function* () {
        for (const { problems, task } of yield* playAll(surface)) assert.deepStrictEqual(problems, [], task)
      })
    )

  it.live(`need at most ${CALLS_MAX} calls with the core surface, searches included`, () =>
    Effect.gen(function* () {
      const calls = (yield* playAll("core")).reduce((sum, row) => sum + row.calls, 0)
      assert.isAtMost(calls, CALLS_MAX)
      const page = readFileSync("docs/testing.md", "utf8").replaceAll("\n", " ")
      assert.include(page, `need at most ${CALLS_MAX} calls for the ${tasks.length} tasks with the core surface`)
    })
  )

  it.live("cost no more bytes with the core surface than measured, and 3 %", () =>
    Effect.gen(function* () {
      const rows = yield* playAll("core")
      for (const [group, names] of Object.entries(taskGroups)) {
        const { bytes } = costsOf(rows.filter(({ task }) => names.has(task))).total
        assert.isAtMost(bytes, BYTES_MAX[group] ?? 0, group)
        // A bound far above what is measured would find nothing.
        assert.isAtLeast(bytes * 1.1, BYTES_MAX[group] ?? 0, `${group}: lower its bound`)
      }
    })
  )

  it.live("are not done by doing nothing", () =>
    Effect.gen(function* () {
      for (const task of tasks) assert.notDeepEqual(yield* verify(task, () => ({})), [], task.name)
    })
  )

  it.live("fail when something else changes, too", () =>
    Effect.gen(function* () {
      for (const task of tasks) {
        let [channel, message] = ["", ""]
        const problems = yield* verify(task, ({ ids }) => {
          channel = `/channels/${ids.channels.staff}`
          message = `/channels/${ids.channels.general}/messages/${ids.messages.firstInGeneral}`
          return { [channel]: { topic: "changed" }, [message]: null }
        })
        assert.includeMembers(
          problems.map((problem) => problem.split(" ").slice(0, 3).join(" ")),
          [`unexpected: modified ${channel}`, `unexpected: removed ${message}`],
          task.name
        )
      }
    })
  )

  it.live("have unique names, and sentences that name no tool", () =>
    Effect.gen(function* () {
      assert.lengthOf(new Set(tasks.map(({ name }) => name)), tasks.length)
      const rows = yield* playAll("core")
      for (const { sentence, tools } of rows) for (const tool of tools) assert.notInclude(sentence, tool)
    })
  )
})

describe("the core surface", () => {
  it.live("lists what the solutions use, and what people often ask for", () =>
    Effect.gen(function* () {
      const uses = countsOf((yield* playAll("core")).flatMap(({ tools }) => [...new Set(tools)]))
      const unused = [...coreTools].filter((tool) => !uses.has(tool))
      assert.deepStrictEqual(
        unused.filter((tool) => !(tool in everydayJobs)),
        []
      )
    })
  )

  it.live("lists every tool that two tasks use, or that ten everyday requests mean", () =>
    Effect.gen(function* () {
      const uses = countsOf((yield* playAll("core")).flatMap(({ tools }) => [...new Set(tools)]))
      const requests = countsOf([...everydayRequests, ...heldOutRequests].map(([, tool = ""]) => tool))
      const needed = [
        ...[...uses].filter(([, count]) => count >= 2),
        ...[...requests].filter(([, count]) => count >= 10)
      ].map(([tool]) => tool)
      assert.deepStrictEqual(
        needed.filter((tool) => !(coreTools.has(tool) || tool in leftToSearch || tool.startsWith("mcp_"))),
        []
      )
    })
  )
})

const countsOf = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
