import { REMOTE_TOKEN } from "../config/remoteToken.ts"

/**
 * Returns the problem with the address of a server over HTTP, if there is one. A token must not
 * cross a network unencrypted.
 */
export const remoteUrlProblem = (address: string, hasToken: boolean): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    return "expected an address such as https://discord.example.com/mcp."
  }
  if (url.username !== "" || url.password !== "") {
    return `the address must not contain a user or a password. Set the token in ${REMOTE_TOKEN}.`
  }
  return url.protocol === "http:" && hasToken && !LOOPBACK.test(url.hostname)
    ? `${url.host} is not this machine, so the token needs https://.`
    : undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
