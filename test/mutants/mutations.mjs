/**
 * Finds every change of a source file. A change is a range of the text and its
 * replacement. Types, imports and texts are left alone.
 */
import ts from "typescript"

/** The kinds of changes, and how often each is taken beside the others of its folder. */
export const KINDS = {
  /** The refusal of a guard never runs. */
  guard: 4,
  /** A step of a generator is skipped, such as a check. */
  step: 4,
  /** `<` becomes `<=`, `===` becomes `!==`, and the reverse. */
  comparison: 3,
  /** The condition of `if`, `?:` or `while` is negated. */
  condition: 2,
  /** `&&` becomes `||`, and the reverse. */
  logic: 3,
  /** A number or a duration is doubled, a boolean is inverted. */
  constant: 3,
  /** `.some` becomes `.every`, and the reverse; a `.filter` keeps all. */
  quantifier: 2,
  /** A table loses a row. */
  element: 1,
  /** A handler of failures is dropped. */
  handler: 2
}

const COMPARISONS = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
  ["===", "!=="],
  ["!==", "==="]
])

const LOGIC = new Map([
  ["&&", "||"],
  ["||", "&&"]
])

const QUANTIFIERS = new Map([
  ["some", "every"],
  ["every", "some"]
])

const HANDLERS = /^Effect\.(catch\w+|orElse\w*)$/
const DURATION = /^(\d+) (millis|seconds?|minutes?|hours?|days?)$/

/** Returns the mutations of a file: `{ kind, start, end, after, probe, inside }`. See `mutationOf`. */
export const mutationsOf = (path, text) => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const mutations = []
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    for (const finder of FINDERS) {
      for (const change of finder(node, file)) mutations.push(mutationOf(change, node, file))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return mutations
}

/** Returns where a probe says that a function of the file runs: `{ start, end }` of each body. */
export const bodiesOf = (path, text) => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const bodies = []
  const visit = (node) => {
    const { body } = node
    if (body !== undefined && ts.isFunctionLike(node)) {
      if (ts.isBlock(body)) bodies.push({ block: true, start: body.getStart(file) + 1, end: body.getStart(file) + 1 })
      else bodies.push({ block: false, start: body.getStart(file), end: body.end })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return bodies
}

/**
 * Completes a change. `probe` is the expression whose evaluation reaches the change. `inside` is whether that is in a
 * function; otherwise it is evaluated when the module is loaded.
 */
const mutationOf = ({ kind, node, after, from, to, probe }, visited, file) => {
  const start = from ?? node.getStart(file)
  const end = to ?? node.end
  const around = chainOf(probe ?? node)
  return {
    kind,
    start,
    end,
    after,
    line: file.getLineAndCharacterOfPosition(start).line + 1,
    probe: { start: around.getStart(file), end: around.end, begins: beginsStatement(around) },
    inside: isInFunction(visited)
  }
}

/** Returns the whole chain of calls and members that begins with an expression: a part of it cannot stand alone. */
const chainOf = (node) => {
  const { parent } = node
  const goesOn =
    (ts.isPropertyAccessExpression(parent) || ts.isCallExpression(parent) || ts.isNonNullExpression(parent)) &&
    parent.expression === node
  return goesOn ? chainOf(parent) : node
}

/** Whether an expression begins a statement. One that begins with a parenthesis would go on with the line before it. */
const beginsStatement = (node) =>
  ts.isExpressionStatement(node.parent) && (ts.isBlock(node.parent.parent) || ts.isSourceFile(node.parent.parent))

const isInFunction = (node) => {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at)) return true
  return false
}

/** Whether a statement only leaves: it returns, throws or continues, and does at most one step before. */
const leaves = (statement) => {
  if (ts.isBlock(statement)) return statement.statements.length <= 2 && statement.statements.some(leaves)
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isContinueStatement(statement)
}

const guards = function* (node) {
  if (ts.isIfStatement(node) && node.elseStatement === undefined && leaves(node.thenStatement)) {
    yield { kind: "guard", node: node.expression, after: "false" }
  }
  if (ts.isConditionalExpression(node)) yield { kind: "guard", node: node.condition, after: "false" }
}

