import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Description from "./Description.ts"
import * as Judges from "./Finding.ts"
import { inspect } from "./inspect.ts"
import * as Router from "./Router.ts"

/** Shows that the inspection finds violations. */
describe("the contract inspection", () => {
  const description = Description.read()
  const law = { description, judge: Judges.make(description.root) }
  const route = Router.make(description.operations)
  const id = "100000000000000001"

  interface Sent {
    readonly media?: string
    readonly body?: string
  }

  /** Returns the violations in a request, one per line. */
  const found = (method: string, target: string, { body = "", media = "application/json" }: Sent = {}) => {
    const { pathname, searchParams } = new URL(target, "http://127.0.0.1")
    const routed = route(method, pathname)
    if (routed === undefined) return Effect.succeed(["no such operation"])
    return Effect.map(
      inspect(law, routed, searchParams, { method, target, media, body: Buffer.from(body) }),
      (findings) => findings.map(({ at, rule }) => `${at} ${rule}`)
    )
  }

  const json = (body: unknown): Sent => ({ body: JSON.stringify(body) })

  const BOUNDARY = "----formdata-of-the-contract-test"

  /** Returns a form of texts and files. The text of a file is its name. */
  const form = (fields: Readonly<Record<string, string>>): Sent => ({
    media: `multipart/form-data; boundary=${BOUNDARY}`,
    body: [
      ...Object.entries(fields).map(([name, text]) => {
        const file = text === "a file" ? '; filename="f.png"\r\ncontent-type: image/png' : ""
        return `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`
      }),
      `--${BOUNDARY}--\r\n`
    ].join("")
  })

  it("prefers literal segments over placeholders", () => {
    assert.strictEqual(route("GET", `/channels/${id}/messages/pins`)?.operation.id, "list_pins")
    assert.strictEqual(route("GET", `/channels/${id}/messages/${id}`)?.operation.id, "get_message")
    assert.strictEqual(route("GET", `/channels/${id}/nothing`), undefined)
  })

  it.effect("finds violations in path and query", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* found("GET", "/channels/general"), ["path.channel_id pattern"])
      assert.deepStrictEqual(yield* found("GET", `/channels/${id}/messages?limit=5&before=${id}`), [])
      assert.deepStrictEqual(yield* found("GET", `/channels/${id}/messages?limit=500&befor=${id}`), [
        "query.limit maximum",
        "query.befor additionalProperties"
      ])
      assert.deepStrictEqual(yield* found("GET", `/guilds/${id}/messages/search?author_id=${id}&author_id=2${id}`), [])
      assert.deepStrictEqual(yield* found("GET", `/guilds/${id}/messages/search?author_id=${id},${id}`), [
        "query.author_id[] pattern"
      ])
    })
  )

  it.effect("finds violations in a body", () =>
    Effect.gen(function* () {
      const post = (sent?: Sent) => found("POST", `/channels/${id}/messages`, sent)
      assert.deepStrictEqual(yield* post(json({ content: "hello", embeds: [{ title: "t" }] })), [])
      assert.deepStrictEqual(yield* post(), ["body required"])
      assert.deepStrictEqual(yield* post({ body: "{" }), ["body json"])
      assert.deepStrictEqual(yield* post({ ...json({}), media: "text/plain" }), ["body media"])
      assert.deepStrictEqual(yield* post(json({ content: 1, contents: "x", embeds: [{ color: "red" }] })), [
        "body.contents additionalProperties",
        "body.content type",
        "body.embeds[].color type"
      ])
      assert.deepStrictEqual(yield* found("GET", `/channels/${id}`, json({})), ["body none"])
    })
  )

  it.effect("reports the violations of the closest member of a union", () =>
    Effect.gen(function* () {
      const button = { type: 2, style: 1, custom_id: "x", label: "y".repeat(81) }
      assert.deepStrictEqual(
        yield* found("POST", `/channels/${id}/messages`, json({ components: [{ type: 1, components: [button] }] })),
        ["body.components[].components[].label maxLength"]
      )
    })
  )

  it.effect("reads forms with a payload and files, or with fields only", () =>
    Effect.gen(function* () {
      const post = (fields: Readonly<Record<string, string>>) => found("POST", `/channels/${id}/messages`, form(fields))
      assert.deepStrictEqual(yield* post({ payload_json: '{"content":"x"}', "files[0]": "a file" }), [])
      assert.deepStrictEqual(yield* post({ payload_json: '{"content":1}', file: "a file" }), [
        "body.file additionalProperties",
        "body.content type"
      ])
      const sticker = (fields: Readonly<Record<string, string>>) =>
        found("POST", `/guilds/${id}/stickers`, form(fields))
      assert.deepStrictEqual(yield* sticker({ name: "ab", tags: "x", description: "d", file: "a file" }), [])
      assert.deepStrictEqual(yield* sticker({ payload_json: '{"name":"ab"}', "files[0]": "a file" }), [
        "body.name required",
        "body.tags required",
        "body.file required",
        "body.payload_json additionalProperties",
        "body.files[0] additionalProperties"
      ])
    })
  )
})
