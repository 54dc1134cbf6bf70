/** What `audit verify` says about a changed set of logs, from whichever path it is named. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { basename, join, relative } from "node:path"
import { FileSystem } from "@effect/platform"
import { SystemError } from "@effect/platform/Error"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, FastCheck, TestClock } from "effect"
import { checkpointText, hashOf } from "../../src/audit/AuditSink.ts"
import { verify } from "../../src/cli/audit.ts"
import { ReportedFailure } from "../../src/cli/exit.ts"
import { captureConsole } from "../cli/captureConsole.ts"
import { makeFifo } from "../makeFifo.ts"
import { runs, someOf } from "../turns.ts"
import { place, quiet, session } from "./log.ts"

/** The paths of a set of three logs. The second was rotated, and has three files. */
interface LogPaths {
  readonly directory: string
  readonly first: string
  readonly parts: ReadonlyArray<string>
  readonly second: string
  readonly third: string
}

const makeLogs = Effect.gen(function* () {
  const file = yield* place
  for (const [count, maxBytes] of [
    [4, 1e6],
    [12, 800],
    [5, 1e6]
  ] as const) {
    yield* session(file, count, { maxBytes })
    yield* TestClock.adjust("1 second")
  }
  return file.replace("/audit.log", "")
})

const pathsIn = (directory: string): LogPaths => {
  const [first = "", second = "", third = ""] = readdirSync(directory)
    .filter((name) => name.endsWith(".log"))
    .map((name) => join(directory, name))
  const parts = readdirSync(directory)
    .filter((name) => /\.\d+$/.test(name))
    .map((name) => join(directory, name))
    .sort((a, b) => Number(a.replace(/.*\./, "")) - Number(b.replace(/.*\./, "")))
  assert.isAtLeast(parts.length, 3)
  return { directory, first, parts, second, third }
}

/** The ways to name the logs on the command line. `link` is an empty directory for symbolic links. */
const ways: Readonly<Record<string, (paths: LogPaths, link: string) => ReadonlyArray<string>>> = {
  "the setting": ({ directory }) => [join(directory, "audit.log")],
  "the directory": ({ directory }) => [directory],
  "the directory by a relative path": ({ directory }) => [relative(process.cwd(), directory)],
  "the first log": ({ first }) => [first],
  "the second log": ({ second }) => [second],
  "the last log by a relative path": ({ third }) => [relative(process.cwd(), third)],
  "a rotated file": ({ parts }) => [parts[1] ?? ""],
  "a checkpoint": ({ third }) => [`${third}.head`],
  "all files": ({ directory }) =>
    readdirSync(directory)
      .filter((name) => /^audit-.*\.log(\.head|\.\d+)?$/.test(name))
      .map((name) => join(directory, name)),
  "a link to the directory": ({ directory }, link) => {
    symlinkSync(directory, join(link, "logs"))
    return [join(link, "logs")]
  },
  "a link to a log": ({ second }, link) => {
    symlinkSync(second, join(link, "latest"))
    return [join(link, "latest")]
  },
  "a link to a log, with its name": ({ second }, link) => {
    symlinkSync(second, join(link, basename(second)))
    return [join(link, basename(second))]
  }
}

const silenced = <A, E, R>(command: Effect.Effect<A, E, R>) =>
  Effect.consoleWith((console) => Effect.withConsole(command, { ...console, error: () => Effect.void }))

/** Returns the exit code of `audit verify`, and its output. */
const verdictOf = (files: ReadonlyArray<string>) =>
  Effect.map(captureConsole(silenced(verify({ files, json: false }))), ({ exit, text }) => {
    const code = Exit.match(exit, {
      onSuccess: () => 0,
      onFailure: (cause) => (cause._tag === "Fail" && cause.error instanceof ReportedFailure ? cause.error.exitCode : 1)
    })
    return { code, text }
  })

type Edit = (paths: LogPaths) => void | Effect.Effect<void>

