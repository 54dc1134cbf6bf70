/** The command `wait`: waits for an event, and prints one line about it that is safe to put before a model. */
import { FileSystem } from "@effect/platform"
import { Console, Data, Duration, Effect, Option, Redacted, Schedule } from "effect"
import { botIdOf } from "../config/botToken.ts"
import { readToken } from "../config/loadSettings.ts"
import { type EventNotice, eventLine } from "../live/eventLine.ts"
import { NobodyListens, OwnerLost, type WaitAnswer, type WaitProblem, type WaitRequest } from "../live/waiting.ts"
import { ask, isPrivate, placeOf } from "../live/waitSocket.ts"
import { monotonicMs } from "../telemetry/monotonic.ts"
import { firstChars } from "../text/words.ts"
import { type Host, stateDirectory } from "./Environment.ts"
import { exitCodes, ReportedFailure } from "./exit.ts"
import { host } from "./process.ts"
import { sanitize } from "./rendering/text.ts"
import { readTextFile } from "./settings.ts"
import { whileDoing } from "./shutdown.ts"

/** The options of `wait`. */
export interface WaitOptions {
  readonly mentionsMe: boolean
  readonly channel: Option.Option<string>
  readonly noThreads: boolean
  readonly system: boolean
  readonly from: Option.Option<string>
  readonly guild: Option.Option<string>
  readonly type: ReadonlyArray<string>
  readonly contains: Option.Option<string>
  readonly replyTo: Option.Option<string>
  readonly after: Option.Option<string>
  readonly timeout: string
  readonly url: Option.Option<string>
  readonly bot: Option.Option<string>
  readonly json: boolean
}

/** The command cannot wait. The message says what to do. */
export class WaitError extends Data.TaggedError("WaitError")<{ readonly message: string }> {}

/** No process answers. Its message says how to start one. */
class NoOwner extends Data.TaggedError("NoOwner")<{ readonly message: string }> {}

/** Asks the owner, over its socket or over HTTP. */
type Ask = (request: WaitRequest) => Effect.Effect<WaitAnswer, NobodyListens | OwnerLost>

/** One question takes at most this time: an owner that does not answer is asked again. */
const QUESTION_S = 30

/** The time beyond that of a question in which its answer comes, and the time beyond the wait for the last answer. */
const ANSWER_TIME = Duration.seconds(10)
const LAST_ANSWER_MS = 2000

/** Another owner is waited for, for about 30 seconds. One that has died is followed within 20 seconds. */
const ASK_AGAIN = Schedule.intersect(Schedule.spaced("500 millis"), Schedule.recurs(60))

/** The longest time of a wait, in seconds: a day. */
const TIMEOUT_MAX_S = 86_400

/** Waits for an event. */
export const wait = (options: WaitOptions) => Effect.suspend(() => waitWith(host(), options))

/** Waits for an event, in this environment. */
export const waitWith = Effect.fnUntraced(
  function* (environment: Host, { after, json, timeout, url, ...options }: WaitOptions) {
    const seconds = secondsOf(timeout)
    if (seconds === undefined) {
      return yield* new WaitError({ message: "--timeout: expected a time from 1s to 24h, such as 90s, 15m or 1h" })
    }
    const asked = yield* Option.isSome(url)
      ? Effect.flatMap(
          Effect.promise(() => import("./waitOverHttp.ts")),
          ({ askOver }) => askOver(url.value, environment)
        )
      : localOwner(environment, options.bot)
    const print = (notice: EventNotice) => Console.log(json ? JSON.stringify(notice) : eventLine(notice))
    const notice = yield* waitFor(asked, { input: inputOf(options), after, seconds })
    yield* print(notice)
    if (notice.count === 0) return yield* new ReportedFailure({ exitCode: exitCodes.timedOut.code })
  },
  Effect.catchTag("NoOwner", ({ message }) =>
    Effect.zipRight(Console.error(message), new ReportedFailure({ exitCode: exitCodes.noOwner.code }))
  )
)

/** What to wait for, and how long. */
interface Wait {
  readonly input: Readonly<Record<string, unknown>>
  readonly after: Option.Option<string>
  readonly seconds: number
}

