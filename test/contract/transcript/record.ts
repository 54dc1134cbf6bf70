/**
 * Records what every tool does on the seeded sandbox: the requests that it sends, what it answers, its audit records and
 * its spans. Time is virtual and randomness is fixed, so that the same code gives the same transcript.
 */
// @effect-diagnostics strictEffectProvide:off
import { createHash } from "node:crypto"
import { FileSystem } from "@effect/platform"
import { Context, Effect, Layer, Random, Redacted, TestClock, Tracer } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import * as Discord from "../../../src/discord/Discord.ts"
import type { RequestFile } from "../../../src/discord/DiscordRequest.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { Transport, type WireRequest } from "../../../src/discord/Transport.ts"
import { routes } from "../../../src/sandbox/routes/all.ts"
import * as SandboxModule from "../../../src/sandbox/Sandbox.ts"
import type { Tool } from "../../../src/tools/Tool.ts"
import { recordsIn } from "../../audit/log.ts"
import { inOrder, type Values } from "../../catalogue/recordAll.ts"
import { sandboxInput } from "../../catalogue/sandboxInputs.ts"
import { refusal } from "../../discord/wire.ts"
import { answerTo, type Environment, overDiscord, settingsOf } from "../../dispatch/app.ts"
import { exampleOf } from "../../docs/exampleInputs.ts"
import { nodeContext } from "../../nodeContext.ts"
import { turn } from "../../turns.ts"

/** What a call does. */
export interface Case {
  readonly input: unknown
  readonly requests: ReadonlyArray<unknown>
  readonly answer: unknown
  readonly audit: ReadonlyArray<unknown>
  /** The paths of span names, without the order of those that run at once. */
  readonly spans: ReadonlyArray<string>
}

/** The cases by tool and kind, such as `messages_send: dry run`. */
export type Transcript = Readonly<Record<string, Case>>

const armed: Environment = { MCP_DRY_RUN: "false", MCP_RETRY_ENABLED: "false", MCP_CIRCUIT_ENABLED: "false" }

/** How the calls of each kind are made. */
interface Kind {
  readonly environment: Environment
  /** Whether Discord refuses all requests. */
  readonly refused?: true
  readonly inputOf: (tool: Tool, usual: Values) => unknown
}

const withoutConsent = ({ __confirm: _, ...input }: Values): Values => input

const kinds: Readonly<Record<string, Kind>> = {
  good: { environment: armed, inputOf: (_, usual) => withoutConsent(usual) },
  consented: { environment: armed, inputOf: (_, usual) => ("__confirm" in usual ? usual : undefined) },
  "dry run": {
    environment: { MCP_WRITE_MODE: "preview" },
    inputOf: ({ risk }, usual) => (risk === "read" ? undefined : withoutConsent(usual))
  },
  refused: { environment: armed, refused: true, inputOf: (_, usual) => usual },
  invalid: {
    environment: armed,
    inputOf: (tool) => ({
      ...Object.fromEntries(Object.keys(exampleOf(tool)).map((name) => [name, { not: ["what", "it", "takes"] }])),
      no_such_field: 1
    })
  }
}

/** Records all kinds of calls of all tools. Each kind has its own sandbox and server. */
export const record: Effect.Effect<Transcript> = Effect.forEach(Object.entries(kinds), ([name, kind]) =>
  Effect.scoped(recordKind(name, kind))
).pipe(
  Effect.map((all) => Object.fromEntries(all.flat().toSorted(([a], [b]) => (a < b ? -1 : 1)))),
  Effect.orDie
)

