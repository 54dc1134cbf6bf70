import { Either, Option } from "effect"
import { snowflake } from "../../config/Setting.ts"
import { variables } from "../../config/Settings.ts"
import type { DesiredEntry } from "./ServerEntry.ts"

/** The flags of `init` that set variables: the tool surface and the only guild. */
export interface EntryFlags {
  readonly surface: Option.Option<string>
  readonly guild: Option.Option<string>
}

/** Returns the variables of an entry that the flags set. */
export const variablesFromFlags = ({
  guild,
  surface
}: EntryFlags): Either.Either<DesiredEntry["variables"], string> => {
  const id = Option.map(guild, (text) => snowflake.parse(text))
  if (Option.isSome(id) && id.value === undefined) {
    return Either.left(`--guild: expected ${snowflake.accepts}, got "${Option.getOrElse(guild, () => "")}"`)
  }
  return Either.right({
    ...Option.match(surface, { onNone: () => ({}), onSome: (it) => ({ [variables.toolSurface.name]: it }) }),
    ...Option.match(
      Option.flatMapNullable(id, (it) => it),
      {
        onNone: () => ({}),
        onSome: (it) => ({ [variables.allowedGuilds.name]: it, [variables.defaultGuildId.name]: it })
      }
    )
  })
}
