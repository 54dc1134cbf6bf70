import { execFile } from "node:child_process"
// The one switch of this file is the shell's.
// @effect-diagnostics processEnv:off processEnvInEffect:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { picture, steadied } from "../../packaging/picture.mjs"
import { shown } from "../docs/shownText.ts"
import { Binary, layer as binary } from "./binary.ts"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

layer(binary, { excludeTestServices: true })("the picture of the demo", (it) => {
  it.effect("shows a run of the demo as it is now (npm run docs)", () =>
    Effect.gen(function* () {
      const main = yield* Binary
      const transcript = yield* Effect.async<string>((resume) => {
        const env = { PATH: "", HOME: "/nonexistent", FORCE_COLOR: "1" }
        execFile(process.execPath, [main, "demo"], { env }, (error, stdout) =>
          resume(error === null ? Effect.succeed(stdout) : Effect.die(error))
        )
      })
      // A busy machine takes longer, and a line with a longer time is wrapped elsewhere.
      const timeless = (svg: string) =>
        shown(svg)
          .replaceAll(/\s+/g, " ")
          // The id of a question is secret, so it is random.
          .replaceAll(/ \(\d+ s\)|\d+(?= ms)|(?<=Retry after ms: )\d+|(?<="ask_id": ")[\w-]+/g, "")
      const drawn = picture(steadied(transcript))
      const isCurrent = timeless(drawn) === timeless(read("docs/pictures/demo.svg"))
      if (process.env.DOCS === "write" && !isCurrent) writeFileSync("docs/pictures/demo.svg", drawn)
      assert.strictEqual(timeless(drawn), timeless(read("docs/pictures/demo.svg")))
    })
  )
})
