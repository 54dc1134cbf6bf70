// @effect-diagnostics strictEffectProvide:off
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Caller } from "../../../src/telemetry/Caller.ts"
import { cleanFileName } from "../../../src/tools/messages/mediaLinks.ts"
import { call, codeOf, Sandbox, type Served, served } from "../../dispatch/app.ts"
import { issuesOf } from "../wired.ts"
import { uploadTo } from "./uploadedFile.ts"

const pdf = Buffer.from("%PDF-1.7 tide tables")

const upload = (name: string, data: Uint8Array = pdf, type = "application/pdf") =>
  Effect.flatMap(Sandbox, (sandbox) => uploadTo(sandbox, name, type, data))

const view = (input: object) => call("messages_view_attachment", input)

/** Runs a test with a directory for files, and one beside it. */
const withDirectory = <E>(
  test: (directory: string, outside: string) => Effect.Effect<void, E, Served>,
  environment: Readonly<Record<string, string>> = {}
) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "saved-"))),
    (base) => {
      const [directory, outside] = [join(base, "files"), join(base, "outside")]
      for (const path of [directory, outside]) mkdirSync(path)
      return served({ MCP_FILES_DIR: directory, ...environment })(test(directory, outside))
    },
    (base) => Effect.sync(() => rmSync(base, { recursive: true }))
  )

const refuseMedia = (times: number) =>
  Effect.flatMap(Sandbox, ({ fail }) =>
    fail({ script: [{ match: { path: "/attachments/*/**" }, times, do: { kind: "status", status: 404 } }] })
  )

describe("the link of a file", () => {
  it.live("works now for any file, also if the first one has expired, and says when it ends", () =>
    Effect.gen(function* () {
      for (const [name, type] of [
        ["tides.pdf", "application/pdf"],
        ["song.mp3", "audio/mpeg"],
        ["pack.zip", "application/zip"],
        ["notes.txt", "text/plain"]
      ] as const) {
        const input = yield* upload(name, pdf, type)
        for (const refused of [0, 1]) {
          if (refused > 0) yield* refuseMedia(refused)
          const { url, url_expires } = Object((yield* view(input)).structured.file)
          const got = yield* HttpClient.get(url).pipe(Effect.flatMap(({ text }) => text))
          assert.strictEqual(got, pdf.toString(), name)
          assert.isAbove(Date.parse(url_expires), Date.parse("2026-01-01"))
        }
      }
      const gone = yield* upload("gone.pdf")
      yield* refuseMedia(9)
      assert.strictEqual((yield* view(gone)).structured.reason, "link_expired")
    }).pipe(Effect.provide(FetchHttpClient.layer), served())
  )
})

