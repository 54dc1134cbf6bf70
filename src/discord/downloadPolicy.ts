import { Data } from "effect"
import ipaddr from "ipaddr.js"

/** The rules of downloads. Tests allow loopback instead of the public internet. */
export interface DownloadPolicy {
  readonly protocols: ReadonlySet<string>
  /** The allowed origins. Unset: any origin. */
  readonly origins?: ReadonlySet<string>
  readonly mayConnect: (address: string) => boolean
  /** A proxy may resolve the names of hosts: only for hosts that the operator or this server names. */
  readonly proxyResolves?: true
  readonly maxBytes: number
  readonly maxRedirects: number
}

/** Returns whether an IP address is public. An IPv4 address inside an IPv6 address counts as IPv4. */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const it = ipaddr.process(address)
  return it.range() === "unicast" && (it.kind() === "ipv4" || it.match(GLOBAL_UNICAST))
}

/** The allocated IPv6 range (RFC 4291, RFC 3587). Other ranges include unnamed forms of IPv4 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3")

/** The product's policy: https, public addresses, 25 MiB, three redirects. */
export const publicInternet: DownloadPolicy = {
  protocols: new Set(["https:"]),
  mayConnect: isPublic,
  maxBytes: 25 * 1024 * 1024,
  maxRedirects: 3
}

/**
 * The origins from which Discord serves attachments and pictures of embeds (Discord docs, reference,
 * image formatting; observed links).
 */
const MEDIA_ORIGINS = [
  "https://cdn.discordapp.com",
  "https://media.discordapp.net",
  "https://images-ext-1.discordapp.net",
  "https://images-ext-2.discordapp.net"
]

/**
 * The policy for media that Discord serves: Discord's own hosts only. If `apiUrl` is not Discord's, as with the sandbox,
 * its origin serves media too.
 */
export const discordMedia = (apiUrl: string): DownloadPolicy => {
  const { origin, protocol } = new URL(apiUrl)
  const isDiscord = origin === "https://discord.com"
  return {
    ...publicInternet,
    protocols: new Set(["https:", ...(isDiscord ? [] : [protocol])]),
    proxyResolves: true,
    origins: new Set([...MEDIA_ORIGINS, ...(isDiscord ? [] : [origin])]),
    mayConnect: isDiscord ? isPublic : () => true
  }
}

/** A download failed or is not allowed. `problem` is the reason, for the caller. */
export class DownloadFailed extends Data.TaggedError("DownloadFailed")<{
  readonly problem: string
  /** The HTTP status, if it is the reason. */
  readonly status?: number
  /** `forbidden`: the address is not allowed. `too_large`: the file is larger than allowed. */
  readonly refused?: "forbidden" | "too_large"
}> {}
