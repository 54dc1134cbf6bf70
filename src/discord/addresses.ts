/** The addresses that downloads may connect to: the public internet, without private networks. */
import ipaddr from "ipaddr.js"

/** Returns whether an IP address is public. An IPv4 address inside an IPv6 address counts as IPv4. */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const it = ipaddr.process(address)
  return it.range() === "unicast" && (it.kind() === "ipv4" || it.match(GLOBAL_UNICAST))
}

/** The allocated IPv6 range (RFC 4291, RFC 3587). Other ranges include unnamed forms of IPv4 addresses. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3")