/** Changes a copy of the logs, and returns the verdict for each way to name them. */
const verdicts = Effect.fnUntraced(function* (
  logs: string,
  edit: Edit,
  names: ReadonlyArray<string> = Object.keys(ways)
) {
  const fs = yield* FileSystem.FileSystem
  const base = yield* fs.makeTempDirectoryScoped({ prefix: "audit-copy-" })
  const directory = join(base, "logs")
  cpSync(logs, directory, { recursive: true })
  const paths = pathsIn(directory)
  const editing = edit(paths)
  if (Effect.isEffect(editing)) yield* editing
  return yield* Effect.forEach(names, (name, at) => {
    const link = join(base, String(at))
    mkdirSync(link)
    return Effect.map(verdictOf(ways[name]?.(paths, link) ?? []), (verdict) => ({ name, ...verdict }))
  })
}, Effect.scoped)

const lines = (path: string, change: (lines: Array<string>) => ReadonlyArray<string>): void =>
  writeFileSync(path, change(readFileSync(path, "utf8").split("\n")).join("\n"))

const bytes = (path: string, change: (bytes: Buffer) => Buffer): void => writeFileSync(path, change(readFileSync(path)))

const swap = (a: string, b: string): void => {
  renameSync(a, `${a}-swapped`)
  renameSync(b, a)
  renameSync(`${a}-swapped`, b)
}

/** A name of another process's log, between the second and the third. */
const otherName = ({ second }: LogPaths): string => second.replace(/-100-[\da-f]{12}/, "-4242-000000000000")

type Cases = ReadonlyArray<readonly [what: string, edit: Edit]>

