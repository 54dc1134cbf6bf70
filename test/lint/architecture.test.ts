import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { leaves, moduleOf, root, type Source, sources } from "../sources.ts"
import { cyclesOf } from "./cyclesOf.ts"

/**
 * The modules in the order of their imports: each may import only those before it.
 */
const order = [
  "text",
  "errors",
  "resilience",
  "discord",
  "audit",
  "events",
  "tools",
  "preview",
  "safety",
  "replicas",
  "dispatch",
  "pipeline",
  "mcp",
  "cli"
]

/** Of our modules, `telemetry` and `config` import only `text`. `discord` and the modules after it may import both. */
const ground = ["config", "telemetry"]
const groundFrom = order.indexOf("discord")

/** Modules outside the order, with all that each may import. */
const beside: Readonly<Record<string, ReadonlyArray<string>>> = {
  config: ["text"],
  telemetry: ["text"],
  sandbox: [],
  client: ["errors", "text"],
  // For the tests of users: it may import everything but the protocol and the command line. No module imports it.
  testing: [
    ...order.filter((module) => module !== "mcp" && module !== "cli"),
    ...ground,
    ...["sandbox", "client", "serverLayer.ts", "catalogue.ts"]
  ],
  "main.ts": ["cli", "start.ts"],
  "start.ts": ["cli", "resilience"],
  // The composition that a process and a test share.
  "serverLayer.ts": [...order.filter((module) => module !== "mcp" && module !== "cli"), ...ground, "lazyCatalogue.ts"],
  "catalogue.ts": ["text", "tools", "pipeline"],
  "lazyCatalogue.ts": ["text", "tools", "pipeline", "toolFacts.ts", "toolNames.ts"],
  "toolNames.ts": ["toolFacts.ts"],
  "toolFacts.ts": ["catalogue.ts", "tools"],
  "index.ts": ["errors", "resilience", "client"]
}

/** The tools: loaded when first used, and facts about all of them that the build prepares. */
const ofTools: ReadonlyArray<string> = ["lazyCatalogue.ts", "toolNames.ts", "toolFacts.ts"]

const leaf = "safety/Permit.ts"

/**
 * The table of permissions by operation, and the algorithm over it: the sandbox checks by what the server explains and
 * publishes. A second table would differ from it.
 */
const permissionTable: ReadonlyArray<string> = [
  "discord/permissions/PermissionName.ts",
  "discord/permissions/effectivePermissions.ts",
  "discord/permissions/requiredPermissions.ts"
]

/** Files that may do what all others must not, each with its reason. */
const boundaries: Readonly<Record<string, { readonly uses: ReadonlyArray<string>; readonly why: string }>> = {
  "catalogue.ts": { uses: ["async"], why: "loads all features before it exports them" },
  "main.ts": { uses: ["async", "process"], why: "the process starts here, before Effect is loaded" },
  "start.ts": { uses: ["process"], why: "the arguments of the process" },
  "cli/process.ts": { uses: ["console", "process"], why: "the one reader of environment variables" },
  "cli/demo.ts": { uses: ["process"], why: "starts this very program as a child" },
  "client/Session.ts": { uses: ["process"], why: "shows the stderr of the server that it starts" },
  "discord/RestTransport.ts": {
    uses: ["async", "throw", "try"],
    why: "@discordjs/rest and undici speak promises"
  },
  "discord/proxy/proxyDispatcher.ts": {
    uses: ["async", "promise", "throw"],
    why: "undici's proxy agent speaks promises"
  },
  "discord/gateway/GatewayShard.ts": { uses: ["promise"], why: "@discordjs/ws speaks promises" },
  "resilience/TurnScheduler.ts": {
    uses: ["clock", "timer"],
    why: "a scheduler starts fibers in later turns, and measures how long they have held this one"
  },
  "telemetry/LogOutput.ts": { uses: ["try"], why: "writeSync throws" },
  "mcp/McpServer.ts": { uses: ["async", "throw"], why: "handlers of the SDK are promises, and fail by throwing" },
  "mcp/toolCall.ts": { uses: ["throw"], why: "a handler of the SDK refuses a call by an exception" },
  "mcp/stdio/StdioTransport.ts": {
    uses: ["async", "promise", "timer"],
    why: "the SDK's transport interface and node's pipes; lines of one turn leave together"
  },
  "mcp/http/connectRemote.ts": {
    uses: ["async", "process", "try"],
    why: "the SDK's transports are made of promises; stdin and stdout of this process"
  },
  "mcp/http/SessionEvents.ts": { uses: ["async"], why: "the SDK's event store is made of promises" },
  "mcp/frames.ts": { uses: ["try"], why: "JSON.parse throws" },
  "mcp/stdio/serveStdio.ts": { uses: ["process"], why: "stdin and stdout of this process" }
}

