/** Unexpected replies: recorded replies of every tool, mutated or replaced. */
// Each tool has its own server.
// @effect-diagnostics strictEffectProvide:off
import { Context, Effect, Layer, Redacted } from "effect"
import { catalogue } from "../../../src/catalogue.ts"
import * as Discord from "../../../src/discord/Discord.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import { Transport } from "../../../src/discord/Transport.ts"
import type { ResponseBody } from "../../../src/errors/classifyResponse.ts"
import * as SandboxModule from "../../../src/sandbox/Sandbox.ts"
import type { Tool } from "../../../src/tools/Tool.ts"
import type { BoundedRandom } from "../../contract/BoundedRandom.ts"
import { answerTo, overDiscord, roomy, Sandbox, settingsOf } from "../../dispatch/app.ts"
import { sandboxInput } from "./sandboxInputs.ts"

/** A recorded call: its input, and Discord's replies by method and path. */
export interface Recorded {
  readonly tool: Tool
  readonly input: object
  readonly replies: ReadonlyMap<string, Reply>
}

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

/** Calls every tool once against the sandbox, over HTTP, in an order in which most calls succeed. */
export const recordAll: Effect.Effect<ReadonlyArray<Recorded>> = Effect.gen(function* () {
  const sandbox = yield* Sandbox
  let replies = new Map<string, Reply>()
  let mentioned = ""
  const transport = Layer.map(
    RestTransport.layer({
      apiUrl: sandbox.url,
      token: Redacted.make(sandbox.token),
      userAgent: "effect-discord-mcp/test"
    }),
    (context) => {
      const { send } = Context.get(context, Transport)
      return Context.make(Transport, {
        send: (request, onPhase) =>
          Effect.tap(send(request, onPhase), ({ body, status }) =>
            Effect.sync(() => {
              if (status < 300)
                replies.set(`${request.method} ${request.path}`, { status, body: shortened(body, mentioned) })
            })
          )
      })
    }
  )
  const server = yield* Layer.build(overDiscord(Layer.provide(Discord.layer, transport), yield* settingsOf(open)))
  const made = new Map<string, Readonly<Record<string, unknown>>>()
  const recorded = new Map<string, Recorded>()
  const call = Effect.fnUntraced(function* (tool: Tool) {
    replies = new Map()
    const input = sandboxInput(tool, sandbox.ids, made)
    mentioned = JSON.stringify(input)
    const answer = yield* Effect.provide(answerTo(tool.name, input), server)
    if (!answer.isError) made.set(tool.name, answer.structured)
    if (!answer.isError || !recorded.has(tool.name)) recorded.set(tool.name, { tool, input, replies })
  })
  const ofRisk = (risk: string) => catalogue.filter((tool) => tool.risk === risk)
  // Deletes the innermost objects first. The bot leaves the guild last.
  const depth = ({ name, operation }: Tool) =>
    name === "users_leave_guild" ? 0 : (operation?.route.split("/").length ?? 1)
  const deletions = ofRisk("destructive").toSorted((a, b) => depth(b) - depth(a))
  yield* Effect.forEach([...ofRisk("write"), ...ofRisk("read"), ...deletions], call)
  return [...recorded.values()]
}).pipe(Effect.provide(SandboxModule.layer({ ...roomy, permissions: 8n })), Effect.scoped)

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

/** Returns a copy of a JSON value with one to three random changes. */
export const mutated = (value: unknown, random: BoundedRandom): unknown => {
  const root = { value: structuredClone(value) }
  const changes = 1 + draw(random, 3)
  for (let change = 0; change < changes; change++) {
    const locations = locationsIn(root)
    const location = locations[draw(random, locations.length)]
    if (location !== undefined) alter(location, random)
  }
  return root.value
}

interface Location {
  readonly of: Record<string, unknown> | Array<unknown>
  readonly key: string
}

const locationsIn = (node: unknown): ReadonlyArray<Location> =>
  typeof node !== "object" || node === null
    ? []
    : Object.entries(node).flatMap(([key, child]) => [{ of: node as Location["of"], key }, ...locationsIn(child)])

const alter = ({ key, of }: Location, random: BoundedRandom): void => {
  const now: unknown = Reflect.get(of, key)
  const kind = draw(random, 12)
  if (kind < 3 && key !== "value") {
    if (Array.isArray(of)) of.splice(Number(key), 1)
    else Reflect.deleteProperty(of, key)
    return
  }
  Reflect.set(of, key, kind < 5 ? null : others(now)[draw(random, OTHERS)])
}

const OTHERS = 12

const others = (now: unknown): ReadonlyArray<unknown> => [
  typeof now === "string" ? now.slice(0, now.length / 2) : "x",
  "",
  0,
  -1.5,
  1e300,
  true,
  [],
  {},
  [now],
  { value: now },
  Array.isArray(now) ? Object.fromEntries(now.entries()) : Object.values(Object(now)),
  [null]
]

/** Draws a whole number from 0 to below `below`. */
export const draw = (random: BoundedRandom, below: number): number =>
  below === 0 ? 0 : (random.unsafeNext() >>> 0) % below
