import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Description from "./Description.ts"
import * as Judges from "./Finding.ts"
import { inspect } from "./inspect.ts"
import * as Router from "./Router.ts"

/** A judge that never finds anything would let everything pass: this holds that it does find. */
describe("the judge of the contract", () => {
  const description = Description.read()
  const law = { description, judge: Judges.make(description.root) }
  const route = Router.make(description.operations)
  const id = "100000000000000001"

  interface Sent {
    readonly media?: string
    readonly body?: string
  }

  /** What it finds in a request, a line each. */
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

  /** A form of texts and files; a file is named by its text. */
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

  it("a path that says a word goes before one that takes any", () => {
    assert.strictEqual(route("GET", `/channels/${id}/messages/pins`)?.operation.id, "list_pins")
    assert.strictEqual(route("GET", `/channels/${id}/messages/${id}`)?.operation.id, "get_message")
    assert.strictEqual(route("GET", `/channels/${id}/nothing`), undefined)
  })

  it.effect("finds what is wrong in path and query", () =>
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

  it.effect("finds what is wrong in a body", () =>
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

  it.effect("tells of a union what is wrong with the member that was meant", () =>
    Effect.gen(function* () {
      const button = { type: 2, style: 1, custom_id: "x", label: "y".repeat(81) }
      assert.deepStrictEqual(
        yield* found("POST", `/channels/${id}/messages`, json({ components: [{ type: 1, components: [button] }] })),
        ["body.components[].components[].label maxLength"]
      )
    })
  )

  it.effect("reads forms: a payload with files, or fields alone", () =>
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
