/** Decodes text files that people wrote with any program, for example with PowerShell's `>`, which writes UTF-16. */
import { Either } from "effect"

/** Decodes UTF-8 or UTF-16, with or without a BOM. Returns the problem of other bytes. */
export const decodeText = (bytes: Uint8Array): Either.Either<string, string> =>
  Either.try({
    try: () => new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes),
    catch: () => NOT_TEXT
  }).pipe(
    Either.filterOrLeft(
      (text) => !text.includes("\u0000"),
      () => NOT_TEXT
    )
  )

const NOT_TEXT = "not a text in UTF-8 or UTF-16"

/** Returns the encoding by the BOM, else by the zero bytes that ASCII characters have in UTF-16. */
const encodingOf = (bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  const hasZeros = (start: 0 | 1) => bytes.subarray(0, SAMPLE).some((byte, at) => byte === 0 && at % 2 === start)
  const [atEven, atOdd] = [hasZeros(0), hasZeros(1)]
  return atEven === atOdd ? "utf-8" : atOdd ? "utf-16le" : "utf-16be"
}

/** The number of bytes that decide on the encoding. */
const SAMPLE = 1024
