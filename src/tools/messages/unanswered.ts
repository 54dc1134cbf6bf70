/** Says that nobody answers the buttons, menus or commands of a call: without live events, people see that they fail. */
import { Effect, Predicate } from "effect"
import { AnswersInteractions } from "../ToolServices.ts"

/** Returns the notice if a message has buttons or menus that nobody answers. A link is no such button. */
export const unansweredComponents = ({ components }: { readonly components?: unknown }) =>
  hasCustomId(components) ? whenUnanswered(CLICKS) : Effect.succeed(undefined)

/** Returns the notice if nobody answers the commands that were registered. */
export const unansweredCommands = (input: object) =>
  "commands" in input && Array.isArray(input.commands) && input.commands.length === 0
    ? Effect.succeed(undefined)
    : whenUnanswered(COMMANDS)

const hasCustomId = (part: unknown): boolean =>
  Array.isArray(part)
    ? part.some(hasCustomId)
    : Predicate.isReadonlyRecord(part) &&
      ("custom_id" in part || Object.values(part).some((inner) => typeof inner === "object" && hasCustomId(inner)))

const whenUnanswered = (notice: string) =>
  Effect.map(Effect.flatten(AnswersInteractions), (isAnswered) => (isAnswered ? undefined : notice))

const HOW =
  "Set MCP_GATEWAY=true, or MCP_INTERACTIONS_PUBLIC_KEY over HTTP: then each is acknowledged, is an event of gateway_wait_for with types interaction_create, and interactions_create_response answers it."

const CLICKS = `Nobody answers a click: live events are off, so people see "This interaction failed", unless another program of this bot answers. ${HOW} To ask people, use messages_ask.`

const COMMANDS = `Nobody answers the command: live events are off, so people see "The application did not respond", unless another program of this bot answers. ${HOW}`
