import { Duration } from "effect"
import type { Tool } from "../../tools/Tool.ts"
import { type JsonObject, renderFields, renderValue } from "../rendering/renderValue.ts"
import { type RenderOptions, sanitize, wrap } from "../rendering/text.ts"

/** Renders the complete result of a call for a terminal, followed by the server's notices. */
export const renderResult = (structured: JsonObject, options: RenderOptions): string => {
  const { data, notices } = splitNotices(structured)
  // A result that is not an object is in a single field, `value`.
  const { value, ...rest } = data
  const shown = value !== undefined && Object.keys(rest).length === 0 ? value : data
  return [...renderValue(shown, options), ...noticeLines(notices, options)].join("\n")
}

/**
 * Renders a failed call for a terminal: code, message, recovery hint, retry advice, and the rest of the envelope. A
 * preview and an unconfirmed call address the person at the terminal instead of an agent. `canAsk`: whether that
 * person can answer a question there.
 */
export const renderFailure = (envelope: JsonObject, options: RenderOptions, canAsk = false): string => {
  const { bold, cyan, red, yellow } = options.style
  const { data, notices } = splitNotices(envelope)
  const { code, message, recovery_hint, ...rest } = data
  const withSign = (sign: string, text: unknown, colour = (line: string) => line) =>
    wrap(sanitize(String(text)), options.columns - SIGN_WIDTH).map(
      (line, at) => (at === 0 ? sign : INDENT) + colour(line)
    )
  const spoken = forPerson(data, canAsk)
  if (spoken !== undefined) {
    return [
      ...withSign(yellow("! "), code, (line) => yellow(bold(line))),
      ...withSign(INDENT, spoken.message),
      ...withSign(cyan("→ "), spoken.hint),
      ...(data.preview === undefined ? [] : ["", ...renderFields(Object(data.preview), options)]),
      ...noticeLines(notices, options)
    ].join("\n")
  }
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

/** Returns the message and the hint for a call that needs its person, or `undefined` for any other failure. */
const forPerson = ({ armed, code, confirm_by, held_by, how, tool }: JsonObject, canAsk: boolean) => {
  if (code === "CONFIRMATION_DECLINED") {
    const why = how === "timed_out" ? "no answer came in time" : "you did not agree"
    return { message: `${tool} was not run: ${why}. Nothing was changed.`, hint: "To be asked again, run it again." }
  }
  // With approval in Discord, the person at the terminal decides nothing.
  const isApproval = held_by === "MCP_APPROVERS" || held_by === "MCP_APPROVAL_CHANNEL"
  return code === "DRY_RUN_PREVIEW" && !isApproval
    ? {
        message: `A preview of ${tool}: nothing was changed.`,
        hint: nextStep(armed === true, held_by, canAsk, confirm_by)
      }
    : undefined
}

/** Says how the person at the terminal lets a previewed call run. */
const nextStep = (armed: boolean, heldBy: unknown, canAsk: boolean, confirmBy: unknown): string => {
  if (heldBy === "MCP_WRITE_MODE") {
    return "MCP_WRITE_MODE=preview allows only previews of changes. To change something, set MCP_WRITE_MODE=allow."
  }
  const isHeld = heldBy === "MCP_DRY_RUN"
  const setting = isHeld ? "MCP_DRY_RUN is true, so destructive calls are only previewed. " : ""
  if (isHeld && confirmBy === "discord") {
    return `${setting}To run it, set MCP_DRY_RUN=false and repeat the command: the people of MCP_APPROVERS are then asked in Discord.`
  }
  if (canAsk) {
    const change = isHeld ? "set MCP_DRY_RUN=false and repeat the command" : "repeat the command without --__confirm"
    return `${setting}To run it, ${change}: you are asked before anything changes.`
  }
  return armed
    ? "To run it, add --__confirm true, or repeat the command where you can answer a question."
    : `${setting}To run it, repeat the command ${isHeld ? "with MCP_DRY_RUN=false " : ""}where you can answer a question: standard input must be a terminal.`
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

/** The structured content of a result, split into the data and the server's notices about the data. */
interface SplitContent {
  readonly data: JsonObject
  /** The notice, and the names of the fields that Discord users wrote. */
  readonly notices: JsonObject
}

/** Separates the server's notices from the data. */
const splitNotices = ({ notice, untrusted_fields, ...data }: JsonObject): SplitContent => ({
  // A `notice` that is not text is a field of the data.
  data: notice === undefined || typeof notice === "string" ? data : { ...data, notice },
  notices: {
    ...(typeof notice === "string" && { notice }),
    ...(untrusted_fields !== undefined && { untrusted_fields })
  }
})

/** Renders the notices as the last lines of a result. Returns no line if there are none. */
const noticeLines = (notices: JsonObject, options: RenderOptions): ReadonlyArray<string> =>
  Object.keys(notices).length === 0 ? [] : ["", ...renderFields(notices, options, options.style.yellow)]

/** Returns the message for a call stopped with Ctrl-C. It is then unknown whether Discord applied a write. */
export const interruptionMessage = (name: string, tool: Tool | undefined): string => {
  if (tool === undefined || tool.risk === "read") return `Interrupted while ${name} ran. Nothing was changed.`
  const { method, route = "" } = tool.operation ?? {}
  const { done, advice } =
    method === "POST" && SEND_ROUTES.test(route)
      ? { done: "the message may have been sent", advice: "read the channel before sending again" }
      : method === "DELETE"
        ? { done: "the deletion may have been done", advice: "check whether it still exists before you repeat it" }
        : { done: "the change may have been made", advice: "check its current state before you repeat it" }
  return `Interrupted while ${name} ran; ${done}: ${advice}.`
}

/** Routes that send a message. */
const SEND_ROUTES = /^\/channels\/\{channel_id\}\/messages$|^\/webhooks\/\{\w+\}\/\{\w*token\}(?:\/slack|\/github)?$/
