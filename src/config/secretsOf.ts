import { Redacted } from "effect"
import type { Loaded } from "./loadSettings.ts"

/** Redacting a shorter value would damage ordinary words. */
const SECRET_MIN = 8

/** Returns every secret of the settings: the bot token and the values of secret settings. */
export const secretsOf = ({
  settings,
  token
}: Pick<Loaded, "settings" | "token">): ReadonlyArray<Redacted.Redacted> => [
  token,
  ...Object.values(settings)
    .flatMap((setting) => (Redacted.isRedacted(setting) ? textsIn(Redacted.value<unknown>(setting)) : []))
    // The key of `Bearer KEY` alone is a secret too.
    .flatMap((text) => [text, ...text.split(" ")])
    .filter((text) => text.length >= SECRET_MIN)
    .map((text) => Redacted.make(text))
]

const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(Object(value)).filter((one) => typeof one === "string")
