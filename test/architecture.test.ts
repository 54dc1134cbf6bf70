import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import ts from "typescript"

/**
 * Rooms from left to right: each may import only rooms to its left. What may be
 * imported from elsewhere stands in `also`; what stands in neither is forbidden.
 */
const order = ["errors", "resilience", "discord", "tools", "safety", "dispatch", "pipeline", "mcp", "cli"]

/** `telemetry` knows no room of ours, `config` only the redaction of it; they serve those from `discord` on. */
const ground = ["config", "telemetry"]
const groundFrom = order.indexOf("discord")

/** Rooms that stand beside the line, with all they may import. */
const beside: Readonly<Record<string, ReadonlyArray<string>>> = {
  config: ["telemetry"],
  telemetry: [],
  sandbox: [],
  client: ["errors"],
  // For those who test against us: it may know all but the two ends, and nobody here knows it.
  testing: [
    ...order.filter((room) => room !== "mcp" && room !== "cli"),
    ...ground,
    ...["sandbox", "client", "app.ts", "catalogue.ts"]
  ],
  "main.ts": ["cli"],
  // The composition that a process and a test share.
  "app.ts": [...order.filter((room) => room !== "mcp" && room !== "cli"), ...ground, "lazyCatalogue.ts"],
  "catalogue.ts": ["tools", "pipeline"],
  "lazyCatalogue.ts": ["tools", "pipeline"],
  "index.ts": ["errors", "resilience", "client"]
}

/** The proof of clearance is asked for on the left and made on the right: a leaf that anyone may import. */
const leaf = "safety/Clearance.ts"

/** Functions of texts that views need as well as answers, and records as well as errors: leaves, too. */
const leaves: ReadonlyArray<string> = [leaf, "safety/content/invisible.ts", "errors/clip.ts", "errors/nearestName.ts"]

/** Files that may do what all others must not, each with its reason. */
const boundaries: Readonly<Record<string, { readonly uses: ReadonlyArray<string>; readonly why: string }>> = {
  "main.ts": { uses: ["process"], why: "the process starts here: its arguments" },
  "cli/environment.ts": { uses: ["console", "process"], why: "the one reader of environment variables" },
  "cli/demo.ts": { uses: ["process"], why: "starts this very program as a child" },
  "discord/download.ts": { uses: ["async", "throw"], why: "undici speaks promises, and node's look-up callbacks" },
  "discord/RestTransport.ts": {
    uses: ["async", "promise", "throw", "try"],
    why: "@discordjs/rest and undici speak promises"
  },
  "mcp/McpServer.ts": { uses: ["async", "throw"], why: "handlers of the SDK are promises, and fail by throwing" },
  "mcp/LineWriter.ts": { uses: ["promise"], why: "the SDK waits for what it sends" },
  "mcp/StdioTransport.ts": { uses: ["async", "timer", "try"], why: "the SDK's transport interface and node's pipes" },
  "mcp/serveStdio.ts": { uses: ["process"], why: "stdin and stdout of this process" }
}

/** What `npm run docs` writes may be as long as the catalogue is. */
const written: ReadonlyArray<string> = ["client/Tools.ts"]

/** A library with a wall around it: rooms that may use it, and single files of other rooms, each with its reason. */
interface Wall {
  readonly what: string
  readonly rooms: ReadonlyArray<string>
  readonly gates: Readonly<Record<string, string>>
  readonly test: (module: string) => boolean
}

const walls: ReadonlyArray<Wall> = [
  {
    what: "the MCP SDK",
    rooms: ["mcp", "client"],
    gates: {},
    test: (module: string) => module.startsWith("@modelcontextprotocol/")
  },
  {
    what: "HTTP",
    rooms: ["discord", "sandbox"],
    gates: { "telemetry/tracing.ts": "sends traces and metrics to a collector, and is loaded only where one is set" },
    test: (module: string) =>
      /^(undici|axios|node-fetch|@discordjs\/|@effect\/opentelemetry|(node:)?(http|https|http2|net|tls)$)/.test(
        module
      ) || /^@effect\/platform(-node)?\/.*(Http|Fetch|Undici|Multipart)/.test(module)
  }
]

interface Source {
  readonly path: string
  readonly room: string
  readonly lines: number
  /** Our own files, by their path below `src`. */
  readonly own: ReadonlyArray<string>
  /** Packages and modules of node; `@effect/platform` with the name imported from it. */
  readonly foreign: ReadonlyArray<string>
  readonly uses: ReadonlyArray<string>
  readonly grants: number
}

const root = fileURLToPath(new URL("../src/", import.meta.url))

const read = (path: string): Source => {
  const text = readFileSync(root + path, "utf8")
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const modules: Array<string> = []
  const uses = new Set<string>()
  const declared = new Set<string>()
  let grants = 0
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined) {
      modules.push(...modulesOf(node, node.moduleSpecifier.getText(file).slice(1, -1)))
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      modules.push(node.arguments[0]?.getText(file).slice(1, -1) ?? "")
    }
    if (ts.isImportTypeNode(node)) modules.push(node.argument.getText(file).slice(1, -1))
    const use = useOf(node, file)
    if (use !== undefined) uses.add(use)
    if (ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)) {
      declared.add(node.name.getText(file))
    }
    if (ts.isPropertyAccessExpression(node) && node.getText(file) === "Permit.grant") grants++
    ts.forEachChild(node, visit)
  }
  visit(file)
  const isOurs = (module: string) => module.startsWith(".")
  return {
    path,
    room: path.split("/")[0] ?? path,
    lines: text.split("\n").length - 1,
    own: modules.filter(isOurs).map((module) => new URL(module, `file:///${path}`).pathname.slice(1)),
    foreign: modules.filter((module) => !isOurs(module)),
    // A file's own `fetch` is not the global one.
    uses: [...uses].filter((use) => !declared.has(use)).sort(),
    grants
  }
}

