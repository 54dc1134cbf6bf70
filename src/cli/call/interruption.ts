import { findTool } from "../../catalogue.ts"

/** What a person is told who stops a call with Ctrl-C: of a write nobody knows whether Discord has done it. */
export const interruption = (name: string): string => {
  const tool = findTool(name)
  if (tool === undefined || tool.risk === "read") return "Interrupted."
  const { method, route = "" } = tool.operation ?? {}
  const { done, look } =
    method === "POST" && SENDS.test(route)
      ? { done: "the message may have been sent", look: "read the channel before sending again" }
      : method === "DELETE"
        ? { done: "the deletion may have been done", look: "look whether it is still there before you repeat it" }
        : { done: "the change may have been made", look: "look at what it changes before you repeat it" }
  return `Interrupted while ${name} ran; ${done}: ${look}.`
}

/** Routes that write a message. */
const SENDS = /^\/channels\/\{channel_id\}\/messages$|^\/webhooks\/\{\w+\}\/\{\w*token\}(?:\/slack|\/github)?$/