/** Asks until an event matches or the time is over. Each question goes on after the one before, also with another owner. */
const waitFor = Effect.fnUntraced(function* (ask: Ask, { after, input, seconds }: Wait) {
  const endMs = (yield* monotonicMs) + seconds * 1000
  const begin = yield* Effect.catchTags(whenReady(ask({ ask: "cursor" })), {
    NotReady: ({ problem }) => unexpected({ problem }),
    NobodyListens: ({ message }) => noOwner(message || NOBODY),
    OwnerLost: () => noOwner(NOBODY)
  })
  const start = "cursor" in begin ? begin.cursor : yield* unexpected(begin)
  let notice: EventNotice = { count: 0, cursor: Option.getOrElse(after, () => start), events: [] }
  for (;;) {
    const leftMs = endMs - (yield* monotonicMs)
    if (leftMs <= 0) return notice
    const { cursor, truncated = 0 } = notice
    const timeout_seconds = Math.max(1, Math.min(QUESTION_S, Math.floor(leftMs / 1000)))
    const answer = yield* ask({ ask: "wait", input: { ...input, after: cursor, timeout_seconds } }).pipe(
      Effect.timeoutFail({
        duration: Duration.sum(Duration.seconds(timeout_seconds), ANSWER_TIME),
        onTimeout: () => new OwnerLost()
      }),
      whenReady,
      Effect.retry(ASK_AGAIN),
      Effect.timeoutOption(leftMs + LAST_ANSWER_MS),
      Effect.catchTags({
        NotReady: ({ problem }) => unexpected({ problem }),
        NobodyListens: () => noOwner(ENDED, cursor),
        OwnerLost: () => noOwner(ENDED, cursor)
      }),
      whileDoing(`Interrupted. ${goOnWith(cursor)}`)
    )
    if (Option.isNone(answer)) return notice
    if (!("notice" in answer.value)) return yield* unexpected(answer.value)
    const next = answer.value.notice
    const gone = truncated + (next.truncated ?? 0)
    notice = { ...next, ...(gone > 0 && { truncated: gone }) }
    if (notice.count > 0) return notice
  }
})

/** The owner cannot answer yet: its server starts, or takes the connection over. */
class NotReady extends Data.TaggedError("NotReady")<{ readonly problem: WaitProblem }> {}

/** Asks again while the owner is not ready. */
const whenReady = <E>(asking: Effect.Effect<WaitAnswer, E>): Effect.Effect<WaitAnswer, E | NotReady> =>
  asking.pipe(
    Effect.flatMap((answer) =>
      "problem" in answer && isPassing(answer.problem)
        ? new NotReady({ problem: answer.problem })
        : Effect.succeed(answer)
    ),
    Effect.retry({ schedule: ASK_AGAIN, while: (error) => error instanceof NotReady })
  )

/** A bot whose logins are used up, or whose files cannot be used, does not connect within the time of these attempts. */
const isPassing = ({ reason, retriable }: WaitProblem): boolean =>
  retriable === true && (reason === undefined || reason === "disconnected")

const NOBODY = "No process of this machine owns a connection to Discord's gateway."

const ENDED = "The process that owns the connection to Discord's gateway has ended, and no other has taken over."

const HOW_TO_START =
  "Start a server with MCP_GATEWAY=true: serve --http for many clients, or the entry of an MCP client. Or name a server over HTTP with --url."

const noOwner = (problem: string, cursor?: string) =>
  new NoOwner({
    message: [problem, HOW_TO_START, ...(cursor === undefined ? [] : [goOnWith(cursor)])].join("\n")
  })

const goOnWith = (cursor: string): string => `The next wait goes on with --after ${cursor}`

/** Fails with what an owner says instead of an answer. */
const unexpected = (answer: WaitAnswer) =>
  "problem" in answer
    ? isNoOwner(answer.problem)
      ? new NoOwner({ message: textOf(answer.problem) })
      : new WaitError({ message: textOf(answer.problem) })
    : new WaitError({ message: "The owner's answer is not readable. Use the same version for both." })

const isNoOwner = ({ code, reason }: WaitProblem): boolean =>
  code === "GATEWAY_UNAVAILABLE" && (reason === "off" || reason === "not_owner")

/** Formats a problem, with the options of this command in place of the fields of the tool. */
const textOf = ({ message, recovery_hint, validation_issues: issues = [] }: WaitProblem): string =>
  firstChars(
    sanitize(
      issues.length > 0
        ? issues.map(({ message, path }) => (path === "" ? message : `${flagOf(path)}: ${message}`)).join("\n")
        : [message, ...(recovery_hint === undefined ? [] : [recovery_hint])].join("\n")
    ),
    PROBLEM_MAX
  )

