import { assert, describe, it } from "@effect/vitest"
import { Context, Duration, Effect, Either, Layer, TestClock } from "effect"
import { Settings } from "../../src/config/Settings.ts"
import * as Discord from "../../src/discord/Discord.ts"
import * as GuildBoundary from "../../src/safety/GuildBoundary.ts"
import type { ReferencedId } from "../../src/tools/Tool.ts"
import { answer, makeWire, type Step } from "../discord/wire.ts"
import { settingsOf } from "../dispatch/app.ts"
import { prepared } from "../tools/prepared.ts"
import { turn } from "../turns.ts"

const [A, B, OUTSIDE] = ["1248328050278400001", "1248328050278400002", "1248328050278400003"]
const [CHANNEL_A, CHANNEL_B, ELSEWHERE] = ["1248328050278400011", "1248328050278400012", "1248328050278400013"]
const [STICKER_B, STANDARD_STICKER] = ["1248328050278400022", "1248328050278400023"]

const objects: Readonly<Record<string, object>> = {
  [`/channels/${CHANNEL_A}`]: { id: CHANNEL_A, guild_id: A },
  [`/channels/${CHANNEL_B}`]: { id: CHANNEL_B, guild_id: B },
  [`/channels/${ELSEWHERE}`]: { id: ELSEWHERE, guild_id: OUTSIDE },
  "/invites/tide": { code: "tide", guild: { id: A } },
  "/guilds/templates/tide": { code: "tide", source_guild_id: A },
  [`/stickers/${STICKER_B}`]: { id: STICKER_B, type: 2, guild_id: B },
  [`/stickers/${STANDARD_STICKER}`]: { id: STANDARD_STICKER, type: 1 }
}

/** A Discord that has only these objects. */
const discord: Step = (request, onPhase) => {
  const found = request.path.startsWith("/invites/") ? objects["/invites/tide"] : objects[request.path]
  return (found === undefined ? answer(404, { code: 10003 }) : answer(200, found))(request, onPhase)
}

/** The boundary of the guilds A and B: how it decides about a message whose call has these ids, and what it sends. */
const makeBoundary = Effect.gen(function* () {
  const settings = Layer.succeed(
    Settings,
    yield* settingsOf({ MCP_DRY_RUN: "false", MCP_GLOBAL_REQUESTS_PER_SECOND: "10000" })
  )
  const { layer: wire, sent } = makeWire(discord)
  const layer = Discord.layer.pipe(Layer.provide(wire), Layer.provide(settings))
  const boundary = yield* GuildBoundary.make(Context.get(yield* Layer.build(layer), Discord.Discord), [A, B])
  const call = yield* prepared("messages_send", { channel_id: CHANNEL_A, content: "hello" })
  const decide = (referencedIds: ReadonlyArray<ReferencedId>) =>
    Effect.map(Effect.either(boundary.check({ ...call, referencedIds })), (decision) =>
      Either.match(decision, {
        onLeft: (failure) => (failure._tag === "GuildNotAllowedError" ? failure.boundary : failure._tag),
        onRight: (guilds) => guilds
      })
    )
  return { decide, sent }
})

const decisionOn = (ids: ReadonlyArray<ReferencedId>) =>
  Effect.scoped(Effect.flatMap(makeBoundary, ({ decide }) => decide(ids)))

const id = (kind: ReferencedId["kind"], value: string, path: string): ReferencedId => ({ kind, id: value, path })
const inA = id("channel", CHANNEL_A, "channel_id")

type Decision = GuildBoundary.CallGuilds | "unresolved" | "not_listed"

const rows: Readonly<Record<string, readonly [ids: ReadonlyArray<ReferencedId>, decision: Decision]>> = {
  "is that of its channel": [[inA], { own: A, all: [A] }],
  "is that of its channel, also after a sticker": [
    [id("sticker", STICKER_B, "sticker_ids.0"), id("sticker", STANDARD_STICKER, "sticker_ids.1"), inA],
    { own: A, all: [B, A] }
  ],
  "is that of its channel, also after a nested channel": [
    [id("channel", CHANNEL_B, "components.0.default_values.0.id"), inA],
    { own: A, all: [B, A] }
  ],
  "is that of its guild id, and a message says nothing": [
    [id("message", ELSEWHERE, "message_id"), id("guild", B, "guild_id")],
    { own: B, all: [B] }
  ],
  "is unknown if only a nested id has one": [[id("channel", CHANNEL_A, "components.0.channel_id")], "unresolved"],
  "is unknown if only a sticker has one": [[id("sticker", STICKER_B, "sticker_id")], "unresolved"],
  "is unknown if no id has one": [[id("message", ELSEWHERE, "message_id")], "unresolved"],
  "is unknown if another id belongs to no guild: a lobby": [[id("lobby", ELSEWHERE, "lobby_id"), inA], "unresolved"],
  "is unknown if another id belongs to no guild: an interaction": [
    [inA, id("interaction", ELSEWHERE, "interaction_id")],
    "unresolved"
  ],
  "must be listed for every id": [[inA, id("channel", ELSEWHERE, "components.0.channel_id")], "not_listed"],
  "must be listed for every id, also if the first is not found": [
    [id("channel", OUTSIDE, "channel_id"), inA],
    "unresolved"
  ]
}

describe("the guild of a call", () => {
  for (const [what, [ids, decision]] of Object.entries(rows)) {
    it.effect(what, () => Effect.map(decisionOn(ids), (actual) => assert.deepStrictEqual(actual, decision)))
  }
})

describe("the guild of an id", () => {
  for (const [known, lasts, name] of [
    [inA, "1 hour", "channel"],
    [id("template", "tide", "template_code"), "1 hour", "template"],
    // A vanity code can become another guild's.
    [id("invite", "tide", "code"), "1 minute", "invite"]
  ] as const) {
    it.scoped(`is looked up again after ${lasts} for an id of kind ${name}`, () =>
      Effect.gen(function* () {
        const { decide, sent } = yield* makeBoundary
        const lookups = Effect.map(decide([known]), (decision) => {
          assert.deepStrictEqual(decision, { own: A, all: [A] })
          return sent.length
        })
        assert.strictEqual(yield* lookups, 1)
        yield* TestClock.adjust(Duration.subtract(Duration.decode(lasts), "1 second"))
        assert.strictEqual(yield* lookups, 1)
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual(yield* lookups, 2)
      })
    )
  }

  it.scoped("is evicted from a full cache, least used first", () =>
    Effect.gen(function* () {
      const { decide, sent } = yield* makeBoundary
      const codes = Array.from({ length: 1001 }, (_, at) => `i${at}`)
      for (const [at, code] of [...codes, "i1000", "i0"].entries()) {
        if (at % 50 === 0) yield* turn
        yield* decide([id("invite", code, "code")])
      }
      const lookups = (code: string) => sent.filter(({ path }) => path === `/invites/${code}`).length
      assert.deepStrictEqual([lookups("i0"), lookups("i500"), lookups("i1000")], [2, 1, 1])
    })
  )
})
