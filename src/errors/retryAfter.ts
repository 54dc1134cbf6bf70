/** The minimum wait, because a zero or an invalid value must not cause a hot loop. */
const MIN_WAIT_MS = 250

/** Header (whole seconds) and body (exact seconds) may differ by this much and mean the same wait. */
const SAME_WAIT_MS = 1000

/**
 * Returns the wait that a response requests, in milliseconds: the body's `retry_after`, or the longer
 * of header and body if they differ by more than a second. Returns `undefined` if neither has a wait
 * (Discord docs, rate limits).
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
  // An HTTP date is compared with the response's `date` header, because our clock may be wrong.
  const until = Date.parse(value) - Date.parse(header("date") ?? "")
  return Number.isFinite(until) && until >= 0 ? until : undefined
}

const seconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value * 1000 : undefined
