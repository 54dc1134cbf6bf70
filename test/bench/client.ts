import { REST } from "@discordjs/rest"

/** `@discordjs/rest` as both the bare server and the request alone use it: no retries, no limit of its own over all routes. */
export const client = (url: string): REST =>
  new REST({ api: url, version: "10", retries: 0, globalRequestsPerSecond: 1_000_000 }).setToken("x".repeat(59))

/** A channel id of its own for each number. */
export const channel = (number: number): string => String(300_000_000_000_000_000n + BigInt(number))
