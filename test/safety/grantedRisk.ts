import { Effect } from "effect"
import { findTool } from "../../src/catalogue/catalogue.ts"
import { Gate } from "../../src/safety/Gate.ts"

/** Returns the risk that the gate permits, or the failure. */
export const grantedRisk = (name: string, input: object) =>
  Effect.gen(function* () {
    const tool = findTool(name)
    const gate = yield* Gate
    if (tool === undefined) return yield* Effect.dieMessage(`no tool ${name}`)
    const prepared = yield* tool.prepare(input)
    return (yield* gate.permit(prepared)).risk
  }).pipe(Effect.catchAll((refusal) => Effect.succeed(refusal)))
