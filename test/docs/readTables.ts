/** Reads the types of all tools with the compiler, and sends them to the thread that started this one. */
import { join } from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import ts from "typescript"
import { keyOf, type Shape, shapeOf } from "./shapes.ts"

/** The shapes of a tool's input and output. */
export interface Wired {
  readonly input: Shape
  readonly answer: Shape
}

/** The tools as the compiler reads them off the tables. */
export interface Read {
  /** Every tool by its name. */
  readonly tools: ReadonlyMap<string, Wired>
  /** The names that the sources have for shapes, by key. */
  readonly known: ReadonlyMap<string, string>
}

const root = (path: string): string => join(String(workerData), path)

const optionsOf = (config: string): ts.CompilerOptions =>
  ts.parseJsonConfigFileContent(ts.readConfigFile(root(config), ts.sys.readFile).config, ts.sys, root(".")).options

const compiled = (): Read => {
  const program = ts.createProgram([root("src/catalogue/catalogue.ts")], optionsOf("tsconfig.json"))
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
  const constantsOf = (file: ts.SourceFile): ReadonlyArray<ts.Symbol> =>
    file.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .flatMap(({ name }) => checker.getSymbolAtLocation(name) ?? [])
  const every = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith("/src/catalogue/catalogue.ts"))
    .flatMap(exportsOf)
    .find(({ name }) => name === "EveryTool")
  if (every === undefined) throw new Error("src/catalogue/catalogue.ts exports no EveryTool")
  const tools = new Map(
    checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(every)).map((tool) => {
      const wire = checker.getTypeOfSymbol(tool)
      const shape = (half: string) => shapeOf(checker, typeOf(wire, half))
      return [tool.name, { input: shape("input"), answer: shape("answer") }] as const
    })
  )
  // A view is named by its function, an input by its schema. A view that no other file uses is in the tools file.
  const known = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/src\/tools\/\w+\/\w+\.ts$/.test(fileName))
    .flatMap((file) => (file.fileName.endsWith("/tools.ts") ? constantsOf(file) : exportsOf(file)))
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

parentPort?.postMessage(compiled())
