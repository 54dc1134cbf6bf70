/** What a client can make the server keep for longer than its request. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { roomy } from "../../dispatch/app.ts"
import { initializeBody, send, startHttp, withSandbox } from "./httpServer.ts"

const MB = 1024 * 1024

/** A text near the limit of a body. Each is different, so that none is shared. */
const large = (seed: string): string => `${seed}${"x".repeat(3.5 * MB)}`

/** The bytes that are in use after a collection of garbage. */
const usedBytes = Effect.sync(() => {
  setFlagsFromString("--expose-gc")
  const collect: unknown = runInNewContext("gc")
  if (typeof collect === "function") for (let pass = 0; pass < 3; pass++) collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
})

const { clientInfo } = initializeBody.params

/** The parts of `initialize`, each with a large text. */
const parameters: Readonly<Record<string, (text: string) => object>> = {
  name: (text) => ({ clientInfo: { ...clientInfo, name: text } }),
  version: (text) => ({ clientInfo: { ...clientInfo, version: text } }),
  title: (text) => ({ clientInfo: { ...clientInfo, title: text } }),
  description: (text) => ({ clientInfo: { ...clientInfo, description: text } }),
  websiteUrl: (text) => ({ clientInfo: { ...clientInfo, websiteUrl: text } }),
  icons: (text) => ({ clientInfo: { ...clientInfo, icons: [{ src: text }] } }),
  "unknown information": (text) => ({ clientInfo: { ...clientInfo, other: text } }),
  protocolVersion: (text) => ({ protocolVersion: text }),
  "form elicitation": (text) => ({ capabilities: { elicitation: { form: { text } } } }),
  "other elicitation": (text) => ({ capabilities: { elicitation: { form: {}, [text]: {} } } }),
  experimental: (text) => ({ capabilities: { experimental: { text: { text } } } }),
  extensions: (text) => ({ capabilities: { extensions: { [text]: {} } } }),
  "unknown capability": (text) => ({ capabilities: { text } }),
  meta: (text) => ({ _meta: { text } }),
  "unknown parameter": (text) => ({ text })
}

describe("a session keeps little of its client's messages", () => {
  it.live("none of the large parts of initialize, whose sessions open all the same", () =>
    Effect.gen(function* () {
      const url = yield* startHttp({ MCP_HTTP_AUTH: "none" })
      const open = (part: object) =>
        send(url, { json: { ...initializeBody, params: { ...initializeBody.params, ...part } } })
      // The first request loads code.
      yield* open({})
      const before = yield* usedBytes
      for (const [name, part] of Object.entries(parameters)) {
        for (const seed of ["a", "b"]) assert.strictEqual((yield* open(part(large(seed)))).status, 200, name)
      }
      // Fifteen parts with two texts each have 105 MB.
      assert.isBelow((yield* usedBytes) - before, 10 * MB)
    }).pipe(withSandbox(roomy))
  )
})
