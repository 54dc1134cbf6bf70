/** The local socket of the process that owns a bot's connection: where it is, and how one question is asked over it. */
import { platform } from "node:os"
import { FileSystem } from "@effect/platform"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Deferred, Effect, Option, Schema } from "effect"
import { keepInterrupts } from "../resilience/keepInterrupts.ts"
import { sha256 } from "../text/secureToken.ts"
import { NobodyListens, OwnerLost, WaitAnswer, type WaitRequest } from "./waiting.ts"

/** Where a socket is. */
export interface SocketPlace {
  readonly path: string
  /** The directory that only the owner of the bot's directory may use. Named pipes of Windows have none. */
  readonly directory: string | undefined
}

/** The maximum length of a path in bytes. macOS takes 103, Linux 107. A path under another name is published by a rename. */
const PATH_MAX_BYTES = 100

/** Returns the place of a bot's socket. A path that is too long for a socket is replaced by a short one with its hash. */
export const placeOf = (botDirectory: string, system: string = platform()): SocketPlace => {
  const name = `effect-discord-mcp-${sha256(botDirectory).slice(0, 16)}`
  if (system === "win32") return { path: `\\\\.\\pipe\\${name}`, directory: undefined }
  const usual = `${botDirectory}/wait.sock`
  if (Buffer.byteLength(usual) <= PATH_MAX_BYTES) return { path: usual, directory: botDirectory }
  // The same for processes whose variables name different directories for temporary files.
  return { path: `/tmp/${name}/wait.sock`, directory: `/tmp/${name}` }
}

/**
 * Returns whether only the owner of the bot's directory may use the directory of the socket. Another user may have created
 * one with this name.
 */
export const isPrivate = Effect.fnUntraced(function* ({ directory }: SocketPlace, botDirectory: string) {
  if (directory === undefined) return true
  const fs = yield* FileSystem.FileSystem
  if (yield* Effect.isSuccess(fs.readLink(directory))) return false
  const [own, bots] = yield* Effect.all([fs.stat(directory), fs.stat(botDirectory)])
  return own.type === "Directory" && (own.mode & 0o077) === 0 && Option.getEquivalence(Object.is)(own.uid, bots.uid)
})

/** The maximum size of an answer in characters. 200 events take about 60,000. */
const ANSWER_MAX = 1_000_000

/** Asks the process that listens on a socket. Interruption ends the question. */
export const ask = (path: string, request: WaitRequest): Effect.Effect<WaitAnswer, NobodyListens | OwnerLost> =>
  Effect.gen(function* () {
    const socket = yield* NodeSocket.makeNet({ path })
    const write = yield* socket.writer
    const line = yield* Deferred.make<string>()
    const onOpen = Effect.ignore(Effect.suspend(() => write(`${JSON.stringify(request)}\n`)))
    const reading = socket.run(lineReader(ANSWER_MAX, line), { onOpen })
    const text = yield* Effect.raceFirst(Deferred.await(line), Effect.zipRight(reading, new OwnerLost()))
    const answer = Option.getOrUndefined(decodeAnswer(text))
    return answer === undefined || "ended" in answer ? yield* new OwnerLost() : answer
  }).pipe(
    Effect.scoped,
    keepInterrupts,
    Effect.mapError((error) =>
      error._tag === "SocketError" ? (error.reason === "Open" ? new NobodyListens({}) : new OwnerLost()) : error
    )
  )

const decodeAnswer = Schema.decodeUnknownOption(Schema.parseJson(WaitAnswer))

/** Makes a function of received bytes, which completes `line` with the first line. A longer text is cut. */
export const lineReader = (max: number, line: Deferred.Deferred<string>) => {
  const decoder = new TextDecoder()
  let text = ""
  return (bytes: Uint8Array): Effect.Effect<boolean> | undefined => {
    if (text.length > max) return undefined
    text += decoder.decode(bytes, { stream: true })
    const end = text.indexOf("\n")
    return end === -1 && text.length <= max ? undefined : Deferred.succeed(line, end === -1 ? text : text.slice(0, end))
  }
}
