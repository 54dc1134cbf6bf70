import { Either } from "effect"
import type { Outline } from "../Tool.ts"
import type { Common } from "./Definition.ts"

/**
 * How much harm a call can do of which some arguments are open: what the others say,
 * and the worst where it hangs on one of these. `isOpen` tells of any value in `open`
 * whether something in it is not known yet.
 */
export const outlineOf = <Input>(
  { escalate, weigh }: Pick<Common<Input>, "escalate" | "weigh">,
  known: object,
  open: object,
  isOpen: (value: unknown) => boolean
): Pick<Outline, "risk" | "weigh"> => {
  // To escalate is to look at the arguments now, which shows what of them counts. To weigh may be to look later: there all of a field counts.
  const risk = judged(escalate, known, (ask) => ajar(open, isOpen, ask))
  const weighing = judged(weigh, known, (ask) =>
    // Enumerable, because a rule may copy all other fields (`...rest`).
    Object.fromEntries(Object.keys(open).map((name) => [name, { get: ask, enumerable: true }]))
  )
  if (Either.isLeft(risk) || Either.isLeft(weighing)) return { risk: "destructive" }
  return { risk: risk.right ?? "read", ...(weighing.right && { weigh: weighing.right }) }
}

/** What a row makes of the arguments; nothing where it asks for what is open. */
const judged = <Input, A>(
  judge: ((input: Input) => A) | undefined,
  known: object,
  openFields: (ask: () => void) => PropertyDescriptorMap
): Either.Either<A | undefined, unknown> => {
  let asked = false
  const input = Object.defineProperties(
    { ...known },
    openFields(() => {
      asked = true
    })
  )
  // The known fields are decoded as the row has them. One that stumbles has asked for one that is not there.
  return Either.filterOrLeft(
    Either.try(() => judge?.(input as Input)),
    () => !asked,
    () => input
  )
}

/** Fields that can be looked into: what is known in them is there, and to ask for what is open is noticed. */
const ajar = (node: object, isOpen: (value: unknown) => boolean, ask: () => void): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(node).map(([key, value]): [string, PropertyDescriptor] => {
      if (!isOpen(value)) return [key, { value, enumerable: true }]
      if (typeof value !== "object" || value === null) return [key, { get: ask, enumerable: true }]
      const inside = Object.defineProperties(Array.isArray(value) ? [] : {}, ajar(value, isOpen, ask))
      return [key, { value: inside, enumerable: true }]
    })
  )
