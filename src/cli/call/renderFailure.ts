import { Duration } from "effect"
import type { JsonObject } from "../JsonObject.ts"
import { renderFields } from "../rendering/renderValue.ts"
import type { RenderOptions } from "../rendering/Style.ts"
import { sanitize } from "../rendering/sanitize.ts"
import { wrap } from "../rendering/wrap.ts"
import { noticeLines, splitNotices } from "./splitNotices.ts"

/** Renders a failed call for a terminal: code, message, recovery hint, retry advice, and the rest of the envelope. */
export const renderFailure = (envelope: JsonObject, options: RenderOptions): string => {
  const { bold, cyan, red, yellow } = options.style
  const { data, notices } = splitNotices(envelope)
  const { code, message, recovery_hint, ...rest } = data
  const withSign = (sign: string, text: unknown, colour = (line: string) => line) =>
    wrap(sanitize(String(text)), options.columns - SIGN_WIDTH).map(
      (line, at) => (at === 0 ? sign : INDENT) + colour(line)
    )
  return [
    ...withSign(red("✖ "), code, (line) => red(bold(line))),
    ...withSign(INDENT, message),
    ...withSign(cyan("→ "), recovery_hint),
    ...withSign(yellow("↻ "), retryAdvice(data)),
    "",
    ...renderFields(rest, options),
    ...noticeLines(notices, options)
  ].join("\n")
}

const SIGN_WIDTH = 2
const INDENT = " ".repeat(SIGN_WIDTH)

/** Returns a sentence that says whether to repeat the call. */
const retryAdvice = ({ outcome_unknown, retriable, retry_after_ms }: JsonObject): string => {
  if (outcome_unknown === true) return "Discord may have applied the call: check before you retry."
  if (retriable !== true) return "Retrying unchanged will not help."
  return typeof retry_after_ms === "number" ? `Retry in ${formatWait(retry_after_ms)}.` : "Retry."
}

/** Formats a wait in whole seconds, rounded up. */
const formatWait = (ms: number): string => Duration.format(Duration.seconds(Math.max(1, Math.ceil(ms / 1000))))
