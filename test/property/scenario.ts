/** Random calls: any tool, arguments, settings and origin, with or without consent. */
import { Effect, Either, FastCheck } from "effect"
import { featureTools } from "../../src/catalogue/catalogue.ts"
import type { ConfirmationOutcome } from "../../src/safety/Approver.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { found, onceEach, withId } from "../safety/guildIds.ts"
import { isDeep } from "../turns.ts"
import { roles, sides } from "./twoGuilds.ts"

/** One call with its origin, settings and approver. */
export interface Scenario {
  readonly tool: string
  /** The index of the tool's generated input. */
  readonly input: number
  /** The location of each guild id in it, in order, repeated. */
  readonly idSides: ReadonlyArray<keyof typeof sides>
  readonly giving: keyof typeof roles
  /** `dispatcher`: the dispatcher of the tool's declared risk. */
  readonly entrance:
    | "direct"
    | "dispatcher"
    | "mcp_tools_read"
    | "mcp_tools_write"
    | "mcp_tools_destructive"
    | "mcp_pipeline"
  /** `token`: the token of a previous preview. */
  readonly confirm: undefined | boolean | "nonsense" | "token"
  readonly person: undefined | ConfirmationOutcome
  readonly environment: Readonly<Record<string, string | undefined>>
}

const names = featureTools.map(({ name }) => name)
const categories = [...new Set(featureTools.map(({ category }) => category))]

// Settings that allow calls are more frequent.
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

/** Most calls have one location. Otherwise nearly all would be rejected. */
const idSides = FastCheck.oneof<Array<FastCheck.WeightedArbitrary<Scenario["idSides"]>>>(
  { weight: 3, arbitrary: FastCheck.constant(["first"]) },
  { weight: 2, arbitrary: FastCheck.array(constantFrom("first", "second", "neither"), { minLength: 1, maxLength: 4 }) }
)

/** Any location. */
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

/** Whether a tool requires consent. */
const takesConsent = ({ input }: Tool): boolean => "fields" in input && "__confirm" in Object(input.fields)

const consentTools = new Set(featureTools.filter(takesConsent).map(({ name }) => name))

/** Excludes default guilds and cursors: a random cursor is invalid. */
const withoutCursor = (input: object): object =>
  Object.fromEntries(Object.entries(input).filter(([name]) => name !== "cursor" && name !== "__confirm"))

/** The inputs of a tool, generated from its schema. Inputs that its rules reject are excluded if there are others. */
const inputsOf = (tool: Tool) =>
  Effect.gen(function* () {
    const all = (yield* batch(tool, 11, 0, isDeep ? undefined : 4)).map(withoutCursor)
    const good = yield* Effect.filter(all, (input) => Effect.map(Effect.either(tool.prepare(input)), Either.isRight))
    return good.length > 0 ? good : all
  })

/** Generated once for each tool, because that takes longer than a call. */
const inputs = new Map<string, ReadonlyArray<object>>()

const inputsTo = (name: string): ReadonlyArray<object> => {
  const all =
    inputs.get(name) ??
    Effect.runSync(Effect.flatMap(Effect.fromNullable(featureTools.find((tool) => tool.name === name)), inputsOf))
  inputs.set(name, all)
  return all
}

/** The arguments, with ids at the locations of the scenario. A default guild fills in a missing one. */
export const argumentsOf = ({ environment, giving, input, idSides, tool }: Scenario): object => {
  const pool = inputsTo(tool)
  const given = pool[input % pool.length] ?? {}
  const moved = found(tool, given).reduce(
    (it, place, at) => withId(it, place, sides[idSides[at % idSides.length] ?? "first"]),
    given
  )
  const leftOut = environment.DISCORD_DEFAULT_GUILD_ID !== undefined && input % 2 === 0
  const args = Object.entries(Object(onceEach(withRoles(tool, moved, roles[giving]))))
  return Object.fromEntries(args.filter(([name]) => !leftOut || name !== "guild_id"))
}

/** The call in the form of its origin. */
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

/** Only the roles of the first guild are known. */
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
