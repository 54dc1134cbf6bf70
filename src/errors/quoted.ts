import { truncate } from "./truncate.ts"

/** The longest name from outside in a sentence of ours, in characters. */
const NAME_MAX = 100

/** A name from outside, in a sentence of ours: in quotes, on one line, and not too long. */
export const quoted = (name: string): string => JSON.stringify(truncate(name, NAME_MAX))

/** The same, without quotes where it is one plain word that cannot be taken for a part of the sentence. */
export const named = (name: string): string => (PLAIN.test(name) ? name : quoted(name))

const PLAIN = new RegExp(String.raw`^[\w.:/[\]-]{1,${NAME_MAX}}$`)
