/** Which addresses a download may go to: those of the public internet, and nothing of ours or of a private network. */
import ipaddr from "ipaddr.js"

/** Whether an IP address is a public one; an IPv4 address inside an IPv6 one is looked at as what it is. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast"
