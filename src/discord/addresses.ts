/** Which addresses a download may go to: those of the public internet, and nothing of ours or of a private network. */
import ipaddr from "ipaddr.js"

/** Whether an IP address is a public one; an IPv4 address inside an IPv6 one is looked at as what it is. */
export const isPublic = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const it = ipaddr.process(address)
  return it.range() === "unicast" && (it.kind() === "ipv4" || it.match(GLOBAL_UNICAST))
}

/** All that is given out of IPv6 (RFC 4291, RFC 3587); the rest holds forms of IPv4 addresses that no range names. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3")
