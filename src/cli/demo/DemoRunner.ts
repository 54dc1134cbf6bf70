import { Data, Duration, Effect } from "effect"
import type { ClientFailed, connectClient } from "../../mcp/connectClient.ts"
import type { SandboxShape } from "../../sandbox/Sandbox.ts"
import type { Transcript } from "../Transcript.ts"

/** A scene did not go as it must: the demo is also a check. */
export class DemoFailed extends Data.TaggedError("DemoFailed")<{ readonly message: string }> {}

/** What a call gave, in both of its halves. */
export interface Answered {
  readonly structured: Readonly<Record<string, unknown>>
  readonly text: string
  readonly ms: number
}

/** What scenes are played with: Discord, a client of the real server, and somebody who writes down what happens. */
export interface Stage {
  readonly sandbox: SandboxShape
  readonly client: Effect.Effect.Success<ReturnType<typeof connectClient>>
  readonly show: Transcript
  /** Calls a tool, shows it and its answer, and holds the answer to what the scene promises. */
  readonly call: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    expected: string,
    showing?: (answered: Answered) => Effect.Effect<void>
  ) => Effect.Effect<Answered["structured"], DemoFailed | ClientFailed>
}

/** Sets the stage. */
export const make = ({ client, sandbox, show }: Omit<Stage, "call">): Stage => ({
  client,
  sandbox,
  show,
  call: Effect.fnUntraced(function* (tool, input, expected, showing) {
    yield* show.call(tool, input)
    const [duration, result] = yield* Effect.timed(client.callTool(tool, { ...input }))
    const isError = result.isError === true
    const structured: Answered["structured"] = Object(result.structuredContent)
    const answered = { structured, text: textOf(result.content), ms: Math.round(Duration.toMillis(duration)) }
    const usual = () => (isError ? show.refusal(answered.text, answered.ms) : show.answer(structured, answered.ms))
    yield* (showing ?? usual)(answered)
    const outcome = isError ? String(structured.code) : "ok"
    if (outcome !== expected) {
      return yield* new DemoFailed({ message: `${tool} ended with ${outcome}, expected ${expected}` })
    }
    return structured
  })
})

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("\n") : ""
