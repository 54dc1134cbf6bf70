import { Predicate, Schema, SchemaAST } from "effect"

/** A schema, as the functions that compile schemas see it. */
export type SchemaNode =
  | { readonly is: "value"; readonly kind: ValueKind; readonly test: (value: unknown) => boolean }
  | { readonly is: "object"; readonly ast: SchemaAST.TypeLiteral }
  | { readonly is: "list"; readonly ast: SchemaAST.TupleType }
  | { readonly is: "union"; readonly members: ReadonlyArray<SchemaAST.AST> }
  | { readonly is: "refined"; readonly ast: SchemaAST.Refinement }
  | { readonly is: "transformed"; readonly from: SchemaAST.AST; readonly to: SchemaAST.AST }
  | { readonly is: "suspended"; readonly resolve: () => SchemaAST.AST }

/** The values of a schema without parts. `word`: one text. `other`: no value of JSON, or null. */
export type ValueKind = "anything" | "text" | "word" | "number" | "boolean" | "other"

/** Returns the node of a schema: Effect's kinds of schemas, reduced to those that need different code. */
export const nodeOf = (ast: SchemaAST.AST): SchemaNode => {
  switch (ast._tag) {
    case "StringKeyword":
      return { is: "value", kind: "text", test: Predicate.isString }
    case "NumberKeyword":
      return { is: "value", kind: "number", test: Number.isFinite }
    case "BooleanKeyword":
      return { is: "value", kind: "boolean", test: Predicate.isBoolean }
    case "Literal":
      return {
        is: "value",
        kind: literalKinds[typeof ast.literal] ?? "other",
        test: (value) => value === ast.literal
      }
    case "UnknownKeyword":
    case "AnyKeyword":
    case "ObjectKeyword":
      return { is: "value", kind: "anything", test: guardOf(ast) }
    case "TemplateLiteral":
      return { is: "value", kind: "text", test: guardOf(ast) }
    case "UndefinedKeyword":
    case "VoidKeyword":
    case "NeverKeyword":
    case "BigIntKeyword":
    case "SymbolKeyword":
    case "UniqueSymbol":
    case "Enums":
      return { is: "value", kind: "other", test: guardOf(ast) }
    case "TypeLiteral":
      return ast.propertySignatures.length + ast.indexSignatures.length === 0
        ? { is: "value", kind: "anything", test: guardOf(ast) }
        : { is: "object", ast }
    case "TupleType":
      return { is: "list", ast }
    case "Union":
      return { is: "union", members: ast.types }
    case "Declaration":
      // Only `oneOfTypes` declares type parameters, which are its members.
      return ast.typeParameters.length === 0
        ? { is: "value", kind: "anything", test: guardOf(ast) }
        : { is: "union", members: ast.typeParameters }
    case "Refinement":
      return { is: "refined", ast }
    case "Transformation":
      return { is: "transformed", from: ast.from, to: ast.to }
    case "Suspend":
      return { is: "suspended", resolve: ast.f }
  }
}

/** Returns whether a value is a decoded value of a schema. */
export const guardOf = (ast: SchemaAST.AST): ((value: unknown) => boolean) =>
  Schema.is(Schema.make<unknown>(SchemaAST.typeAST(ast)))

const literalKinds: Readonly<Record<string, ValueKind>> = { string: "word", number: "number", boolean: "boolean" }