const altered: Cases = [
  ["an empty file with a number", ({ first }) => writeFileSync(`${first}.007`, "")],
  ["an empty file with the number 7", ({ first }) => writeFileSync(`${first}.7`, "")],
  ["an empty file with a huge number", ({ first }) => writeFileSync(`${first}.${"9".repeat(30)}`, "")],
  ["an empty log", ({ second }) => writeFileSync(second, "")],
  ["an empty rotated file", ({ parts }) => writeFileSync(parts[1] ?? "", "")],
  ["an empty first rotated file", ({ parts }) => writeFileSync(parts[0] ?? "", "")],
  ["an empty checkpoint", ({ second }) => writeFileSync(`${second}.head`, "")],
  ["a removed rotated file in the middle", ({ parts }) => rmSync(parts[1] ?? "")],
  ["a removed last rotated file", ({ parts }) => rmSync(parts.at(-1) ?? "")],
  ["a removed current file", ({ second }) => rmSync(second)],
  ["a removed only file", ({ first }) => rmSync(first)],
  ["a removed newest file", ({ third }) => rmSync(third)],
  ["a removed checkpoint", ({ third }) => rmSync(`${third}.head`)],
  [
    "a removed log between others",
    ({ parts, second }) => {
      for (const path of [...parts, second, `${second}.head`]) rmSync(path)
    }
  ],
  ["its first five lines removed", ({ first }) => lines(first, (all) => all.slice(5))],
  ["its first line removed", ({ third }) => lines(third, (all) => all.slice(1))],
  ["its last line removed", ({ third }) => lines(third, (all) => all.toSpliced(-2, 1))],
  ["its last line break removed", ({ third }) => bytes(third, (all) => all.subarray(0, -1))],
  ["half of its last line removed", ({ third }) => bytes(third, (all) => all.subarray(0, -50))],
  ["a cut rotated file", ({ parts }) => truncateSync(parts[0] ?? "", 40)],
  [
    "two swapped lines",
    ({ third }) => lines(third, (all) => [all[0] ?? "", all[2] ?? "", all[1] ?? "", ...all.slice(3)])
  ],
  ["two swapped logs", ({ first, third }) => swap(first, third)],
  [
    "two swapped logs with their checkpoints",
    ({ first, third }) => {
      swap(first, third)
      swap(`${first}.head`, `${third}.head`)
    }
  ],
  ["two swapped rotated files", ({ parts }) => swap(parts[0] ?? "", parts[1] ?? "")],
  ["two swapped checkpoints", ({ first, third }) => swap(`${first}.head`, `${third}.head`)],
  ["a rotated file under another number", ({ parts }) => renameSync(parts[1] ?? "", `${parts[1]}1`)],
  ["a copied rotated file", ({ parts }) => copyFileSync(parts[1] ?? "", `${parts[1]}1`)],
  ["the current file copied as a rotated one", ({ third }) => copyFileSync(third, `${third}.6`)],
  ["a log copied under the name of another process", (paths) => copyFileSync(paths.first, otherName(paths))],
  [
    "a log and its checkpoint copied under the name of another process",
    (paths) => {
      copyFileSync(paths.first, otherName(paths))
      copyFileSync(`${paths.first}.head`, `${otherName(paths)}.head`)
    }
  ],
  ["a rotated file of another log", ({ first, parts }) => copyFileSync(first, parts[1] ?? "")],
  [
    "a log replaced by a link",
    ({ directory, third }) => {
      renameSync(third, join(directory, "copy"))
      symlinkSync(join(directory, "copy"), third)
    }
  ],
  [
    "a checkpoint replaced by a link",
    ({ directory, third }) => {
      renameSync(`${third}.head`, join(directory, "copy"))
      symlinkSync(join(directory, "copy"), `${third}.head`)
    }
  ],
  [
    "a rotated file replaced by a link to nowhere",
    ({ parts }) => {
      rmSync(parts[1] ?? "")
      symlinkSync("/nowhere", parts[1] ?? "")
    }
  ],
  [
    "a log replaced by a directory",
    ({ third }) => {
      rmSync(third)
      mkdirSync(third)
    }
  ],
  [
    "a log replaced by a FIFO",
    ({ third }) => {
      rmSync(third)
      return makeFifo(third)
    }
  ],
  [
    "a checkpoint replaced by a FIFO",
    ({ third }) => {
      rmSync(`${third}.head`)
      return makeFifo(`${third}.head`)
    }
  ],
  ["a BOM", ({ first }) => bytes(first, (all) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), all]))],
  [
    "a BOM in the checkpoint",
    ({ first }) => bytes(`${first}.head`, (all) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), all]))
  ],
  ["CRLF", ({ first }) => lines(first, (all) => all.map((line) => (line === "" ? "" : `${line}\r`)))],
  [
    "CRLF in the checkpoint",
    ({ first }) => lines(`${first}.head`, (all) => all.map((line) => (line === "" ? "" : `${line}\r`)))
  ],
  ["a space at the end of a line", ({ third }) => lines(third, (all) => all.with(-2, `${all.at(-2)} `))],
  ["a NUL byte", ({ third }) => lines(third, (all) => all.with(2, `${all[2]}\0`))],
  ["NUL bytes at the end", ({ third }) => bytes(third, (all) => Buffer.concat([all, Buffer.alloc(100)]))],
  ["a blank line", ({ third }) => lines(third, (all) => all.toSpliced(2, 0, ""))],
  ["a blank line at the end", ({ third }) => bytes(third, (all) => Buffer.concat([all, Buffer.from("\n")]))],
  ["a repeated key", ({ third }) => lines(third, (all) => all.with(-2, (all.at(-2) ?? "").replace("{", '{"seq":9,')))],
  [
    "a number of 1e999",
    ({ third }) => lines(third, (all) => all.with(-2, (all.at(-2) ?? "").replace('"seq":6', '"seq":1e999')))
  ],
  [
    "half of a surrogate pair",
    ({ third }) => lines(third, (all) => all.with(-2, (all.at(-2) ?? "").replace("tool", "\\ud800")))
  ],
  [
    "a huge line",
    ({ third }) => bytes(third, (all) => Buffer.concat([all, Buffer.alloc(17 * 1024 * 1024, "a"), Buffer.from("\n")]))
  ],
  [
    "a huge line without an end",
    ({ third }) => bytes(third, (all) => Buffer.concat([all, Buffer.alloc(17 * 1024 * 1024, "{")]))
  ],
  [
    "an older checkpoint with another hash",
    ({ third }) => bytes(`${third}.head`, (all) => Buffer.from(all.toString().replace('"seq":6', '"seq":5')))
  ],
  [
    "a newer checkpoint",
    ({ third }) => bytes(`${third}.head`, (all) => Buffer.from(all.toString().replace('"seq":6', '"seq":7')))
  ],
  [
    "an unknown key in the checkpoint",
    ({ third }) => bytes(`${third}.head`, (all) => Buffer.from(all.toString().replace("{", '{"first":1,')))
  ]
]

