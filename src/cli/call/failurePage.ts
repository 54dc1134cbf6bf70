import { Duration } from "effect"
import { fold } from "../rendering/fold.ts"
import { harmless } from "../rendering/harmless.ts"
import { fields } from "../rendering/lines.ts"
import type { Look } from "../rendering/Style.ts"
import type { Fields } from "../rendering/table.ts"
import { marked, markLines } from "./marked.ts"

/** A failed call for a person: what went wrong, what to do, whether to try again, and all else of the envelope. */
export const failurePage = (envelope: Fields, look: Look): string => {
  const { bold, cyan, red, yellow } = look.paint
  const { data, marks } = marked(envelope)
  const { code, message, recovery_hint, ...rest } = data
  const signed = (sign: string, text: unknown, colour = (line: string) => line) =>
    fold(harmless(String(text)), look.columns - SIGN_WIDTH).map((line, at) => (at === 0 ? sign : INDENT) + colour(line))
  return [
    ...signed(red("✖ "), code, (line) => red(bold(line))),
    ...signed(INDENT, message),
    ...signed(cyan("→ "), recovery_hint),
    ...signed(yellow("↻ "), retryAdvice(data)),
    "",
    ...fields(rest, look),
    ...markLines(marks, look)
  ].join("\n")
}

const SIGN_WIDTH = 2
const INDENT = " ".repeat(SIGN_WIDTH)

/** Whether the same call is worth another try, in words. */
const retryAdvice = ({ outcome_unknown, retriable, retry_after_ms }: Fields): string => {
  if (outcome_unknown === true) return "It may have been done all the same: look before you try again."
  if (retriable !== true) return "Not worth another try as it is."
  return typeof retry_after_ms === "number" ? `Worth another try in ${told(retry_after_ms)}.` : "Worth another try."
}

/** A wait in whole seconds, and never in fewer than it takes. */
const told = (ms: number): string => Duration.format(Duration.seconds(Math.max(1, Math.ceil(ms / 1000))))
