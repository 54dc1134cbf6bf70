import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { auditFile } from "../auditFile.ts"
import { reasonOf } from "../init/SettingsFile.ts"
import type { Check, Examination } from "./Examination.ts"
import type { Finding } from "./Finding.ts"

/** Whether what changes Discord can be recorded. Nothing is written to find out. */
export const audit: Check = {
  name: "audit",
  run: ({ settings, standpoint }) => {
    switch (settings.audit) {
      case "off":
        return Effect.succeed(off(settings))
      case "stderr":
        return Effect.succeed({ status: "ok", found: "records go to stderr: keep what is written there" })
      case "file":
        return inFile(settings.auditFile ?? auditFile(standpoint))
    }
  }
}

const off = ({ auditRequired }: Examination["settings"]): Finding => {
  const found = `${variables.audit.name} is off: no call is recorded`
  return auditRequired
    ? {
        status: "warning",
        found,
        details: [`${variables.auditRequired.name} has no effect then.`],
        todo: [`Set ${variables.audit.name} to file or stderr, or unset ${variables.auditRequired.name}.`]
      }
    : { status: "ok", found }
}

const inFile = (path: string | undefined) =>
  path === undefined
    ? Effect.succeed(failed("no home directory is known to keep it in"))
    : writable(path).pipe(
        Effect.match({
          onSuccess: (isNew): Finding => ({
            status: "ok",
            found: `${path}${isNew ? ", from the first record on" : ""}`,
            facts: { file: path }
          }),
          onFailure: (problem) => failed(`${path} cannot be written: ${problem}`)
        })
      )

const failed = (found: string): Finding => ({
  status: "failed",
  found,
  details: [
    `Calls that change Discord go on without a record, or with ${variables.auditRequired.name} they are refused.`
  ],
  todo: [`Let ${variables.auditFile.name} name a file that this user can write.`]
})

/** Looks at the directory, where each process makes a log of its own; says whether it is yet to be made. */
const writable = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const file = paths.resolve(path)
  if ((yield* typeOf(file)) === "Directory")
    return yield* Effect.fail("it is a directory, not the name of a file in one")
  const own = paths.dirname(file)
  const isNew = (yield* typeOf(own)) === NOTHING
  let directory = own
  // What is not there is made with the first record, in the nearest directory that is.
  while ((yield* typeOf(directory)) === NOTHING && paths.dirname(directory) !== directory) {
    directory = paths.dirname(directory)
  }
  if ((yield* typeOf(directory)) !== "Directory") return yield* Effect.fail(`${directory} is no directory`)
  yield* Effect.mapError(fs.access(directory, { writable: true }), (error) => `${directory}: ${reasonOf(error)}`)
  return isNew
})

const NOTHING = "Nothing"

/** What is there. */
const typeOf = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.stat(path)).pipe(
    Effect.map(({ type }) => type),
    Effect.catchAll((error: PlatformError) =>
      reasonOf(error) === "NotFound" ? Effect.succeed(NOTHING) : Effect.fail(reasonOf(error))
    )
  )
