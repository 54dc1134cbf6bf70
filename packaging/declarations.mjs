/**
 * The types of the library: what its entries export and what that needs, and nothing
 * of the server besides. They may name no package but Effect, for no other comes along.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import ts from "typescript"

/** Short replacements of foreign types. */
const standIns = {
  APIMessage: `{
    readonly id: string
    readonly channel_id: string
    readonly content: string
    readonly timestamp: string
    readonly author: { readonly id: string; readonly username: string; readonly bot?: boolean }
    /** The other fields of a message. */
    readonly [field: string]: unknown
}`
}

/** Writes the declarations of `entries`, which stand below `src`, into a directory. */
export const declarations = (entries, directory) => {
  const outDir = resolve(directory)
  const { kept, lacking } = needed(entries, outDir, emitter(entries, outDir))
  if (lacking.size > 0) {
    throw new Error(`The published types would need packages that do not come along:\n${[...lacking].join("\n")}`)
  }
  for (const [file, text] of kept) {
    mkdirSync(dirname(file), { recursive: true })
    // The compiler indents by four.
    writeFileSync(file, text.replaceAll(/^(?: {4})+/gm, (spaces) => " ".repeat(spaces.length / 4)))
  }
}

const options = (outDir) => {
  const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, ".")
  return { ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: resolve("src"), outDir }
}

/** The compiler's declarations of our files, by output path. */
const emitter = (entries, outDir) => {
  const program = ts.createProgram(
    entries.map((entry) => resolve("src", entry)),
    options(outDir)
  )
  const declared = new Map()
  return (path) => {
    const source = program.getSourceFile(join(resolve("src"), relative(outDir, resolve(path)).replace(/\.d\.ts$/, ".ts")))
    if (source === undefined || !path.endsWith(".d.ts")) return undefined
    if (!declared.has(path)) {
      program.emit(source, (_, text) => declared.set(path, text.replaceAll(OWN_IMPORT, "$1$2.js$1")), undefined, true)
    }
    return declared.get(path)
  }
}