const recordKind = Effect.fnUntraced(
  function* (name: string, kind: Kind) {
    const fs = yield* FileSystem.FileSystem
    const log = `${yield* fs.makeTempDirectoryScoped()}/audit.log`
    const limits = Object.fromEntries(routes.map(({ operation }) => [operation, { limit: 10_000, windowMs: 1000 }]))
    const sandbox = yield* SandboxModule.make({ limits, globalPerSecond: 10_000, permissions: 8n })
    const requests: Array<WireRequest> = []
    const server = yield* serverFor(sandbox, kind, log, requests)
    const made = new Map<string, Values>()
    const cases: Array<readonly [string, Case]> = []
    for (const tool of inOrder(catalogue)) {
      yield* turn
      // The limits of one minute do not hold the next call back.
      yield* TestClock.adjust("1 minute")
      const input = kind.inputOf(tool, sandboxInput(tool, sandbox.ids, made))
      if (input === undefined) continue
      requests.length = 0
      const spans: Array<string> = []
      const before = (yield* recordsIn(log)).length
      const answer = yield* Effect.provide(answerTo(tool.name, input), server).pipe(
        Effect.withTracer(namesInto(spans)),
        Effect.withRandom(Random.make(tool.name))
      )
      if (!answer.isError) made.set(tool.name, answer.structured)
      const audit = (yield* recordsIn(log)).slice(before)
      const whole = { input, requests: requests.map(plain), answer, audit, spans: [...new Set(spans)].toSorted() }
      cases.push([`${tool.name}: ${name}`, fixed(whole)])
    }
    return cases
  },
  Effect.provide(nodeContext),
  Effect.withRandom(Random.make("transcript"))
)

/** A server whose Discord is the sandbox, or refuses everything. */
const serverFor = Effect.fnUntraced(function* (
  { token, url }: SandboxModule.SandboxShape,
  { environment, refused }: Kind,
  log: string,
  requests: Array<WireRequest>
) {
  const transport = Layer.map(
    RestTransport.layer({ apiUrl: url, token: Redacted.make(token), userAgent: "effect-discord-mcp/test" }),
    (context) => {
      const { send } = Context.get(context, Transport)
      const step = refused === true ? refusal(403, 50013) : send
      return Context.make(Transport, {
        send: (request, onPhase) => {
          requests.push(request)
          return step(request, onPhase)
        }
      })
    }
  )
  const settings = yield* settingsOf({ MCP_GLOBAL_REQUESTS_PER_SECOND: "10000", ...environment })
  return yield* Layer.build(
    overDiscord(Layer.provide(Discord.layer, transport), { ...settings, auditFile: log, audit: "file" })
  )
})

/** Keeps the path of each span's names, which is its id too. */
const namesInto = (paths: Array<string>): Tracer.Tracer =>
  Tracer.make({
    context: (run) => run(),
    span: (name, parent, context, links, startTime, kind) => {
      const path = parent._tag === "Some" ? `${parent.value.spanId} > ${name}` : name
      paths.push(path)
      return {
        _tag: "Span",
        name,
        spanId: path,
        traceId: "transcript",
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes: new Map(),
        links,
        sampled: true,
        kind,
        end: () => undefined,
        attribute: () => undefined,
        event: () => undefined,
        addLinks: () => undefined
      }
    }
  })

const digest = (bytes: Uint8Array): string =>
  `${bytes.length} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}`

const plain = ({ files, query, ...request }: WireRequest) => ({
  ...request,
  query: query === undefined ? undefined : [...query],
  files: files.map(({ data, ...file }: RequestFile) => ({ ...file, data: digest(data) }))
})

/**
 * Replaces what differs from run to run, the sandbox's port and secure randomness, and what another tool in the catalogue
 * would change: times, numbers of records, and the ids of new objects.
 */
const fixed = (value: Case): Case => {
  const text = JSON.stringify(value)
  const made = [...new Set(text.match(NEW_ID))]
  const [, token] = /"confirmation_token":"([^"]+)"/.exec(text) ?? []
  return JSON.parse(
    (token === undefined ? text : text.replaceAll(token, "<token>"))
      .replaceAll(/127\.0\.0\.1:\d+/g, "sandbox")
      .replaceAll(/written-on-discord [\da-f]{12}/g, "written-on-discord <mark>")
      .replaceAll(/"prev":"[\da-f]{64}"/g, '"prev":"<hash>"')
      .replaceAll(/"(seq|of)":\d+/g, '"$1":0')
      .replaceAll(/1970-01-\d\dT[\d:.]+(?:Z|\+00:00)/g, "<time>")
      .replaceAll(NEW_ID, (id) => `<id ${made.indexOf(id) + 1}>`)
  )
}

/** The ids that the sandbox gives to new objects. */
const NEW_ID = /\b15099720892416\d{5}\b/g