/** Lines of the log and attributes of spans: no promise of the server. */
const OBSERVES = /^yield\* (Effect\.(log|annotate)|annotate)/

const steps = function* (node, file) {
  if (ts.isExpressionStatement(node) && ts.isYieldExpression(node.expression) && !OBSERVES.test(node.getText(file))) {
    yield { kind: "step", node, after: "undefined", probe: node.expression }
  }
}

const comparisons = function* (node, file) {
  if (!ts.isBinaryExpression(node)) return
  for (const [kind, table] of [
    ["comparison", COMPARISONS],
    ["logic", LOGIC]
  ]) {
    const after = table.get(node.operatorToken.getText(file))
    if (after !== undefined) yield { kind, node: node.operatorToken, after, probe: node }
  }
}

const conditions = function* (node, file) {
  const condition = ts.isConditionalExpression(node)
    ? node.condition
    : ts.isIfStatement(node) || ts.isWhileStatement(node)
      ? node.expression
      : undefined
  if (condition !== undefined) yield { kind: "condition", node: condition, after: `!(${condition.getText(file)})` }
}

/** Whether a literal is a constant: what declares it is a `const` of the module, a default or a property. */
const isConstant = (node) => {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isParameter(at) || ts.isBindingElement(at)) return true
    if (ts.isFunctionLike(at)) return false
    if (ts.isVariableStatement(at)) return at.parent.kind === ts.SyntaxKind.SourceFile
    if (ts.isTypeNode(at) || ts.isElementAccessExpression(at)) return false
  }
  return false
}

const constants = function* (node, file) {
  if (ts.isNumericLiteral(node) && isConstant(node)) {
    const value = Number(node.getText(file).replaceAll("_", ""))
    yield { kind: "constant", node, after: String(value === 0 ? 1 : 2 * value) }
  }
  if (ts.isStringLiteral(node) && DURATION.test(node.text)) {
    yield { kind: "constant", node, after: `"${node.text.replace(/\d+/, (count) => String(2 * Number(count)))}"` }
  }
  const isBoolean = node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword
  if (isBoolean && (isConstant(node) || ts.isPropertyAssignment(node.parent))) {
    yield { kind: "constant", node, after: node.kind === ts.SyntaxKind.TrueKeyword ? "false" : "true" }
  }
}

const quantifiers = function* (node, file) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
  const { expression, name } = node.expression
  // Of `Effect`, `Option` and their like, not of an array.
  if (/^[A-Z][a-z]\w*$/.test(expression.getText(file))) return
  const after = QUANTIFIERS.get(name.text)
  if (after !== undefined) yield { kind: "quantifier", node: name, after, probe: node }
  if (name.text === "filter" && node.arguments.length === 1) {
    yield { kind: "quantifier", node: node.arguments[0], after: "() => true", probe: node }
  }
}

const elements = function* (node, file) {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length < 3 || isInFunction(node)) return
  for (const element of node.elements) {
    if (ts.isSpreadElement(element)) continue
    const rest = node.elements.filter((other) => other !== element).map((other) => other.getText(file))
    // The row is the change; the others are as they were.
    const [from, to] = [element.getStart(file), element.end]
    const comma = file.text.slice(to).match(/^\s*,/)?.[0].length
    if (rest.length > 0 && comma !== undefined)
      yield { kind: "element", node: element, after: "", from, to: to + comma }
  }
}

const handlers = function* (node, file) {
  if (!ts.isCallExpression(node) || !HANDLERS.test(node.expression.getText(file))) return
  const { parent } = node
  const isPiped =
    ts.isCallExpression(parent) &&
    parent.arguments.includes(node) &&
    (/(^|\.)(pipe|flow)$/.test(parent.expression.getText(file)) ||
      /fnUntraced|Effect\.fn/.test(parent.expression.getText(file)))
  const [first] = node.arguments
  if (isPiped) yield { kind: "handler", node, after: "(same) => same" }
  else if (first !== undefined && !ts.isStringLiteral(first) && node.arguments.length > 1) {
    yield { kind: "handler", node, after: first.getText(file) }
  }
}

const FINDERS = [guards, steps, comparisons, conditions, constants, quantifiers, elements, handlers]
