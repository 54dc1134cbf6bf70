/** Live events of this process, while it owns the bot's connection. */
import { FileSystem, Path } from "@effect/platform"
import {
  Clock,
  Deferred,
  Effect,
  identity,
  Layer,
  Option,
  PubSub,
  type Redacted,
  Ref,
  Schedule,
  Schema,
  Stream,
  SubscriptionRef
} from "effect"
import { AuditLog } from "../audit/AuditLog.ts"
import type { Intent } from "../config/gatewayVariables.ts"
import { ONLINE, presenceIn } from "../config/presence.ts"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { currentUser } from "../discord/DiscordRequest.ts"
import { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import { Id } from "../objects/schema/snowflake.ts"
import { keepInterrupts } from "../resilience/keepInterrupts.ts"
import type { Ask } from "./Ask.ts"
import * as Asks from "./Asks.ts"
import { acknowledge } from "./acknowledge.ts"
import { takeAnswers } from "./answers.ts"
import type { AskingProcess } from "./askOwner.ts"
import { showOutcome } from "./askPeople.ts"
import type { ConnectionStatus, GatewayConnection } from "./connection/GatewayConnection.ts"
import * as GatewayStore from "./connection/GatewayStore.ts"
import * as Ownership from "./connection/Ownership.ts"
import type { Received } from "./connection/SequenceTracker.ts"
import * as EventLog from "./EventLog.ts"
import { followersOf } from "./followers.ts"
import { Gateway, type GatewayStatus, isOff, type LiveEvents, type Watch } from "./Gateway.ts"
import * as Intake from "./intake.ts"
import { filesUnusable, inDirectory, inMemory, makeWarning } from "./SegmentFiles.ts"

/** The parts of this process that live events need. */
export interface GatewayParts {
  readonly token: Redacted.Redacted
  /** This process, and the state directory of its machine. Unset: the process remembers nothing after its end. */
  readonly machine?: Ownership.Claimant | undefined
  /** The directory that this process runs in. It distinguishes clients without authentication, too. */
  readonly workingDirectory?: string
}

/** What exists while this process owns the connection. */
interface Owned {
  readonly directory: string | undefined
  readonly log: EventLog.EventLog
  readonly asks: Asks.Asks
  readonly status: Effect.Effect<GatewayStatus>
  readonly setPresence: LiveEvents["setPresence"]
  readonly watch: (what: ReadonlyArray<Watch>) => Effect.Effect<void>
  readonly follow: LiveEvents["follow"]
  readonly receive: (received: ReadonlyArray<Received>, isComplete: boolean) => Effect.Effect<void>
}

/** Why there is no log: the process starts, or another one owns the connection. */
interface NotOwned {
  readonly unavailable: GatewayUnavailable
  readonly owner?: NonNullable<GatewayStatus["owner"]>
}

const starting: NotOwned = { unavailable: new GatewayUnavailable({ reason: "disconnected", retry_after_ms: 1000 }) }

const unusable: NotOwned = { unavailable: filesUnusable }

const refused: NotOwned = { unavailable: new GatewayUnavailable({ reason: "token" }) }

/** The number of interactions that wait for a reader. The oldest are dropped: Discord takes an answer for 3 seconds. */
const INTERACTIONS_MAX = 1000

const DAY_MS = 24 * 60 * 60_000

/** Discord waits 3 seconds for an answer. */
const LOGGED_WITHIN = "2 seconds"

/** The waits before the bot's id is asked for again. */
const ASK_AGAIN = Schedule.union(Schedule.exponential("1 second"), Schedule.spaced("1 minute"))

/** Provides live events, and connects in the background. */
export const layer = (process: GatewayParts) =>
  Layer.scoped(
    Gateway,
    Effect.gen(function* () {
      const live = new LiveProcess({
        process,
        settings: yield* Settings,
        audit: yield* AuditLog,
        discord: yield* Discord,
        fs: yield* FileSystem.FileSystem,
        paths: yield* Path.Path,
        current: yield* SubscriptionRef.make<Owned | NotOwned>(starting),
        defect: yield* Deferred.make<never>(),
        botId: yield* Ref.make<string | undefined>(undefined),
        policyChannels: yield* Ref.make<ReadonlyArray<string>>([]),
        interactions: yield* PubSub.sliding<unknown>(INTERACTIONS_MAX),
        asking: yield* Asks.askingProcess(process.workingDirectory),
        replicas: yield* Ownership.ReplicaClaims
      })
      yield* Effect.forkScoped(live.run())
      return Gateway.of(live.service())
    })
  )

/** What live events use, and what changes while they run. */
interface LiveParts {
  readonly process: GatewayParts
  readonly settings: Settings["Type"]
  readonly audit: AuditLog["Type"]
  readonly discord: Discord["Type"]
  readonly fs: FileSystem.FileSystem
  readonly paths: Path.Path
  readonly current: SubscriptionRef.SubscriptionRef<Owned | NotOwned>
  /** What ended live events for good, which is a fault of this server: each later use of them fails with it. */
  readonly defect: Deferred.Deferred<never>
  readonly botId: Ref.Ref<string | undefined>
  readonly policyChannels: Ref.Ref<ReadonlyArray<string>>
  readonly interactions: PubSub.PubSub<unknown>
  readonly asking: AskingProcess
  readonly replicas: Ownership.Claims | undefined
}

/** The bot, and how this process owns its connection. */
interface Claimed {
  readonly botId: string
  readonly directory: string | undefined
  readonly ownership?: Ownership.Ownership
}

/** The live events of this process. */
class LiveProcess {
  readonly #parts: LiveParts
  readonly #intents: ReadonlyArray<Intent>
  readonly #endpoint: { readonly endpoint?: true }

  constructor(parts: LiveParts) {
    const { gateway, gatewayIntents, interactionsPublicKey } = parts.settings
    this.#parts = parts
    this.#intents = gateway ? gatewayIntents : []
    this.#endpoint = interactionsPublicKey === undefined ? {} : { endpoint: true }
  }

  /** Owns the connection whenever no other process does. A defect ends live events for good. */
  run() {
    const { defect, discord, fs } = this.#parts
    return this.#ownForever().pipe(
      Effect.provideService(FileSystem.FileSystem, fs),
      Effect.provideService(Discord, discord),
      Effect.orDie,
      Effect.catchAllCause((cause) =>
        Effect.zipRight(Effect.logError("live events have ended", cause), Deferred.failCause(defect, cause))
      )
    )
  }

  /** Returns live events as their users see them. */
  service(): LiveEvents {
    const { audit, botId, current, defect, interactions, policyChannels, settings } = this.#parts
    const { gateway: connects } = settings
    const endpoint = this.#endpoint
    const now = Effect.flatMap(
      Deferred.poll(defect),
      Option.match({ onNone: () => Ref.get(current), onSome: identity })
    )
    const owned = Effect.flatMap(now, (now) => ("log" in now ? Effect.succeed(now) : now.unavailable))
    return {
      log: connects || endpoint.endpoint === true ? Effect.map(owned, ({ log }) => log) : isOff,
      takesReplies: connects,
      asks: Effect.map(owned, ({ asks }) => asks),
      audit,
      botId: Effect.flatMap(Effect.zipRight(now, Ref.get(botId)), (id) =>
        id === undefined ? starting.unavailable : Effect.succeed(id)
      ),
      status: Effect.flatMap(now, (now) =>
        "log" in now
          ? now.status
          : Effect.succeed({ ...now, intents: this.#intents, ...endpoint, dropped: {}, recovered: 0 })
      ),
      follow: (follower, reached) =>
        connects ? Effect.flatMap(owned, ({ follow }) => follow(follower, reached)) : isOff,
      setPresence: (presence) => (connects ? Effect.flatMap(owned, (live) => live.setPresence(presence)) : isOff),
      watch: (what) => Effect.flatMap(now, (now) => ("log" in now ? now.watch(what) : Effect.void)),
      watchPolicies: (channels) => Ref.set(policyChannels, channels),
      ownedDirectory: current.changes.pipe(
        Stream.map((now) => ("log" in now ? now.directory : undefined)),
        Stream.changes
      ),
      interactions: Stream.fromPubSub(interactions),
      takeInteraction: (data) =>
        Effect.flatMap(owned, ({ receive }) =>
          // Published at once. A log that cannot be written must not delay the answer to Discord.
          Effect.timeoutOption(receive([interactionOf(data)], true), LOGGED_WITHIN)
        )
    }
  }

  #ownForever() {
    return Effect.gen(this, function* () {
      const { current, paths, process, replicas } = this.#parts
      const botId = yield* this.#readBotId()
      const directory = process.machine && paths.join(process.machine.directory, "gateway", botId)
      const machine =
        process.machine && directory !== undefined
          ? yield* Ownership.make({ ...process.machine, directory })
          : undefined
      const warn = makeWarning()
      const claims =
        replicas === undefined || machine === undefined ? (replicas ?? machine) : Ownership.both(replicas, machine)
      if (claims === undefined) return yield* this.#own({ botId, directory: undefined })
      return yield* Effect.forever(
        Effect.catchAll(this.#ownNext({ botId, directory }, claims), ({ message }) =>
          Ref.set(current, unusable).pipe(
            Effect.zipRight(
              warn(
                `the bot is not connected to the gateway, because its files in ${directory} cannot be used. Let this user read and write them, and remove what is in their place. ${message}`
              )
            ),
            Effect.zipRight(Effect.sleep(Ownership.WATCH))
          )
        )
      )
    })
  }

  /** Reads the bot's id, as often as it takes. */
  #readBotId() {
    return Effect.gen(this, function* () {
      const { botId, current, discord } = this.#parts
      const { id } = yield* Effect.flatMap(discord.request(currentUser), ({ body }) => decodeBot(body)).pipe(
        Effect.tapError((error) =>
          Effect.zipRight(
            Ref.set(current, error._tag === "DiscordAuthError" ? refused : starting),
            Effect.logWarning("the gateway waits for the bot's id", error)
          )
        ),
        Effect.retry(ASK_AGAIN)
      )
      yield* Ref.set(botId, id)
      return id
    })
  }

  /** Owns the connection, or waits before the next attempt. */
  #ownNext(bot: Claimed, claims: Ownership.Claims) {
    return Effect.gen(this, function* () {
      const claim = yield* claims.claim
      if (claim.is === "owned") return yield* this.#own({ ...bot, ownership: claim.ownership })
      const { owner } = claim
      const unavailable = new GatewayUnavailable({ reason: "not_owner", ...(owner && { owner_pid: owner.pid }) })
      yield* Ref.set(this.#parts.current, claim.is === "unknown" ? starting : { unavailable, ...(owner && { owner }) })
      yield* Effect.sleep(Ownership.WATCH)
    })
  }

  /** Opens the log, and connects if `MCP_GATEWAY` is set, until another process owns the connection. */
  #own(claimed: Claimed) {
    const { ownership } = claimed
    return this.#connect(claimed).pipe(
      // The reason of an attempt before stays until this one has opened the log.
      Effect.ensuring(Ref.update(this.#parts.current, (now) => ("log" in now ? starting : now))),
      Effect.scoped,
      keepInterrupts,
      Effect.ensuring(ownership?.release ?? Effect.void)
    )
  }

  #connect({ botId, directory, ownership }: Claimed) {
    return Effect.gen(this, function* () {
      const { asking, audit, current, discord, interactions, paths, policyChannels, settings } = this.#parts
      const owns = ownership?.holds ?? Effect.succeed(true)
      const store = yield* GatewayStore.make(directory, owns)
      const isInMemory = settings.gatewayStore === "memory" || directory === undefined
      const log = yield* EventLog.make(isInMemory ? inMemory() : yield* inDirectory(paths.join(directory, "events")))
      const asks = yield* Asks.make(isInMemory ? undefined : directory, owns, asking)
      const acknowledges = settings.interactions === "acknowledge"
      const intake = yield* Intake.make({
        botId,
        discord,
        log,
        store,
        allowedGuilds: settings.allowedGuilds,
        policyChannels: Ref.get(policyChannels),
        interactions,
        acknowledges,
        owns
      })
      const connection = settings.gateway ? yield* this.#makeConnection(intake, store, owns) : undefined
      yield* Effect.forkScoped(Effect.ignoreLogged(takeBackFormer(asks, audit, settings)))
      if (discord.interactions !== undefined && acknowledges) {
        yield* acknowledge(interactions, discord.interactions, intake.isLogged)
      }
      yield* takeAnswers({ asks, audit, botId, interactions, log })
      yield* Ref.set(current, {
        directory,
        log,
        asks,
        status: this.#statusOf({ connection, intake, log, store }),
        setPresence: connection?.setPresence ?? (() => isOff),
        follow: followersOf(log, store),
        ...intake
      })
      // After the end for good, the log can still be read.
      const connected = Effect.catchAll(connection?.run ?? Effect.never, (unavailable) =>
        Effect.zipRight(Effect.logError("the gateway is not connected", unavailable), Effect.never)
      )
      yield* Effect.raceFirst(connected, ownership?.lost ?? Effect.never)
    })
  }

  #makeConnection(intake: ConnectionIntake, store: GatewayStore.GatewayStore, owns: Effect.Effect<boolean>) {
    const { process, settings } = this.#parts
    return Effect.flatMap(
      Effect.promise(() => import("./connection/GatewayConnection.ts")),
      ({ make }) =>
        make({
          ...intake,
          token: process.token,
          intents: this.#intents,
          store,
          owns,
          proxies: settings,
          presence: presenceIn(settings.presence) ?? ONLINE
        })
    )
  }

  #statusOf({ connection, intake, log, store }: StatusParts): Effect.Effect<GatewayStatus> {
    return Effect.gen(this, function* () {
      const { identifies } = yield* store.state
      const nowMs = yield* Clock.currentTimeMillis
      return {
        ...(connection === undefined ? { unavailable: isOff } : statusOf(yield* connection.status)),
        intents: this.#intents,
        ...this.#endpoint,
        identifiesToday: identifies.filter((at) => nowMs - at < DAY_MS).length,
        log: yield* log.stats,
        ...(yield* intake.counts)
      }
    })
  }
}

