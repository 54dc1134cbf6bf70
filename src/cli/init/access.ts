/** What the assistant may do with an entry, and on which servers: the questions, and the settings of the entry. */
import { Data, Effect, Logger, LogLevel, Option, Predicate, Record, Redacted } from "effect"
import type { confirmations } from "../../config/approvalVariables.ts"
import { isBlank, readSetting, type Setting } from "../../config/Setting.ts"
import { variables } from "../../config/Settings.ts"
import { areOrIs, counted } from "../../text/words.ts"
import { safeName } from "../doctor/Check.ts"
import { connectBot } from "../doctor/connectBot.ts"
import { readSettings } from "../doctor/settings.ts"
import type { Environment } from "../Environment.ts"
import { choose, chooseSeveral, type Screen, writeLines } from "../prompts.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { truncateLine } from "../rendering/text.ts"
import { guildVariables } from "./entryVariables.ts"
import { type McpClient, PLACEHOLDER, TOKEN, TOKEN_FILE } from "./McpClient.ts"
import type { TokenChoice } from "./token.ts"

/** What the assistant may do: only read; also write; or also delete and ban, after the user agrees. */
export type Access = "read" | "write" | "destructive"

/** The settings in the environment contradict the chosen access. */
export class AccessRefused extends Data.TaggedError("AccessRefused")<{ readonly message: string }> {}

const { confirm, dryRun, readOnly, writeMode } = variables

/** The settings that decide about the access. */
const SETTINGS: ReadonlyArray<Setting<unknown>> = [readOnly, writeMode, dryRun, confirm]

/** The variables of an entry that decide about the access. A choice sets some of them, and removes the others. */
export const accessNames: ReadonlyArray<string> = SETTINGS.map(({ name }) => name)

/**
 * Returns the values that an access needs, those that are the server's defaults included. Approvers in Discord, which the
 * settings can ask for, are stricter than the user.
 */
const valuesFor = (
  access: Access,
  { elicitation }: Pick<McpClient, "elicitation">,
  { [confirm.name]: wanted }: JsonObject
): Record<string, string> => {
  if (access === "read") return { [readOnly.name]: "true" }
  const writes = { [readOnly.name]: "false", [writeMode.name]: "allow", [dryRun.name]: String(access === "write") }
  if (access === "write") return writes
  return {
    ...writes,
    [confirm.name]: isByApprovers(wanted) ? BY_APPROVERS : elicitation.supported ? "elicit" : "token"
  }
}

const BY_APPROVERS: (typeof confirmations)[number] = "discord"
const isByApprovers = (wanted: unknown): boolean =>
  typeof wanted === "string" && wanted.trim().toLowerCase() === BY_APPROVERS

/**
 * Returns the variables of an entry with that access, whose other variables are `settings`. Defaults are left out, except
 * whether calls are only previewed.
 */
export const accessVariables = (access: Access, client: Pick<McpClient, "elicitation">, settings: JsonObject) =>
  Record.filter(
    valuesFor(access, client, settings),
    (value, name) => name === dryRun.name || SETTINGS.every((it) => it.name !== name || it.fallback !== value)
  )

/** The input of the access step. */
export interface AccessStep {
  readonly client: McpClient
  /** The flag. */
  readonly allow: Option.Option<Access>
  /** The variables of the entry before. */
  readonly env: JsonObject
  readonly environment: Pick<Environment, "variables">
  /** Unset: no person can be asked. */
  readonly screen?: Screen
}

/**
 * Returns what the assistant may do: by the flag, or by the answer of a person. Returns none if there is neither.
 * Fails if a setting in the environment has another value than the choice needs.
 */
export const chooseAccess = Effect.fn("init.chooseAccess")(function* (step: AccessStep) {
  const { allow, client, environment, screen } = step
  if (Option.isNone(allow) && screen === undefined) return Option.none<Access>()
  const access = Option.isSome(allow) || screen === undefined ? allow : Option.some(yield* askAccess(step, screen))
  if (Option.isSome(access)) {
    const contradictions = yield* contradictionsOf(
      valuesFor(access.value, client, environment.variables),
      environment.variables
    )
    if (contradictions.length > 0) {
      return yield* new AccessRefused({
        message: [
          `Settings in the environment contradict --allow ${access.value}:`,
          ...contradictions.map((line) => `  - ${line}`),
          "Unset them, or choose another access. Nothing was written."
        ].join("\n")
      })
    }
  }
  return access
})

