import * as FileSystem from "@effect/platform/FileSystem"
import { Data, Deferred, Duration, Effect, Either, type Scope } from "effect"
import { decodeText } from "../../../text/decodeText.ts"
import { counted } from "../../../text/words.ts"
import { type ClientEntry, type Known, parseClients } from "./ClientEntry.ts"

/** The problems of the clients file, one line each. */
export class ClientsFileError extends Data.TaggedError("ClientsFileError")<{
  readonly problems: ReadonlyArray<string>
  /** The text of the file, if it could be read. */
  readonly text?: string
}> {}

/** The current clients of the clients file. */
export interface Clients {
  readonly current: () => ReadonlyArray<ClientEntry>
  /** Finds the client whose token has a hash. */
  readonly withHash: (hash: string) => ClientEntry | undefined
  readonly hasName: (name: string) => boolean
  /** Returns why a token with this hash, which was accepted before, is no longer accepted. */
  readonly endOf: (hash: string) => TokenEnd | undefined
  /** Returns an effect that waits until the clients change. */
  readonly nextChange: () => Effect.Effect<void>
  /**
   * Reads the file again after each change, until the scope closes. If the new file has
   * problems, each is logged once, and the previous clients stay valid.
   */
  readonly watch: (onChange: Effect.Effect<void>) => Effect.Effect<void, never, Scope.Scope>
}

/** Why a token is no longer accepted: its client has another one, or is not in the file. */
export type TokenEnd = "replaced" | "removed"

/** The maximum number of ended tokens that are remembered, as hashes. The oldest is forgotten first. */
const ENDED_MAX = 1000

/** The polling interval of the file. A change takes effect within 6 seconds, including the read. */
const POLL_EVERY = Duration.seconds(3)

/** A larger file is not read: ten thousand clients take about 2 MB. */
const FILE_MAX_BYTES = 16 * 1024 * 1024

/** Reads a clients file. Fails with all of its problems. */
export const readClients = Effect.fnUntraced(function* (path: string, names: Known) {
  const fs = yield* FileSystem.FileSystem
  const text = yield* Effect.filterOrFail(
    fs.stat(path),
    ({ size }) => size <= FILE_MAX_BYTES,
    () => new ClientsFileError({ problems: [`is larger than ${FILE_MAX_BYTES} bytes`] })
  ).pipe(
    Effect.zipRight(fs.readFile(path)),
    Effect.flatMap((bytes) =>
      Either.mapLeft(
        decodeText(bytes),
        (problem) => new ClientsFileError({ problems: [`cannot be read (${problem})`] })
      )
    ),
    Effect.catchTags({
      SystemError: ({ reason }) => new ClientsFileError({ problems: [`cannot be read (${reason})`] }),
      BadArgument: () => new ClientsFileError({ problems: ["cannot be read (BadArgument)"] })
    })
  )
  const clients = parseClients(text, names)
  return Either.isRight(clients)
    ? { clients: clients.right, text }
    : yield* new ClientsFileError({ problems: clients.left, text })
})

/** Opens the clients file. Fails with all of its problems. */
export const openClients = Effect.fnUntraced(function* (
  path: string,
  names: Known
): Effect.fn.Return<Clients, ClientsFileError, FileSystem.FileSystem> {
  const fs = yield* FileSystem.FileSystem
  yield* warnIfExposed(fs, path)
  const file = new ClientsFile({
    path,
    names,
    ...(yield* readClients(path, names)),
    changed: yield* Deferred.make<void>()
  })
  return {
    current: () => file.clients,
    withHash: (hash) => file.find(hash),
    hasName: (name) => file.hasName(name),
    endOf: (hash) => file.endOf(hash),
    nextChange: () => Deferred.await(file.changed),
    watch: (onChange) =>
      Effect.forever(Effect.zipRight(Effect.sleep(POLL_EVERY), file.reload(onChange))).pipe(
        Effect.provideService(FileSystem.FileSystem, fs),
        Effect.forkScoped,
        Effect.asVoid
      )
  }
})

