/** Answers the command `wait` over a local socket, while this process owns the bot's connection. */
import { FileSystem } from "@effect/platform"
import type { Socket } from "@effect/platform/Socket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import {
  Data,
  Deferred,
  Duration,
  Effect,
  Either,
  Exit,
  Option,
  ParseResult,
  Random,
  Schedule,
  Schema,
  Scope,
  Stream
} from "effect"
import type { DiscordMcpError } from "../errors/DiscordMcpError.ts"
import { ValidationError } from "../errors/DiscordMcpError.ts"
import { toEnvelope } from "../errors/failureEnvelope.ts"
import { formatPath, limitIssues } from "../errors/validationIssues.ts"
import { keepInterrupts } from "../resilience/keepInterrupts.ts"
import { toOneLine, truncate } from "../text/words.ts"
import { Gateway } from "./Gateway.ts"
import { answerBy, type CallTool, problemIn, type WaitAnswer, WaitRequest } from "./waiting.ts"
import { isPrivate, lineReader, placeOf } from "./waitSocket.ts"

/** The maximum number of questions at the same time. */
export const QUESTIONS_MAX = 1000

/** The maximum size of a question in characters, and the time to send it. */
const QUESTION_MAX = 16_384
const QUESTION_TIME = Duration.seconds(5)

/** How long the last answers have when the process does not own the connection any more. */
const LAST_ANSWERS = Duration.seconds(1)

/** When a socket that cannot be opened is tried again. */
const OPEN_AGAIN = Schedule.spaced("1 minute")

/** Another user may use the directory of the socket. */
class NotPrivate extends Data.TaggedError("NotPrivate")<{ readonly directory: string }> {}

/** Listens while this process owns the connection, until the scope closes. `call` runs a tool within the operator's limits. */
export const serve = Effect.fnUntraced(function* (call: CallTool<DiscordMcpError>, questionsMax = QUESTIONS_MAX) {
  const gateway = yield* Gateway
  yield* gateway.ownedDirectory.pipe(
    Stream.flatMap(
      (directory) =>
        directory === undefined ? Stream.empty : Stream.fromEffect(serveAt(directory, call, questionsMax)),
      { switch: true }
    ),
    Stream.runDrain,
    Effect.forkScoped
  )
})

/** Listens in the directory of a bot, until it is interrupted. */
const serveAt = (botDirectory: string, call: CallTool<DiscordMcpError>, questionsMax: number) =>
  answerAt(botDirectory, call, questionsMax).pipe(
    Effect.zipRight(Effect.never),
    Effect.scoped,
    keepInterrupts,
    Effect.tapError((error) => Effect.logWarning("the socket of the command wait cannot be opened", error)),
    Effect.retry(OPEN_AGAIN),
    Effect.orDie
  )

/**
 * Listens on a socket that only this user can connect to. It is made under another name, and then renamed: it replaces the
 * socket of a process that has died, and nobody connects before it is private. Node removes a socket under the name with
 * which it was made, so that of a process that follows stays.
 */
const listenAt = Effect.fnUntraced(function* (botDirectory: string) {
  const fs = yield* FileSystem.FileSystem
  const place = placeOf(botDirectory)
  const { directory, path } = place
  if (directory === undefined) return yield* NodeSocketServer.make({ path })
  yield* fs.makeDirectory(directory, { recursive: true, mode: 0o700 })
  if (directory === botDirectory) yield* fs.chmod(directory, 0o700)
  if (!(yield* isPrivate(place, botDirectory))) return yield* new NotPrivate({ directory })
  const made = `${directory}/w-${(yield* Random.nextIntBetween(0, 2 ** 24)).toString(16)}`
  const server = yield* NodeSocketServer.make({ path: made })
  yield* fs.chmod(made, 0o600)
  const inode = Effect.map(fs.stat(path), ({ ino }) => Option.getOrUndefined(ino))
  yield* fs.rename(made, path)
  const own = yield* inode
  yield* Effect.addFinalizer(() =>
    Effect.ignore(Effect.flatMap(inode, (now) => (now === own ? fs.remove(path) : Effect.void)))
  )
  return server
})

