/** The client's types of every tool, as JSON shapes of the types in the source. */
// @effect-diagnostics asyncFunction:off
import { spawn } from "node:child_process"
import { once } from "node:events"
import { text as textOfStream } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { Worker } from "node:worker_threads"
import { build } from "esbuild"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import type { Read, Wired } from "./readTables.ts"
import type { Shape } from "./shapes.ts"
import { declarations, fieldText, type Names, namesFor, textOf } from "./shapeText.ts"

/** Asks the compiler, once. */
export const readTables = (): Promise<Read> => {
  read ??= compiled()
  return read
}

let read: Promise<Read> | undefined

/** Runs the compiler in a thread: it takes seconds without a turn of the event loop. */
const compiled = async (): Promise<Read> => {
  const { outputFiles } = await build({
    entryPoints: [root("test/docs/readTables.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    external: ["typescript"]
  })
  const worker = new Worker(outputFiles[0]?.text ?? "", { eval: true, workerData: root("."), execArgv: [] })
  const [tables]: Array<Read> = await once(worker, "message")
  if (tables === undefined) throw new Error("the compiler sent no tables")
  return tables
}

/** The whole of `src/client/Tools.ts`. */
export const toolTypes = ({ known, tools }: Read): Promise<string> => {
  const sorted = [...tools].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = namesFor(
    sorted.flatMap(([name, { answer, input }]) => [[name, answer] as const, ...fieldsOf(input)]),
    known
  )
  const entries = sorted.map(([name, wired]) => entry(name, wired, names))
  return formatted(`/**
 * Every tool by its name, with what it takes and what it answers as JSON. Written by
 * \`npm run docs\` from the tables in src/tools: change those, not this.
 */
export interface Tools {
${entries.join("\n")}
}

${declarations(names)}
`)
}

const entry = (name: string, { answer, input }: Wired, names: Names): string => {
  const tool = catalogue.find((one) => one.name === name)
  if (tool === undefined) throw new Error(`the catalogue has no ${name}`)
  const described = descriptionsOf(tool)
  const fields = input.kind === "object" ? input.fields : []
  const lines = fields.map((field) => `${comment(described[field.name])}${fieldText(field, names)}`)
  return `${comment(tool.description)}readonly ${name}: {
    readonly input: ${lines.length === 0 ? "{ readonly [field: string]: never }" : `{\n${lines.join("\n")}\n}`}
    readonly answer: ${textOf(answer, names)}
  }`
}

const fieldsOf = (input: Shape): ReadonlyArray<readonly [string, Shape]> =>
  input.kind === "object" ? input.fields.map(({ name, shape }) => [name, shape] as const) : []

const descriptionsOf = ({ input }: Tool): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(Object(publishedSchema(input).properties)).map(([name, field]) => [name, Object(field).description])
  )

const comment = (text: string | undefined): string =>
  text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Formats the file for `npm run check`. */
const formatted = async (source: string): Promise<string> => {
  const biome = root("node_modules/@biomejs/biome/bin/biome")
  const child = spawn(process.execPath, [biome, "format", "--stdin-file-path=src/client/Tools.ts"], {
    cwd: root("."),
    stdio: ["pipe", "pipe", "inherit"]
  })
  child.stdin.end(source)
  return textOfStream(child.stdout)
}