/** A clients file, as it was first read. */
interface ClientsFileParts {
  readonly path: string
  readonly names: Known
  readonly clients: ReadonlyArray<ClientEntry>
  readonly text: string
  readonly changed: Deferred.Deferred<void>
}

/** The clients of a file, and the tokens that have ended. */
class ClientsFile {
  readonly #path: string
  readonly #names: Known
  readonly #ended = new Map<string, TokenEnd>()
  #clients: ReadonlyArray<ClientEntry>
  #text: string
  #index: ReturnType<typeof indexOf>
  /** The last problems that were logged, until the file can be read again. */
  #reported: ClientsFileError | undefined
  #changed: Deferred.Deferred<void>

  constructor({ changed, clients, names, path, text }: ClientsFileParts) {
    this.#path = path
    this.#names = names
    this.#clients = clients
    this.#text = text
    this.#index = indexOf(clients)
    this.#changed = changed
  }

  get clients(): ReadonlyArray<ClientEntry> {
    return this.#clients
  }

  /** Completes when the clients change. */
  get changed(): Deferred.Deferred<void> {
    return this.#changed
  }

  find(hash: string): ClientEntry | undefined {
    return this.#index.byHash.get(hash)
  }

  hasName(name: string): boolean {
    return this.#index.names.has(name)
  }

  endOf(hash: string): TokenEnd | undefined {
    return this.#ended.get(hash)
  }

  /** Reads the file again. */
  reload(onChange: Effect.Effect<void>) {
    return Effect.gen(this, function* () {
      const read = yield* Effect.either(readClients(this.#path, this.#names))
      if (Either.isLeft(read)) return yield* this.#report(read.left)
      const { clients, text } = read.right
      const isAsBefore = this.#reported === undefined && text === this.#text
      this.#reported = undefined
      if (isAsBefore) return
      const former = this.#clients
      this.#clients = clients
      this.#index = indexOf(clients)
      this.#rememberEnded(former)
      this.#text = text
      yield* Effect.logInfo(`the clients file was reloaded: ${counted(clients.length, "client")}`)
      yield* onChange
      const before = this.#changed
      this.#changed = yield* Deferred.make<void>()
      yield* Deferred.succeed(before, undefined)
    })
  }

  /** Logs the problems of the file once. */
  #report(error: ClientsFileError) {
    return Effect.gen(this, function* () {
      const { problems, text } = error
      const reported = this.#reported
      if (reported === undefined || text !== reported.text || problems.join("\n") !== reported.problems.join("\n")) {
        yield* Effect.forEach(problems, (problem) => Effect.logError(`the clients file was not reloaded: ${problem}`))
      }
      this.#reported = error
    })
  }

  /** Remembers the tokens that the clients before had. */
  #rememberEnded(before: ReadonlyArray<ClientEntry>): void {
    const ended = this.#ended
    for (const { token_sha256 } of this.#clients) ended.delete(token_sha256)
    for (const { name, token_sha256 } of before) {
      if (this.#index.byHash.has(token_sha256)) continue
      ended.delete(token_sha256)
      ended.set(token_sha256, this.#index.names.has(name) ? "replaced" : "removed")
    }
    for (const hash of [...ended.keys()].slice(0, Math.max(0, ended.size - ENDED_MAX))) ended.delete(hash)
  }
}

const indexOf = (clients: ReadonlyArray<ClientEntry>) => ({
  byHash: new Map(clients.map((entry) => [entry.token_sha256, entry])),
  names: new Set(clients.map(({ name }) => name))
})

const warnIfExposed = (fs: FileSystem.FileSystem, path: string) =>
  Effect.ignore(
    Effect.flatMap(fs.stat(path), ({ mode }) =>
      (mode & 0o022) === 0
        ? Effect.void
        : Effect.logWarning(`other users of this machine can change the clients file: chmod 600 ${path}`)
    )
  )
