import { Effect, type Either } from "effect"
import { findTool } from "../../src/catalogue/catalogue.ts"
import type { ValidationError } from "../../src/errors/DiscordMcpError.ts"
import type { ToolCall } from "../../src/tools/Tool.ts"

/** Prepares a call from its arguments: the call as the gate receives it, or its validation error. */
export const prepared = (
  tool: string,
  input: unknown,
  defaultGuildId?: string
): Either.Either<ToolCall, ValidationError> => {
  const found = findTool(tool)
  return found === undefined
    ? Effect.runSync(Effect.dieMessage(`no tool ${tool}`))
    : Effect.runSync(Effect.either(found.prepare(input, defaultGuildId)))
}
