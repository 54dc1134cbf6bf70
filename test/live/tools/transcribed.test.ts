/** Texts of recordings in live events: from the sandbox's gateway and a transcription service to the results of the tools. */
// Each client has its own settings.
// @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Predicate, TestClock } from "effect"
import { narrow, type Policy } from "../../../src/config/Policy.ts"
import { coreServices } from "../../../src/live/coreServices.ts"
import { Gateway } from "../../../src/live/Gateway.ts"
import * as Sandbox from "../../../src/sandbox/Sandbox.ts"
import { json, rawServer } from "../../discord/rawServer.ts"
import { call, overDiscord, roomy, settingsOf } from "../../dispatch/app.ts"
import { uploadTo } from "../../tools/messages/uploadedFile.ts"
import { discordOf } from "../connection/discordOf.ts"
import { start } from "../live.ts"

/** Live events with eight messages of the bot: text, a picture, and six recordings. */
const setUp = Effect.fnUntraced(function* (status = 200) {
  yield* TestClock.setTime(Date.parse("2026-11-23T12:00:00.000Z"))
  const service = yield* rawServer((response, n) => json(response, status, { text: `Tide ${n} turns.` }))
  const sandbox = yield* Sandbox.make(roomy)
  const gateway = yield* start(sandbox, undefined, { gatewayIntents: ["GUILDS", "GUILD_MESSAGES"] })
  yield* gateway.connected
  const channel_id = sandbox.ids.channels.general
  const send = (name: string, type: string) =>
    Effect.map(uploadTo(sandbox, name, type, Buffer.from(name), { content: name }), ({ message_id }) => message_id)
  yield* send("a.png", "image/png")
  const recordings = yield* Effect.forEach([1, 2, 3, 4, 5, 6], (n) => send(`${n}.ogg`, "audio/ogg"))
  yield* gateway.logged(7, "message_create")
  const settings = yield* settingsOf({
    MCP_GATEWAY: "true",
    MCP_GATEWAY_INTENTS: "GUILDS,GUILD_MESSAGES",
    DISCORD_API_URL: sandbox.url,
    MCP_TRANSCRIBE_URL: service.url
  })
  const client = Effect.fnUntraced(function* (policy: Policy = {}) {
    const server = overDiscord(discordOf(sandbox), narrow(settings, policy)).pipe(
      Layer.provide(Layer.succeedContext(coreServices(gateway)))
    )
    const context = Context.add(yield* Layer.build(server), Gateway, gateway)
    return (tool: string, input: object) => Effect.provide(call(tool, { include_own: true, ...input }), context)
  })
  const remove = (message_id = "") => sandbox.patch({ [`/channels/${channel_id}/messages/${message_id}`]: null })
  return { ...service, client, recordings, remove }
})

/** The names of the attached files of a result, with their texts. */
const spokenIn = ({ items }: Readonly<Record<string, unknown>>) =>
  (Array.isArray(items) ? items.filter(Predicate.isReadonlyRecord) : [])
    .flatMap(({ attachments }) => (Array.isArray(attachments) ? attachments.map(Object) : []))
    .map(({ filename, transcript }) => [filename, transcript !== undefined])

describe("events with transcribe", () => {
  for (const [tool, more] of [
    ["gateway_read", {}],
    ["gateway_wait_for", { timeout_seconds: 1 }],
    ["gateway_wait_for", { timeout_seconds: 0 }]
  ] as const) {
    it.effect(`${tool} has the texts of the five newest recordings, each sent once, ${JSON.stringify(more)}`, () =>
      Effect.gen(function* () {
        const { arrived, client } = yield* setUp()
        const bot = yield* client()
        const { items } = (yield* bot("gateway_read", {})).structured
        const after = Array.isArray(items) ? Object(items[0]).event_id : undefined
        const without = yield* bot(tool, { ...more, after })
        assert.deepStrictEqual([arrived.length, spokenIn(without.structured).some(([, has]) => has)], [0, false])
        for (let time = 0; time < 2; time++) {
          const { structured } = yield* bot(tool, { ...more, after, transcribe: true })
          assert.deepStrictEqual(spokenIn(structured), [
            ["1.ogg", false],
            ...[2, 3, 4, 5, 6].map((n) => [`${n}.ogg`, true])
          ])
          assert.match(String(structured.notice), /made by a machine.*1 older recording not transcribed/)
        }
        assert.strictEqual(arrived.length, 5)
      }).pipe(Effect.scoped)
    )
  }

  it.effect("come without the texts that there are not, and say why", () =>
    Effect.gen(function* () {
      const { arrived, client, recordings, remove } = yield* setUp(401)
      yield* remove(recordings.at(-1))
      for (const [policy, says, sent] of [
        [{ transcribe: false }, /policy of this client excludes it/, 0],
        [{}, /deleted or cannot be read.*TRANSCRIPTION_UNAVAILABLE, key_refused/, 1]
      ] as const) {
        const { isError, structured } = yield* (yield* client(policy))("gateway_read", { transcribe: true })
        assert.deepStrictEqual([isError, spokenIn(structured).length, arrived.length], [false, 7, sent])
        assert.match(String(structured.notice), says)
      }
    }).pipe(Effect.scoped)
  )
})
