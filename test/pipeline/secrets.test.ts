// Each run has its own server, so that everything it writes can be searched.
// @effect-diagnostics strictEffectProvide:off
import { FileSystem } from "@effect/platform"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, HashMap, Layer, Logger, LogLevel, Tracer } from "effect"
import * as Discord from "../../src/discord/Discord.ts"
import { Approver, type ConfirmationRequest } from "../../src/safety/Approver.ts"
import { answer, makeWire, type Step } from "../discord/wire.ts"
import { call, type Environment, overDiscord, settingsOf } from "../dispatch/app.ts"
import { someOf } from "../turns.ts"

const ID = "111122223333444455"
const tokens = ["w".repeat(20), "hook-Token_0123456789".repeat(3), `${"q".repeat(60)}-${"Z9".repeat(4)}`]

const webhook = (token: string, more: object = {}) => ({ webhook_id: ID, token, ...more })

/** Plans with tokens in fields whose names do not show it. */
const plans: Readonly<Record<string, ReadonlyArray<object>>> = {
  "a list of tokens": [
    { id: "a", tool: "webhooks_execute", for_each: tokens, args: webhook("{{item}}", { content: "hello" }) }
  ],
  "fields of items": [
    {
      id: "a",
      tool: "webhooks_execute",
      for_each: tokens.map((key) => ({ hook: { key } })),
      args: webhook("{{item.hook.key}}", { content: "hello" })
    }
  ],
  "items beside a result that is not known yet": [
    { id: "me", tool: "users_get_current" },
    {
      id: "a",
      tool: "webhooks_execute",
      for_each: tokens.map((key) => ({ key })),
      args: webhook("{{item.key}}", { content: "{{me.id}}" })
    }
  ],
  "a dispatcher": [
    {
      id: "a",
      tool: "mcp_tools_write",
      for_each: tokens,
      args: { tool: "webhooks_execute", args: webhook("{{item}}", { content: "hello" }) }
    }
  ],
  "destructive steps": [
    { id: "a", tool: "webhooks_delete_with_token", for_each: tokens, args: webhook("{{item}}") },
    { id: "b", tool: "webhooks_delete_message", for_each: tokens, args: webhook("{{item}}", { message_id: ID }) }
  ],
  "steps that are not valid": [
    { id: "a", tool: "webhooks_execute", for_each: tokens, args: webhook("{{item}} {{item}}", { content: "" }) },
    {
      id: "b",
      tool: "webhooks_execute",
      for_each: tokens.map((key) => [key]),
      args: webhook("{{item}}", { content: "x" })
    }
  ],
  interactions: [
    {
      id: "a",
      tool: "interactions_delete_original_response",
      for_each: tokens,
      args: { application_id: ID, interaction_token: "{{item}}" }
    }
  ]
}

const accepting: Step = (request, onPhase) =>
  (request.method === "GET" ? answer(200, { id: ID, name: "x" }) : answer(204))(request, onPhase)
const refusing: Step = (request, onPhase) =>
  (request.method === "GET"
    ? answer(200, { id: ID, name: "x" })
    : answer(404, { code: 10015, message: "Unknown Webhook" }))(request, onPhase)

/** Everything a server outputs about a plan: answers, elicitations, log lines, spans, and the audit log. */
const outputOf = Effect.fnUntraced(function* (environment: Environment, step: Step, plan: object) {
  const files = yield* FileSystem.FileSystem
  const directory = yield* files.makeTempDirectoryScoped()
  const out: Array<unknown> = []
  const wire = makeWire(step)
  const settings = yield* settingsOf({ ...environment, MCP_AUDIT_FILE: `${directory}/audit.jsonl` })
  const logger = Logger.make<unknown, void>(({ annotations, cause, message }) => {
    out.push([message, Cause.pretty(cause), Object.fromEntries(HashMap.toEntries(annotations))])
  })
  const spans = Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const attributes = new Map<string, unknown>()
      out.push(name, attributes)
      return {
        _tag: "Span",
        name,
        spanId: "1",
        traceId: "1",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes,
        links,
        sampled: true,
        kind,
        end: () => undefined,
        attribute: (key, value) => void attributes.set(key, value),
        event: (event, _, more) => void out.push(event, more),
        addLinks: () => undefined
      }
    }
  })
  const asked: Array<ConfirmationRequest> = []
  yield* Effect.gen(function* () {
    const context = yield* Layer.build(
      Layer.mergeAll(
        overDiscord(Layer.provide(Discord.layer, wire.layer), settings),
        Logger.replace(Logger.defaultLogger, logger),
        Logger.minimumLogLevel(LogLevel.All)
      )
    )
    const person = {
      canReturn: true,
      confirm: (question: ConfirmationRequest) =>
        Effect.sync(() => {
          asked.push(question)
          return "accepted" as const
        })
    }
    for (const confirm of [undefined, false, true]) {
      const input = { ...plan, ...(confirm !== undefined && { __confirm: confirm }) }
      out.push(yield* Effect.provide(Effect.provideService(call("mcp_pipeline", input), Approver, person), context))
    }
  }).pipe(Effect.scoped, Effect.withTracer(spans))
  for (const name of yield* files.readDirectory(directory))
    out.push(yield* files.readFileString(`${directory}/${name}`))
  const text = [...out, ...asked]
    .map((it) => (it instanceof Map ? JSON.stringify([...it]) : JSON.stringify(it)))
    .join("\n")
  return { text, sent: wire.sent.map(({ path }) => path).join("\n") }
}, Effect.scoped)

describe("tokens under names that do not show it", () => {
  for (const [at, [what, steps]] of Object.entries(plans).entries()) {
    it.live(`are always masked: ${what}`, () =>
      Effect.gen(function* () {
        const ways = [
          { MCP_DRY_RUN: "false" },
          {},
          { MCP_WRITE_MODE: "preview" },
          { MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }
        ].flatMap((environment) => [accepting, refusing].map((step) => [environment, step] as const))
        // Two settings for each plan in a usual run.
        for (const [environment, step] of someOf(ways, 4, at)) {
          const { text } = yield* outputOf(environment, step, { steps })
          for (const token of tokens) assert.notInclude(text, token)
        }
      }).pipe(Effect.provide(NodeFileSystem.layer))
    )
  }

  it.live("are sent to Discord, and the audit log has the plan", () =>
    Effect.gen(function* () {
      const { sent, text } = yield* outputOf({ MCP_DRY_RUN: "false" }, accepting, {
        steps: plans["a list of tokens"] ?? []
      })
      for (const token of tokens) assert.include(sent, token)
      assert.include(text, '\\"tool\\":\\"mcp_pipeline\\"')
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})
