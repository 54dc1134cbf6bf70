/** Random changes of a JSON value. */
import type { BoundedRandom } from "../contract/BoundedRandom.ts"

/** Returns a copy of a JSON value with one to three random changes. */
export const mutated = (value: unknown, random: BoundedRandom): unknown => {
  const root = { value: structuredClone(value) }
  const changes = 1 + draw(random, 3)
  for (let change = 0; change < changes; change++) {
    const locations = locationsIn(root)
    const location = locations[draw(random, locations.length)]
    if (location !== undefined) alter(location, random)
  }
  return root.value
}

interface Location {
  readonly of: Record<string, unknown> | Array<unknown>
  readonly key: string
}

const locationsIn = (node: unknown): ReadonlyArray<Location> =>
  typeof node !== "object" || node === null
    ? []
    : Object.entries(node).flatMap(([key, child]) => [{ of: node as Location["of"], key }, ...locationsIn(child)])

const alter = ({ key, of }: Location, random: BoundedRandom): void => {
  const now: unknown = Reflect.get(of, key)
  const kind = draw(random, 12)
  if (kind < 3 && key !== "value") {
    if (Array.isArray(of)) of.splice(Number(key), 1)
    else Reflect.deleteProperty(of, key)
    return
  }
  Reflect.set(of, key, kind < 5 ? null : others(now)[draw(random, OTHERS)])
}

const OTHERS = 12

const others = (now: unknown): ReadonlyArray<unknown> => [
  typeof now === "string" ? now.slice(0, now.length / 2) : "x",
  "",
  0,
  -1.5,
  1e300,
  true,
  [],
  {},
  [now],
  { value: now },
  Array.isArray(now) ? Object.fromEntries(now.entries()) : Object.values(Object(now)),
  [null]
]

/** Draws a whole number from 0 to below `below`. */
export const draw = (random: BoundedRandom, below: number): number =>
  below === 0 ? 0 : (random.unsafeNext() >>> 0) % below
