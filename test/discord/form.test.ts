import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { connectLive } from "./live.ts"
import { json, rawServer } from "./rawServer.ts"
import { request } from "./session.ts"

const sent = { route: "/guilds/{guild_id}/stickers", path: { guild_id: "111111111111111111" }, method: "POST" } as const

describe("files of a request", () => {
  it.scopedLive("are sent as a form with the JSON body, or with its fields if the route requires that", () =>
    Effect.gen(function* () {
      const server = yield* rawServer((response) => json(response, 200, { id: "1" }))
      const call = yield* connectLive(server.url)
      const data = Buffer.from("\x89PNG\r\n\x1a\n tide", "latin1")
      yield* call(request({ ...sent, body: { content: "hi" }, files: [{ name: "a.png", data }] }))
      yield* call(
        request({
          ...sent,
          body: { name: "Ebb", description: "", tags: "sea" },
          files: [{ name: "tide.png", data, key: "file" }],
          form: true
        })
      )
      const forms = yield* Effect.forEach(server.arrived, ({ body, headers }) =>
        Effect.promise(() =>
          new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } }).formData()
        )
      )
      assert.deepStrictEqual(
        forms.map((form) =>
          [...form].map(([name, value]) => [
            name,
            typeof value === "string" ? value : `${value.name} ${value.type} ${value.size}`
          ])
        ),
        [
          [
            ["files[0]", "a.png image/png 13"],
            ["payload_json", '{"content":"hi"}']
          ],
          [
            ["file", "tide.png image/png 13"],
            ["name", "Ebb"],
            ["description", ""],
            ["tags", "sea"]
          ]
        ]
      )
    })
  )
})
