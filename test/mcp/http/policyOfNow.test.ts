/** A client whose policy or token changes while its calls run and its streams are open. */
// @effect-diagnostics asyncFunction:off
// @effect-diagnostics globalFetchInEffect:off
// @effect-diagnostics newPromise:off
import { assert, describe, it } from "@effect/vitest"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { ElicitRequestSchema, type ElicitResult } from "@modelcontextprotocol/sdk/types.js"
import { Deferred, Effect, FiberRef, HashSet, Logger, TestClock } from "effect"
import { roomy, Sandbox } from "../../dispatch/app.ts"
import {
  clientsFile,
  connectHttp,
  hashOf,
  initializeBody,
  postHeaders,
  send,
  startHttpInVirtualTime,
  tokenOf,
  withSandbox
} from "./httpServer.ts"
import { startIssuer } from "./issuer.ts"

const environment = { MCP_DRY_RUN: "false", MCP_TOOL_SURFACE: "full" }

/** Every way in which an entry of the clients file can change, by the name of its client. */
const changes: Readonly<Record<string, object | "removed">> = {
  reader: { read_only: true },
  elsewhere: { guilds: ["1248328050278499999"] },
  "without-tools": { exclude_tools: ["messages_delete", "messages_read"] },
  "other-tools": { tools: ["guild_get"] },
  "other-category": { categories: ["users"] },
  "dry-run": { dry_run: true },
  stricter: { confirm: "token" },
  rotated: { token_sha256: hashOf("another-token") },
  removed: "removed",
  same: {}
}
const names = Object.keys(changes)

/** The clients whose token no longer works after the change. */
const isLockedOut = (name: string) => name === "rotated" || name === "removed"

/** The clients that may no longer see what they saw before. */
const isBlind = (name: string) => !["reader", "dry-run", "stricter", "same"].includes(name)

/** Starts a server with a client for each change, and returns the effect that changes all of them. */
const changingServer = Effect.gen(function* () {
  const reloaded = yield* Deferred.make<void>()
  const logger = Logger.make(({ message }) => {
    if (String(message).includes("was reloaded")) Deferred.unsafeDone(reloaded, Effect.void)
  })
  const file = yield* clientsFile(Object.fromEntries(names.map((name) => [name, {}])))
  const url = yield* Effect.locallyWith(
    startHttpInVirtualTime({ ...environment, MCP_HTTP_CLIENTS_FILE: file.path, MCP_HTTP_MAX_SESSIONS: "100" }),
    FiberRef.currentLoggers,
    HashSet.add(logger)
  )
  const change = Effect.gen(function* () {
    yield* file.write(
      Object.fromEntries(
        Object.entries(changes).flatMap(([name, entry]) => (typeof entry === "string" ? [] : [[name, entry] as const]))
      )
    )
    // The file is read in real time, after the virtual time of the interval.
    yield* TestClock.adjust("3 seconds")
    yield* Deferred.await(reloaded)
  })
  return { url, change }
})

const authorization = (token: string) => ({ authorization: `Bearer ${token}` })

/** Opens a session by hand. */
const openSession = (url: string, token: string) =>
  Effect.map(send(url, { json: initializeBody, headers: authorization(token) }), ({ headers }) => ({
    ...authorization(token),
    "mcp-session-id": headers.get("mcp-session-id") ?? "",
    "mcp-protocol-version": "2025-11-25"
  }))

/** Opens the stream of a session. Returns its status, and an effect that waits until it ends. */
const openStream = (url: string, headers: Readonly<Record<string, string>>) =>
  Effect.map(
    Effect.promise(() => fetch(url, { headers: { ...headers, accept: postHeaders.accept } })),
    (response) => ({ status: response.status, text: Effect.promise(() => response.text()) })
  )