const OWN_IMPORT = /(["'])(\.[^"'\n]*)\.ts\1/g

/** The statements of the declarations that the entries' exports need, by file. */
const needed = (entries, outDir, declared) => {
  const host = ts.createCompilerHost(options(outDir))
  const { fileExists, getSourceFile, readFile } = host
  host.directoryExists = undefined
  host.fileExists = (file) => declared(file) !== undefined || fileExists(file)
  host.readFile = (file) => declared(file) ?? readFile(file)
  host.getSourceFile = (file, target, ...rest) => {
    const text = declared(file)
    return text === undefined
      ? getSourceFile(file, target, ...rest)
      : ts.createSourceFile(file, text, target, true, ts.ScriptKind.TS)
  }
  const roots = entries.map((entry) => join(outDir, entry.replace(/\.ts$/, ".d.ts")))
  const program = ts.createProgram(roots, options(outDir), host)
  const checker = program.getTypeChecker()

  /** By file: the statements that stay, and what is imported by those that import. */
  const marked = new Map()
  const lacking = new Set()
  const isOurs = (file) => declared(file.fileName) !== undefined
  const moduleOf = (specifier) => checker.getSymbolAtLocation(specifier)?.declarations?.find(ts.isSourceFile)

  const mark = (statement, name) => {
    const file = statement.getSourceFile()
    const statements = marked.get(file) ?? marked.set(file, new Map()).get(file)
    const names = statements.get(statement) ?? new Set()
    const isNew = !statements.has(statement) || (name !== undefined && !names.has(name))
    statements.set(statement, name === undefined ? names : names.add(name))
    return isNew
  }

  /** Marks all exports of a module as needed. */
  const needModule = (file) => {
    const module = checker.getSymbolAtLocation(file)
    for (const { name } of module === undefined ? [] : checker.getExportsOfModule(module)) needExport(file, name)
  }

  /** Marks one export as needed, also a re-export. */
  const needExport = (file, name) => {
    for (const statement of file.statements) {
      if (ts.isExportDeclaration(statement)) needReexport(statement, name)
      else if (declaredIn(statement).includes(name)) need(statement)
    }
  }

  const needReexport = (statement, name) => {
    const { exportClause, moduleSpecifier } = statement
    const target = moduleSpecifier && moduleOf(moduleSpecifier)
    if (exportClause !== undefined && ts.isNamespaceExport(exportClause)) {
      if (exportClause.name.text === name && mark(statement) && target) needModule(target)
    } else if (exportClause !== undefined) {
      const specifier = exportClause.elements.find((element) => element.name.text === name)
      if (specifier === undefined || !mark(statement, name)) return
      if (target) needExport(target, (specifier.propertyName ?? specifier.name).text)
      else needName(specifier.propertyName ?? specifier.name)
    } else if (target && checker.getSymbolAtLocation(target)?.exports !== undefined) {
      const module = checker.getSymbolAtLocation(target)
      const has = checker.getExportsOfModule(module).some((one) => one.name === name)
      if (has && mark(statement, name)) needExport(target, name)
    }
  }

  /** A declaration is needed, and all that it names. */
  const need = (statement) => {
    if (mark(statement) && literals(checker, statement) === undefined) ts.forEachChild(statement, visit)
  }

  const visit = (node) => {
    if (ts.isImportTypeNode(node)) {
      const specifier = node.argument.literal
      const target = moduleOf(specifier)
      const name = node.qualifier === undefined ? undefined : firstOf(node.qualifier).text
      if (target && isOurs(target)) name === undefined ? needModule(target) : needExport(target, name)
      else if (!isEffect(specifier.text)) lack(node, specifier.text)
      node.typeArguments?.forEach(visit)
    } else if (ts.isQualifiedName(node) || ts.isPropertyAccessExpression(node)) {
      const [left, right] = ts.isQualifiedName(node) ? [node.left, node.right] : [node.expression, node.name]
      if (ts.isIdentifier(left)) needName(left, right.text)
      else visit(left)
    } else if (ts.isIdentifier(node)) needName(node)
    else ts.forEachChild(node, visit)
  }

  /** Marks the declaration of a name as needed; for an imported namespace, one member. */
  const needName = (identifier, member) => {
    const file = identifier.getSourceFile()
    const symbol = ts.isExportSpecifier(identifier.parent)
      ? checker.getExportSpecifierLocalTargetSymbol(identifier.parent)
      : checker.getSymbolAtLocation(identifier)
    for (const declaration of symbol?.declarations ?? []) {
      if (declaration.getSourceFile() !== file) continue
      const statement = topLevel(declaration)
      if (!ts.isImportDeclaration(statement)) {
        if (statement !== undefined && declaredIn(statement).includes(identifier.text)) need(statement)
        continue
      }
      const { text } = statement.moduleSpecifier
      const target = moduleOf(statement.moduleSpecifier)
      if (target && isOurs(target)) {
        const isNamespace = ts.isNamespaceImport(declaration)
        const name = isNamespace ? member : (declaration.propertyName ?? declaration.name)?.text
        mark(statement, identifier.text)
        if (name === undefined) needModule(target)
        else needExport(target, name)
      } else if (isEffect(text)) mark(statement, identifier.text)
      else if (instead(identifier) !== undefined) replacementsIn(file).set(identifier.text, instead(identifier))
      else lack(identifier, text)
    }
    // Node's types only extend the types of the language.
    const packages = symbol?.declarations?.map((it) => TYPES.exec(it.getSourceFile().fileName)?.[0]) ?? []
    if (packages[0] !== undefined && packages.every((it) => it !== undefined)) lack(identifier, packages[0])
  }

  /** The replacements of the foreign types that a file names. */
  const replacements = new Map()
  const replacementsIn = (file) => replacements.get(file) ?? replacements.set(file, new Map()).get(file)
  const instead = (identifier) => {
    const type = checker.getTypeAtLocation(identifier)
    return standIns[identifier.text] ?? (type.flags & ts.TypeFlags.EnumLike ? wordsOf(type) : undefined)
  }

  const lack = (node, what) => lacking.add(`${relative(outDir, node.getSourceFile().fileName)}: ${what} (${node.getText()})`)

  for (const root of roots) {
    const file = program.getSourceFile(root)
    if (file === undefined) throw new Error(`${root} was not declared`)
    needModule(file)
  }
  const kept = new Map(
    [...marked].map(([file, statements]) => [
      file.fileName,
      file.statements
        .filter((statement) => statements.has(statement) || isEmptyExport(statement))
        .map((statement) => literals(checker, statement) ?? trimmed(statement, statements.get(statement)))
        .concat([...replacementsIn(file)].map(([name, type]) => `\ntype ${name} = ${type}\n`))
        .join("")
    ])
  )
  return { kept, lacking }
}

const TYPES = /@types[\\/][^\\/]+/

const isEffect = (specifier) => /^effect(\/|$)/.test(specifier)

/** Makes a module export only marked declarations. */
const isEmptyExport = (statement) =>
  ts.isExportDeclaration(statement) &&
  statement.moduleSpecifier === undefined &&
  ts.isNamedExports(statement.exportClause) &&
  statement.exportClause.elements.length === 0

const firstOf = (name) => (ts.isIdentifier(name) ? name : firstOf(name.left))

const topLevel = (node) => {
  let at = node
  while (at.parent !== undefined && !ts.isSourceFile(at.parent)) at = at.parent
  return at.parent === undefined ? undefined : at
}

const declaredIn = (statement) =>
  ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(({ name }) => name.getText())
    : statement.name === undefined
      ? []
      : [statement.name.getText()]

/** A name for words or numbers is written out: it says more, and needs less. */
const literals = (checker, statement) => {
  if (!ts.isTypeAliasDeclaration(statement) || statement.typeParameters !== undefined) return undefined
  const words = wordsOf(checker.getTypeAtLocation(statement.name))
  return words && statement.getFullText().replace(statement.type.getFullText(), ` ${words}`)
}

/** A type of nothing but words and numbers, as these. */
const wordsOf = (type) => {
  const parts = type.isUnion() ? type.types : [type]
  return parts.every((part) => part.isStringLiteral() || part.isNumberLiteral())
    ? [...new Set(parts.map(({ value }) => JSON.stringify(value)))].sort().join(" | ")
    : undefined
}

/** An import or export with the names that are needed; any other statement as it is. */
const trimmed = (statement, names) => {
  const text = statement.getFullText()
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined
  if (clause === undefined || !(ts.isNamedImports(clause) || ts.isNamedExports(clause))) return text
  const kept = clause.elements.filter(({ name }) => names?.has(name.text)).map((element) => element.getText())
  return text.replace(clause.getText(), `{ ${kept.join(", ")} }`)
}
