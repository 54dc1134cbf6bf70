/** The settings in the environment of `init`. Without them, the entry would start a differently configured server. */
import { ConfigProvider, Effect, Either } from "effect"
import { variables } from "../../config/Settings.ts"
import { TOKEN, TOKEN_FILE } from "./McpClient.ts"

/** The settings that an entry inherits from the environment. */
export interface InheritedSettings {
  /** Settings that are copied into the entry. */
  readonly variables: Readonly<Record<string, string>>
  /** Names of secret settings. Only references to them are written. */
  readonly secrets: ReadonlyArray<string>
  /** Names of settings with an invalid value. They are not copied. */
  readonly invalid: ReadonlyArray<string>
}

/** No settings. */
export const noSettings: InheritedSettings = { variables: {}, secrets: [], invalid: [] }

/**
 * Groups the settings of an environment. Skips the token. For the sandbox, skips every setting that
 * identifies the real bot.
 */
export const inheritedSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  sandbox: boolean
): Effect.Effect<InheritedSettings> => {
  const isSet = (name: string) => (environment[name] ?? "").trim() !== ""
  const skipped: ReadonlySet<string> = new Set(sandbox ? BOT_SETTINGS : isSet(TOKEN) ? [TOKEN, TOKEN_FILE] : [])
  const given = Object.values(variables).filter(({ name }) => isSet(name) && !skipped.has(name))
  return Effect.map(
    Effect.forEach(given, ({ config, name }) => {
      const value = environment[name] ?? ""
      const read = ConfigProvider.fromMap(new Map([[name, value]]), { pathDelim: "\u0000" }).load<unknown>(config)
      return Effect.map(Effect.either(read), (either) => ({ name, value, isValid: Either.isRight(either) }))
    }),
    (all) => {
      const valid = all.filter(({ isValid }) => isValid)
      return {
        variables: Object.fromEntries(valid.filter((it) => !holdsSecret(it)).map(({ name, value }) => [name, value])),
        secrets: valid.filter(holdsSecret).map(({ name }) => name),
        invalid: all.filter(({ isValid }) => !isValid).map(({ name }) => name)
      }
    }
  )
}

/** Settings for the real Discord and its guilds. */
const BOT_SETTINGS = [
  TOKEN,
  TOKEN_FILE,
  variables.apiUrl.name,
  variables.allowedGuilds.name,
  variables.defaultGuildId.name,
  "DISCORD_EXPECTED_BOT_ID"
]

/** Returns whether a setting holds collector headers, or an address with credentials. */
const holdsSecret = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name === variables.otlpHeaders.name || /:\/\/[^/\s]*@/.test(value)