/** From a barrel it counts what is taken: `FileSystem` of `@effect/platform` is no HTTP, `HttpClient` is. */
const modulesOf = (node: ts.ImportDeclaration | ts.ExportDeclaration, module: string): ReadonlyArray<string> => {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  return /^@effect\/platform(-node)?$/.test(module) &&
    bindings !== undefined &&
    (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
    ? bindings.elements.map(({ name, propertyName }) => `${module}/${(propertyName ?? name).text}`)
    : [module]
}

/** What only a boundary may use, if this node is such a use. */
const useOf = (node: ts.Node, file: ts.SourceFile): string | undefined => {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return "async"
  if (node.kind === ts.SyntaxKind.AwaitKeyword || ts.isAwaitExpression(node)) return "async"
  if (ts.isThrowStatement(node)) return "throw"
  if (ts.isTryStatement(node)) return "try"
  if (ts.isNewExpression(node)) {
    const made = node.expression.getText(file)
    if (made === "Promise") return "promise"
    return made === "Date" && (node.arguments?.length ?? 0) === 0 ? "clock" : undefined
  }
  if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText(file)
    if (/^(Date\.now|performance\.now)$/.test(text)) return "clock"
    if (/^(Math\.random|crypto\.\w+)$/.test(text)) return "random"
  }
  if (!ts.isIdentifier(node) || isName(node)) return undefined
  if (/^(setTimeout|setInterval|setImmediate|queueMicrotask)$/.test(node.text)) return "timer"
  if (node.text === "process" || node.text === "console" || node.text === "fetch") return node.text
  return undefined
}

/** A name that something is given, or a member: not the global of that name. */
const isName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isPropertySignature(node.parent) && node.parent.name === node) ||
  (ts.isParameter(node.parent) && node.parent.name === node)

const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .sort()
  .map(read)

const roomOf = (path: string): string => path.split("/")[0] ?? path

const allowed = ({ path, room }: Source): ReadonlyArray<string> => {
  if (room === "mcp") return [...order.slice(0, order.indexOf("mcp") + 1), ...ground, "catalogue.ts"]
  if (room === "cli") return [...order, ...ground, "sandbox", "cli", "app.ts", "catalogue.ts"]
  if (leaves.includes(path)) return []
  const side = beside[room]
  if (side !== undefined) return [room, ...side]
  const at = order.indexOf(room)
  return [...order.slice(0, at + 1), ...(at >= groundFrom ? ground : [])]
}

describe("the architecture", () => {
  it("has no rooms but the ones it names", () => {
    const known = [...order, ...Object.keys(beside)]
    assert.deepStrictEqual(
      sources.map(({ path, room }) => [path, known.includes(room)] as const).filter(([, is]) => !is),
      []
    )
    assert.isAbove(sources.length, 50)
  })

  it("imports point one way", () => {
    const wrong = sources.flatMap((source) =>
      source.own
        .filter(
          (target) => !leaves.includes(target) && target !== "package.json" && !allowed(source).includes(roomOf(target))
        )
        .map((target) => `${source.path} imports ${target}`)
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("the proof of clearance imports nothing, and only safety/ makes one", () => {
    const clearance = sources.find(({ path }) => path === leaf)
    assert.deepStrictEqual([clearance?.own, clearance?.foreign], [[], ["effect"]])
    const granting = sources.filter(({ grants }) => grants > 0).map(({ path }) => path)
    assert.deepStrictEqual(
      granting.filter((path) => !path.startsWith("safety/")),
      []
    )
    assert.isAbove(granting.length, 0)
  })

  for (const { gates, rooms, test, what } of walls) {
    it(`keeps ${what} in ${rooms.join("/ and ")}/`, () => {
      const users = sources.filter(({ foreign }) => foreign.some(test))
      assert.deepStrictEqual(
        users.filter(({ room }) => !rooms.includes(room)).map(({ path }) => path),
        Object.keys(gates)
      )
      assert.sameMembers([...new Set(users.map(({ room }) => room))], [...rooms, ...Object.keys(gates).map(roomOf)])
    })
  }

  it("leaves promises, exceptions, clocks, dice, timers and the process to the boundaries it names", () => {
    const actual = Object.fromEntries(
      sources.filter(({ uses }) => uses.length > 0).map(({ path, uses }) => [path, uses])
    )
    const declared = Object.fromEntries(
      Object.entries(boundaries)
        .filter(([boundary]) => sources.some(({ path }) => path === boundary))
        .map(([path, { uses }]) => [path, uses])
    )
    assert.deepStrictEqual(actual, declared)
  })

  it("has no file over 300 lines, and none named after nothing", () => {
    assert.deepStrictEqual(
      sources
        .filter(({ lines, path }) => lines > 300 && !written.includes(path))
        .map(({ lines, path }) => `${path}: ${lines}`),
      []
    )
    assert.deepStrictEqual(
      sources
        .map(({ path }) => path)
        .filter((path) => /^(utils?|helpers?|common|types|misc|shared)\.ts$/i.test(basename(path))),
      []
    )
  })

  it("names services after their place", () => {
    const tags = sources.flatMap(({ path }) =>
      [...readFileSync(root + path, "utf8").matchAll(/Context\.(?:Tag|Reference<\w+>\(\))\(\s*"([^"]+)"/g)].map(
        ([, id]) => [path, id] as const
      )
    )
    assert.isAbove(tags.length, 5)
    assert.deepStrictEqual(
      tags.filter(([path, id]) => !id?.startsWith(`effect-discord-mcp/${roomOf(path)}/`)),
      []
    )
  })
})
