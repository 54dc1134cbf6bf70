import { Either } from "effect"
import type { CallOutline } from "../Tool.ts"
import type { CommonSpec } from "./ToolDefinition.ts"

/**
 * Returns the risk of a call in which some arguments are open (not known yet).
 * The known arguments determine the risk. If it depends on an open argument, the risk is `destructive`.
 * `isOpen` returns whether a part of a value in `open` is not known yet.
 */
export const outlineOf = <Input>(
  { resolveRisk, riskOf }: Pick<CommonSpec<Input>, "riskOf" | "resolveRisk">,
  known: object,
  open: object,
  isOpen: (value: unknown) => boolean
): Pick<CallOutline, "risk" | "resolveRisk"> => {
  // `riskOf` reads the arguments now, so each read of an open part is detected.
  const risk = evaluate(riskOf, known, (onRead) => trackedFields(open, isOpen, onRead))
  // `resolveRisk` may read the arguments later, so any use of an open field counts.
  const resolution = evaluate(resolveRisk, known, (onRead) =>
    // Enumerable, because a rule may copy all other fields (`...rest`).
    Object.fromEntries(Object.keys(open).map((name) => [name, { get: onRead, enumerable: true }]))
  )
  if (Either.isLeft(risk) || Either.isLeft(resolution)) return { risk: "destructive" }
  return { risk: risk.right ?? "read", ...(resolution.right && { resolveRisk: resolution.right }) }
}

/** Applies a rule to the known fields. Returns Left if the rule reads an open field. */
const evaluate = <Input, A>(
  rule: ((input: Input) => A) | undefined,
  known: object,
  openFields: (onRead: () => void) => PropertyDescriptorMap
): Either.Either<A | undefined, unknown> => {
  let hasReadOpen = false
  const input = Object.defineProperties(
    { ...known },
    openFields(() => {
      hasReadOpen = true
    })
  )
  // The tool's own schema decodes the known fields. A rule that fails has read an open field.
  return Either.filterOrLeft(
    Either.try(() => rule?.(input as Input)),
    () => !hasReadOpen,
    () => input
  )
}

/** Returns the fields of a partly known object. The known parts are values; reading an open part calls `onRead`. */
const trackedFields = (node: object, isOpen: (value: unknown) => boolean, onRead: () => void): PropertyDescriptorMap =>
  Object.fromEntries(
    Object.entries(node).map(([key, value]): [string, PropertyDescriptor] => {
      if (!isOpen(value)) return [key, { value, enumerable: true }]
      if (typeof value !== "object" || value === null) return [key, { get: onRead, enumerable: true }]
      const inside = Object.defineProperties(Array.isArray(value) ? [] : {}, trackedFields(value, isOpen, onRead))
      return [key, { value: inside, enumerable: true }]
    })
  )
