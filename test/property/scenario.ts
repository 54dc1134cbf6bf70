/** Calls as they may come: any tool, any arguments, any settings, by any way, with or without consent. */
import { Effect, Either, FastCheck } from "effect"
import { featureTools } from "../../src/catalogue.ts"
import type { ConfirmationOutcome } from "../../src/safety/Approver.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { found, onceEach, withId } from "../safety/guildIds.ts"
import { roles, sides } from "./twoGuilds.ts"

/** One call, by one of the ways there are, under some settings, with whoever stands behind it. */
export interface Scenario {
  readonly tool: string
  /** Which of the tool's generated inputs. */
  readonly input: number
  /** Where each id of it that lies in a guild is put, in order and around again. */
  readonly idSides: ReadonlyArray<keyof typeof sides>
  readonly giving: keyof typeof roles
  /** `dispatcher`: the one of the tool's declared risk. */
  readonly entrance:
    | "direct"
    | "dispatcher"
    | "mcp_tools_read"
    | "mcp_tools_write"
    | "mcp_tools_destructive"
    | "mcp_pipeline"
  /** `token`: that of the preview before. */
  readonly confirm: undefined | boolean | "nonsense" | "token"
  readonly person: undefined | ConfirmationOutcome
  readonly environment: Readonly<Record<string, string | undefined>>
}

const names = featureTools.map(({ name }) => name)
const categories = [...new Set(featureTools.map(({ category }) => category))]

// What lets calls through comes more often than it is there.
const ways: ReadonlyArray<Scenario["entrance"]> = [
  ...(["direct", "direct", "direct", "dispatcher", "dispatcher", "mcp_pipeline", "mcp_pipeline"] as const),
  ...(["mcp_tools_read", "mcp_tools_write", "mcp_tools_destructive"] as const)
]
const confirmations: ReadonlyArray<Scenario["confirm"]> = [true, true, "token", undefined, false, "nonsense"]
const persons: ReadonlyArray<Scenario["person"]> = [
  undefined,
  undefined,
  ...(["accepted", "declined", "cancelled", "timed_out", "unavailable"] as const)
]

const { constantFrom, nat, record } = FastCheck
const either = <A>(without: number, it: FastCheck.Arbitrary<A>): FastCheck.Arbitrary<A | undefined> =>
  FastCheck.oneof({ weight: without, arbitrary: FastCheck.constant(undefined) }, { weight: 1, arbitrary: it })
const seldom = <A>(it: FastCheck.Arbitrary<A>) => either(9, it)
const often = <A>(it: FastCheck.Arbitrary<A>) => either(1, it)
const flag = constantFrom("true", "false")
const some = (all: ReadonlyArray<string>) => FastCheck.subarray([...all], { minLength: 1 }).map((it) => it.join())

/** Most calls lie wholly in one place, or nothing would ever come through. */
const idSides = FastCheck.oneof<Array<FastCheck.WeightedArbitrary<Scenario["idSides"]>>>(
  { weight: 3, arbitrary: FastCheck.constant(["first"]) },
  { weight: 2, arbitrary: FastCheck.array(constantFrom("first", "second", "neither"), { minLength: 1, maxLength: 4 }) }
)

/** Any of them. */
export const scenario: FastCheck.Arbitrary<Scenario> = record({
  tool: constantFrom(...names),
  input: nat(9),
  idSides,
  giving: constantFrom("harmless", "dangerous", "bot"),
  entrance: constantFrom(...ways),
  confirm: constantFrom(...confirmations),
  person: constantFrom(...persons),
  environment: record({
    MCP_DRY_RUN: often(flag).map((it) => it ?? "false"),
    MCP_CONFIRM: often(constantFrom("flag", "token", "elicit")),
    MCP_WRITE_MODE: seldom(constantFrom("allow", "preview")),
    MCP_READ_ONLY: seldom(flag),
    ALLOWED_GUILDS: often(
      constantFrom(sides.first.guild, sides.second.guild, `${sides.first.guild},${sides.second.guild}`)
    ),
    DISCORD_DEFAULT_GUILD_ID: seldom(constantFrom(sides.first.guild, sides.second.guild)),
    MCP_CATEGORIES: seldom(some(categories)),
    MCP_TOOLS: seldom(some(names)),
    MCP_EXCLUDE_TOOLS: seldom(some(names))
  })
})

/** Whether a tool takes consent. */
const takesConsent = ({ input }: Tool): boolean => "fields" in input && "__confirm" in Object(input.fields)

const consentTools = new Set(featureTools.filter(takesConsent).map(({ name }) => name))

/** What a default guild or the pages of a list decide is not left to chance: a random cursor is none. */
const withoutCursor = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== "cursor" && name !== "__confirm"))

/** The inputs of a tool, from nothing but its schema; those that its rules refuse are left out, as far as there are others. */
const inputsOf = (tool: Tool) =>
  Effect.gen(function* () {
    const all = (yield* batch(tool, 11, 0)).map(withoutCursor)
    const good = yield* Effect.filter(all, (input) => Effect.map(Effect.either(tool.prepare(input)), Either.isRight))
    return [tool.name, good.length > 0 ? good : all] as const
  })

/** They are made once: that takes longer than to call the tool. */
const inputs = new Map(Effect.runSync(Effect.forEach(featureTools, inputsOf)))

/** The arguments: ids stand where the scenario puts them; a default guild fills in what is left out. */
export const argumentsOf = ({ environment, giving, input, idSides, tool }: Scenario): object => {
  const pool = inputs.get(tool) ?? []
  const given = pool[input % pool.length] ?? {}
  const moved = found(tool, given).reduce(
    (it, place, at) => withId(it, place, sides[idSides[at % idSides.length] ?? "first"]),
    given
  )
  const leftOut = environment.DISCORD_DEFAULT_GUILD_ID !== undefined && input % 2 === 0
  const args = Object.entries(Object(onceEach(withRoles(tool, moved, roles[giving]))))
  return Object.fromEntries(args.filter(([name]) => !leftOut || name !== "guild_id"))
}

/** The call as its entrance takes it. */
export const entering = (
  { entrance, tool }: Scenario,
  args: object,
  confirm: unknown
): readonly [tool: string, input: object] => {
  const consent = confirm === undefined ? {} : { __confirm: confirm }
  const own = consentTools.has(tool) ? { ...args, ...consent } : args
  switch (entrance) {
    case "direct":
      return [tool, own]
    case "mcp_pipeline":
      return [entrance, { steps: [{ id: "one", tool, args }], ...consent }]
    case "dispatcher":
      return [`mcp_tools_${featureTools.find(({ name }) => name === tool)?.risk}`, { tool, args: own }]
    default:
      return [entrance, { tool, args: own }]
  }
}

/** Roles are the first guild's: what they allow is known there. */
const withRoles = (tool: string, value: unknown, role: string, name = ""): unknown => {
  if (tool === "roles_modify_positions" && name === "positions") return [{ id: role, position: 3 }]
  if (Array.isArray(value)) {
    const ids = /^roles$|role_ids$/.test(name)
    return ids ? value.slice(0, 1).map(() => role) : value.map((it) => withRoles(tool, it, role, name))
  }
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, it]) => [key, key === "role_id" ? role : withRoles(tool, it, role, key)])
  )
}
