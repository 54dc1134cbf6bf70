/** One pass over the catalogue: every tool runs once against the sandbox, and Discord's replies are recorded. */
// @effect-diagnostics strictEffectProvide:off
import { Context, Effect, Layer, Redacted } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import * as Discord from "../../src/discord/Discord.ts"
import * as RestTransport from "../../src/discord/RestTransport.ts"
import { Transport } from "../../src/discord/Transport.ts"
import type { CallResult } from "../../src/dispatch/CallResult.ts"
import type { ResponseBody } from "../../src/errors/classifyResponse.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { answerTo, overDiscord, roomy, Sandbox, settingsOf } from "../dispatch/app.ts"
import { turn } from "../turns.ts"
import { type Made, sandboxInput } from "./sandboxInputs.ts"

/** A recorded call: its input, its answer, and Discord's replies by method and path. */
export interface Recorded {
  readonly tool: Tool
  readonly input: Values
  readonly answer: CallResult
  readonly replies: ReadonlyMap<string, Reply>
}

export type Values = Readonly<Record<string, unknown>>

/** A successful reply. */
export interface Reply {
  readonly status: number
  readonly body: ResponseBody
}

/** Settings that disable dry run, retries and limits. */
export const open = {
  MCP_DRY_RUN: "false",
  MCP_RETRY_ENABLED: "false",
  MCP_CIRCUIT_ENABLED: "false",
  MCP_BULKHEAD_LIMIT: "1000",
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
}

/** Draws further inputs of a write, from the ids of the sandbox and the earlier results. */
type Drawn = (tool: Tool, ids: SeedIds, made: Made) => ReadonlyArray<Values>

/**
 * Calls every tool against the sandbox, over HTTP, in an order in which most calls succeed. `drawn` are calls before that
 * of the example, whose replies are not used later.
 */
export const recordAll = (drawn: Drawn = () => []): Effect.Effect<Recording> =>
  Effect.gen(function* () {
    const sandbox = yield* Sandbox
    let replies = new Map<string, Reply>()
    let mentioned = ""
    const server = yield* recordingServer((request, { body, status }) => {
      if (status < 300) replies.set(request, { status, body: shortened(body, mentioned) })
    })
    const made = new Map<string, Values>()
    const all: Array<Recorded> = []
    const extra: Array<Recorded> = []
    const call = Effect.fnUntraced(function* (tool: Tool, input: Values) {
      yield* turn
      replies = new Map()
      mentioned = JSON.stringify(input)
      const answer = yield* Effect.provide(answerTo(tool.name, input), server)
      if (!answer.isError) made.set(tool.name, answer.structured)
      return { tool, input, answer, replies }
    })
    for (const tool of inOrder(catalogue)) {
      for (const input of drawn(tool, sandbox.ids, made)) extra.push(yield* call(tool, input))
      all.push(yield* call(tool, sandboxInput(tool, sandbox.ids, made)))
    }
    return { all, extra }
  }).pipe(Effect.provide(SandboxModule.layer({ ...roomy, permissions: 8n })), Effect.scoped)

/** The calls of the examples, one of each tool, and the drawn ones. */
export interface Recording {
  readonly all: ReadonlyArray<Recorded>
  readonly extra: ReadonlyArray<Recorded>
}

/** A server whose Discord is the sandbox. `seen` gets every request with its reply. */
const recordingServer = Effect.fnUntraced(function* (
  seen: (request: string, reply: { readonly status: number; readonly body: ResponseBody }) => void
) {
  const { token, url } = yield* Sandbox
  const transport = Layer.map(
    RestTransport.layer({ apiUrl: url, token: Redacted.make(token), userAgent: "effect-discord-mcp/test" }),
    (context) => {
      const { send } = Context.get(context, Transport)
      return Context.make(Transport, {
        send: (request, onPhase) =>
          Effect.tap(send(request, onPhase), (reply) =>
            Effect.sync(() => seen(`${request.method} ${request.path}`, reply))
          )
      })
    }
  )
  return yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), yield* settingsOf(open)))
})

/** Writes come before reads. Deletions are last, innermost objects first; the bot leaves the guild at the end. */
export const inOrder = (tools: ReadonlyArray<Tool>): ReadonlyArray<Tool> => {
  const risks: ReadonlyArray<string> = ["write", "read", "destructive"]
  const depth = ({ name, operation }: Tool) =>
    name === "users_leave_guild" ? 0 : (operation?.route.split("/").length ?? 1)
  return tools.toSorted(
    (a, b) =>
      risks.indexOf(a.risk) - risks.indexOf(b.risk) ||
      (a.risk === "destructive" ? depth(b) - depth(a) : a.name === "users_leave_guild" ? 1 : 0)
  )
}

/** Keeps the first three items of each list, and those that the input mentions. */
const shortened = (body: ResponseBody, mentioned: string): ResponseBody =>
  body.kind === "json"
    ? {
        kind: "json",
        value: JSON.parse(JSON.stringify(body.value), (_, value: unknown) =>
          Array.isArray(value)
            ? value.filter((item, at) => at < 3 || (typeof item?.id === "string" && mentioned.includes(item.id)))
            : value
        )
      }
    : body
