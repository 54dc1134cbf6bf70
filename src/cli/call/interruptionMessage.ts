import { findTool } from "../../catalogue.ts"

/** Returns the message for a call stopped with Ctrl-C. It is then unknown whether Discord applied a write. */
export const interruptionMessage = (name: string): string => {
  const tool = findTool(name)
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