describe("the preview of a call that a policy holds", () => {
  it.effect("names the policy, and not the server's settings", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const hintFor = Effect.fnUntraced(function* (policy: object, more: Readonly<Record<string, string>> = {}) {
        const file = yield* clientsFile({ held: policy })
        const url = yield* startHttpInVirtualTime({ ...environment, ...more, MCP_HTTP_CLIENTS_FILE: file.path })
        const { client } = yield* connectHttp(url, tokenOf("held"))
        const { structuredContent } = yield* Effect.promise(() =>
          client.callTool({ name: "channels_delete", arguments: { channel_id: ids.channels.general } })
        )
        return String(Object(structuredContent).recovery_hint)
      })
      const dry = yield* hintFor({ dry_run: true, confirm: "token" })
      assert.match(dry, /by dry_run in its policy.*without __confirm, for a preview with a confirmation_token/)
      const strict = yield* hintFor({ confirm: "elicit" })
      assert.match(strict, /confirm in the policy of this client/)
      for (const hint of [dry, strict]) assert.notMatch(hint, /MCP_DRY_RUN|MCP_CONFIRM|--allow/)
      // Where the server's setting holds the call, too, the setting is named.
      assert.match(yield* hintFor({ dry_run: true }, { MCP_DRY_RUN: "true" }), /MCP_DRY_RUN=true/)
      assert.match(yield* hintFor({ confirm: "elicit" }, { MCP_CONFIRM: "elicit" }), /MCP_CONFIRM/)
    }).pipe(withSandbox(roomy))
  )
})

