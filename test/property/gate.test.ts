import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck, Layer } from "effect"
import { loadYaml } from "../../src/blueprint/parseText.ts"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import { Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import * as Dispatch from "../../src/dispatch/Dispatch.ts"
import * as DispatchLive from "../../src/dispatch/DispatchLive.ts"
import { storesInMemory } from "../../src/layers.ts"
import { Approver } from "../../src/safety/Approver.ts"
import * as Gate from "../../src/safety/Gate.ts"
import * as ClientCalls from "../../src/tools/ClientCalls.ts"
import { makeWire, type Sent } from "../discord/wire.ts"
import { settingsOf } from "../dispatch/app.ts"
import { found } from "../safety/guildIds.ts"
import { checkInTurns, isDeep, runs } from "../turns.ts"
import { argumentsOf, entering, type Scenario, scenario } from "./scenario.ts"
import { services } from "./services.ts"
import { discord, guildsOf, isDestructive, isLookUp, sides } from "./twoGuilds.ts"
import { virtually } from "./virtually.ts"

const RUNS = isDeep ? runs(250) : 60

/** The numbers of cases that are expected at the end are those of this seed. */
const SEED = 2

/** Makes the call, and repeats it with the preview's token if the scenario says so. */
const play = (it: Scenario) =>
  Effect.gen(function* () {
    const wire = makeWire(discord)
    const environment = Object.entries(it.environment).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const]
    )
    const settings = yield* settingsOf(Object.fromEntries([...environment, ["MCP_RETRY_ENABLED", "false"]]))
    const server = yield* Layer.build(
      DispatchLive.layer.pipe(
        Layer.provide(Gate.layer),
        Layer.provide([storesInMemory, ClientCalls.layer]),
        Layer.provide(Layer.provide(Discord.layer, wire.layer)),
        Layer.provide(services),
        Layer.provide(Layer.succeed(Settings, settings))
      )
    )
    const args = argumentsOf(it)
    const answer = (confirm: unknown) =>
      Effect.flatMap(Dispatch.Dispatch, (dispatch) => dispatch.call(...entering(it, args, confirm))).pipe(
        Effect.provide(server),
        Effect.provideService(Approver, {
          canReturn: true,
          ...(it.person !== undefined && { confirm: () => Effect.succeed(it.person ?? "declined") })
        })
      )
    if (it.confirm !== "token") return { answers: [yield* answer(it.confirm)], sent: wire.sent, settings, args }
    const preview = yield* answer(undefined)
    const again = yield* answer(preview.structured.confirmation_token ?? "nonsense")
    return { answers: [preview, again], sent: wire.sent, settings, args }
  }).pipe(Effect.scoped)

/** Whether the call has consent: from the operator's settings and, in the required form, from the caller. */
const agreed = ({ confirm, person }: Scenario, { confirm: wanted, dryRun, writeMode }: Settings["Type"]): boolean => {
  if (dryRun || writeMode === "preview") return false
  if (person === "accepted" && confirm !== false) return true
  return (confirm === true && wanted === "flag") || (confirm === "token" && wanted !== "elicit")
}

/** The tools that the settings allow. */
const inScope = (name: string, { categories, excludeTools, tools }: Settings["Type"]): boolean =>
  excludeTools?.includes(name) !== true &&
  tools?.includes(name) !== false &&
  categories?.includes(featureTools.find((tool) => tool.name === name)?.category ?? "") !== false

describe("the gate", () => {
  it.live("allows no change without consent, in read-only mode, out of scope or outside the allowed guilds", () => {
    const seen = { ok: 0, changed: 0, destroyed: 0, refused: new Set<unknown>() }
    const checked = checkInTurns(
      [scenario, FastCheck.nat()],
      (it, seed) => {
        const played = virtually(play(it), seed)
        if (Exit.isFailure(played)) throw new Error(String(played.cause))
        const { answers, args, sent, settings } = played.value
        const changes = sent.filter(({ method }) => method !== "GET")
        tally(seen, answers, changes)

        if (!inScope(it.tool, settings)) assert.deepStrictEqual(sent, [], "out of scope")
        if (settings.readOnly) assert.deepStrictEqual(changes, [], "read-only")
        if (settings.writeMode === "preview") assert.deepStrictEqual(changes, [], "writes are previewed")
        const floor = featureTools.find(({ name }) => name === it.tool)?.risk
        if (!agreed(it, settings)) {
          assert.deepStrictEqual(changes.filter(isDestructive), [], "both halves")
          if (floor === "destructive") assert.deepStrictEqual(changes, [], "both halves")
        }
        if (floor === "read") assert.deepStrictEqual(changes, [], "a read")
        const { allowedGuilds } = settings
        if (allowedGuilds === undefined) return
        for (const request of sent.filter((one) => !isLookUp(one))) {
          const strange = guildsOf(request).filter((guild) => !allowedGuilds.includes(guild))
          assert.deepStrictEqual(strange, [], `${request.method} ${request.path}`)
        }
        for (const request of changes) {
          assert.notDeepEqual(guildsOf(request), [], `${request.method} ${request.path} is nowhere`)
        }
        if (strays(it, args, allowedGuilds)) {
          for (const { isError } of answers) assert.isTrue(isError, "an id of it lies outside")
        }
      },
      { numRuns: RUNS, seed: SEED }
    )
    // The import of a library takes real time.
    return Effect.map(Effect.zipRight(loadYaml, checked), () => {
      // The random calls include all relevant cases.
      assert.isAbove(seen.ok, RUNS / 20)
      assert.isAbove(seen.changed, RUNS / 25)
      assert.isAbove(seen.destroyed, RUNS / 200)
      assert.includeMembers(
        [...seen.refused],
        ["DRY_RUN_PREVIEW", "GUILD_NOT_ALLOWED", "SCOPE_REJECTED", "VALIDATION_FAILED", "CONFIRMATION_DECLINED"]
      )
    })
  })
})

/** Whether one of its ids is outside. A part of a guild counts by its guild; Discord's own stickers are everywhere. */
const strays = ({ tool }: Scenario, args: object, allowed: ReadonlyArray<string>): boolean => {
  const route = featureTools.find(({ name }) => name === tool)?.operation?.route ?? ""
  const allowedSides = [sides.first, sides.second].filter(({ guild }) => allowed.includes(guild))
  return found(tool, args).some(({ kind, path }) => {
    const value = path.reduce<unknown>((node, step) => Reflect.get(Object(node), step), args)
    if (kind === "sticker" && value === sides.neither.sticker) return false
    if (new RegExp(`/\\{guild_id\\}/.*\\{${path[0]}\\}`).test(route)) return false
    return !allowedSides.some((side) => side[kind] === value)
  })
}

const tally = (
  seen: { ok: number; changed: number; destroyed: number; readonly refused: Set<unknown> },
  answers: ReadonlyArray<CallResult>,
  changes: ReadonlyArray<Sent>
): void => {
  if (answers.every(({ isError }) => !isError)) seen.ok++
  if (changes.length > 0) seen.changed++
  if (changes.some(isDestructive)) seen.destroyed++
  for (const { isError, structured } of answers) if (isError) seen.refused.add(structured.code)
}
