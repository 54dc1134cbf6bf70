/** The settings of this server that are set where `init` runs: an entry without them would start another server. */
import { ConfigProvider, Effect, Either } from "effect"
import { variables } from "../../config/Settings.ts"
import { TOKEN, TOKEN_FILE } from "./Client.ts"

/** What an entry takes over from the environment. */
export interface Carried {
  /** Settings that go into the entry as they are. */
  readonly variables: Readonly<Record<string, string>>
  /** Names of settings that hold secrets: only a reference to them may be written. */
  readonly secrets: ReadonlyArray<string>
  /** Names of settings whose value the server would refuse: they are not taken over. */
  readonly wrong: ReadonlyArray<string>
}

/** Sorts the settings of an environment. The token has its own way into an entry; the sandbox needs nothing of the real bot's. */
export const carriedSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  sandbox: boolean
): Effect.Effect<Carried> => {
  const isSet = (name: string) => (environment[name] ?? "").trim() !== ""
  const left: ReadonlySet<string> = new Set(sandbox ? OF_THE_BOT : isSet(TOKEN) ? [TOKEN, TOKEN_FILE] : [])
  const given = Object.values(variables).filter(({ name }) => isSet(name) && !left.has(name))
  return Effect.map(
    Effect.forEach(given, ({ config, name }) => {
      const value = environment[name] ?? ""
      const read = ConfigProvider.fromMap(new Map([[name, value]]), { pathDelim: "\u0000" }).load<unknown>(config)
      return Effect.map(Effect.either(read), (either) => ({ name, value, isRight: Either.isRight(either) }))
    }),
    (all) => {
      const right = all.filter(({ isRight }) => isRight)
      return {
        variables: Object.fromEntries(right.filter((it) => !holdsSecret(it)).map(({ name, value }) => [name, value])),
        secrets: right.filter(holdsSecret).map(({ name }) => name),
        wrong: all.filter(({ isRight }) => !isRight).map(({ name }) => name)
      }
    }
  )
}

/** What leads to the real Discord, and to guilds that the sandbox does not have. */
const OF_THE_BOT = [
  TOKEN,
  TOKEN_FILE,
  variables.apiUrl.name,
  variables.allowedGuilds.name,
  variables.defaultGuildId.name,
  "DISCORD_EXPECTED_BOT_ID"
]

/** Keys of collectors, and addresses with credentials in them. */
const holdsSecret = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name === variables.otlpHeaders.name || /:\/\/[^/\s]*@/.test(value)