/** The intake of one connection. */
type ConnectionIntake = Effect.Effect.Success<ReturnType<typeof Intake.make>>

/** What a status is made of. */
interface StatusParts {
  readonly connection: GatewayConnection | undefined
  readonly intake: ConnectionIntake
  readonly log: EventLog.EventLog
  readonly store: GatewayStore.GatewayStore
}

/** Takes back the open approvals of former approvers, or in a former channel: a click on them permits nothing. */
const takeBackFormer = Effect.fnUntraced(function* (
  asks: Asks.Asks,
  audit: AuditLog["Type"],
  { approvalChannel, approvers = [] }: Settings["Type"]
) {
  const isFormer = ({ approves, channel_id, status, user_ids }: Ask) =>
    status === "pending" &&
    approves !== undefined &&
    (channel_id !== approvalChannel || user_ids.toSorted().join() !== approvers.toSorted().join())
  for (const { ask_id } of yield* asks.select(isFormer)) {
    const cancelled = yield* asks.takeBack(ask_id)
    if (Option.isSome(cancelled)) yield* showOutcome(cancelled.value, audit)
  }
})

const statusOf = ({ unavailable, ...connection }: ConnectionStatus) => ({
  ...(connection.state !== "connected" && { unavailable: unavailable ?? starting.unavailable }),
  connection
})

/** Returns an interaction as if the gateway had sent it. Discord sends it to the gateway or to the endpoint. */
const interactionOf = (data: unknown): Received => ({
  type: "INTERACTION_CREATE",
  data,
  origin: `interaction:${String(Object(data).id)}`
})

const decodeBot = Schema.decodeUnknown(Schema.Struct({ id: Id }))
