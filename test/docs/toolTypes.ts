/** The client's types of every tool, as JSON shapes of the types in the source. */
import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { catalogue } from "../../src/catalogue.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { keyOf, type Shape, shapeOf } from "./shapes.ts"
import { declarations, fieldText, type Names, namesFor, textOf } from "./shapeText.ts"

/** The shapes of a tool's input and output. */
interface Wired {
  readonly input: Shape
  readonly answer: Shape
}

/** The tools as the compiler reads them off the tables. */
interface Read {
  /** Every tool by its name. */
  readonly tools: ReadonlyMap<string, Wired>
  /** The names that the sources have for shapes, by key. */
  readonly known: ReadonlyMap<string, string>
}

/** Asks the compiler, once. */
export const readTables = (): Read => {
  read ??= compiled()
  return read
}

let read: Read | undefined

const compiled = (): Read => {
  const program = ts.createProgram([root("src/catalogue.ts")], optionsOf("tsconfig.json"))
  const checker = program.getTypeChecker()
  const typeOf = (type: ts.Type, name: string): ts.Type => {
    const property = type.getProperty(name)
    if (property === undefined) throw new Error(`${checker.typeToString(type)} has no ${name}`)
    return checker.getTypeOfSymbol(property)
  }
  const exportsOf = (file: ts.SourceFile): ReadonlyArray<ts.Symbol> => {
    const symbol = checker.getSymbolAtLocation(file)
    return symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  }
  const every = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith("/src/catalogue.ts"))
    .flatMap(exportsOf)
    .find(({ name }) => name === "EveryTool")
  if (every === undefined) throw new Error("src/catalogue.ts exports no EveryTool")
  const tools = new Map(
    checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(every)).map((tool) => {
      const wire = checker.getTypeOfSymbol(tool)
      const shape = (half: string) => shapeOf(checker, typeOf(wire, half))
      return [tool.name, { input: shape("input"), answer: shape("answer") }] as const
    })
  )
  // A view is named by its function, an input by its schema.
  const known = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/src\/tools\/\w+\/\w+\.ts$/.test(fileName))
    .flatMap((file) => exportsOf(file))
    .flatMap((symbol): ReadonlyArray<readonly [string, string]> => {
      const type = checker.getTypeOfSymbol(symbol)
      const [signature] = checker.getSignaturesOfType(type, ts.SignatureKind.Call)
      const given = signature === undefined ? type.getProperty("Encoded") : undefined
      const described = signature?.getReturnType() ?? (given && checker.getTypeOfSymbol(given))
      if (described === undefined || (described.flags & ts.TypeFlags.TypeParameter) !== 0) return []
      try {
        return [[keyOf(shapeOf(checker, described)), symbol.name]]
      } catch {
        // Other exports are not JSON.
        return []
      }
    })
  return { tools, known: new Map(known.toReversed()) }
}

/** The whole of `src/client/Tools.ts`. */
export const toolTypes = ({ known, tools }: Read): string => {
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

const optionsOf = (config: string): ts.CompilerOptions =>
  ts.parseJsonConfigFileContent(ts.readConfigFile(root(config), ts.sys.readFile).config, ts.sys, root(".")).options

/** Formats the file for `npm run check`. */
const formatted = (source: string): string =>
  execFileSync(
    process.execPath,
    [root("node_modules/@biomejs/biome/bin/biome"), "format", "--stdin-file-path=src/client/Tools.ts"],
    { cwd: root("."), input: source, encoding: "utf8", maxBuffer: 16 * 1024 * 1024 }
  )
