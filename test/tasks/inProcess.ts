/** Runs the scripted solutions with the official client and a complete server in this process. */
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Effect } from "effect"
import { Listing } from "../../src/mcp/Listing.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import { Sandbox, served } from "../dispatch/app.ts"
import { agentOver, connect } from "./agent.ts"
import { type Frame, measure, type Row } from "./measure.ts"
import { type Surface, sandboxOptions, seeded, settingsFor, startSandbox } from "./sandbox.ts"
import type { Task } from "./task.ts"

/** What a solution did. */
export interface Played extends Row {
  /** The tools that it used, those in plans included. */
  readonly tools: ReadonlySet<string>
}

/** Plays the solution of a task on a surface. */
export const play = (task: Task, surface: Surface): Effect.Effect<Played> =>
  Effect.gen(function* () {
    const { guild, problems, sentence } = yield* seeded(task, yield* Sandbox)
    const frames: Array<Frame> = []
    const tools = new Set<string>()
    const [theirs, ours] = InMemoryTransport.createLinkedPair()
    record(theirs, "server", frames)
    record(ours, "agent", frames)
    const listing = listings.get(surface) ?? (yield* Listing)
    listings.set(surface, listing)
    yield* Effect.provideService(serveOver(theirs, { version: "1.0.0", sandbox: false }), Listing, listing)
    const client = yield* connect(ours, task.declines === true)
    const agent = yield* agentOver(client, sentence, (tool) => tools.add(tool))
    const text = yield* task.solve(agent, guild.ids)
    return { task: task.name, surface, problems: yield* problems(text), tools, ...measure(frames) }
  }).pipe(Effect.scoped, served(settingsFor(surface), sandboxOptions(task)))

/** The tool list of each surface. All tasks have the same settings, so it is made once. */
const listings = new Map<Surface, Listing["Type"]>()

/** Checks the state of a task that nobody worked on. */
export const doNothing = (task: Task): Effect.Effect<ReadonlyArray<string>> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { problems } = yield* seeded(task, yield* startSandbox(task))
      return yield* problems("")
    })
  ).pipe(Effect.orDie)

/** Records the messages that one side sends. */
const record = (transport: InMemoryTransport, from: Frame["from"], frames: Array<Frame>): void => {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    frames.push({ from, message })
    return send(message, options)
  }
}
