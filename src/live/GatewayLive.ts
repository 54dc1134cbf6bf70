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
import { ONLINE, presenceIn } from "../config/presence.ts"
import { Settings } from "../config/Settings.ts"
import { Discord } from "../discord/Discord.ts"
import { currentUser } from "../discord/DiscordRequest.ts"
import { Id } from "../discord/snowflake.ts"
import { GatewayUnavailable } from "../errors/ServerErrors.ts"
import { keepInterrupts } from "../resilience/keepInterrupts.ts"
import type { Ask } from "./Ask.ts"
import * as Asks from "./Asks.ts"
import { acknowledge } from "./acknowledge.ts"
import { takeAnswers } from "./answers.ts"
import { showOutcome } from "./askPeople.ts"
import type { ConnectionStatus } from "./connection/GatewayConnection.ts"
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
export const layer = (parts: GatewayParts) =>
  Layer.scoped(
    Gateway,
    Effect.gen(function* () {
      const settings = yield* Settings
      const audit = yield* AuditLog
      const discord = yield* Discord
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      const current = yield* SubscriptionRef.make<Owned | NotOwned>(starting)
      /** What ended live events for good, which is a fault of this server: each later use of them fails with it. */
      const defect = yield* Deferred.make<never>()
      const botId = yield* Ref.make<string | undefined>(undefined)
      const policyChannels = yield* Ref.make<ReadonlyArray<string>>([])
      const interactions = yield* PubSub.sliding<unknown>(INTERACTIONS_MAX)
      const { gateway: connects } = settings
      const asking = yield* Asks.askingProcess(parts.workingDirectory)
      const replicas = yield* Ownership.ReplicaClaims
      const intents = connects ? settings.gatewayIntents : []
      const endpoint = settings.interactionsPublicKey === undefined ? {} : { endpoint: true as const }

      /** Opens the log, and connects if `MCP_GATEWAY` is set, until another process owns the connection. */
      const own = (bot: string, directory: string | undefined, ownership: Ownership.Ownership | undefined) =>
        Effect.gen(function* () {
          const owns = ownership?.holds ?? Effect.succeed(true)
          const store = yield* GatewayStore.make(directory, owns)
          const isInMemory = settings.gatewayStore === "memory" || directory === undefined
          const log = yield* EventLog.make(
            isInMemory ? inMemory() : yield* inDirectory(paths.join(directory, "events"))
          )
          const asks = yield* Asks.make(isInMemory ? undefined : directory, owns, asking)
          const { allowedGuilds } = settings
          const intake = yield* Intake.make({
            botId: bot,
            discord,
            log,
            store,
            allowedGuilds,
            policyChannels: Ref.get(policyChannels),
            interactions,
            acknowledges: settings.interactions === "acknowledge",
            owns
          })
          const connection = connects
            ? yield* Effect.flatMap(
                Effect.promise(() => import("./connection/GatewayConnection.ts")),
                ({ make }) =>
                  make({
                    ...intake,
                    token: parts.token,
                    intents,
                    store,
                    owns,
                    proxies: settings,
                    presence: presenceIn(settings.presence) ?? ONLINE
                  })
              )
            : undefined
          const status = Effect.gen(function* () {
            const { identifies } = yield* store.state
            const nowMs = yield* Clock.currentTimeMillis
            return {
              ...(connection === undefined ? { unavailable: isOff } : statusOf(yield* connection.status)),
              intents,
              ...endpoint,
              identifiesToday: identifies.filter((at) => nowMs - at < DAY_MS).length,
              log: yield* log.stats,
              ...(yield* intake.counts)
            } satisfies GatewayStatus as GatewayStatus
          })
          yield* Effect.forkScoped(Effect.ignoreLogged(takeBackFormer(asks, audit, settings)))
          if (discord.interactions !== undefined && settings.interactions === "acknowledge") {
            yield* acknowledge(interactions, discord.interactions, intake.isLogged)
          }
          yield* takeAnswers({ asks, audit, botId: bot, interactions, log })
          yield* Ref.set(current, {
            directory,
            log,
            asks,
            status,
            setPresence: connection?.setPresence ?? (() => isOff),
            follow: followersOf(log, store),
            ...intake
          })
          // After the end for good, the log can still be read.
          const connected = Effect.catchAll(connection?.run ?? Effect.never, (unavailable) =>
            Effect.zipRight(Effect.logError("the gateway is not connected", unavailable), Effect.never)
          )
          yield* Effect.raceFirst(connected, ownership?.lost ?? Effect.never)
        }).pipe(
          // The reason of an attempt before stays until this one has opened the log.
          Effect.ensuring(Ref.update(current, (now) => ("log" in now ? starting : now))),
          Effect.scoped,
          keepInterrupts,
          Effect.ensuring(ownership?.release ?? Effect.void)
        )

      /** Owns the connection, or waits before the next attempt. */
      const ownNext = Effect.fnUntraced(function* (
        bot: string,
        directory: string | undefined,
        claims: Ownership.Claims
      ) {
        const claim = yield* claims.claim
        if (claim.is === "owned") return yield* own(bot, directory, claim.ownership)
        const { owner } = claim
        const unavailable = new GatewayUnavailable({ reason: "not_owner", ...(owner && { owner_pid: owner.pid }) })
        yield* Ref.set(current, claim.is === "unknown" ? starting : { unavailable, ...(owner && { owner }) })
        yield* Effect.sleep(Ownership.WATCH)
      })

      const run = Effect.gen(function* () {
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
        const directory = parts.machine && paths.join(parts.machine.directory, "gateway", id)
        const machine =
          parts.machine && directory !== undefined ? yield* Ownership.make({ ...parts.machine, directory }) : undefined
        const warn = makeWarning()
        const claims =
          replicas === undefined || machine === undefined ? (replicas ?? machine) : Ownership.both(replicas, machine)
        if (claims === undefined) return yield* own(id, undefined, undefined)
        return yield* Effect.forever(
          Effect.catchAll(ownNext(id, directory, claims), ({ message }) =>
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
      }).pipe(
        Effect.provideService(FileSystem.FileSystem, fs),
        Effect.provideService(Discord, discord),
        Effect.orDie,
        Effect.catchAllCause((cause) =>
          Effect.zipRight(Effect.logError("live events have ended", cause), Deferred.failCause(defect, cause))
        )
      )
      yield* Effect.forkScoped(run)

      const now = Effect.flatMap(
        Deferred.poll(defect),
        Option.match({ onNone: () => Ref.get(current), onSome: identity })
      )
      const owned = Effect.flatMap(now, (now) => ("log" in now ? Effect.succeed(now) : now.unavailable))
      return Gateway.of({
        log: connects || endpoint.endpoint === true ? Effect.map(owned, ({ log }) => log) : isOff,
        takesReplies: connects,
        asks: Effect.map(owned, ({ asks }) => asks),
        audit,
        botId: Effect.flatMap(Effect.zipRight(now, Ref.get(botId)), (id) =>
          id === undefined ? starting.unavailable : Effect.succeed(id)
        ),
        status: Effect.flatMap(now, (now) =>
          "log" in now ? now.status : Effect.succeed({ ...now, intents, ...endpoint, dropped: {}, recovered: 0 })
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
      })
    })
  )

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
