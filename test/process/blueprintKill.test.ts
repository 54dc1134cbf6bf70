/** A process that is killed while it applies a blueprint, and the next one, which goes on. */
// Each run has its own files.
// @effect-diagnostics strictEffectProvide:off
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Layer } from "effect"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { turn } from "../turns.ts"
import { layer as binary } from "./binary.ts"
import { atSandbox, run, start } from "./child.ts"

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

const ROLES = numbers(6).map((at) => `Crew ${at}`)
const CATEGORIES = ["Deck", "Hold"]
const CHANNELS = numbers(10).map((at) => `berth-${at}`)
const RULES = ["Spoilers", "Leaks"]

/** The calls that create something: roles, categories, channels and rules, in this order. */
const CREATIONS = ROLES.length + CATEGORIES.length + CHANNELS.length + RULES.length

const blueprintOf = (guild: string, emoji: string) => `version: 1
roles:
${ROLES.map((name) => `  - {name: ${name}, hoist: true, permissions: [MANAGE_MESSAGES]}`).join("\n")}
channels:
${CATEGORIES.map(
  (category, at) => `  - name: ${category}
    channels:
${CHANNELS.filter((_, index) => index % 2 === at)
  .map((name) => `      - {name: ${name}, overwrites: {Crew 1: {allow: [VIEW_CHANNEL]}}}`)
  .join("\n")}`
).join("\n")}
automod:
${RULES.map(
  (name) =>
    `  - {name: ${name}, trigger_type: keyword, keyword_filter: [${name}], actions: [{type: block_message}], exempt_roles: [Crew 2]}`
).join("\n")}
emojis:
  - {key: old, name: anchor, roles: [Crew 3]}
guild: {system_channel: berth-3}
ids:
  guild: "${guild}"
  emojis: {old: "${emoji}"}
`

const creations = Effect.flatMap(Sandbox, ({ requests }) =>
  Effect.map(requests, (all) => all.filter(({ method }) => method === "POST").length)
)

/** Completes when this many creations have arrived. Each request is looked at once. */
const awaitCreations = Effect.fnUntraced(function* (count: number) {
  const { awaitRequests } = yield* Sandbox
  for (let requests = 1; (yield* creations) < count; requests++) yield* awaitRequests(requests)
})

/** The names of the guild's objects by kind. */
const names = Effect.flatMap(Sandbox, ({ ids, snapshot }) =>
  Effect.map(snapshot, (all) => {
    const of = (path: RegExp) =>
      Object.entries(all).flatMap(([at, value]) =>
        path.test(at) && (at.includes(ids.guild) || Object(value).guild_id === ids.guild)
          ? [String(Object(value).name)]
          : []
      )
    return {
      roles: of(/\/roles\/\d+$/),
      channels: of(/^\/channels\/\d+$/),
      rules: of(/\/auto-moderation\/rules\/\d+$/),
      emojis: of(/\/emojis\/\d+$/)
    }
  })
)

layer(Layer.merge(binary, NodeContext.layer), { excludeTestServices: true })("blueprint apply", (it) => {
  for (const [place, count] of [
    ["early", 2],
    ["in the middle", Math.ceil(CREATIONS / 2)],
    ["late", CREATIONS]
  ] as const) {
    it.scoped(`goes on after SIGKILL ${place}, and makes nothing twice, not even what was made without an answer`, () =>
      Effect.gen(function* () {
        const { clearFaults, fail, ids } = yield* Sandbox
        const fs = yield* FileSystem.FileSystem
        const file = yield* fs.makeTempFileScoped({ suffix: ".yaml" })
        yield* fs.writeFileString(file, blueprintOf(ids.guild, ids.emoji))
        const command = ["blueprint", "apply", ids.guild, file, "--yes"]
        const env = { ...(yield* atSandbox), MCP_DRY_RUN: "false", LOG_LEVEL: "none" }
        const before = Object.values(yield* names).flat().length
        yield* fail({
          script: [{ match: { method: "POST" }, after: count - 1, after_effect: true, do: { kind: "hang" } }]
        })
        const killed = yield* start(command, env)
        yield* awaitCreations(count)
        // What was created stands, although its answer never comes.
        yield* Effect.repeat(Effect.zipRight(turn, names), {
          until: (now) => Object.values(now).flat().length === before + count
        })
        yield* killed.signal("SIGKILL")
        assert.deepStrictEqual(yield* killed.ended, { code: null, signal: "SIGKILL" })
        yield* clearFaults

        const { code, stderr, stdout } = yield* run(command, env)
        assert.strictEqual(code, 0, stderr + stdout)
        assert.include(stdout, "The server is as the blueprint says.")
        assert.strictEqual(yield* creations, CREATIONS)
        const now = yield* names
        const once = { roles: ROLES, channels: [...CATEGORIES, ...CHANNELS], rules: RULES, emojis: ["anchor"] }
        for (const [kind, wanted] of Object.entries(once))
          for (const name of wanted)
            assert.strictEqual(now[kind as keyof typeof once].filter((one) => one === name).length, 1, name) // its key
      }).pipe(Effect.provide(SandboxModule.layer({ ...roomy, permissions: PermissionFlagsBits.Administrator })))
    )
  }
})
