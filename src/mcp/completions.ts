import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import { errorCodes } from "./resources/errors.ts"

/** Completes an argument of a resource. Values that start with the typed text come first. */
export const complete = (
  params: unknown,
  dispatch: Dispatch["Type"],
  settings: Settings["Type"]
): Effect.Effect<ReadonlyArray<string>> => {
  const { argument, ref } = Object(params)
  const typed = String(Object(argument).value ?? "")
  const matching = (values: ReadonlyArray<string>) =>
    values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()))
  switch (Object(ref).uri) {
    case "discord://errors/{code}":
      return Effect.succeed(matching(errorCodes))
    case "discord://tools/{name}":
      return Effect.map(
        Effect.promise(() => import("./resources/tool.ts")),
        ({ allowedNames }) => matching(allowedNames(settings))
      )
    case "discord://guilds/{id}":
      return Effect.map(guildIds(dispatch), matching)
    default:
      // Any other text: a client can ask about addresses that this server does not have.
      return Effect.succeed([])
  }
}

/** Returns the ids of the bot's guilds; empty if they cannot be read. */
const guildIds = (dispatch: Dispatch["Type"]): Effect.Effect<ReadonlyArray<string>> =>
  dispatch.run("users_list_current_user_guilds", {}).pipe(
    Effect.map(({ value }) => {
      const items: unknown = Object(value).items
      return Array.isArray(items) ? items.map((item) => String(Object(item).id)) : []
    }),
    Effect.orElseSucceed(() => [])
  )
