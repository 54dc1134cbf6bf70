/** Secrets of a plan that stand under names which do not say so: items that a template puts under the name of one. */
import { Either } from "effect"
import { namesSecret } from "../telemetry/Redactor.ts"
import { isOfItem, itemScope } from "./itemScope.ts"
import type { Plan } from "./Plan.ts"
import { follow } from "./reference.ts"
import { parseTemplate } from "./template.ts"

/** Every text that a step is given as a token or a secret, as far as the plan itself tells it. */
export const secretsIn = ({ steps }: Plan): ReadonlyArray<string> => {
  const found = new Set<string>()
  for (const { args, for_each } of steps) {
    const items: ReadonlyArray<unknown> = Array.isArray(for_each) ? for_each : []
    const references = items.length === 0 ? [] : secretTexts(args).flatMap(itemReferences)
    for (const reference of references) {
      for (const [index, item] of items.entries()) {
        const value = Either.getOrElse(follow(reference, itemScope(item, index)), () => undefined)
        for (const text of textsIn(value)) if (text.length >= SHORTEST) found.add(text)
      }
    }
  }
  return [...found]
}

/** A shorter one, masked wherever it stands, would tear common words. */
const SHORTEST = 8

/** Texts under the names of secrets, at any depth. */
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
    typeof piece === "object" && isOfItem(piece.root) ? [piece] : []
  )
