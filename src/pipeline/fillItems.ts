/** What a plan says of the items of a list that is written out, while other references are not known yet. */
import { Either } from "effect"
import { CALL_ROOM } from "./fill.ts"
import { follow, type Reference, type Scope } from "./reference.ts"
import { parseTemplate, soleReference, type Template } from "./template.ts"

/** The value with every reference to the item put in; all others stay as they are written. */
export const fillItems = (value: unknown, scope: Scope): unknown => {
  if (typeof value === "string") {
    return Either.match(parseTemplate(value), {
      onLeft: () => value,
      onRight: (pieces) => filled(value, pieces, scope)
    })
  }
  if (Array.isArray(value)) return value.map((inner) => fillItems(inner, scope))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillItems(inner, scope)]))
    : value
}

const filled = (written: string, template: Template, scope: Scope): unknown => {
  const isKnown = (piece: Template[number]) => typeof piece === "object" && scope.has(piece.root)
  if (!template.some(isKnown)) return written
  const sole = soleReference(template)
  if (sole !== undefined) return Either.getOrElse(follow(sole, scope), () => written)
  let text = ""
  for (const piece of template) {
    text += typeof piece === "string" ? piece.replaceAll("{{", "\\{{") : textOf(piece, scope)
    // Too long to be sent: that is told when the step runs.
    if (text.length > CALL_ROOM.value) return written
  }
  return text
}

const textOf = (reference: Reference, scope: Scope): string => {
  const value = scope.has(reference.root) ? Either.getOrElse(follow(reference, scope), () => undefined) : undefined
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `{{${reference.text}}}`
}
