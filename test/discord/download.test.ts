import type { ServerResponse } from "node:http"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, TestClock } from "effect"
import { isPublic, publicInternet as policy } from "../../src/discord/downloadPolicy.ts"
import * as Deadline from "../../src/resilience/Deadline.ts"
import { KIB, load } from "./files.ts"
import { rawServer } from "./rawServer.ts"

/** The public internet with a few additional addresses. */
const internet = rawServer((response, n) => answers[n - 1]?.(response))
let answers: ReadonlyArray<(response: ServerResponse) => void> = []

/** The responses of the server, by request. */
const answering = (...all: ReadonlyArray<(response: ServerResponse) => void>) =>
  Effect.map(internet, (server) => {
    answers = all
    return { ...server, url: server.url.replace("/api", "") }
  })

const ok =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, headers).end(body)
  }

const redirect = (location: string) => (response: ServerResponse) => {
  response.writeHead(302, { location }).end("moved")
}

const pub = "must be a public address"

describe("a file by its URL", () => {
  it.scopedLive("is downloaded with its name and media type", () =>
    Effect.gen(function* () {
      const { arrived, url } = yield* answering(
        ok("low tide", { "content-type": "text/plain" }),
        ok("x"),
        ok("x"),
        ok("x")
      )
      assert.deepStrictEqual(yield* load({ url: `${url}/notes/tide%20table.txt?at=noon` }), {
        name: "tide table.txt",
        contentType: "text/plain",
        text: "low tide"
      })
      assert.deepStrictEqual(arrived[0]?.url, "/notes/tide%20table.txt?at=noon")
      assert.deepStrictEqual(yield* load({ url: `${url}/a.txt`, name: "b.txt" }), { name: "b.txt", text: "x" })
      assert.deepStrictEqual(yield* load({ url }), { name: "file", text: "x" })
      assert.deepStrictEqual(yield* load({ url: `${url}/100%` }), { name: "100%", text: "x" })
    })
  )

  it.scopedLive("follows up to three redirects, relative ones included", () =>
    Effect.gen(function* () {
      const { arrived, url } = yield* answering(
        redirect("/second"),
        redirect("third"),
        (response) => response.writeHead(308, { location: `http://127.0.0.1:${new URL(url).port}/end` }).end(),
        ok("found"),
        redirect("/1"),
        redirect("/2"),
        redirect("/3"),
        redirect("/4")
      )
      assert.deepStrictEqual(yield* load({ url: `${url}/first.png` }), { name: "first.png", text: "found" })
      assert.deepStrictEqual(
        arrived.map(({ url }) => url),
        ["/first.png", "/second", "/third", "/end"]
      )
      assert.strictEqual(yield* load({ url: `${url}/0` }), "files[0].url redirects more than 3 times")
      assert.strictEqual(arrived.length, 8)
    })
  )

  it.scopedLive("never reaches a private network, also not by a redirect", () =>
    Effect.gen(function* () {
      const { arrived, url } = yield* answering()
      const { port } = new URL(url)
      for (const there of [
        `http://127.0.0.2:${port}/`,
        "http://10.0.0.1/",
        `http://[::1]:${port}/`,
        `http://[::ffff:10.0.0.1]:${port}/`,
        "http://169.254.169.254/latest/meta-data/",
        `http://0x0a000001:${port}/`
      ]) {
        const before = arrived.length
        answers = [...Array.from({ length: before }, () => () => {}), redirect(there)]
        assert.strictEqual(yield* load({ url }), `files[0].url ${pub}`, there)
        assert.strictEqual(arrived.length, before + 1)
      }
      answers = [...answers, redirect("file:///etc/passwd")]
      assert.strictEqual(yield* load({ url }), "files[0].url must be an https:// address")
    })
  )

  it.scopedLive("is not on this machine, in any notation of the address", () =>
    Effect.gen(function* () {
      const { arrived, url } = yield* answering(ok("secret"))
      const { port } = new URL(url)
      const anyScheme = { ...policy, protocols: new Set(["http:", "https:"]) }
      for (const host of [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "0.0.0.0",
        "127.0.0.1.",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        // Names are checked when they are resolved.
        "localhost"
      ]) {
        assert.strictEqual(
          yield* load({ url: `http://${host}:${port}/` }, { by: anyScheme }),
          `files[0].url ${pub}`,
          host
        )
      }
      assert.deepStrictEqual(arrived, [])
    })
  )

  it.scopedLive("must be an https URL in the product", () =>
    Effect.gen(function* () {
      const { arrived, url } = yield* answering(ok("x"))
      for (const bad of [
        url,
        "http://example.com/a.png",
        "ftp://example.com/a.png",
        "file:///etc/passwd",
        "a.png",
        ""
      ]) {
        assert.strictEqual(yield* load({ url: bad }, { by: policy }), "files[0].url must be an https:// address", bad)
      }
      assert.deepStrictEqual(arrived, [])
    })
  )

  it.scopedLive("has a maximum size, also if it never ends", () =>
    Effect.gen(function* () {
      const allClosed = yield* Deferred.make<void>()
      let left = 3
      const watched = (answer: (response: ServerResponse) => void) => (response: ServerResponse) => {
        response.socket?.once("close", () => {
          if (--left === 0) Deferred.unsafeDone(allClosed, Effect.void)
        })
        answer(response)
      }
      const { open, url } = yield* answering(
        watched(ok(Buffer.alloc(64 * KIB))),
        watched(ok(Buffer.alloc(64 * KIB + 1))),
        watched(function endless(response: ServerResponse): void {
          if (!response.destroyed) response.write(Buffer.alloc(16 * KIB), () => setImmediate(endless, response))
        })
      )
      assert.strictEqual(Object(yield* load({ url })).text?.length, 64 * KIB)
      assert.strictEqual(yield* load({ url }), `files[0].url is larger than ${64 * KIB} bytes`)
      assert.strictEqual(yield* load({ url }), `files[0].url is larger than ${64 * KIB} bytes`)
      yield* Deferred.await(allClosed)
      assert.strictEqual(open(), 0)
    })
  )

  it.scopedLive("fails with the status if it does not exist", () =>
    Effect.gen(function* () {
      const { url } = yield* answering(
        (response) => response.writeHead(404).end("no"),
        (response) => response.writeHead(304).end(),
        (response) => response.socket?.resetAndDestroy(),
        (response) => {
          response.writeHead(200, { "content-length": "100" })
          response.write("half", () => response.socket?.resetAndDestroy())
        }
      )
      assert.strictEqual(yield* load({ url }), "files[0].url could not be downloaded: the server answered HTTP 404")
      assert.strictEqual(yield* load({ url }), "files[0].url could not be downloaded: the server answered HTTP 304")
      assert.strictEqual(yield* load({ url }), "files[0].url could not be downloaded")
      assert.strictEqual(yield* load({ url }), "files[0].url could not be downloaded")
      assert.strictEqual(yield* load({ url: "http://no-such-host.invalid/" }), "files[0].url could not be downloaded")
    })
  )

  it.scoped("has a time limit of 20 seconds", () =>
    Effect.gen(function* () {
      const { url } = yield* answering(() => {})
      const loading = yield* Effect.fork(load({ url }))
      yield* TestClock.adjust("19 seconds")
      assert.isTrue(Option.isNone(yield* loading.poll))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(loading), "files[0].url could not be downloaded in time")
    })
  )

  it.scoped("ends at the deadline of the call if that is earlier", () =>
    Effect.gen(function* () {
      const { url } = yield* answering(() => {})
      const loading = yield* Effect.fork(Deadline.limit(3000)(load({ url })))
      yield* TestClock.adjust("2 seconds")
      assert.isTrue(Option.isNone(yield* loading.poll))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(loading), "files[0].url could not be downloaded in time")
    })
  )
})

describe("a public address", () => {
  it("is one of the public internet, and none that maps to a private one", () => {
    const addresses = {
      public: ["8.8.8.8", "162.159.128.233", "2606:4700::1111", "::ffff:8.8.8.8"],
      private: [
        ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
        ...["192.0.0.1", "198.18.0.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
        ...["::", "::1", "::7f00:1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "64:ff9b:1::a00:1", "2002:7f00:1::"],
        ...["fe80::1", "fe80::1%eth0", "fc00::1", "fec0::1", "ff02::1", "2001::1", "2001:db8::1", "100:0:0:1::1"],
        ...["", "example.com", "8.8.8.8:80"]
      ]
    }
    assert.deepStrictEqual(
      addresses.public.filter((address) => !isPublic(address)),
      []
    )
    assert.deepStrictEqual(addresses.private.filter(isPublic), [])
  })
})
