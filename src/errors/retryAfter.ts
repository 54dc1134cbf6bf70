/** No wait is shorter, whatever the answer says: a zero or a broken value must not become a hot loop. */
const MIN_WAIT_MS = 250

/** Header (whole seconds) and body (exact seconds) mean the same wait up to here. */
const SAME_WAIT_MS = 1000

/**
 * The wait an answer asks for, in milliseconds: the body's `retry_after`, unless
 * header and body differ by more than a second: then the longer. `undefined`
 * when neither says one (Discord docs, rate limits).
 */
export const retryAfterMs = (
  header: (name: string) => string | undefined,
  json: Readonly<Record<string, unknown>> | undefined
): number | undefined => {
  const body = seconds(json?.retry_after)
  const head = headerMs(header)
  if (body === undefined && head === undefined) return undefined
  const wait =
    body === undefined || head === undefined
      ? Math.max(body ?? 0, head ?? 0)
      : Math.abs(body - head) <= SAME_WAIT_MS
        ? body
        : Math.max(body, head)
  return Math.min(Math.max(MIN_WAIT_MS, Math.ceil(wait)), Number.MAX_SAFE_INTEGER)
}

const headerMs = (header: (name: string) => string | undefined): number | undefined => {
  const value = header("retry-after")?.trim()
  if (value === undefined || value === "") return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return seconds(Number(value))
  // An HTTP date is measured against the answer's own clock: ours may be wrong.
  const until = Date.parse(value) - Date.parse(header("date") ?? "")
  return Number.isFinite(until) && until >= 0 ? until : undefined
}

const seconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value * 1000 : undefined
