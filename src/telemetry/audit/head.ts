import type { FileSystem } from "@effect/platform"
import { Effect, Option, Schema } from "effect"
import { Head } from "./AuditRecord.ts"

/** Reads a head record; none when the file is not there, or holds something else. */
export const readHead = (fs: FileSystem.FileSystem, path: string) =>
  fs.readFileString(path).pipe(
    Effect.map(decode),
    Effect.catchTag("SystemError", (error) =>
      error.reason === "NotFound" ? Effect.succeed(Option.none<Head>()) : Effect.fail(error)
    )
  )

/** Writes a head record in one step: whoever reads sees the old one or the new one. */
export const writeHead = (fs: FileSystem.FileSystem, path: string, head: Head) =>
  Effect.zipRight(
    fs.writeFileString(`${path}.new`, `${JSON.stringify(head)}\n`, { mode: 0o600 }),
    fs.rename(`${path}.new`, path)
  )

const decode: (text: string) => Option.Option<Head> = Schema.decodeOption(Schema.parseJson(Head))
