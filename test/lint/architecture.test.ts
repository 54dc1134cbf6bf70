import { readFileSync } from "node:fs"
import { basename } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { moduleOf, root, sources } from "../sources.ts"
import { cyclesOf } from "./cyclesOf.ts"

/**
 * The modules in the order of their imports: each may import only those before it. `live`, `blueprint` and `undo` are products on
 * top of the core, and no module of the core imports them.
 */
const order = [
  "text",
  "errors",
  "objects",
  "telemetry",
  "resilience",
  "discord",
  "audit",
  "tools",
  "safety",
  "dispatch",
  "live",
  "replicas",
  "pipeline",
  "blueprint",
  "undo",
  "catalogue",
  "layers.ts",
  "mcp",
  "cli",
  "main.ts"
]

/** Modules outside the order, with all that each may import. */
const beside: Readonly<Record<string, ReadonlyArray<string>>> = {
  config: ["text"],
  // It is for tests of users too, and knows of the server what permission each operation requires.
  sandbox: ["errors", "objects", "discord"],
  client: ["errors", "text"],
  // For the tests of users: it may import everything but the protocol and the command line. No module imports it.
  testing: [...order.slice(0, order.indexOf("mcp")), "config", "sandbox", "client"],
  "index.ts": ["errors", "resilience", "client"]
}

/** The first module that may import `config`. */
const configFrom = order.indexOf("discord")

const permit = "discord/Permit.ts"

/**
 * What the sandbox imports of the server: the table of permissions by operation, and the algorithm over it, because the
 * sandbox checks by what the server explains and publishes. A second table would differ from it. It checks bodies by
 * Discord's description, and keeps objects with the fields that `objects` states.
 */
const ofSandbox = [
  "discord/description/DescribedNode.ts",
  "discord/description/schemas.ts",
  "discord/permissions/effectivePermissions.ts",
  "discord/permissions/requiredPermissions.ts",
  "errors/PermissionName.ts"
]

/** Files that may do what all others must not, each with its reason. */
const boundaries: Readonly<Record<string, { readonly uses: ReadonlyArray<string>; readonly why: string }>> = {
  "catalogue/catalogue.ts": { uses: ["async"], why: "loads all features before it exports them" },
  "main.ts": { uses: ["async", "process"], why: "the process starts here, before Effect is loaded" },
  "cli/start.ts": { uses: ["process"], why: "the arguments of the process" },
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
  "live/connection/GatewayShard.ts": { uses: ["promise"], why: "@discordjs/ws speaks promises" },
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
  "blueprint/apply.ts": "the end of a plan's id, which is valid in every process",
  "cli/doctor/connectBot.ts": "compares this machine's clock with Discord's Date header",
  "cli/init/ConfigFile.ts": "the name of a backup has the time",
  "cli/withFileLock.ts": "an old lock is of a dead process: the age of a file is by the wall clock",
  "discord/Discord.ts": "the age of a message, whose id has its time",
  "discord/permissions/PermissionContext.ts": "the end of a member's timeout, an ISO time of Discord",
  "live/Asks.ts": "when a question was asked and expires, across restarts",
  "live/GatewayLive.ts": "the IDENTIFY of the last 24 hours, of all processes",
  "live/Segments.ts": "the age of an event in days, across restarts",
  "live/approvals/discordApproval.ts": "when an approval ends, across restarts",
  "live/connection/GatewayConnection.ts": "times of IDENTIFY and of sessions, which count across restarts",
  "live/connection/Ownership.ts": "when a process took the connection",
  "live/intake.ts": "the time of an event that has none, and when a channel was asked for",
  "live/repair.ts": "the time of a gap, and the days since a channel was asked for",
  "mcp/McpServer.ts": "when a session began: events that were logged since are new to it",
  "mcp/http/access/accessTokens.ts": "exp, nbf and iat of a token",
  "mcp/http/access/authenticate.ts": "exp of a token",
  "mcp/http/interactionsEndpoint.ts": "the timestamp of a signature",
  "replicas/lease.ts": "since when a replica has the lease, for people",
  "replicas/memoryRates.ts": "the library's store, run by the monotonic clock",
  "safety/preview/certainRefusal.ts": "the age of a message, whose id has its time",
  "sandbox/gateway/People.ts": "the clock of the embedded Discord",
  "sandbox/gateway/connection.ts": "the clock of the embedded Discord",
  "sandbox/gateway/endpoint.ts": "the timestamp of a signature",
  "sandbox/sandboxApp.ts": "the clock of the embedded Discord",
  "telemetry/monotonic.ts": "the library's caches, run by the monotonic clock",
  "telemetry/tracing.ts": "the library's exporter, run by the monotonic clock",
  "text/fileProblems.ts": "the name of a damaged file has the time",
  "tools/channels/lock.ts": "the planned end of a lock, an ISO time",
  "tools/members/timeout.ts": "the end of a member's timeout, an ISO time of Discord",
  "tools/messages/catchUp.ts": "where a first call begins, 24 hours ago",
  "tools/permissions/context.ts": "the end of a member's timeout, an ISO time of Discord",
  "undo/readState.ts": "the end of a member's timeout, an ISO time of Discord"
}