/** Files that may read the wall clock, each with its reason. Durations are monotonic everywhere. */
const wallClock: Readonly<Record<string, string>> = {
  "audit/AuditFile.ts": "the time of a record, and the name of a file",
  "audit/AuditLog.ts": "the time of a record",
  "audit/AuditSink.ts": "the time of a record about missing ones",
  "cli/doctor/connectBot.ts": "compares this machine's clock with Discord's Date header",
  "cli/init/ConfigFile.ts": "the name of a backup has the time",
  "cli/withFileLock.ts": "an old lock is of a dead process: the age of a file is by the wall clock",
  "discord/Discord.ts": "the age of a message, whose id has its time",
  "discord/gateway/GatewayConnection.ts": "times of IDENTIFY and of sessions, which count across restarts",
  "discord/gateway/Ownership.ts": "when a process took the connection",
  "discord/permissions/PermissionContext.ts": "the end of a member's timeout, an ISO time of Discord",
  "events/Asks.ts": "when a question was asked and expires, across restarts",
  "events/GatewayLive.ts": "the IDENTIFY of the last 24 hours, of all processes",
  "events/Segments.ts": "the age of an event in days, across restarts",
  "events/intake.ts": "the time of an event that has none, and when a channel was asked for",
  "events/repair.ts": "the time of a gap, and the days since a channel was asked for",
  "mcp/McpServer.ts": "when a session began: events that were logged since are new to it",
  "mcp/http/access/accessTokens.ts": "exp, nbf and iat of a token",
  "mcp/http/access/authenticate.ts": "exp of a token",
  "mcp/http/interactionsEndpoint.ts": "the timestamp of a signature",
  "preview/certainRefusal.ts": "the age of a message, whose id has its time",
  "replicas/lease.ts": "since when a replica has the lease, for people",
  "replicas/memoryRates.ts": "the library's store, run by the monotonic clock",
  "resilience/monotonic.ts": "the library's caches, run by the monotonic clock",
  "safety/discordApproval.ts": "when an approval ends, across restarts",
  "sandbox/gateway/People.ts": "the clock of the embedded Discord",
  "sandbox/gateway/connection.ts": "the clock of the embedded Discord",
  "sandbox/gateway/endpoint.ts": "the timestamp of a signature",
  "sandbox/sandboxApp.ts": "the clock of the embedded Discord",
  "telemetry/tracing.ts": "the library's exporter, run by the monotonic clock",
  "text/fileProblems.ts": "the name of a damaged file has the time",
  "tools/blueprint/apply.ts": "the end of a plan's id, which is valid in every process",
  "tools/members/timeout.ts": "the end of a member's timeout, an ISO time of Discord",
  "tools/messages/catchUp.ts": "where a first call begins, 24 hours ago",
  "tools/permissions/context.ts": "the end of a member's timeout, an ISO time of Discord"
}

/** A library that only some modules may import, and single files and folders of other modules, each with its reason. */
interface Restricted {
  readonly what: string
  readonly modules: ReadonlyArray<string>
  readonly exceptions: Readonly<Record<string, string>>
  readonly test: (name: string) => boolean
}

const restricted: ReadonlyArray<Restricted> = [
  {
    what: "the MCP SDK",
    modules: ["mcp", "client"],
    exceptions: {},
    test: (name: string) => name.startsWith("@modelcontextprotocol/")
  },
  {
    what: "HTTP",
    modules: ["discord", "sandbox"],
    exceptions: {
      "mcp/http/":
        "MCP over HTTP, loaded only by serve --http and connect, and the endpoint of metrics, loaded only where one is set",
      "telemetry/tracing.ts": "sends traces and metrics to a collector, and is loaded only where one is set"
    },
    test: (name: string) =>
      /^(undici|axios|node-fetch|@discordjs\/|@effect\/opentelemetry|(node:)?(http|https|http2|net|tls)$)/.test(name) ||
      /^@effect\/platform(-node)?\/.*(Http|Fetch|Undici|Multipart)/.test(name)
  }
]

const allowed = ({ module, path }: Source): ReadonlyArray<string> => {
  // The build runs it.
  if (path === "mcp/prebuild.ts") return ["mcp", "tools", "catalogue.ts", ...ofTools]
  if (module === "mcp") return [...order.slice(0, order.indexOf("mcp") + 1), ...ground, ...ofTools]
  if (module === "cli") return [...order, ...ground, "sandbox", "client", "serverLayer.ts", ...ofTools]
  if (leaves.includes(path)) return ["text"]
  const side = beside[module]
  if (side !== undefined) return [module, ...side]
  const at = order.indexOf(module)
  return [...order.slice(0, at + 1), ...(at >= groundFrom ? ground : [])]
}