/** Changes that the check accepts. The documentation states each of them. */
const accepted: Cases = [
  ["no change", () => undefined],
  ["a removed first rotated file", ({ parts }) => rmSync(parts[0] ?? "")],
  [
    "the start of the next record at the end",
    ({ third }) => bytes(third, (all) => Buffer.concat([all, Buffer.from('{"seq":7,"ti')]))
  ],
  ["the temporary file of a checkpoint", ({ third }) => writeFileSync(`${third}.head.new`, "")],
  ["a copy under a name that no log has", ({ third }) => copyFileSync(third, `${third}.bak`)],
  ["an unrelated file", ({ directory }) => writeFileSync(join(directory, "notes.log"), "x")],
  [
    "the end of the newest log removed, with a checkpoint made for it",
    ({ third }) => {
      lines(third, (all) => all.toSpliced(-2, 1))
      const last = readFileSync(third, "utf8").split("\n").at(-2) ?? ""
      writeFileSync(`${third}.head`, checkpointText({ seq: 5, hash: hashOf(last) }))
    }
  ]
]

/** The number of random edits. */
const RUNS = runs(60)

/** One change of one file, or of two. Numbers choose files, lines and bytes. */
const anyEdit = FastCheck.record({
  kind: FastCheck.constantFrom("delete", "insert", "remove", "change", "swap lines", "truncate", "copy", "swap files"),
  file: FastCheck.nat(),
  other: FastCheck.nat(),
  at: FastCheck.nat(),
  count: FastCheck.integer({ min: 1, max: 300 }),
  text: FastCheck.oneof(FastCheck.string({ minLength: 1 }), FastCheck.constantFrom("\n", "\r", " ", "0", "}", "\0"))
})
type AnyEdit = typeof anyEdit extends FastCheck.Arbitrary<infer A> ? A : never

const applyEdit = ({ at, count, file, kind, other, text }: AnyEdit, { directory }: LogPaths): void => {
  const files = readdirSync(directory).map((name) => join(directory, name))
  const path = files[file % files.length] ?? ""
  const second = files[other % files.length] ?? ""
  const all = readFileSync(path)
  const from = at % all.length
  switch (kind) {
    case "delete":
      rmSync(path)
      break
    case "insert":
      writeFileSync(path, Buffer.concat([all.subarray(0, from), Buffer.from(text), all.subarray(from)]))
      break
    case "remove":
      writeFileSync(path, Buffer.concat([all.subarray(0, from), all.subarray(from + count)]))
      break
    case "change":
      writeFileSync(path, all.with(from, ((all[from] ?? 0) + count) % 256))
      break
    case "swap lines":
      lines(path, (texts) => {
        const [one, two] = [at % (texts.length - 1), other % (texts.length - 1)]
        return texts.with(one, texts[two] ?? "").with(two, texts[one] ?? "")
      })
      break
    case "truncate":
      truncateSync(path, from)
      break
    case "copy":
      copyFileSync(path, [`${path.replace(/\.(head|\d+)$/, "")}.${at}`, second][at % 2] ?? "")
      break
    case "swap files":
      if (path !== second) swap(path, second)
  }
}

/** The names and contents of all files. */
const contentsOf = (directory: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), "latin1")]))

