/** The operations of Discord, as the declarations of discord-api-spec have them (its `Paths`), read as JSON Schema. */
import { readFileSync } from "node:fs"
import ts from "typescript"
import type { Method } from "../../../src/discord/DiscordRequest.ts"
import type { Node } from "./Node.ts"

/** One operation: its parameters, its body, and its first success response. */
export interface SpecifiedOperation {
  readonly id: string
  readonly method: Method
  readonly path: string
  readonly parameters: ReadonlyArray<{
    readonly in: "path" | "query"
    readonly name: string
    readonly required: boolean
    readonly schema: Node
  }>
  readonly body: Node | undefined
  readonly success: { readonly status: number; readonly schema: Node | undefined }
}

/** The prefix of references to schemas of the description. */
export const refTo = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

const file = new URL("../../../node_modules/discord-api-spec/build/discord-api-spec.ts", import.meta.url)

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies ReadonlyArray<Method>

const read = (): ReadonlyArray<SpecifiedOperation> => {
  const source = ts.createSourceFile("discord-api-spec.ts", readFileSync(file, "utf8"), ts.ScriptTarget.Latest, false)
  const paths = source.statements.find(
    (it): it is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(it) && it.name.text === "Paths"
  )
  return fieldsOf(paths?.members ?? []).flatMap(([path, item]) =>
    fieldsOf(membersOf(item)).map(([method, operation]) => {
      const parts = new Map(fieldsOf(membersOf(operation)))
      const members = new Map(fieldsOf(membersOf(parts.get("parameters"))))
      const [status, answer] = answersOf(parts.get("responses")).find(([code]) => code.startsWith("2")) ?? []
      const id = /response for (\w+) \*\//.exec(textOf(source, parts.get("responses")))?.[1]
      if (id === undefined || status === undefined) throw new Error(`${method} ${path} has no answer`)
      return {
        id,
        method: METHODS.find((it) => it === method.toUpperCase()) ?? unknownMethod(method),
        path,
        parameters: (["path", "query"] as const).flatMap((place) =>
          membersOf(members.get(place)).flatMap((member) => {
            const [field] = fieldsOf([member])
            if (field === undefined) return []
            const [name, type] = field
            return [
              {
                in: place,
                name,
                required: place === "path" || member.questionToken === undefined,
                schema: schemaOf(type)
              }
            ]
          })
        ),
        body: bodyOf(parts.get("requestBody")),
        success: { status: Number(status), schema: bodyOf(answer) }
      }
    })
  )
}

type Field = readonly [name: string, type: ts.TypeNode]

const fieldsOf = (members: Iterable<ts.TypeElement>): ReadonlyArray<Field> =>
  [...members].flatMap((member) =>
    ts.isPropertySignature(member) && member.type !== undefined && !ts.isComputedPropertyName(member.name)
      ? [[member.name.text, member.type] satisfies Field]
      : []
  )

const answersOf = (type: ts.TypeNode | undefined) => fieldsOf(membersOf(type))

const membersOf = (type: ts.TypeNode | undefined): ReadonlyArray<ts.TypeElement> =>
  type !== undefined && ts.isTypeLiteralNode(type) ? [...type.members] : []

const textOf = (source: ts.SourceFile, type: ts.TypeNode | undefined): string =>
  type === undefined ? "" : source.text.slice(type.pos, type.end)

const unknownMethod = (method: string): never => {
  throw new Error(`the description has a method that no request has: ${method}`)
}

/** `undefined` and `unknown` stand where there is no body. */
const bodyOf = (type: ts.TypeNode | undefined): Node | undefined =>
  type === undefined || type.kind === ts.SyntaxKind.UndefinedKeyword || type.kind === ts.SyntaxKind.UnknownKeyword
    ? undefined
    : schemaOf(type)

/** The few kinds of types that `Paths` has. Every number in it is whole. */
const schemaOf = (type: ts.TypeNode): Node => {
  if (ts.isParenthesizedTypeNode(type)) return schemaOf(type.type)
  if (ts.isUnionTypeNode(type)) return { anyOf: type.types.map(schemaOf) }
  if (ts.isArrayTypeNode(type)) return { type: "array", items: schemaOf(type.elementType) }
  if (ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)) return refTo(type.typeName.text)
  if (ts.isTypeLiteralNode(type)) return objectOf(type)
  if (ts.isLiteralTypeNode(type)) {
    if (type.literal.kind === ts.SyntaxKind.NullKeyword) return { type: "null" }
    if (ts.isStringLiteral(type.literal)) return { const: type.literal.text }
    if (ts.isNumericLiteral(type.literal)) return { const: Number(type.literal.text) }
  }
  if (type.kind === ts.SyntaxKind.StringKeyword) return { type: "string" }
  if (type.kind === ts.SyntaxKind.NumberKeyword) return { type: "integer" }
  if (type.kind === ts.SyntaxKind.BooleanKeyword) return { type: "boolean" }
  if (type.kind === ts.SyntaxKind.UnknownKeyword) return {}
  throw new Error(`no schema is known for a ${ts.SyntaxKind[type.kind]}`)
}

const objectOf = (type: ts.TypeLiteralNode): Node => {
  const map = type.members.find(ts.isIndexSignatureDeclaration)
  if (map !== undefined) return { type: "object", additionalProperties: schemaOf(map.type) }
  return {
    type: "object",
    properties: Object.fromEntries(fieldsOf(type.members).map(([name, field]) => [name, schemaOf(field)])),
    required: type.members
      .filter((member) => member.questionToken === undefined)
      .flatMap((member) => fieldsOf([member]).map(([name]) => name))
  }
}

/** Every operation. */
export const specified: ReadonlyArray<SpecifiedOperation> = read()
