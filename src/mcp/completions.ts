import { Effect } from "effect"
import type { Dispatch } from "../dispatch/Dispatch.ts"
import { namesByCategory } from "../toolNames.ts"
import { errorCodes } from "./resources/errors.ts"

/** The values an argument of a resource can have, those first that begin as typed. */
export const complete = (params: unknown, dispatch: Dispatch["Type"]): Effect.Effect<ReadonlyArray<string>> => {
  const { argument, ref } = Object(params)
  const typed = String(Object(argument).value ?? "")
  const matching = (values: ReadonlyArray<string>) =>
    values.filter((value) => value.toLowerCase().startsWith(typed.toLowerCase()))
  switch (Object(ref).uri) {
    case "discord://errors/{code}":
      return Effect.succeed(matching(errorCodes))
    case "discord://tools/{name}":
      return Effect.succeed(matching(Object.values(namesByCategory).flat()))
    case "discord://guilds/{id}":
      return Effect.map(guildIds(dispatch), matching)
    default:
      return Effect.succeed([])
  }
}

/** A completion that cannot be had is none: nobody waits for it. */
const guildIds = (dispatch: Dispatch["Type"]): Effect.Effect<ReadonlyArray<string>> =>
  dispatch.run("users_list_current_user_guilds", {}).pipe(
    Effect.map(({ value }) => {
      const items: unknown = Object(value).items
      return Array.isArray(items) ? items.map((item) => String(Object(item).id)) : []
    }),
    Effect.orElseSucceed(() => [])
  )
