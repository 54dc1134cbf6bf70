import { NodeContext } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Console, Effect, Layer } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { environmentVariables } from "../../src/cli/process.ts"
import { loadCliSettings } from "../../src/cli/settings.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import * as ContractServer from "./ContractServer.ts"
import { CALLS, type Held, holdToContract } from "./holdToContract.ts"
import { excuses, type KnownMistake, knownMistakes } from "./knownMistakes.ts"
import { operations, shapeOf } from "./Operation.ts"
import { report, summary, tooFewCalls } from "./report.ts"

/** The seed of the inputs. Another seed, such as `CONTRACT_SEED=7`, may find more. */
const SEED = Number(environmentVariables().CONTRACT_SEED ?? 20_260_101)

/** Settings with consent, and without limits that this test does not concern. */
const operator = {
  DISCORD_TOKEN: "contract-token",
  LOG_LEVEL: "none",
  LOG_FORMAT: "json",
  MCP_DRY_RUN: "false",
  MCP_RETRY_ENABLED: "false",
  MCP_CIRCUIT_ENABLED: "false",
  MCP_BULKHEAD_LIMIT: "1000",
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
}

const met = new Set<KnownMistake>()
const all = new Map<string, Held>()

/** The ids of a tool's operation: those of the description, and method and route. */
const operationsOf = ({ operation }: Tool): ReadonlyArray<string> => {
  if (operation === undefined) return []
  const shape = shapeOf(`${operation.method} ${operation.route}`)
  return [shape, ...operations.flatMap((one) => (shapeOf(`${one.method} ${one.path}`) === shape ? [one.id] : []))]
}

const offered = new Set(catalogue.flatMap(operationsOf))

/** The known mistakes that a tool should show, unless an earlier tool has. */
const expectedOf = (tool: Tool): ReadonlyArray<KnownMistake> =>
  knownMistakes.filter(
    (mistake) => !met.has(mistake) && mistake.operations.some((one) => operationsOf(tool).includes(shapeOf(one)))
  )

layer(Layer.merge(ContractServer.layer, NodeContext.layer), { excludeTestServices: true })(
  `the contract with Discord, seed ${SEED}`,
  (it) => {
    for (const tool of catalogue) {
      it.effect(`${tool.name} sends only requests that Discord describes`, () =>
        Effect.gen(function* () {
          const { settings } = yield* loadCliSettings(operator)
          const held = yield* holdToContract(tool, expectedOf(tool), settings, SEED)
          all.set(tool.name, held)
          const wrong = held.caught.filter((violation) => !knownMistakes.some((mistake) => excuses(mistake, violation)))
          for (const mistake of knownMistakes) if (held.caught.some((it) => excuses(mistake, it))) met.add(mistake)
          assert.isTrue(wrong.length === 0, `\n${report(tool.name, wrong)}\n`)
          // A tool with its own logic may require existing objects. Any other tool must accept every input of its schema.
          if (tool.operation !== undefined) assert.isTrue(held.calls >= CALLS, `\n${tooFewCalls(tool.name, held)}\n`)
        })
      )
    }

    it.effect("prints a summary", () => Console.log(summary(SEED, all)))

    it("finds every known mistake of the description", () => {
      const stale = knownMistakes.filter(
        (mistake) => !met.has(mistake) && mistake.operations.every((one) => offered.has(shapeOf(one)))
      )
      assert.deepStrictEqual(stale, [])
    })
  }
)
