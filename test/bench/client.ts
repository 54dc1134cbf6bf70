import { REST } from "@discordjs/rest"

/** `@discordjs/rest` without retries and global limit, for the bare server and for plain requests. */
export const client = (url: string): REST =>
  new REST({ api: url, version: "10", retries: 0, globalRequestsPerSecond: 1_000_000 }).setToken("x".repeat(59))

/** A different channel id for each number. */
export const channel = (number: number): string => String(300_000_000_000_000_000n + BigInt(number))
