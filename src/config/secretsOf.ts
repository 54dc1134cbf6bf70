import { Redacted } from "effect"
import type { Loaded } from "./loadSettings.ts"

/** A shorter value, searched for wherever it stands, would be met in common words. */
const SECRET_MIN = 8

/** Every secret the server was started with: the bot's token, and each setting that is one, with its values. */
export const secretsOf = ({
  settings,
  token
}: Pick<Loaded, "settings" | "token">): ReadonlyArray<Redacted.Redacted> => [
  token,
  ...Object.values(settings)
    .flatMap((setting) => (Redacted.isRedacted(setting) ? textsIn(Redacted.value<unknown>(setting)) : []))
    // Of `Bearer KEY` the key too, for it may be met alone.
    .flatMap((text) => [text, ...text.split(" ")])
    .filter((text) => text.length >= SECRET_MIN)
    .map((text) => Redacted.make(text))
]

const textsIn = (value: unknown): ReadonlyArray<string> =>
  typeof value === "string" ? [value] : Object.values(Object(value)).filter((one) => typeof one === "string")
