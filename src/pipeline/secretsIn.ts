/** Finds secrets among list items: items that a template inserts into a secret field. */
import { Either } from "effect"
import { namesSecret } from "../telemetry/Redactor.ts"
import { isItemRoot, itemBindings } from "./itemBindings.ts"
import type { Plan } from "./Plan.ts"
import { follow } from "./reference.ts"
import { parseTemplate } from "./template.ts"

/** Returns every literal text that a step receives as a token or secret. */
export const secretsIn = ({ steps }: Plan): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const { args, for_each } of steps) {
    const items: ReadonlyArray<unknown> = Array.isArray(for_each) ? for_each : []
    const references = items.length === 0 ? [] : secretTexts(args).flatMap(itemReferences)
    for (const reference of references) {
      for (const [index, item] of items.entries()) {
        const value = Either.getOrElse(follow(reference, itemBindings(item, index)), () => undefined)
        for (const text of textsIn(value)) if (text.length >= SHORTEST) found.add(text)
      }
    }
  }
  return [...found]
}

/** Masking shorter texts would damage common words. */
const SHORTEST = 8

/** Returns the texts of secret fields at any depth. */
const secretTexts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (namesSecret(name) ? textsIn(inner) : secretTexts(inner)))
}

const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const itemReferences = (text: string) =>
  Either.getOrElse(parseTemplate(text), () => []).flatMap((piece) =>
    typeof piece === "object" && isItemRoot(piece.root) ? [piece] : []
  )
