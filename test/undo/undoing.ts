/** Helpers of the tests of an undo. */
import { assert } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { call, codeOf, type Environment, roomy, Sandbox, type Served, served } from "../dispatch/app.ts"

const administrator = { ...roomy, permissions: PermissionFlagsBits.Administrator }
const armed = { MCP_DRY_RUN: "false" }

/** Calls a tool. Returns its result. */
export const run = (tool: string, input: object) => Effect.map(call(tool, input), ({ structured }) => structured)

/** Takes entries back, with consent. */
export const undo = (input: object) =>
  Effect.flatMap(Sandbox, ({ ids }) => run("changes_undo", { guild_id: ids.guild, ...input, __confirm: true }))

/** Returns the entries of a result. */
export const items = (answer: Readonly<Record<string, unknown>>) => [answer.items].flat().map((item) => Object(item))

/** The objects of the sandbox without what no log has: positions, and reasons of bans. */
export const state = Effect.flatMap(Sandbox, ({ snapshot }) =>
  Effect.map(snapshot, (all): unknown =>
    JSON.parse(
      JSON.stringify(all, (key, value) =>
        /audit-logs|^(?:position|last_message_id|reason)$/.test(key) ? undefined : value
      )
    )
  )
)

/** A call: its tool and its arguments. */
export type Step = readonly [tool: string, input: object]

/** Does calls in order, each with consent if it needs any. */
export const act = (steps: ReadonlyArray<Step>) =>
  Effect.forEach(steps, ([tool, input]) =>
    Effect.gen(function* () {
      const first = yield* call(tool, input)
      const done = codeOf(first) === "DRY_RUN_PREVIEW" ? yield* call(tool, { ...input, __confirm: true }) : first
      assert.isFalse(done.isError, JSON.stringify(done.structured))
      return done.structured
    })
  )

/** Runs a test in its own sandbox, whose bot is an administrator. */
export const inSandbox = <E>(
  test: (ids: SeedIds) => Effect.Effect<void, E, Served>,
  environment: Environment = armed
) => Effect.flatMap(Sandbox, ({ ids }) => test(ids)).pipe(served(environment, administrator))
