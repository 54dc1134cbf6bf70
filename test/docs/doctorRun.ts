import { FileSystem } from "@effect/platform"
import { Effect, Layer } from "effect"
import { doctorWith } from "../../src/cli/doctor.ts"
import { styleFor } from "../../src/cli/rendering/text.ts"
import { captureConsole } from "../cli/captureConsole.ts"
import { environment, sandboxOnDisk, TOKEN } from "../cli/doctorHarness.ts"
import { Sandbox } from "../dispatch/app.ts"

/** The report of the doctor for a sandbox, as on a terminal. Values that differ between runs are fixed. */
export const doctorRun: Effect.Effect<string> = Effect.gen(function* () {
  const { ids, url } = yield* Sandbox
  const fs = yield* FileSystem.FileSystem
  const HOME = yield* fs.makeTempDirectoryScoped({ prefix: "doctor-" })
  const { text } = yield* captureConsole(
    doctorWith(
      environment(
        {
          HOME,
          DISCORD_TOKEN: TOKEN,
          DISCORD_API_URL: url,
          ALLOWED_GUILDS: `${ids.guild},1234567890123456789`,
          MCP_CATEGORIES: "messages,reactions,roles",
          MCP_BULKHEAD_LIMIT: "many"
        },
        { style: styleFor(false), signs: true, columns: 110 }
      ),
      { json: false, offline: false }
    )
  )
  const even = text
    .replaceAll(HOME, "/home/you")
    .replaceAll(new URL(url).host, "127.0.0.1:4000")
    .replace(/answers in \d+ ms/, "answers in 48 ms")
  // Without the line that names the version.
  return `\`\`\`text\n${even.split("\n").slice(2).join("\n").trim()}\n\`\`\``
}).pipe(
  (run) => Effect.flatMap(Layer.build(sandboxOnDisk()), (context) => Effect.provide(run, context)),
  Effect.scoped,
  Effect.orDie
)
