import type { Buckets } from "./Buckets.ts"
import type { FaultEffect } from "./Fault.ts"
import { json, type Reply, withHeaders } from "./Reply.ts"
import { rateLimited } from "./rateLimited.ts"

/** The parts of a request that the response of a fault depends on. */
export interface FaultedRequest {
  readonly buckets: Buckets
  readonly operation: string
  readonly major: string
  readonly nowMs: number
}

type Of<K extends FaultEffect["kind"]> = Extract<FaultEffect, { readonly kind: K }>

/** Returns the response that the fault describes. */
export const statusReply = (effect: Of<"status">): Reply => {
  const type = effect.content_type ?? (effect.text === undefined ? "application/json" : "text/plain")
  const body = effect.text ?? (effect.body === undefined ? "" : JSON.stringify(effect.body))
  return { status: effect.status, headers: { ...(body !== "" && { "content-type": type }), ...effect.headers }, body }
}

/**
 * Returns a 429 as Discord sends it in each scope. The bucket of a shared limit
 * is not empty, so its reset does not replace `Retry-After`.
 */
export const rateLimitReply = (
  effect: Of<"rate_limit">,
  { buckets, major, nowMs, operation }: FaultedRequest
): Reply => {
  const bucket = {
    user: () => buckets.exhaustedHeaders(operation, effect.retry_after * 1000, nowMs),
    shared: () => buckets.headers(operation, major, nowMs),
    global: () => ({})
  }
  return withHeaders(rateLimited(effect.scope, effect.retry_after, bucket[effect.scope]()), effect.headers ?? {})
}

/** Returns a Cloudflare response. It has no rate-limit headers. */
export const cloudflareReply = (effect: Of<"cloudflare">): Reply =>
  withHeaders(pages[effect.page], {
    server: "cloudflare",
    ...(effect.retry_after !== undefined && { "retry-after": String(Math.ceil(effect.retry_after)) })
  })

/** Returns the response of a search without an index (Discord docs, search guild messages). */
export const notReadyReply = ({ documents_indexed = 0, retry_after = 2 }: Of<"index_not_ready">): Reply =>
  json(202, { message: "Index not yet available. Try again later", code: 110000, documents_indexed, retry_after })

/** The response that breaks in the middle if the request is not executed. */
export const placeholderReply: Reply = json(200, { sandbox: "half of an answer ".repeat(16) })

const html = (title: string, code: number) =>
  `<!DOCTYPE html><html><head><title>${title} | discord.com used Cloudflare to restrict access</title></head>` +
  `<body><h1>Error ${code}</h1><p>error code: ${code}</p></body></html>`

const pages: Readonly<Record<Of<"cloudflare">["page"], Reply>> = {
  "1015": { status: 429, headers: { "content-type": "text/plain" }, body: "error code: 1015" },
  "1020": { status: 403, headers: { "content-type": "text/html" }, body: html("Access denied", 1020) },
  banned: json(429, {
    message:
      "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently. " +
      "Please read our docs at https://discord.com/developers/docs/topics/rate-limits to prevent this moving forward.",
    code: 0
  })
}
