/** Which servers of the bot the assistant may use: `init` lists them, and asks. */
import { Effect, Logger, LogLevel, Option, Predicate, Record, Redacted } from "effect"
import { variables as settingNames } from "../../config/Settings.ts"
import { counted } from "../../text/words.ts"
import { safeName } from "../doctor/Check.ts"
import { connectBot } from "../doctor/connectBot.ts"
import { readSettings } from "../doctor/settings.ts"
import type { Environment } from "../Environment.ts"
import { chooseSeveral, type Screen, writeLines } from "../prompts.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { truncateLine } from "../rendering/text.ts"
import { guildVariables } from "./entryVariables.ts"
import { PLACEHOLDER, TOKEN, TOKEN_FILE } from "./McpClient.ts"
import type { TokenChoice } from "./token.ts"

/** The input of the guild step. */
export interface GuildStep {
  /** The variables of the entry before, and those that it gets. */
  readonly env: JsonObject
  readonly variables: Readonly<Record<string, string>>
  /** The token of this run. None: the entry keeps its token. */
  readonly token: Option.Option<TokenChoice>
  readonly environment: Pick<Environment, "variables">
  readonly screen: Screen
}

/**
 * Asks which of the bot's guilds calls may use. Returns no variables if there is no token, if Discord does not list
 * the guilds, or if the bot is in none. Then it says so, and prints the link that invites the bot.
 */
export const chooseGuilds = Effect.fn("init.chooseGuilds")(
  function* (step: GuildStep) {
    const { env, screen } = step
    // The token step has said why.
    if (Option.exists(step.token, ({ status }) => status !== "accepted")) return {}
    const { settings, token } = yield* readSettings(variablesWithToken(step))
    if (Option.isNone(token)) return {}
    const bot = yield* connectBot({ settings, token })
    const listed = yield* Effect.either(bot.guilds)
    if (listed._tag === "Left") {
      const why =
        listed.left._tag === "CheckSkipped" ? yield* Effect.map(Effect.flip(bot.self), reasonOf) : reasonOf(listed.left)
      yield* writeLines(`The bot's servers cannot be listed: ${why} Later, --guild ID chooses a server.`, screen)
      return {}
    }
    const { cut, list } = listed.right
    if (list.length === 0) {
      // The catalogue is large. Only the link needs it.
      const { inviteLinkFor } = yield* Effect.promise(() => import("../doctor/guilds.ts"))
      const link = yield* Effect.match(bot.application, {
        onFailure: () => "Discord Developer Portal → your application → Installation",
        onSuccess: ({ id }) => inviteLinkFor(settings, id)
      })
      yield* screen.write(`The bot is in no server yet. Invite it:\n${link}\n`)
      return {}
    }
    const shown = list.slice(0, LISTED_MAX)
    yield* writeLines(
      [
        `The bot is in ${cut ? "more than " : ""}${counted(list.length, "server")}. Which may the assistant use? Space selects, Enter confirms.`,
        ...(shown.length < list.length || cut
          ? [`The first ${shown.length} are listed. --guild ID chooses another one.`]
          : [])
      ].join("\n"),
      screen
    )
    const before = String(env[settingNames.allowedGuilds.name] ?? "").split(/[\s,]+/)
    const choices = shown.map(({ id, name }) => ({
      title:
        name === undefined ? id : `${truncateLine(safeName(name), Math.max(NAME_MIN, screen.columns - ROW))} (${id})`,
      value: id,
      selected: before.includes(id) || list.length === 1
    }))
    return guildVariables(yield* chooseSeveral("Servers", choices, screen))
  },
  Effect.scoped,
  // The step reports failures itself. Logs of retries would appear between the questions.
  Logger.withMinimumLogLevel(LogLevel.None)
)

/** Returns the variables that the entry will have, with its token if it is known here. */
const variablesWithToken = ({ env, environment, token, variables }: GuildStep): Environment["variables"] => {
  const all = { ...Record.filter(env, Predicate.isString), ...variables }
  const typed = Option.getOrUndefined(token)?.token
  if (typed !== undefined) return { ...all, [TOKEN]: Redacted.value(typed), [TOKEN_FILE]: undefined }
  const own = all[TOKEN] ?? ""
  if (own !== "" && own !== PLACEHOLDER && !own.startsWith("$")) return all
  return { ...all, [TOKEN]: TOKEN_FILE in all ? undefined : environment.variables[TOKEN] }
}

const reasonOf = (error: unknown): string =>
  Predicate.hasProperty(error, "found") ? String(error.found) : "the bot could not be identified."

/** The maximum number of guilds to list. */
const LISTED_MAX = 100

/** The columns that a row has beside the name: marks, spaces, brackets and the id. */
const ROW = 30

/** The minimum columns of a name. */
const NAME_MIN = 8
