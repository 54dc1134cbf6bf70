import { stripInvisible } from "../../text/stripInvisible.ts"

/** Makes a text safe to print on a terminal: no control sequences, spaces for tabs, `\n` as the only line end. */
export const sanitize = (text: string): string =>
  stripInvisible(text.replaceAll(LINE_END, "\n").replaceAll("\t", "    "))

/** Makes a name safe to print on one line. */
export const sanitizeName = (name: string): string => sanitize(name).replaceAll("\n", " ")

/** Every line end of Unicode. */
const LINE_END = /\r\n|[\r\v\f\u0085\u2028\u2029]/g
