import { Effect } from "effect"
import { PRESENCE_TEXT_MAX, presenceStatuses } from "../../config/presence.ts"
import { choice, optional, text } from "../../objects/schema/fields.ts"
import { custom } from "../../tools/dsl/toolBuilders.ts"
import { Gateway } from "../Gateway.ts"

/** The tool for what people see beside the bot. */
export const presenceTool = custom("presence_set", {
  title: "Set the bot's status",
  description:
    "Set the bot's status and the text below its name, until the process ends. Needs live events. People see it within 4 seconds.",
  fields: {
    status: choice("The status; invisible looks offline.", ...presenceStatuses),
    text: optional(text("The text below the name; omitted: none.", { max: PRESENCE_TEXT_MAX }))
  },
  risk: "write",
  permissions: [],
  run: ({ status, text }) =>
    Effect.gen(function* () {
      const presence = { status, ...(text !== undefined && text !== "" && { text }) }
      yield* (yield* Gateway).setPresence(presence)
      return { value: { done: true, ...presence }, fromServer: true as const }
    })
})