describe("a policy of the clients file that changes", () => {
  it.effect("applies to a question that is open: after a yes, only what the client may do now runs", () =>
    Effect.gen(function* () {
      const { ids, requests } = yield* Sandbox
      const { change, url } = yield* changingServer
      const channel_id = ids.channels.general
      const posted = yield* connectHttp(url, tokenOf("same"))
      const answers: Array<(result: ElicitResult) => void> = []
      const allAsked = yield* Deferred.make<void>()
      const clients = yield* Effect.forEach(names, (name) =>
        Effect.gen(function* () {
          const sent = yield* Effect.promise(() =>
            posted.client.callTool({ name: "messages_send", arguments: { channel_id, content: name } })
          )
          const message_id = String(Object(sent.structuredContent).id)
          const client = new Client({ name: "test", version: "1" }, { capabilities: { elicitation: { form: {} } } })
          client.setRequestHandler(
            ElicitRequestSchema,
            () =>
              new Promise<ElicitResult>((resolve) => {
                answers.push(resolve)
                if (answers.length === names.length) Deferred.unsafeDone(allAsked, Effect.void)
              })
          )
          yield* connectHttp(url, tokenOf(name), client)
          return { name, message_id, client }
        })
      )
      const calls = clients.map(({ client, message_id, name }) => ({
        name,
        message_id,
        result: client
          .callTool({ name: "messages_delete", arguments: { channel_id, message_id } })
          .catch((error: unknown) => ({ isError: true, structuredContent: { code: String(error) } }))
      }))
      yield* Deferred.await(allAsked)
      yield* change
      for (const answer of answers) answer({ action: "accept", content: { answer: "Yes, do it" } })
      for (const { name, result } of calls) {
        // A client without a valid token gets no answer.
        if (isLockedOut(name)) continue
        const { isError, structuredContent } = yield* Effect.promise(() => result)
        const { code } = Object(structuredContent)
        assert.deepStrictEqual(
          [name, isError === true ? code : "ok"],
          [name, name === "same" ? "ok" : "SCOPE_REJECTED"]
        )
      }
      const deleted = (yield* requests).filter(({ method }) => method === "DELETE").map(({ path }) => path)
      const expected = calls.filter(({ name }) => name === "same").map(({ message_id }) => message_id)
      assert.deepStrictEqual(
        deleted.map((path) => path.split("/").at(-1)),
        expected
      )
    }).pipe(withSandbox(roomy))
  )

  it.effect("tells the holder of a token that has ended why, and no other sender", () =>
    Effect.gen(function* () {
      const { change, url } = yield* changingServer
      const sessions = yield* Effect.forEach(["rotated", "removed"], (name) => openSession(url, tokenOf(name)))
      yield* change
      const [rotated, removed, unknown] = yield* Effect.forEach(
        [...sessions, authorization("never-a-token")],
        (headers) =>
          Effect.map(send(url, { json: initializeBody, headers }), ({ headers, status }) => [
            status,
            /error_description="([^"]*)"/.exec(headers.get("www-authenticate") ?? "")?.[1]
          ])
      )
      assert.deepStrictEqual(rotated, [401, "The client has another token now. Its operator has the new one."])
      assert.deepStrictEqual(removed, [401, "The client was removed."])
      assert.deepStrictEqual(unknown, [401, "The token is not known."])
      // The session goes on with the new token.
      const listed = yield* send(url, {
        json: { jsonrpc: "2.0", id: 2, method: "tools/list" },
        headers: { ...sessions[0], ...authorization("another-token") }
      })
      assert.strictEqual(listed.status, 200)
    }).pipe(withSandbox(roomy))
  )

  it.effect("ends the streams of clients whose token no longer works, and no other stream", () =>
    Effect.gen(function* () {
      const { change, url } = yield* changingServer
      const ended: Array<string> = []
      const streams = yield* Effect.forEach(names, (name) =>
        Effect.gen(function* () {
          const { status, text } = yield* openStream(url, yield* openSession(url, tokenOf(name)))
          assert.strictEqual(status, 200)
          yield* Effect.forkScoped(Effect.tap(text, () => Effect.sync(() => ended.push(name))))
          return { name, text }
        })
      )
      yield* change
      // Streams end in real time.
      yield* Effect.repeat(send(new URL("/healthz", url).href), { until: () => ended.length >= 2 })
      assert.lengthOf(streams, names.length)
      assert.sameMembers(ended, names.filter(isLockedOut))
    }).pipe(withSandbox(roomy))
  )

  it.effect("filters what a resumed stream repeats", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { change, url } = yield* changingServer
      const call = {
        jsonrpc: "2.0",
        id: 5,
        method: "tools/call",
        params: { name: "messages_read", arguments: { channel_id: ids.channels.general, limit: 5 } }
      }
      const sessions = yield* Effect.forEach(names, (name) =>
        Effect.gen(function* () {
          const headers = yield* openSession(url, tokenOf(name))
          const { text } = yield* send(url, { json: call, headers })
          const [first] = [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id)
          assert.include(text, '"items"')
          return { name, headers: { ...headers, "last-event-id": first ?? "" } }
        })
      )
      const resumed = Effect.forEach(sessions, ({ headers, name }) =>
        Effect.gen(function* () {
          const { status, text } = yield* openStream(url, headers)
          return { name, status, text: yield* text }
        })
      )
      for (const { name, status, text } of yield* resumed) {
        assert.deepStrictEqual([name, status, text.includes('"items"')], [name, 200, true])
      }
      yield* change
      for (const { name, status, text } of yield* resumed) {
        assert.deepStrictEqual(
          [name, status, text.includes('"items"')],
          [name, isLockedOut(name) ? 401 : isBlind(name) ? 400 : 200, !isBlind(name)]
        )
      }
    }).pipe(withSandbox(roomy))
  )

  it.effect("leaves a session to the new token of its client", () =>
    Effect.gen(function* () {
      const { change, url } = yield* changingServer
      const { authorization: _, ...headers } = yield* openSession(url, tokenOf("rotated"))
      const ping = (token: string) =>
        Effect.map(
          send(url, {
            json: { jsonrpc: "2.0", id: 1, method: "ping" },
            headers: { ...headers, ...authorization(token) }
          }),
          ({ status }) => status
        )
      assert.strictEqual(yield* ping(tokenOf("rotated")), 200)
      yield* change
      assert.deepStrictEqual([yield* ping(tokenOf("rotated")), yield* ping("another-token")], [401, 200])
    }).pipe(withSandbox(roomy))
  )
})

