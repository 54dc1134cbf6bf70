import { readdirSync, readFileSync } from "node:fs"
import { setImmediate } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import ts from "typescript"

/** The facts about a file of `src` for the architecture test. */
export interface Source {
  /** Below `src`. */
  readonly path: string
  readonly module: string
  /** The functions above `FUNCTION_LINES_MAX` lines, by name. */
  readonly long: ReadonlyArray<string>
  /** The lines on which something is named `it`, and used more than two lines below. */
  readonly pronouns: ReadonlyArray<number>
  /** Our own files, by their path below `src`. */
  readonly own: ReadonlyArray<string>
  /** Packages and modules of node; `@effect/platform` with the name imported from it. */
  readonly foreign: ReadonlyArray<string>
  readonly uses: ReadonlyArray<string>
  readonly grants: number
}

/** The folder `src`. */
export const root = fileURLToPath(new URL("../src/", import.meta.url))

/** The module a file belongs to: the first folder of its path, or the file itself. */
export const moduleOf = (path: string): string => path.split("/")[0] ?? path

const read = (path: string): Source => {
  const text = readFileSync(root + path, "utf8")
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const modules: Array<string> = []
  const uses = new Set<string>()
  const declared = new Set<string>()
  const long: Array<string> = []
  const pronouns: Array<number> = []
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
    if (ts.isFunctionLike(node) && linesOf(node, file) > FUNCTION_LINES_MAX) long.push(nameOf(node, file))
    if (isPronoun(node, file)) pronouns.push(file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1)
    ts.forEachChild(node, visit)
  }
  visit(file)
  const isOurs = (module: string) => module.startsWith(".")
  return {
    path,
    module: moduleOf(path),
    long,
    pronouns,
    own: modules.filter(isOurs).map((module) => new URL(module, `file:///${path}`).pathname.slice(1)),
    foreign: modules.filter((module) => !isOurs(module)),
    // A file's own `fetch` is not the global one.
    uses: [...uses].filter((use) => !declared.has(use)).sort(),
    grants
  }
}

/** The maximum length of a function. What is longer has no name in an outline, a profile or a stack trace. */
const FUNCTION_LINES_MAX = 60

const linesOf = (node: ts.Node, file: ts.SourceFile): number => {
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  return lineAt(node.end) - lineAt(node.getStart(file)) + 1
}

/** Returns the name of a function, or of what it is the value of. */
const nameOf = (node: ts.Node, file: ts.SourceFile): string => {
  for (let at: ts.Node = node; at !== file; at = at.parent) {
    const name = ts.getNameOfDeclaration(at as ts.Declaration) // `undefined` for what declares nothing
    if (name !== undefined) return name.getText(file)
  }
  return ""
}

/** Whether a node names a parameter or variable `it`, which is used more than two lines below. */
const isPronoun = (node: ts.Node, file: ts.SourceFile): boolean => {
  if (!ts.isIdentifier(node) || node.text !== "it" || !isDeclared(node)) return false
  const lineOf = (at: ts.Node) => file.getLineAndCharacterOfPosition(at.getStart(file)).line
  let last = lineOf(node)
  const find = (inner: ts.Node): void => {
    if (ts.isIdentifier(inner) && inner.text === "it") last = Math.max(last, lineOf(inner))
    ts.forEachChild(inner, find)
  }
  find(node.parent.parent)
  return last - lineOf(node) > 2
}

const isDeclared = (node: ts.Identifier): boolean =>
  (ts.isParameter(node.parent) || ts.isVariableDeclaration(node.parent) || ts.isBindingElement(node.parent)) &&
  node.parent.name === node

/** Returns the imported modules. For `@effect/platform` it adds the name, because only some of its modules use HTTP. */
const modulesOf = (node: ts.ImportDeclaration | ts.ExportDeclaration, module: string): ReadonlyArray<string> => {
  const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause
  return /^@effect\/platform(-node)?$/.test(module) &&
    bindings !== undefined &&
    (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
    ? bindings.elements.map(({ name, propertyName }) => `${module}/${(propertyName ?? name).text}`)
    : [module]
}

/** Returns the restricted feature that a node uses, if any. Only boundary files may use it. */
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
    if (WALL_CLOCK.test(text)) return "wall clock"
    if (/^(Date\.now|performance\.now)$/.test(text)) return "clock"
    if (/^(Math\.random|crypto\.\w+)$/.test(text)) return "random"
  }
  if (!ts.isIdentifier(node) || isName(node)) return undefined
  if (/^(setTimeout|setInterval|setImmediate|queueMicrotask)$/.test(node.text)) return "timer"
  if (node.text === "process" || node.text === "console" || node.text === "fetch") return node.text
  return undefined
}

/** What reads the wall clock, and what measures durations by it inside a library. */
const WALL_CLOCK =
  /\b(?:unsafeC|c)urrentTimeMillis$|^DateTime\.(?:now|nowAsDate|nowInCurrentZone|unsafeNow)$|^(?:Effect\.cached\w*WithTTL|(?:Scoped)?Cache\.make\w*|Pool\.makeWithTTL\w*|(?:RcMap|RcRef|KeyedPool)\.make\w*|Stream\.throttle\w*|Schedule\.(?:elapsed|fixed|windowed|upTo|during|cron)|RateLimiter\.layerStoreMemory|OtlpTracer\.make|OtlpMetrics\.make)$/

/** Whether an identifier is a declared name or a member, not a global. */
const isName = (node: ts.Identifier): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  (ts.isPropertySignature(node.parent) && node.parent.name === node) ||
  (ts.isParameter(node.parent) && node.parent.name === node)

const paths = readdirSync(root, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .sort()

const all: Array<Source> = []
for (const path of paths) {
  all.push(read(path))
  // The parser takes seconds for all.
  await setImmediate()
}

/** All files of `src`. */
export const sources: ReadonlyArray<Source> = all
