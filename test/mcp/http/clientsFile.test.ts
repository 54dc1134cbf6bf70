// @effect-diagnostics strictEffectProvide:off
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Either, Logger, TestClock } from "effect"
import { type Known, parseClients } from "../../../src/mcp/http/access/ClientEntry.ts"
import { openClients } from "../../../src/mcp/http/access/Clients.ts"
import { clientsText, hashOf, logLines, tokenOf, until } from "./httpServer.ts"

const known: Known = { tools: ["messages_send", "guild_modify"], categories: ["messages"], guilds: undefined }
const GUILD = "1248328050278400001"

/** The problems of a file with one client. */
const problemsOf = (policy: object) =>
  Either.match(parseClients(clientsText({ ci: policy }), known), {
    onLeft: (problems) => problems.map((problem) => problem.replace('client 1 ("ci"): ', "")),
    onRight: () => []
  })

const ID = "expected a Discord id (17 to 20 digits)"
const CONFIRM = "confirm: expected one of flag, token, elicit, discord"

/** Policies, with all of their problems. */
const table: ReadonlyArray<readonly [policy: object, problems: ReadonlyArray<string>]> = [
  [{ guilds: [GUILD], tools: ["messages_send"], confirm: "token", read_only: false }, []],
  ...["guilds", "channels"].flatMap((field) => [
    ...[[], "", null, "1", {}].map(
      (ids) => [{ [field]: ids }, [`${field}: expected a list of at least one Discord id`]] as const
    ),
    ...["", " ", "null", "1", 7, null].map((id) => [{ [field]: [id] }, [`${field}[0]: ${ID}`]] as const)
  ]),
  [{ guilds: [GUILD, ""] }, [`guilds[1]: ${ID}`]],
  [{ guilds: ["", " "] }, [`guilds[0]: ${ID}`, `guilds[1]: ${ID}`]],
  ...["tools", "exclude_tools"].flatMap((field) => [
    ...[[], null, "messages_send"].map(
      (list) => [{ [field]: list }, [`${field}: expected a list of at least one name of a tool`]] as const
    ),
    ...["", " ", "undefined"].map(
      (name) => [{ [field]: ["messages_send", name] }, [`${field}: there is no tool ${JSON.stringify(name)}`]] as const
    ),
    [{ [field]: [7] }, [`${field}[0]: Expected string, actual 7`]] as const
  ]),
  [{ categories: [] }, ["categories: expected a list of at least one name of a category"]],
  [{ categories: [""] }, ['categories: there is no category ""']],
  ...["", " ", null, "Token", "none", true, ["token"]].map((confirm) => [{ confirm }, [CONFIRM]] as const),
  ...["read_only", "dry_run", "mention_only", "transcribe"].flatMap((field) =>
    ["", null, "true", 1].map((flag) => [{ [field]: flag }, [`${field}: expected true or false`]] as const)
  ),
  [
    { confirm: "maybe", read_only: "yes", guild: [GUILD] },
    ['there is no setting "guild"; did you mean guilds?', "read_only: expected true or false", CONFIRM]
  ]
]

describe("a client of the clients file", () => {
  it("has one line for each problem, with the path of the value", () => {
    for (const [policy, problems] of table) {
      assert.sameMembers([...problemsOf(policy)], [...problems], JSON.stringify(policy))
    }
  })

  it("has 25 lines at most, and the number of the other problems", () => {
    const problems = problemsOf({ guilds: Array(1000).fill("") })
    assert.deepStrictEqual(
      [problems.length, problems[24], problems[25]],
      [26, `guilds[24]: ${ID}`, "975 more problems in the file"]
    )
  })

  it("has a bounded line for a long value", () => {
    for (const problem of problemsOf({ tools: ["x".repeat(100_000)], ["x".repeat(100_000)]: 1 })) {
      assert.isAtMost(problem.length, 300)
    }
  })
})

