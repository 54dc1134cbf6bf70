/** The check of live events: intents, remaining logins, who owns the connection, and where the log is. */
import { FileSystem } from "@effect/platform"
import { Effect, Option, Schema } from "effect"
import { gatewayVariables } from "../../config/gatewayVariables.ts"
import type { Settings } from "../../config/Settings.ts"
import { privilegedIntents } from "../../discord/permissions/privilegedIntents.ts"
import { IDENTIFIES_KEPT } from "../../live/connection/identifyRules.ts"
import { Owner } from "../../live/connection/Ownership.ts"
import { isSetAside } from "../../text/fileProblems.ts"
import { counted, toOneLine } from "../../text/words.ts"
import { stateDirectory } from "../Environment.ts"
import type { BotQueries } from "./BotQueries.ts"
import type { Check, Finding, Status } from "./Check.ts"
import { writable } from "./machine.ts"

/** Fewer remaining logins than this are a warning. */
const FEW_LOGINS = 200

/** What one part of the check found. */
interface Part {
  readonly status: Exclude<Status, "skipped">
  readonly found: string
  readonly todo?: ReadonlyArray<string>
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Checks what live events need. It runs only with `MCP_GATEWAY=true`. */
export const gateway: Check = {
  name: "gateway",
  applies: ({ settings }) => settings.gateway,
  run: ({ bot, environment, sandbox, settings }) =>
    Effect.map(
      Effect.all([
        sandbox ? SANDBOX_INTENTS : intentsOf(settings, bot),
        loginsOf(bot),
        sandbox || settings.gatewayStore === "memory" ? IN_MEMORY : logOf(stateDirectory(environment), bot)
      ]),
      findingOf
    )
}

const SANDBOX_INTENTS = Effect.succeed<Part>({ status: "ok", found: "the sandbox decides which intents are on" })

const IN_MEMORY = Effect.succeed<Part>({ status: "ok", found: "events are kept in memory" })

const findingOf = (parts: ReadonlyArray<Part>): Finding => {
  const status = (["failed", "warning"] as const).find((worst) => parts.some((part) => part.status === worst)) ?? "ok"
  const [first, ...others] = parts.toSorted((a, b) => Number(b.status === status) - Number(a.status === status))
  const todo = parts.flatMap((part) => part.todo ?? [])
  return {
    status,
    found: first?.found ?? "",
    details: others.map(({ found }) => found),
    ...(todo.length > 0 && { todo }),
    facts: Object.assign({}, ...parts.map(({ facts }) => facts))
  }
}

/** Checks each privileged intent of the setting against the flags of the application. */
const intentsOf = ({ gatewayIntents }: Settings["Type"], bot: BotQueries) =>
  Effect.map(bot.application, ({ flags = 0, id }): Part => {
    const asked = privilegedIntents.filter(({ name }) => gatewayIntents.some((intent) => intent === name))
    const off = asked.filter((intent) => (flags & intent.flags) === 0)
    const facts = { intents: gatewayIntents, intents_off: off.map(({ name }) => name) }
    if (off.length === 0) {
      return { status: "ok", found: `Discord allows ${counted(gatewayIntents.length, "intent")}`, facts }
    }
    return {
      status: "failed",
      found: `${off.map(({ name }) => name).join(" and ")} ${off.length === 1 ? "is" : "are"} off: Discord refuses the connection`,
      todo: [
        `Switch on ${off.map(({ portal }) => portal).join(" and ")}: https://discord.com/developers/applications/${id}/bot. Or remove ${off.length === 1 ? "it" : "them"} from ${gatewayVariables.gatewayIntents.name}.`
      ],
      facts
    }
  })

/** Checks how often the bot may still log in. */
const loginsOf = (bot: BotQueries) =>
  Effect.map(bot.startLimit, ({ remaining, reset_after, total }): Part => {
    const found = `${remaining} of ${counted(total, "login")} of today ${remaining === 1 ? "is" : "are"} left`
    const facts = { logins: { remaining, total, reset_after } }
    if (remaining >= FEW_LOGINS) return { status: "ok", found, facts }
    return {
      status: remaining < IDENTIFIES_KEPT ? "failed" : "warning",
      found: remaining < IDENTIFIES_KEPT ? `${found}: below ${IDENTIFIES_KEPT} the server does not connect` : found,
      todo: [
        `Find out which process connects so often. The limit ends in ${counted(Math.ceil(reset_after / 60_000), "minute")}.`
      ],
      facts
    }
  })

/** Checks that the log can be written, and says which process owns it. */
const logOf = (state: string | undefined, bot: BotQueries) =>
  Effect.flatMap(bot.self, ({ id }) => {
    if (state === undefined) {
      return Effect.succeed<Part>({
        status: "warning",
        found: "no home directory is set, so events and logins are forgotten at the end of the process",
        todo: ["Set HOME, or XDG_STATE_HOME."]
      })
    }
    const directory = `${state}/gateway/${id}`
    return Effect.zipWith(
      Effect.zipRight(writable(`${directory}/gateway.json`), writable(`${directory}/events/new`)),
      Effect.zip(ownerIn(directory), damagedIn(directory)),
      (_, [owner, damaged]): Part =>
        damaged.length > 0
          ? damagedFiles(directory, damaged)
          : {
              status: "ok",
              found:
                owner === undefined
                  ? `the event log is in ${directory}; no process has the connection`
                  : `the event log is in ${directory}; process ${owner.pid} on ${owner.host} has the connection since ${owner.since}`,
              facts: { directory, ...(owner !== undefined && { owner: { pid: owner.pid, host: owner.host } }) }
            }
    ).pipe(
      Effect.catchAll((problem) =>
        Effect.succeed<Part>({
          status: "failed",
          found: `the event log in ${directory} cannot be written: ${problem}`,
          todo: [`Let this user write ${directory}, or set ${gatewayVariables.gatewayStore.name}=memory.`]
        })
      )
    )
  })

const damagedFiles = (directory: string, files: ReadonlyArray<string>): Part => ({
  status: "warning",
  found: `${counted(files.length, "file")} in ${directory} ${files.length === 1 ? "is" : "are"} damaged: ${files.join(", ")}`,
  todo: [
    "Find out what damaged them: a full disk, or another program. The server keeps the damaged files under other names. Remove those when you no longer need them."
  ],
  facts: { directory, damaged: files }
})

/** The maximum number of damaged files that are named. */
const DAMAGED_MAX = 10

/** Returns the names of damaged files: those that were set aside, and those that cannot be parsed. */
const damagedIn = (directory: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const names = yield* fs.readDirectory(directory)
    const unreadable = yield* Effect.filter(
      names.filter((name) => name === "gateway.json" || name === "asks.json"),
      (name) => Effect.map(fs.readFileString(`${directory}/${name}`), (text) => Option.isNone(decodeJson(text)))
    )
    return [...unreadable, ...names.filter(isSetAside).map(toOneLine)].slice(0, DAMAGED_MAX)
  }).pipe(Effect.orElseSucceed((): ReadonlyArray<string> => []))

const decodeJson = Schema.decodeUnknownOption(Schema.parseJson())

/** Reads the owner's file with the highest number. */
const ownerIn = (directory: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const numbers = (yield* fs.readDirectory(directory)).flatMap((name) => /^owner-(\d{1,15})$/.exec(name)?.[1] ?? [])
    const newest = Math.max(...numbers.map(Number))
    const owner = Option.getOrUndefined(decodeOwner(yield* fs.readFileString(`${directory}/owner-${newest}`)))
    return owner?.released === true ? undefined : owner
  }).pipe(Effect.orElseSucceed(() => undefined))

const decodeOwner = Schema.decodeUnknownOption(Schema.parseJson(Owner))