const askAccess = Effect.fnUntraced(function* ({ client, env, environment }: AccessStep, screen: Screen) {
  const current = yield* accessOf({ ...env, ...Record.filter(environment.variables, Predicate.isNotUndefined) })
  yield* writeLines(
    "What may the assistant do? With the second answer, a call that deletes, bans or times out is only previewed.",
    screen
  )
  const titles: Readonly<Record<Access, string>> = {
    read: "only read",
    write: "read and write",
    destructive: `also delete and ban, after ${client.elicitation.supported ? "you agree" : "a preview"}`
  }
  return yield* choose(
    "Access",
    (["read", "write", "destructive"] as const).map((value) => ({
      title: titles[value],
      value,
      selected: value === current
    })),
    screen
  )
})

/** Returns the access that variables give. Of invalid values, the server's default counts. */
const accessOf = (env: JsonObject): Effect.Effect<Access> =>
  Effect.gen(function* () {
    const texts = Record.filter(env, Predicate.isString)
    const value = (setting: Setting<unknown>) =>
      Effect.orElseSucceed(readSetting(setting, texts), () => undefined).pipe(Effect.map(String))
    if ((yield* value(readOnly)) === "true" || (yield* value(writeMode)) === "preview") return "read"
    return (yield* value(dryRun)) === "false" ? "destructive" : "write"
  })

/** Returns a line for each setting that is set to another value. The check of inherited settings reports invalid values. */
const contradictionsOf = (
  needed: Record<string, string>,
  environment: Environment["variables"]
): Effect.Effect<ReadonlyArray<string>> =>
  Effect.map(
    Effect.forEach(SETTINGS, (setting) => {
      const value = needed[setting.name]
      if (value === undefined || isBlank(environment[setting.name] ?? "")) return Effect.succeed([])
      return Effect.match(readSetting(setting, environment), {
        onFailure: () => [],
        onSuccess: (given) => (String(given) === value ? [] : [`${setting.name} is ${given}, but must be ${value}.`])
      })
    }),
    (all) => all.flat()
  )

/** Returns lines that say what the assistant may do, and what happens before a destructive call. */
export const accessSummary = (
  access: Access,
  { elicitation, title }: McpClient,
  settings: JsonObject
): ReadonlyArray<string> => {
  switch (access) {
    case "read":
      return ["The assistant can only read."]
    case "write":
      return ["The assistant can read and write. A call that deletes, bans or times out is only previewed."]
    case "destructive":
      if (isByApprovers(settings[confirm.name])) {
        return [
          "The assistant can read and write. A call that deletes, bans or times out runs only after one of MCP_APPROVERS has approved it in Discord."
        ]
      }
      return elicitation.supported
        ? [
            `The assistant can read and write. Before a call that deletes, bans or times out, ${title} shows you what the call would do, and asks you.`,
            ...(elicitation.note === undefined ? [] : [elicitation.note])
          ]
        : [
            `The assistant can read and write. ${title} cannot ask you a question of this server. So for a call that deletes, bans or times out, the assistant first gets a preview with a token. Then it can run exactly that call with the token.`,
            `Only ${title} itself can stop such a call. ${elicitation.instead}`
          ]
  }
}

/** Variables of the chosen guilds, or the link that invites a bot without a guild. */
type ChosenGuilds = Readonly<Record<string, string>> & { readonly invite?: string }

/** Nothing is chosen. */
export const noGuilds: ChosenGuilds = {}

/** The input of the guild step. */
export interface GuildStep {
  /** The variables of the entry before, and those that it gets. */
  readonly env: JsonObject
  readonly given: Readonly<Record<string, string>>
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
      yield* writeLines(
        `The bot is in no server yet. Invite it:\n${link}\nWithout another choice, the assistant may use every server that the bot joins. To choose servers later, run init again.`,
        screen
      )
      return { invite: link }
    }
    const offered = list.slice(0, LISTED_MAX)
    yield* writeLines(
      [
        `The bot is in ${cut ? "more than " : ""}${counted(list.length, "server")}. Which may the assistant use? Space selects, Enter confirms.`,
        ...(offered.length < list.length || cut
          ? [`The first ${offered.length} ${areOrIs(offered.length)} listed. --guild ID chooses another one.`]
          : [])
      ].join("\n"),
      screen
    )
    const before = String(env[variables.allowedGuilds.name] ?? "").split(/[\s,]+/)
    const choices = offered.map(({ id, name }) => ({
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
const variablesWithToken = ({ env, environment, given, token }: GuildStep): Environment["variables"] => {
  const all = { ...Record.filter(env, Predicate.isString), ...given }
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