/** Functions of more than 60 lines, each with its reason. */
const longFunctions: Readonly<Record<string, { readonly names: ReadonlyArray<string>; readonly why: string }>> = {}

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
      "live/connection/": "Discord's gateway over a WebSocket, loaded only with live events",
      "mcp/http/":
        "MCP over HTTP, loaded only by serve --http and connect, and the endpoint of metrics, loaded only where one is set",
      "telemetry/tracing.ts": "sends traces and metrics to a collector, and is loaded only where one is set"
    },
    test: (name: string) =>
      /^(undici|axios|node-fetch|@discordjs\/|@effect\/opentelemetry|(node:)?(http|https|http2|net|tls)$)/.test(name) ||
      /^@effect\/platform(-node)?\/.*(Http|Fetch|Undici|Multipart)/.test(name)
  }
]

const allowed = (module: string): ReadonlyArray<string> => {
  const side = beside[module]
  if (side !== undefined) return [module, ...side]
  const at = order.indexOf(module)
  return [
    ...order.slice(0, at + 1),
    ...(at >= configFrom ? ["config"] : []),
    ...(module === "cli" ? ["sandbox", "client"] : [])
  ]
}

/** Returns the modules that each module imports. */
const moduleImports = (): ReadonlyMap<string, Array<string>> => {
  const imports = new Map<string, Array<string>>()
  for (const { module, own } of sources) {
    const targets = own.filter((target) => target !== "package.json").map(moduleOf)
    imports.set(module, [...(imports.get(module) ?? []), ...targets.filter((target) => target !== module)])
  }
  return imports
}

/** Returns the floor of each module: one above the highest of its imports. */
const floorsOf = (imports: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyMap<string, number> => {
  const floors = new Map<string, number>()
  const floorOf = (module: string): number => {
    const before = floors.get(module)
    if (before !== undefined) return before
    const floor = 1 + Math.max(0, ...(imports.get(module) ?? []).map(floorOf))
    floors.set(module, floor)
    return floor
  }
  for (const module of imports.keys()) floorOf(module)
  return floors
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
    const wrong = sources.flatMap(({ module, own, path }) =>
      own
        .filter((target) => target !== "package.json" && !allowed(module).includes(moduleOf(target)))
        .map((target) => `${path} imports ${target}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("has at most 12 floors of modules", () => {
    const floors = floorsOf(moduleImports())
    assert.isAtMost(Math.max(...floors.values()), 12, JSON.stringify(Object.fromEntries(floors)))
  })

  it("the sandbox knows of the server only the permissions that operations require", () => {
    const imported = sources.flatMap(({ module, own }) => (module === "sandbox" ? own : []))
    assert.sameMembers(
      [...new Set(imported.filter((target) => !["sandbox", "objects"].includes(moduleOf(target))))],
      ofSandbox
    )
  })

  it("loads the whole catalogue only for the build and for tests", () => {
    assert.deepStrictEqual(
      sources.flatMap(({ own, path }) =>
        own.includes("catalogue/catalogue.ts") && !path.startsWith("testing/") ? [path] : []
      ),
      ["catalogue/toolTraits.ts", "mcp/prebuild.ts"]
    )
  })

  it("has no import cycle between files", () => {
    assert.deepStrictEqual(cyclesOf(new Map(sources.map(({ own, path }) => [path, own]))), [])
  })

  it("has no import cycle between modules", () => {
    assert.deepStrictEqual(cyclesOf(moduleImports()), [])
  })

  it("the permit imports only the names of risks, and only safety/ makes one", () => {
    const permitFile = sources.find(({ path }) => path === permit)
    assert.deepStrictEqual([permitFile?.own, permitFile?.foreign], [["config/Risk.ts"], ["effect"]])
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

  it("has functions of at most 60 lines, but for those that it names", () => {
    assert.deepStrictEqual(
      Object.fromEntries(sources.flatMap(({ long, path }) => (long.length === 0 ? [] : [[path, long]]))),
      Object.fromEntries(Object.entries(longFunctions).map(([path, { names }]) => [path, names]))
    )
  })

  it("names what is used over more than two lines, and does not call it `it`", () => {
    assert.deepStrictEqual(
      sources.flatMap(({ path, pronouns }) => pronouns.map((line) => `${path}:${line}`)),
      []
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