describe("an access token that expires", () => {
  /** The end of the token in virtual time, which starts at 0. The server accepts a clock skew of 5 seconds. */
  const EXPIRES_SECONDS = 60
  const AFTER = "65 seconds"

  const signedServer = Effect.gen(function* () {
    const issuer = yield* startIssuer
    const url = yield* startHttpInVirtualTime({
      ...environment,
      MCP_HTTP_ISSUER: issuer.issuer,
      MCP_HTTP_AUDIENCE: "discord-mcp"
    })
    const sign = (exp: number, scope = "discord:read discord:write discord:destructive") =>
      issuer.sign({ expiresIn: null, payload: { exp, scope } })
    return { url, sign }
  })

  it.effect("ends its streams, and not those of a renewed token", () =>
    Effect.gen(function* () {
      const { sign, url } = yield* signedServer
      const [old, renewed] = [yield* sign(EXPIRES_SECONDS), yield* sign(3600)]
      const ended: Array<string> = []
      for (const [name, token] of Object.entries({ old, renewed })) {
        const { text } = yield* openStream(url, yield* openSession(url, token))
        yield* Effect.forkScoped(Effect.tap(text, () => Effect.sync(() => ended.push(name))))
      }
      yield* TestClock.adjust(AFTER)
      yield* Effect.repeat(send(new URL("/healthz", url).href), { until: () => ended.length > 0 })
      assert.deepStrictEqual(ended, ["old"])
    }).pipe(withSandbox(roomy))
  )

  it.effect("ends a plan between its steps", () =>
    Effect.gen(function* () {
      const { ids, inject, awaitRequests, requests } = yield* Sandbox
      const { sign, url } = yield* signedServer
      const { client } = yield* connectHttp(url, yield* sign(EXPIRES_SECONDS))
      const isSend = ({ method }: { readonly method: string }) => method === "POST"
      const sendStep = (id: string) => ({
        id,
        tool: "messages_send",
        args: { channel_id: ids.channels.general, content: id }
      })
      // The second step waits for a limit until the token has expired.
      yield* inject({
        match: { operation: "POST /channels/:id/messages" },
        after: 1,
        do: { kind: "rate_limit", scope: "user", retry_after: 70 }
      })
      const before = (yield* requests).length
      const plan = client
        .callTool({ name: "mcp_pipeline", arguments: { steps: ["a", "b", "c"].map(sendStep) } }, undefined, {
          timeout: 3_600_000
        })
        .catch(() => undefined)
      yield* awaitRequests(before + 2)
      yield* TestClock.adjust("90 seconds")
      // The answer reaches nobody, because the stream ends with the token.
      for (let request = 0; request < 20; request++) yield* send(new URL("/healthz", url).href)
      assert.isDefined(plan)
      assert.lengthOf((yield* requests).filter(isSend), 2)
    }).pipe(withSandbox(roomy))
  )

  it.effect("with fewer scopes repeats nothing that another token of the same client was sent", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { sign, url } = yield* signedServer
      const headers = yield* openSession(url, yield* sign(3600))
      const { text } = yield* send(url, {
        json: {
          jsonrpc: "2.0",
          id: 5,
          method: "tools/call",
          params: { name: "messages_send", arguments: { channel_id: ids.channels.general, content: "hello" } }
        },
        headers
      })
      const [first] = [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id)
      const resume = (token: string) =>
        Effect.map(
          openStream(url, { ...headers, ...authorization(token), "last-event-id": first ?? "" }),
          ({ status }) => status
        )
      assert.strictEqual(yield* resume(yield* sign(3600, "discord:read")), 400)
    }).pipe(withSandbox(roomy))
  )
})
