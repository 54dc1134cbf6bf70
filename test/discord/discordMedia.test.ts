import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../src/config/Settings.ts"
import { FileSource, layer } from "../../src/discord/FileSource.ts"
import { settingsOf } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"
import { rawServer } from "./rawServer.ts"

/** Loads media of messages. Returns the reason for the refusal, or the content. */
const load = (url: string, apiUrl = "https://discord.com/api") =>
  Layer.build(
    layer().pipe(
      Layer.provide(Layer.effect(Settings, settingsOf({ DISCORD_API_URL: apiUrl }))),
      Layer.provide(nodeContext)
    )
  ).pipe(
    Effect.flatMap((context) => Context.get(context, FileSource).loadMedia(url, { maxBytes: 1000 })),
    Effect.match({
      onSuccess: ({ data }) => Buffer.from(data).toString(),
      onFailure: ({ problem, refused }) => refused ?? problem
    }),
    Effect.scoped
  )

const originOf = ({ url }: { readonly url: string }): string => `${new URL(url).origin}/`

const foreign = [
  "https://example.com/a.png",
  "http://cdn.discordapp.com/a.png",
  "https://cdn.discordapp.com:444/a.png",
  "https://cdn.discordapp.com./a.png",
  "https://media.discordapp.net.example.com/a.png",
  "https://example.com/media.discordapp.net/a.png",
  "https://media.discordapp.net@example.com/a.png",
  "https://media.discordapp.net%40example.com/a.png",
  "https://example.com#@media.discordapp.net/a.png",
  "https://example.com?@media.discordapp.net/a.png",
  "https://discord.com/api/v10/users/@me",
  "https://127.0.0.1/a.png",
  "http://127.0.0.1:1/a.png",
  "http://2130706433/a.png",
  "https://[::1]/a.png",
  "https://[::ffff:127.0.0.1]/a.png",
  "http://169.254.169.254/latest/meta-data",
  "file:///etc/passwd",
  "data:image/png;base64,iVBORw0KGgo=",
  "attachment://a.png",
  "//media.discordapp.net/a.png",
  "a.png",
  ""
]

describe("media of messages", () => {
  for (const url of foreign) {
    it.effect(`are not loaded from ${url === "" ? "an empty link" : url}`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* load(url), "forbidden")
      })
    )
  }

  it.scopedLive("are not loaded after a redirect to another host", () =>
    Effect.gen(function* () {
      const other = originOf(yield* rawServer((response) => response.end("secret")))
      const targets = [other, "http://169.254.169.254/", "/again"]
      const own = originOf(
        yield* rawServer((response, n) => {
          const location = targets[n - 1]
          if (location === undefined) response.end("picture")
          else response.writeHead(302, { location }).end()
        })
      )
      const loaded = yield* Effect.replicateEffect(load(own, own), 3)
      assert.deepStrictEqual(loaded, ["forbidden", "forbidden", "picture"])
      assert.deepStrictEqual(yield* load(other, own), "forbidden")
    })
  )
})
