import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue, findTool } from "../../src/catalogue/catalogue.ts"
import type { ApproverCapability } from "../../src/safety/Approver.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { fittingInput } from "../contract/inputs.ts"
import { prepared } from "../tools/prepared.ts"
import { isDeep, someOf, turn } from "../turns.ts"
import { gateServer, nobody, outcomeOf, somebody, tokenOf } from "./gateServer.ts"
import { riskyCalls, riskyGuild, TOKEN } from "./riskyCalls.ts"

/** Tools that require consent: those whose input has `__confirm`. */
const guarded = catalogue.filter(({ input }) => JSON.stringify(input.ast).includes("__confirm"))

/** Files are loaded before anything is sent. These tests load none. */
const FILES = /"(?:url|path|base64)":/

const APPLICATION = "111122223333444455"

const generated = Effect.fnUntraced(function* (tool: Tool) {
  const isFit = (input: object) => !FILES.test(JSON.stringify(input)) && prepared(tool.name, input)._tag === "Right"
  const fit = yield* fittingInput(tool, 7, isFit)
  const { __confirm: _, ...input }: Readonly<Record<string, unknown>> = Object(fit)
  // An interaction of live events is named by its id alone. Here are none.
  const { interaction_id: _id, ...named } = input
  return tool.category === "interactions" ? { ...named, interaction_token: TOKEN, application_id: APPLICATION } : input
})

/** Servers that ask for consent in every way, and how a call ends without it. */
const withoutConsent = Effect.forEach(
  [
    [{}, somebody("accepted"), "preview MCP_DRY_RUN"],
    [{ MCP_DRY_RUN: "false" }, nobody, "armed token"],
    [{ MCP_DRY_RUN: "false" }, somebody("declined"), "declined"],
    // The command line without a terminal.
    [{ MCP_DRY_RUN: "false" }, { canReturn: false } satisfies ApproverCapability, "armed"],
    [{ MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }, nobody, "preview MCP_CONFIRM"]
  ] as const,
  ([environment, reach, expected]) =>
    Effect.map(gateServer(environment, riskyGuild), (server) => ({ environment, reach, expected, server }))
)

type Asking = Effect.Effect.Success<typeof withoutConsent>

/** A call without consent, through every entry; in a usual run, through one of them for each server. Returns the calls that end otherwise than expected. */
const held = Effect.fnUntraced(function* (servers: Asking, tool: Tool, input: object, at: number) {
  const entrances = [
    [tool.name, (args: object) => args],
    ...(tool.name === "mcp_pipeline"
      ? []
      : tool.duration === "steps"
        ? ([["mcp_tools_destructive", (args: object) => ({ tool: tool.name, args })]] as const)
        : ([
            ["mcp_tools_destructive", (args: object) => ({ tool: tool.name, args })],
            ["mcp_pipeline", (args: object) => ({ steps: [{ id: "only", tool: tool.name, args }] })]
          ] as const))
  ] as const
  const outcomes = new Map<string, string>()
  // Two servers for each tool in a usual run, so that each server gets most tools.
  const first = at % servers.length
  const asking = isDeep ? servers : [...servers, ...servers].slice(first, first + 2)
  for (const [index, { environment, expected, reach, server }] of asking.entries()) {
    for (const [name, argumentsOf] of someOf(entrances, entrances.length, at + index)) {
      const ended = yield* server.call(name, argumentsOf(input), reach)
      if (outcomeOf(ended) !== expected) outcomes.set(`${name} ${JSON.stringify(environment)}`, outcomeOf(ended))
      if (ended.structured.code === "DRY_RUN_PREVIEW") {
        assert.isString(Object(ended.structured.preview).action)
        assert.notInclude(JSON.stringify(ended), TOKEN)
      }
    }
    assert.deepStrictEqual(server.changes(), [])
  }
  return outcomes
})

type Server = Effect.Effect.Success<ReturnType<typeof gateServer>>

/** With the token of the preview the call runs once. */
const released = Effect.fnUntraced(function* (server: Server, tool: Tool, input: object) {
  const before = server.changes()
  const __confirm = tokenOf(yield* server.call(tool.name, { ...input, __confirm: true }))
  assert.deepStrictEqual(server.changes(), before, tool.name)
  yield* server.call(tool.name, { ...input, __confirm })
  const changes = server.changes()
  assert.isAbove(changes.length, before.length, tool.name)
  const again = yield* server.call(tool.name, { ...input, __confirm })
  assert.strictEqual(outcomeOf(again), "token_used", tool.name)
  assert.deepStrictEqual(server.changes(), changes, tool.name)
})

const isListed = (name: string) => riskyCalls.some(([listed]) => listed === name)

const rows: ReadonlyArray<readonly [tool: Tool, input: Effect.Effect<object>]> = [
  ...guarded
    .filter(({ name, risk }) => risk === "destructive" && name !== "mcp_pipeline" && !isListed(name))
    .map((tool) => [tool, Effect.orDie(generated(tool))] as const),
  ...riskyCalls.flatMap(([name, input]) => {
    const tool = findTool(name)
    return tool === undefined ? [] : [[tool, Effect.succeed(input)] as const]
  })
]

describe("without consent", () => {
  it("every guarded tool has a test", () => {
    const tested = new Set(rows.map(([{ name }]) => name))
    assert.deepStrictEqual(
      guarded.filter(({ name }) => !tested.has(name)).map(({ name }) => name),
      // It asks only with MCP_APPROVAL_CHANNEL: approvalPower.test.ts.
      ["threads_remove_member"]
    )
    assert.isAbove(rows.length, 60)
  })

  it.scoped("every guarded tool changes nothing on any path, and with consent it runs once", () =>
    Effect.gen(function* () {
      const servers = yield* withoutConsent
      const releasing = yield* gateServer({ MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }, riskyGuild)
      for (const [at, [tool, input]] of rows.entries()) {
        yield* turn
        const call = yield* input
        assert.deepStrictEqual(yield* held(servers, tool, call, at), new Map(), tool.name)
        yield* released(releasing, tool, call)
      }
    })
  )
})
