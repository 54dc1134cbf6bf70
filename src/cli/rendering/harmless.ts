import { stripInvisible } from "../../safety/content/stripInvisible.ts"

/** A text as a terminal may be given it: nothing a terminal obeys, tabs as spaces, and one sign for the end of a line. */
export const harmless = (text: string): string =>
  stripInvisible(text.replaceAll(LINE_END, "\n").replaceAll("\t", "    "))

/** The same on one line, for a name. */
export const harmlessName = (name: string): string => harmless(name).replaceAll("\n", " ")

/** All that Unicode has for it. */
const LINE_END = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
