import { MASK } from "../../telemetry/Redactor.ts"

/** Stands for a secret that a recording does not hold, and is as long as a token must be. */
export const STAND_IN = "a-secret-that-this-recording-does-not-hold".padEnd(68, "-")

/** A recorded value, where every secret has something in its place that can be used like one. */
export const standIn = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll(ADDRESS, `$1${STAND_IN}`)
  if (Array.isArray(value)) return value.map(standIn)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // Elsewhere three asterisks are what somebody wrote.
      inner === MASK && SECRET.test(name) ? STAND_IN : standIn(inner)
    ])
  )
}

const SECRET = /(?:token|secret)$/i
const ADDRESS = /(\/(?:webhooks|interactions)\/\d+\/)\*{3}/g
