import { Redacted } from "effect"
import type { Loaded } from "./loadSettings.ts"

/** Redacting a shorter value would damage ordinary words. */
const SECRET_MIN = 8

/** Returns every secret: the bot token, the values of secret settings, and further texts. */
export const secretsOf = (
  { settings, token }: Pick<Loaded, "settings"> & { readonly token?: Redacted.Redacted | undefined },
  further: ReadonlyArray<string> = []
): ReadonlyArray<Redacted.Redacted> => [
  ...(token === undefined ? [] : [token]),
  ...Object.values(settings)
    .flatMap((setting) => (Redacted.isRedacted(setting) ? textsIn(Redacted.value<unknown>(setting)) : []))
    // The key of `Bearer KEY` alone is a secret too.
    .flatMap((text) => [text, ...text.split(" ")])
    .concat(further.flatMap((text) => [text, text.replace(/^Bot\s+/i, "")]))
    .filter((text) => text.length >= SECRET_MIN)
    .map((text) => Redacted.make(text))
]

const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(Object(value)).filter((one) => typeof one === "string")
