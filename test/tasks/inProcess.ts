/** Runs the scripted solutions with the official client and a complete server in this process. */
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { Effect } from "effect"
import { Listing } from "../../src/mcp/Listing.ts"
import { serveOver } from "../../src/mcp/McpServer.ts"
import type { SnapshotPatch } from "../../src/sandbox/Snapshot.ts"
import { Sandbox, served } from "../dispatch/app.ts"
import { agentOver, connect } from "./agent.ts"
import { type Frame, measure, type Row } from "./measure.ts"
import { type Surface, sandboxOptions, seeded, settingsFor, startSandbox } from "./sandbox.ts"
import type { SeededGuild, Task } from "./task.ts"

/** What a solution did. */
export interface Played extends Row {
  readonly sentence: string
}

/** Plays the solution of a task on a surface. `tools`: those whose schemas the agent's session knows. */
export const play = (task: Task, surface: Surface, tools = new Set<string>()): Effect.Effect<Played> =>
  Effect.gen(function* () {
    const { guild, problems, sentence } = yield* seeded(task, yield* Sandbox)
    const frames: Array<Frame> = []
    const [theirs, ours] = InMemoryTransport.createLinkedPair()
    record(theirs, "server", frames)
    record(ours, "agent", frames)
    const listing = listings.get(surface) ?? (yield* Listing)
    listings.set(surface, listing)
    yield* Effect.provideService(serveOver(theirs, { version: "1.0.0", sandbox: false }), Listing, listing)
    const client = yield* connect(ours, task.declines === true)
    const agent = yield* agentOver(client, sentence, tools)
    const text = yield* task.solve(agent, guild.ids)
    return { task: task.name, surface, sentence, problems: yield* problems(text), ...measure(frames) }
  }).pipe(Effect.scoped, served(settingsFor(surface), sandboxOptions(task)))

/** The tool list of each surface. All tasks have the same settings, so it is made once. */
const listings = new Map<Surface, Listing["Type"]>()

/** Returns what the verifier of a task finds after a change that no agent made. */
export const verify = (
  task: Task,
  change: (guild: SeededGuild) => SnapshotPatch
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const sandbox = yield* startSandbox(task)
    const { guild, problems } = yield* seeded(task, sandbox)
    yield* sandbox.patch(change(guild))
    return yield* problems("")
  }).pipe(Effect.scoped, Effect.orDie)

/** Records the messages that one side sends. */
const record = (transport: InMemoryTransport, from: Frame["from"], frames: Array<Frame>): void => {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    frames.push({ from, message })
    return send(message, options)
  }
}
