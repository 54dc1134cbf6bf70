import { truncate } from "./truncate.ts"

/** The maximum length of an untrusted name in a message, in characters. */
const NAME_MAX = 100

/** Quotes an untrusted name for a message: one line, bounded length. */
export const quoted = (name: string): string => JSON.stringify(truncate(name, NAME_MAX))

/** Quotes an untrusted name unless it is one plain word. */
export const named = (name: string): string => (PLAIN.test(name) ? name : quoted(name))

const PLAIN = new RegExp(String.raw`^[\w.:/[\]-]{1,${NAME_MAX}}$`)