/** The maximum length of a problem that an owner tells, in characters. */
const PROBLEM_MAX = 4000

const flags: ReadonlyMap<string, string> = new Map([
  ["types", "--type"],
  ["channel_id", "--channel"],
  ["threads", "--no-threads"],
  ["include_system", "--system"],
  ["guild_id", "--guild"],
  ["author_id", "--from"],
  ["contains", "--contains"],
  ["reply_to", "--reply-to"],
  ["after", "--after"]
])

const flagOf = (path: string): string => flags.get(path.replace(/^input\.|\[.*$/g, "")) ?? path

const inputOf = (options: Omit<WaitOptions, "after" | "json" | "timeout" | "url" | "bot">) => {
  const { channel, contains, from, guild, mentionsMe, noThreads, replyTo, system, type } = options
  const filters = { channel_id: channel, guild_id: guild, author_id: from, contains, reply_to: replyTo }
  return {
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([name, value]) => (Option.isSome(value) ? [[name, value.value]] : []))
    ),
    ...(type.length > 0 && { types: type }),
    ...(mentionsMe && { mentions_me: true }),
    ...(noThreads && { threads: false }),
    ...(system && { include_system: true })
  }
}

/** Parses a time such as 90s, 15m or 1h to seconds. */
export const secondsOf = (text: string): number | undefined => {
  const [, number, unit = "s"] = /^(\d{1,5})([smh])?$/.exec(text.trim()) ?? []
  const seconds = Number(number) * { s: 1, m: 60, h: 3600 }[unit as "s" | "m" | "h"] // the pattern allows only these
  return number !== undefined && seconds >= 1 && seconds <= TIMEOUT_MAX_S ? seconds : undefined
}

/** The maximum number of bots in the state directory that are asked. */
const BOTS_MAX = 100

/** Finds the process that owns a bot's connection on this machine. */
const localOwner = Effect.fnUntraced(function* (environment: Host, bot: Option.Option<string>) {
  const fs = yield* FileSystem.FileSystem
  const state = stateDirectory(environment)
  if (state === undefined) {
    return yield* new WaitError({
      message: "The environment names no home directory, so the owner's socket is not known."
    })
  }
  const wanted = Option.getOrUndefined(bot) ?? (yield* botOfToken(environment))
  if (wanted !== undefined && !BOT_ID.test(wanted)) {
    return yield* new WaitError({ message: "--bot: expected the id of a bot, such as 1248328050337120271" })
  }
  const names = yield* Effect.orElseSucceed(fs.readDirectory(`${state}/gateway`), () => [])
  const bots = wanted === undefined ? names.filter((name) => BOT_ID.test(name)).slice(0, BOTS_MAX) : [wanted]
  const askBot = (id: string): Ask => {
    const directory = `${state}/gateway/${id}`
    const place = placeOf(directory)
    const isSafe = Effect.orElseSucceed(isPrivate(place, directory), () => false)
    return (request) =>
      Effect.if(isSafe, { onTrue: () => ask(place.path, request), onFalse: () => new NobodyListens({}) }).pipe(
        Effect.provideService(FileSystem.FileSystem, fs)
      )
  }
  const answers = (id: string) => Effect.isSuccess(Effect.timeout(askBot(id)({ ask: "cursor" }), ANSWER_TIME))
  const owned = yield* Effect.filter(bots, answers, { concurrency: 10 })
  const [only, ...others] = owned
  if (only === undefined) {
    return yield* noOwner(
      wanted === undefined ? NOBODY : `No process of this machine owns the connection of bot ${wanted}.`
    )
  }
  if (others.length > 0) {
    return yield* new WaitError({
      message: `This machine has connections of ${owned.length} bots: ${owned.join(", ")}. Choose one with --bot ID.`
    })
  }
  return askBot(only)
})

const BOT_ID = /^\d{1,20}$/

/** Returns the bot of the token in the environment. */
const botOfToken = ({ variables }: Host): Effect.Effect<string | undefined> =>
  Effect.orElseSucceed(
    Effect.map(readToken(variables, readTextFile), (token) => botIdOf(Redacted.value(token))),
    () => undefined
  )
