/** Fills in the items of a literal list while other references are still unknown. */
import { Either } from "effect"
import { CALL_LIMIT } from "./fill.ts"
import { type Bindings, follow, type Reference } from "./reference.ts"
import { parseTemplate, soleReference, type Template } from "./template.ts"

/** Replaces the references to the item. All other references stay unchanged. */
export const fillItems = (value: unknown, bindings: Bindings): unknown => {
  if (typeof value === "string") {
    return Either.match(parseTemplate(value), {
      onLeft: () => value,
      onRight: (pieces) => fillText(value, pieces, bindings)
    })
  }
  if (Array.isArray(value)) return value.map((inner) => fillItems(inner, bindings))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fillItems(inner, bindings)]))
    : value
}

const fillText = (source: string, template: Template, bindings: Bindings): unknown => {
  const isKnown = (part: Template[number]) => typeof part === "object" && bindings.has(part.root)
  if (!template.some(isKnown)) return source
  const sole = soleReference(template)
  if (sole !== undefined) return Either.getOrElse(follow(sole, bindings), () => source)
  let text = ""
  for (const part of template) {
    text += typeof part === "string" ? part.replaceAll("{{", "\\{{") : textOf(part, bindings)
    // The step reports a text that is too long when the step runs.
    if (text.length > CALL_LIMIT.value) return source
  }
  return text
}

const textOf = (reference: Reference, bindings: Bindings): string => {
  const value = bindings.has(reference.root)
    ? Either.getOrElse(follow(reference, bindings), () => undefined)
    : undefined
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : `{{${reference.text}}}`
}
