import { MASK } from "../../text/secrets.ts"

/** The placeholder of a masked secret. It is as long as a token. */
export const SECRET_PLACEHOLDER = "a-secret-that-this-recording-does-not-hold".padEnd(68, "-")

/** Replaces every masked secret in a recorded value with a placeholder. */
export const fillSecrets = (value: unknown): unknown => {
  if (typeof value === "string") return value.replaceAll(ADDRESS, `$1${SECRET_PLACEHOLDER}`)
  if (Array.isArray(value)) return value.map(fillSecrets)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // In other fields, three asterisks are content.
      inner === MASK && SECRET.test(name) ? SECRET_PLACEHOLDER : fillSecrets(inner)
    ])
  )
}

const SECRET = /(?:token|secret)$/i
const ADDRESS = /(\/(?:webhooks|interactions)\/\d+\/)\*{3}/g