layer(NodeFileSystem.layer)("a clients file that changes", (it) => {
  it.scoped("remembers the last 1,000 tokens that have ended, and none that is valid again", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = `${yield* fs.makeTempDirectoryScoped()}/clients.json`
      const names = Array.from({ length: 1001 }, (_, at) => `client-${at}`)
      const write = (policies: Readonly<Record<string, object>>) => fs.writeFileString(path, clientsText(policies))
      yield* write({ ...Object.fromEntries(names.map((name) => [name, {}])), rotated: {} })
      const clients = yield* openClients(path, known)
      let changes = 0
      yield* clients.watch(Effect.sync(() => void changes++))
      const change = Effect.fnUntraced(function* (policies: Readonly<Record<string, object>>) {
        yield* write(policies)
        const before = changes
        yield* TestClock.adjust("3 seconds")
        yield* until(() => changes > before)
      })
      const endOf = (name: string) => clients.endOf(hashOf(tokenOf(name)))
      yield* change({ rotated: { token_sha256: hashOf("new") } })
      // 1,002 tokens have ended: the two oldest are forgotten.
      assert.deepStrictEqual(["client-0", "client-1", "client-2", "client-1000", "rotated", "other"].map(endOf), [
        undefined,
        undefined,
        "removed",
        "removed",
        "replaced",
        undefined
      ])
      yield* change({ rotated: {} })
      assert.isUndefined(endOf("rotated"))
      assert.strictEqual(clients.endOf(hashOf("new")), "replaced")
    }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger)))
  )

  it.scoped("is reported each time it becomes wrong in another way, one line for each problem", () => {
    const { logged, logging } = logLines()
    return Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      let reads = 0
      const counting: FileSystem.FileSystem = {
        ...fs,
        readFile: (...args) =>
          Effect.ensuring(
            fs.readFile(...args),
            Effect.sync(() => void reads++)
          )
      }
      const path = yield* fs.makeTempFileScoped()
      const write = (text: string) => fs.writeFileString(path, text, { mode: 0o600 })
      yield* write(clientsText({ one: {} }))
      const clients = yield* Effect.provideService(openClients(path, known), FileSystem.FileSystem, counting)
      let changes = 0
      yield* clients.watch(Effect.sync(() => void changes++))
      /** The lines about a new text, and about the same text later. */
      const lines = (text: string) =>
        Effect.gen(function* () {
          logged.length = 0
          const before = reads
          yield* write(text)
          for (let poll = 0; poll < 4; poll++) {
            yield* TestClock.adjust("3 seconds")
            // The file is read in real time.
            yield* until(() => reads > before + poll)
          }
          return logged.map((line) => line.replace("the clients file was not reloaded: ", "✗ "))
        })
      assert.deepStrictEqual(yield* lines("[{"), ["✗ is not valid JSON"])
      assert.deepStrictEqual(yield* lines("{}"), ["✗ expected a JSON list of clients"])
      assert.deepStrictEqual(yield* lines("7"), ["✗ expected a JSON list of clients"])
      const wrong = [`✗ client 1 ("one"): ${CONFIRM}`]
      assert.deepStrictEqual(yield* lines(clientsText({ one: { confirm: "maybe" } })), wrong)
      assert.deepStrictEqual(yield* lines(clientsText({ one: { confirm: "never" } })), wrong)
      assert.deepStrictEqual(yield* lines(clientsText({ one: { confirm: "no", guilds: [""] } })), [
        `✗ client 1 ("one"): guilds[0]: ${ID}`,
        ...wrong
      ])
      assert.strictEqual(changes, 0)
      // Also if it becomes what it was before.
      assert.deepStrictEqual(yield* lines(clientsText({ one: {} })), ["the clients file was reloaded: 1 client"])
      assert.deepStrictEqual(yield* lines(clientsText({ one: { confirm: "no" } })), wrong)
      assert.deepStrictEqual(yield* lines(clientsText({ two: { token_sha256: hashOf("x") } })), [
        "the clients file was reloaded: 1 client"
      ])
      assert.deepStrictEqual(
        clients.current().map(({ name }) => name),
        ["two"]
      )
    }).pipe(logging)
  })
})