/**
 * Answers the questions of all connections. At the end of the scope, those that wait learn that the process has ended. The
 * socket closes before its handler ends: a connection that nobody handles would keep it open.
 */
const answerAt = Effect.fnUntraced(function* (
  botDirectory: string,
  call: CallTool<DiscordMcpError>,
  questionsMax: number
) {
  const ended = yield* Deferred.make<void>()
  const listening = yield* Scope.make()
  const close = (exit: Exit.Exit<unknown, unknown>) =>
    Effect.zipRight(
      Deferred.succeed(ended, undefined),
      Effect.timeoutOption(Effect.interruptible(Scope.close(listening, exit)), LAST_ANSWERS)
    )
  const server = yield* Effect.tapErrorCause(Scope.extend(listenAt(botDirectory), listening), () => close(Exit.void))
  const answer = answerBy(call)
  let open = 0
  const handle = (socket: Socket) =>
    Effect.suspend(() => {
      const isTooMany = open++ >= questionsMax
      const answerLine = (line: string) => (isTooMany ? Effect.succeed(tooMany) : answerTo(line, answer))
      return converse(socket, answerLine, Deferred.await(ended))
    }).pipe(
      Effect.catchAllCause((cause) => Effect.logDebug("a connection of the command wait has ended", cause)),
      Effect.ensuring(Effect.sync(() => open--))
    )
  yield* Effect.forkScoped(server.run(handle))
  yield* Effect.addFinalizer(close)
})

/** Reads the line of a connection and answers it. A client that leaves ends its question. */
const converse = (socket: Socket, answer: (line: string) => Effect.Effect<WaitAnswer>, ended: Effect.Effect<void>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const write = yield* socket.writer
      const line = yield* Deferred.make<string>()
      const answering = Deferred.await(line).pipe(
        Effect.timeoutTo({
          duration: QUESTION_TIME,
          onTimeout: () => Effect.succeed(notSent),
          onSuccess: answer
        }),
        Effect.flatten,
        Effect.raceFirst(Effect.as(ended, { ended: true as const })),
        Effect.flatMap((answer) => write(`${JSON.stringify(answer)}\n`))
      )
      yield* Effect.raceFirst(socket.run(lineReader(QUESTION_MAX, line)), answering)
    })
  )

const answerTo = (line: string, answer: ReturnType<typeof answerBy<DiscordMcpError>>): Effect.Effect<WaitAnswer> =>
  line.length > QUESTION_MAX
    ? Effect.succeed(problemOf(notReadable(`is longer than ${QUESTION_MAX} characters`)))
    : Either.match(decodeRequest(line), {
        onLeft: (error) =>
          Effect.succeed(
            problemOf(
              new ValidationError({
                validation_issues: limitIssues(
                  ParseResult.ArrayFormatter.formatErrorSync(error).map(({ _tag, message, path }) => ({
                    path: formatPath(path),
                    message: truncate(toOneLine(message), ISSUE_MAX),
                    code: _tag
                  }))
                )
              })
            )
          ),
        onRight: (request) =>
          answer(request).pipe(
            Effect.catchAll((error) =>
              error._tag === "UnreadableResult" ? Effect.die(error) : Effect.succeed(problemOf(error))
            )
          )
      })

/** The maximum length of a message about a request, in characters. */
const ISSUE_MAX = 300

const decodeRequest = Schema.decodeUnknownEither(Schema.parseJson(WaitRequest), {
  errors: "all",
  onExcessProperty: "error"
})

const problemOf = (error: DiscordMcpError): WaitAnswer => problemIn(toEnvelope(error))

const notReadable = (problem: string) =>
  new ValidationError({ validation_issues: [{ path: "", message: `the request ${problem}`, code: "request" }] })

/** A process that was stopped reads the line too late, or sends it too late: it can ask again. */
const notSent: WaitAnswer = {
  problem: { ...problemIn(toEnvelope(notReadable("was not sent in 5 seconds"))).problem, retriable: true }
}

const tooMany: WaitAnswer = {
  problem: {
    code: "TOO_MANY_WAITING",
    message: "Too many commands wait already.",
    recovery_hint: "Let one command wait for several agents, or end those that nobody needs."
  }
}