layer(quiet)("audit verify", (it) => {
  it.scoped("finds every change of a set of logs, from whichever path it is named", () =>
    Effect.gen(function* () {
      const logs = yield* makeLogs
      const names = Object.keys(ways)
      for (const [at, [what, edit]] of altered.entries()) {
        // Three ways for each change in a deep run, and one otherwise. All changes together use each way several times.
        const some = someOf([0, 4, 8], 3, at).map((step) => names[(at + step) % names.length] ?? "")
        for (const { code, name, text } of yield* verdicts(logs, edit, some)) {
          assert.strictEqual(code, 6, `${what}, named by ${name}:\n${text}`)
        }
      }
    })
  )

  it.scoped("finds any single edit, except the removal of the first rotated file", () =>
    Effect.gen(function* () {
      const logs = yield* makeLogs
      const before = contentsOf(logs)
      const oldest = basename(pathsIn(logs).parts[0] ?? "")
      const names = Object.keys(ways)
      let changed = 0
      for (const [run, edit] of FastCheck.sample(anyEdit, { numRuns: RUNS, seed: 20_261_123 }).entries()) {
        let after = before
        const [verdict] = yield* verdicts(
          logs,
          (paths) => {
            applyEdit(edit, paths)
            after = contentsOf(paths.directory)
          },
          [names[run % names.length] ?? ""]
        )
        const isSame = [...before, ...after].every(([name]) => before.get(name) === after.get(name))
        if (!isSame) changed++
        const isAccepted = isSame || (edit.kind === "delete" && !after.has(oldest))
        // A path to the removed file itself has no log.
        const codes = isAccepted ? [0, 1] : [6]
        assert.include(codes, verdict?.code, `${JSON.stringify(edit)}, named by ${verdict?.name}:\n${verdict?.text}`)
      }
      assert.isAbove(changed, RUNS * 0.8)
    })
  )

  it.scoped("accepts the other sets of logs that the documentation names", () =>
    Effect.gen(function* () {
      const logs = yield* makeLogs
      for (const [at, [what, edit]] of accepted.entries()) {
        for (const { code, name, text } of yield* verdicts(logs, edit, someOf(Object.keys(ways), 3, at))) {
          assert.strictEqual(code, 0, `${what}, named by ${name}:\n${text}`)
        }
      }
    })
  )

  it.scoped("cannot see that the newest log was removed with its checkpoint, unless the log is named", () =>
    Effect.gen(function* () {
      const remove = ({ third }: LogPaths) => {
        rmSync(third)
        rmSync(`${third}.head`)
      }
      const all = yield* verdicts(yield* makeLogs, remove, ["the setting", "the first log", "a checkpoint"])
      assert.deepStrictEqual(
        all.map(({ code }) => code),
        [0, 0, 1]
      )
    })
  )

  const unreadable = (path: RegExp) =>
    Effect.map(
      FileSystem.FileSystem,
      (fs): FileSystem.FileSystem => ({
        ...fs,
        open: (file, options) =>
          path.test(file)
            ? Effect.fail(
                new SystemError({
                  reason: "PermissionDenied",
                  module: "FileSystem",
                  method: "open",
                  description: "EACCES"
                })
              )
            : fs.open(file, options)
      })
    )

  it.scoped("exits with 1 for a file that cannot be read, and with 6 if another one was altered", () =>
    Effect.gen(function* () {
      const logs = yield* makeLogs
      for (const file of [/\.\d+$/, /\.log$/, /audit-[^/]*$/]) {
        const fs = yield* unreadable(file)
        const names = ["the setting", "a rotated file"]
        const read = verdicts(logs, () => undefined, names).pipe(Effect.provideService(FileSystem.FileSystem, fs))
        for (const { code, text } of yield* read) {
          assert.deepStrictEqual([code, text.includes("UNREAD")], [1, true], text)
        }
        const altered = verdicts(logs, ({ first }) => writeFileSync(`${first}.007`, ""), names)
        for (const { code } of yield* Effect.provideService(altered, FileSystem.FileSystem, fs)) {
          assert.strictEqual(code, 6)
        }
      }
    })
  )

  it.scoped("checks several paths, and exits with 1 if one of them has no log", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* makeLogs, yield* makeLogs]
      const missing = join(two, "other.log")
      assert.deepStrictEqual(
        yield* Effect.forEach([[one], [one, two, one], [one, missing], [missing]], (paths) =>
          Effect.map(verdictOf(paths), ({ code, text }) => [code, text.match(/^intact/gm)?.length ?? 0])
        ),
        [
          [0, 3],
          [0, 6],
          [1, 3],
          [1, 0]
        ]
      )
      rmSync(join(two, basename(pathsIn(two).second)))
      assert.strictEqual((yield* verdictOf([missing, one, two])).code, 6)
    })
  )
})
