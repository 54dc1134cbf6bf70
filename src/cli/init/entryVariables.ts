/** The variables of an entry: from the settings in the environment of `init`, and from its flags. */
import { Effect, Either, Option, Record } from "effect"
import { plainValue } from "../../config/plainValue.ts"
import { isBlank, readSetting, snowflake } from "../../config/Setting.ts"
import { variables } from "../../config/Settings.ts"
import { quoted } from "../../text/words.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { TOKEN, TOKEN_FILE } from "./McpClient.ts"
import type { DesiredEntry } from "./ServerEntry.ts"

/** The settings that an entry inherits from the environment. */
export interface InheritedSettings {
  /** Settings that are copied into the entry. */
  readonly variables: Readonly<Record<string, string>>
  /** Names of secret settings. Only references to them are written. */
  readonly secrets: ReadonlyArray<string>
  /** Names of settings with an invalid value that restrict nothing. They are not copied. */
  readonly invalid: ReadonlyArray<string>
}

/** No settings. */
export const noSettings: InheritedSettings = { variables: {}, secrets: [], invalid: [] }

/** How an entry is made: for the sandbox or for the real bot, and the variables that its flags set. */
export interface EntryChoice {
  readonly sandbox: boolean
  readonly flags: Readonly<Record<string, string>>
}

/**
 * Groups the settings of an environment. Skips the token, and settings that a flag replaces. For the sandbox, skips
 * every setting that identifies the real bot. Fails with one line for each restriction that is blank or invalid,
 * because the entry would start a server without it.
 */
export const inheritedSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  { flags, sandbox }: EntryChoice
): Effect.Effect<InheritedSettings, ReadonlyArray<string>> => {
  const valueOf = (name: string) => plainValue(name, environment[name] ?? "")
  const isSet = (name: string) => !isBlank(valueOf(name))
  const skipped: ReadonlySet<string> = new Set([
    ...(sandbox ? BOT_SETTINGS : isSet(TOKEN) ? [TOKEN, TOKEN_FILE] : []),
    // Without its channel, no call could be approved.
    ...(sandbox && /^discord$/i.test(valueOf(variables.confirm.name)) ? [variables.confirm.name] : []),
    ...Object.keys(flags)
  ])
  const inherited = Object.values(variables).filter(
    ({ name, restricts }) => !skipped.has(name) && (isSet(name) || (restricts && environment[name] !== undefined))
  )
  return Effect.flatMap(
    Effect.forEach(inherited, (setting) =>
      Effect.map(Effect.either(readSetting<unknown>(setting, environment)), (read) => ({
        name: setting.name,
        value: valueOf(setting.name),
        restricts: setting.restricts,
        problem: Option.getOrUndefined(Either.getLeft(read))
      }))
    ),
    (all) => {
      const wrong = all.flatMap(({ problem, restricts }) => (restricts && problem !== undefined ? [problem] : []))
      if (wrong.length > 0) return Effect.fail(wrong)
      const valid = all.filter(({ problem }) => problem === undefined)
      return Effect.succeed({
        variables: Object.fromEntries(valid.filter((one) => !holdsSecret(one)).map(({ name, value }) => [name, value])),
        secrets: valid.filter(holdsSecret).map(({ name }) => name),
        invalid: all.filter(({ problem }) => problem !== undefined).map(({ name }) => name)
      })
    }
  )
}

/** Returns the settings of an earlier entry, without its token. Other variables are none of this server. */
export const formerSettings = (env: JsonObject): JsonObject =>
  Record.filter(
    env,
    (_, name) => name !== TOKEN && name !== TOKEN_FILE && Object.values(variables).some((one) => one.name === name)
  )

/** Settings for the real Discord and its guilds. */
const BOT_SETTINGS = [
  TOKEN,
  TOKEN_FILE,
  variables.apiUrl.name,
  variables.allowedGuilds.name,
  variables.defaultGuildId.name,
  variables.approvers.name,
  variables.approvalChannel.name,
  "DISCORD_EXPECTED_BOT_ID"
]

/** Returns whether a setting holds collector headers, or an address with credentials. */
export const holdsSecret = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name === variables.otlpHeaders.name || /:\/\/[^/\s]*@/.test(value)

/** The flags of `init` that set variables: the tool surface and the guilds. */
export interface EntryFlags {
  readonly surface: Option.Option<string>
  readonly guild: ReadonlyArray<string>
}

/** Returns the variables of an entry that the flags set. */
export const variablesFromFlags = ({
  guild,
  surface
}: EntryFlags): Either.Either<DesiredEntry["variables"], string> => {
  const wrong = guild.find((text) => snowflake.parse(text) === undefined)
  if (wrong !== undefined) return Either.left(`--guild: expected ${snowflake.accepts}, got ${quoted(wrong)}`)
  return Either.right({
    ...Option.match(surface, { onNone: () => ({}), onSome: (name) => ({ [variables.toolSurface.name]: name }) }),
    ...guildVariables([...new Set(guild.map((text) => text.trim()))])
  })
}

/** Returns the variables of an entry that is restricted to these guilds. A single guild is also the default. */
export const guildVariables = (ids: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  ...(ids.length > 0 && { [variables.allowedGuilds.name]: ids.join(",") }),
  ...(ids.length === 1 && { [variables.defaultGuildId.name]: ids.join() })
})

/** Returns the names of variables to remove: the default guild, if the chosen guilds do not include it. */
export const staleGuildNames = (env: JsonObject, chosen: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const ids = chosen[variables.allowedGuilds.name]?.split(",")
  const byDefault = env[variables.defaultGuildId.name]
  return ids === undefined || byDefault === undefined || ids.some((id) => id === byDefault)
    ? []
    : [variables.defaultGuildId.name]
}