describe("the architecture", () => {
  it("has only the modules it names", () => {
    const known = [...order, ...Object.keys(beside)]
    assert.deepStrictEqual(
      sources.map(({ module, path }) => [path, known.includes(module)] as const).filter(([, is]) => !is),
      []
    )
    assert.isAbove(sources.length, 50)
  })

  it("imports point one way", () => {
    const wrong = sources.flatMap((source) =>
      source.own
        .filter(
          (target) =>
            !leaves.includes(target) &&
            target !== "package.json" &&
            !(source.module === "sandbox" && permissionTable.includes(target)) &&
            !allowed(source).includes(moduleOf(target))
        )
        .map((target) => `${source.path} imports ${target}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("loads the whole catalogue only for the build and for tests", () => {
    assert.deepStrictEqual(
      sources.flatMap(({ own, path }) => (own.includes("catalogue.ts") && !path.startsWith("testing/") ? [path] : [])),
      ["mcp/prebuild.ts", "toolFacts.ts"]
    )
  })

  it("has no import cycle between files", () => {
    assert.deepStrictEqual(cyclesOf(new Map(sources.map(({ own, path }) => [path, own]))), [])
  })

  it("has no import cycle between modules, the leaves aside", () => {
    const imports = new Map<string, Array<string>>()
    for (const { module, own } of sources) {
      const targets = own.filter((target) => !leaves.includes(target)).map(moduleOf)
      imports.set(module, [...(imports.get(module) ?? []), ...targets.filter((target) => target !== module)])
    }
    assert.deepStrictEqual(cyclesOf(imports), [])
  })

  it("the permit imports nothing, and only safety/ makes one", () => {
    const permit = sources.find(({ path }) => path === leaf)
    assert.deepStrictEqual([permit?.own, permit?.foreign], [[], ["effect"]])
    const granting = sources.filter(({ grants }) => grants > 0).map(({ path }) => path)
    assert.deepStrictEqual(
      granting.filter((path) => !path.startsWith("safety/")),
      []
    )
    assert.isAbove(granting.length, 0)
  })

  for (const { exceptions, modules, test, what } of restricted) {
    it(`keeps ${what} in ${modules.join("/ and ")}/`, () => {
      const users = sources.filter(({ foreign }) => foreign.some(test))
      assert.deepStrictEqual(
        [
          ...new Set(
            users
              .filter(({ module }) => !modules.includes(module))
              .map(({ path }) => Object.keys(exceptions).find((folder) => path.startsWith(folder)) ?? path)
          )
        ],
        Object.keys(exceptions)
      )
      assert.sameMembers(
        [...new Set(users.map(({ module }) => module))],
        [...modules, ...Object.keys(exceptions).map(moduleOf)]
      )
    })
  }

  it("uses promises, exceptions, clocks, randomness, timers and the process only in the boundary files it names", () => {
    const actual = Object.fromEntries(
      sources
        .map(({ path, uses }) => [path, uses.filter((use) => use !== "wall clock")] as const)
        .filter(([, uses]) => uses.length > 0)
    )
    const declared = Object.fromEntries(
      Object.entries(boundaries)
        .filter(([boundary]) => sources.some(({ path }) => path === boundary))
        .map(([path, { uses }]) => [path, uses])
    )
    assert.deepStrictEqual(actual, declared)
  })

  it("reads the wall clock, and uses what measures durations by it, only in the files it names", () => {
    assert.deepStrictEqual(
      sources.filter(({ uses }) => uses.includes("wall clock")).map(({ path }) => path),
      Object.keys(wallClock)
    )
  })

  it("has no file with a name that says nothing", () => {
    assert.deepStrictEqual(
      sources
        .map(({ path }) => path)
        .filter((path) => /^(utils?|helpers?|common|types|misc|shared)\.ts$/i.test(basename(path))),
      []
    )
  })

  it("names services after their module", () => {
    const tags = sources.flatMap(({ path }) =>
      [...readFileSync(root + path, "utf8").matchAll(/Context\.(?:Tag|Reference<\w+>\(\))\(\s*"([^"]+)"/g)].map(
        ([, id]) => [path, id] as const
      )
    )
    assert.isAbove(tags.length, 5)
    assert.deepStrictEqual(
      tags.filter(([path, id]) => !id?.startsWith(`effect-discord-mcp/${moduleOf(path)}/`)),
      []
    )
  })

  it("starts fibers outside an effect only where foreign code calls", () => {
    const starting = sources.filter(({ path }) => /\brun(?:Fork|Callback)\b/.test(readFileSync(root + path, "utf8")))
    assert.deepStrictEqual(
      starting.map(({ module, path }) => [module, path]).filter(([module = ""]) => !FIBER_STARTERS.includes(module)),
      []
    )
    assert.isAbove(starting.length, 0)
  })
})

/** The modules that the SDK, a stream or a test runner calls. */
const FIBER_STARTERS = ["mcp", "telemetry", "testing"]
