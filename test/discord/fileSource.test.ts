import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeFifo } from "../makeFifo.ts"
import { KIB, load } from "./files.ts"
import { rawServer } from "./rawServer.ts"

/** A directory with files, one beside it, and links between them. */
const disk = Effect.tap(
  Effect.acquireRelease(
    Effect.sync(() => {
      const top = realpathSync(mkdtempSync(join(tmpdir(), "file-source-")))
      for (const dir of ["files", "files/sub", "files-of-others"]) mkdirSync(join(top, dir))
      writeFileSync(join(top, "files/tide.txt"), "low")
      writeFileSync(join(top, "files/sub/..notes"), "dots")
      writeFileSync(join(top, "files/large.bin"), Buffer.alloc(64 * KIB + 1))
      writeFileSync(join(top, "files-of-others/secret.txt"), "secret")
      symlinkSync(join(top, "files-of-others/secret.txt"), join(top, "files/leak.txt"))
      symlinkSync(join(top, "files-of-others"), join(top, "files/leak"))
      symlinkSync("sub/..notes", join(top, "files/alias.txt"))
      symlinkSync(join(top, "files"), join(top, "link"))
      return top
    }),
    (top) => Effect.sync(() => rmSync(top, { recursive: true }))
  ),
  (top) => makeFifo(join(top, "files/pipe"))
)

describe("a file by its path", () => {
  it.scopedLive("is read from the operator's directory", () =>
    Effect.gen(function* () {
      const top = yield* disk
      for (const dir of [join(top, "files"), `${top}/files/`, join(top, "link")]) {
        assert.deepStrictEqual(yield* load({ path: "tide.txt" }, { dir }), { name: "tide.txt", text: "low" })
        assert.deepStrictEqual(yield* load({ path: join(dir, "tide.txt"), name: "x" }, { dir }), {
          name: "x",
          text: "low"
        })
        assert.deepStrictEqual(yield* load({ path: "sub/../alias.txt" }, { dir }), { name: "alias.txt", text: "dots" })
      }
      assert.deepStrictEqual(yield* load({ path: join(top, "files/tide.txt") }, { dir: join(top, "link") }), {
        name: "tide.txt",
        text: "low"
      })
      assert.deepStrictEqual(yield* load({ path: join(top, "files/tide.txt").slice(1) }, { dir: "/" }), {
        name: "tide.txt",
        text: "low"
      })
    })
  )

  it.scopedLive("is never outside of it, also not by a link, and the error does not show what is outside", () =>
    Effect.gen(function* () {
      const top = yield* disk
      const dir = join(top, "files")
      for (const path of [
        "../files-of-others/secret.txt",
        "../files-of-others/nothing.txt",
        join(top, "files-of-others/secret.txt"),
        "/etc/passwd",
        "/no/such/file",
        "leak.txt",
        "leak/secret.txt",
        ".",
        ".."
      ]) {
        assert.strictEqual(
          yield* load({ path }, { dir }),
          "files[0].path is outside the operator's files directory",
          path
        )
      }
    })
  )

  it.scopedLive("must exist and must not be too large", () =>
    Effect.gen(function* () {
      const dir = join(yield* disk, "files")
      for (const path of ["nothing.txt", "sub", "pipe", "tide.txt/x", "tide\0.txt"]) {
        assert.strictEqual(yield* load({ path }, { dir }), "files[0].path is not a readable file", path)
      }
      assert.strictEqual(yield* load({ path: "large.bin" }, { dir }), `files[0].path is larger than ${64 * KIB} bytes`)
      assert.strictEqual(
        yield* load({ path: "tide.txt" }, { dir: join(dir, "gone") }),
        "files[0].path is not a readable file"
      )
    })
  )

  it.scopedLive("is rejected if the operator has set no directory", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* load({ path: "/etc/passwd" }),
        "files[0].path files may not be named by path here: the operator has set no MCP_FILES_DIR"
      )
    })
  )
})

describe("a file by its content", () => {
  it.scopedLive("is base64, also with line breaks or as a data URL", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* load({ base64: "bG93" }), { name: "file", text: "low" })
      assert.deepStrictEqual(yield* load({ base64: "aGln\r\naA==", name: "tide.txt" }), {
        name: "tide.txt",
        text: "high"
      })
      assert.deepStrictEqual(yield* load({ base64: "data:text/plain;charset=utf-8;base64,bG93" }), {
        name: "file",
        contentType: "text/plain",
        text: "low"
      })
    })
  )

  it.scopedLive("is rejected if it is not base64 or too large", () =>
    Effect.gen(function* () {
      for (const base64 of ["bG9", "bG=3", "b*93", "low tide", "data:text/plain,low"]) {
        assert.strictEqual(yield* load({ base64 }), "files[0].base64 is not base64", base64)
      }
      const most = Buffer.alloc(64 * KIB + 1).toString("base64")
      assert.strictEqual(yield* load({ base64: most }), `files[0].base64 is larger than ${64 * KIB} bytes`)
      assert.strictEqual(yield* load({}), "files[0] needs url, path or base64")
    })
  )
})

describe("a file of any kind", () => {
  it.scopedLive("is rejected if it is empty", () =>
    Effect.gen(function* () {
      const top = yield* disk
      const dir = join(top, "files")
      writeFileSync(join(dir, "empty.txt"), "")
      const { url } = yield* rawServer((response) => response.end())
      for (const [at, file] of [
        ["url", { url }],
        ["path", { path: "empty.txt" }],
        ["base64", { base64: "" }],
        ["base64", { base64: "data:;base64," }],
        ["base64", { base64: "data:image/png;base64," }],
        ["base64", { base64: "\r\n" }]
      ] as const) {
        assert.strictEqual(
          yield* load(file, { dir }),
          `files[0].${at} is empty: a file needs at least one byte`,
          JSON.stringify(file)
        )
      }
    })
  )

  it.scopedLive("can have its own maximum size, below the general one", () =>
    Effect.gen(function* () {
      const dir = join(yield* disk, "files")
      const { url } = yield* rawServer((response) => response.end("high"))
      for (const [at, file] of [
        ["url", { url }],
        ["path", { path: "sub/..notes" }],
        ["base64", { base64: "aGlnaA==" }]
      ] as const) {
        assert.isNotString(yield* load(file, { dir, max: 4 }))
        assert.strictEqual(yield* load(file, { dir, max: 3 }), `files[0].${at} is larger than 3 bytes`)
      }
      assert.strictEqual(
        yield* load({ path: "large.bin" }, { dir, max: 1024 * KIB }),
        `files[0].path is larger than ${64 * KIB} bytes`
      )
    })
  )
})