describe("messages_view_attachment with save", () => {
  it.live("stores the whole file under a clean name, replaces none, and says where", () =>
    withDirectory((directory, outside) =>
      Effect.gen(function* () {
        const input = yield* upload("tide tables.pdf", Buffer.alloc(3_000_000, 7))
        const paths: Array<string> = []
        for (let time = 0; time < 2; time++) {
          const { image, structured } = yield* view({ ...input, save: true })
          const { bytes, path } = Object(structured.saved)
          assert.deepStrictEqual([image, structured.text, bytes], [undefined, undefined, 3_000_000])
          assert.strictEqual(readFileSync(path).length, 3_000_000)
          paths.push(path)
        }
        const stem = join(directory, `${input.message_id}-tide_tables`)
        assert.deepStrictEqual(paths, [`${stem}.pdf`, `${stem}-2.pdf`])
        // A link that leads nowhere is not followed.
        const other = yield* upload("x.pdf")
        symlinkSync(join(outside, "target"), join(directory, `${other.message_id}-x.pdf`))
        const { structured } = yield* view({ ...other, save: true })
        assert.isFalse(existsSync(join(outside, "target")), JSON.stringify(structured))
        assert.deepStrictEqual(
          readdirSync(directory).filter((name) => name.endsWith(".part")),
          []
        )
      })
    )
  )

  it.live("renews an expired link, and leaves nothing of a download that fails", () =>
    withDirectory((directory) =>
      Effect.gen(function* () {
        const input = yield* upload("a.pdf")
        yield* refuseMedia(1)
        assert.strictEqual(
          basename(Object((yield* view({ ...input, save: true })).structured.saved).path),
          `${input.message_id}-a.pdf`
        )
        const gone = yield* upload("b.pdf")
        yield* refuseMedia(9)
        assert.strictEqual((yield* view({ ...gone, save: true })).structured.reason, "link_expired")
        assert.strictEqual(readdirSync(directory).length, 1)
      })
    )
  )

  it.live("is refused without the directory, without the scope to write, and above the budget", () =>
    Effect.gen(function* () {
      const save = () => Effect.flatMap(upload("a.pdf"), (input) => view({ ...input, save: true }))
      yield* served()(
        Effect.map(save(), (refused) =>
          assert.deepStrictEqual(issuesOf(refused), [
            "save files cannot be written here: the operator has set no MCP_FILES_DIR"
          ])
        )
      )
      yield* withDirectory(
        (directory) =>
          Effect.gen(function* () {
            assert.strictEqual(codeOf(yield* save()), "DRY_RUN_PREVIEW")
            assert.deepStrictEqual(readdirSync(directory), [])
          }),
        { MCP_WRITE_MODE: "preview" }
      )
      yield* withDirectory((directory) =>
        Effect.gen(function* () {
          rmSync(directory, { recursive: true })
          assert.match(String(issuesOf(yield* save())), /^save is in no directory that exists/)
          writeFileSync(directory, "")
          assert.strictEqual(codeOf(yield* save()), "VALIDATION_FAILED")
        })
      )
      yield* withDirectory((directory) =>
        Effect.gen(function* () {
          const { inject } = yield* Sandbox
          const input = yield* upload("a.pdf")
          const { url } = Object((yield* view(input)).structured.file)
          const saveOf = (size: number) =>
            inject({
              match: { method: "GET", path: "/channels/*/messages/*" },
              do: { kind: "status", status: 200, body: { attachments: [{ filename: "a.pdf", size, url }] } }
            }).pipe(Effect.zipRight(view({ ...input, save: true })))
          for (const size of [24e6, 24e6]) assert.strictEqual(codeOf(yield* saveOf(size)), "ok")
          assert.match(String(issuesOf(yield* saveOf(24e6))), /bytes that tools may write/)
          for (const size of [27e6, pdf.length - 1]) {
            assert.strictEqual((yield* saveOf(size)).structured.reason, "file_too_large", String(size))
          }
          assert.strictEqual(readdirSync(directory).length, 2)
        })
      )
    })
  )

  it.live("runs with MCP_READ_ONLY, as it changes nothing of Discord, and shows a client over HTTP no whole path", () =>
    withDirectory(
      (directory) =>
        Effect.gen(function* () {
          const input = yield* upload("a.pdf")
          for (const [caller, path] of [
            [{}, join(directory, `${input.message_id}-a.pdf`)],
            [{ clientId: "ada" }, `${input.message_id}-a-2.pdf`]
          ] as const) {
            const { structured } = yield* Effect.provideService(view({ ...input, save: true }), Caller, caller)
            assert.deepStrictEqual(structured.saved, { path, bytes: pdf.length })
          }
          assert.strictEqual(readdirSync(directory).length, 2)
        }),
      { MCP_READ_ONLY: "true" }
    )
  )

  it("makes every name safe", () => {
    const cases: ReadonlyArray<readonly [name: string, safe: string]> = [
      ["report.pdf", "report.pdf"],
      ["../../etc/passwd", "etc_passwd"],
      ["..\\..\\x.exe", "x.exe"],
      ["/abs/.env", "abs_.env"],
      [".bashrc", "bashrc"],
      ["a\u0000b\nc.txt", "ab_c.txt"],
      ["safe\u202efdp.exe", "safefdp.exe"],
      ["CON:stream?.txt", "CON_stream_.txt"],
      ["Gezeiten für März.pdf", "Gezeiten_für_März.pdf"],
      ["...", "file"],
      ["", "file"]
    ]
    for (const [name, safe] of cases) assert.strictEqual(cleanFileName(name), safe, name)
    const long = cleanFileName(`${"海".repeat(300)}.pdf`)
    assert.isAtMost(Buffer.byteLength(long), 130)
    assert.match(long, /^海+\.pdf$/)
  })
})
