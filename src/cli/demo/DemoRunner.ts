import { Data, Duration, Effect } from "effect"
import type { ClientFailed, connectClient } from "../../mcp/connectClient.ts"
import type { SandboxShape } from "../../sandbox/Sandbox.ts"
import type { Transcript } from "./Transcript.ts"

/** A step of the demo did not end as expected. */
export class DemoFailed extends Data.TaggedError("DemoFailed")<{ readonly message: string }> {}

/** The result of a call: structured content, text and duration. */
export interface CallOutcome {
  readonly structured: Readonly<Record<string, unknown>>
  readonly text: string
  readonly ms: number
}

/** The parts that a step uses: the sandbox, a client of the real server, and the transcript. */
export interface DemoRunner {
  readonly sandbox: SandboxShape
  readonly client: Effect.Effect.Success<ReturnType<typeof connectClient>>
  readonly show: Transcript
  /** Calls a tool and prints the call and its result. Fails if the error code is not `expected`. `ok` means success. */
  readonly call: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    expected: string,
    print?: (outcome: CallOutcome) => Effect.Effect<void>
  ) => Effect.Effect<CallOutcome["structured"], DemoFailed | ClientFailed>
}

/** Makes a runner. */
export const make = ({ client, sandbox, show }: Omit<DemoRunner, "call">): DemoRunner => ({
  client,
  sandbox,
  show,
  call: Effect.fnUntraced(function* (tool, input, expected, print) {
    yield* show.call(tool, input)
    const [duration, result] = yield* Effect.timed(client.callTool(tool, { ...input }))
    const isError = result.isError === true
    const structured: CallOutcome["structured"] = Object(result.structuredContent)
    const outcome = { structured, text: textOf(result.content), ms: Math.round(Duration.toMillis(duration)) }
    const printDefault = () => (isError ? show.failure(outcome.text, outcome.ms) : show.result(structured, outcome.ms))
    yield* (print ?? printDefault)(outcome)
    const code = isError ? String(structured.code) : "ok"
    if (code !== expected) {
      return yield* new DemoFailed({ message: `${tool} ended with ${code}, expected ${expected}` })
    }
    return structured
  })
})

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => (typeof part?.text === "string" ? part.text : "")).join("\n") : ""
