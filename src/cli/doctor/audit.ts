import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import { variables } from "../../config/Settings.ts"
import { defaultAuditFile } from "../Environment.ts"
import { reasonOf } from "../fileSystem.ts"
import type { Check, CheckContext } from "./CheckContext.ts"
import type { Finding } from "./Finding.ts"

/** Checks that the audit log can be written. The check does not write to the log. */
export const audit: Check = {
  name: "audit",
  run: ({ settings, environment }) => {
    switch (settings.audit) {
      case "off":
        return Effect.succeed(off(settings))
      case "stderr":
        return Effect.succeed({ status: "ok", found: "records go to stderr; make sure that stderr is stored" })
      case "file":
        return inFile(settings.auditFile ?? defaultAuditFile(environment))
    }
  }
}

const off = ({ auditRequired }: CheckContext["settings"]): Finding => {
  const found = `${variables.audit.name} is off: no call is recorded`
  return auditRequired
    ? {
        status: "warning",
        found,
        details: [`${variables.auditRequired.name} has no effect while the audit log is off.`],
        todo: [`Set ${variables.audit.name} to file or stderr, or unset ${variables.auditRequired.name}.`]
      }
    : { status: "ok", found }
}

const inFile = (path: string | undefined) =>
  path === undefined
    ? Effect.succeed(failed("no home directory is set in the environment"))
    : writable(path).pipe(
        Effect.match({
          onSuccess: (isNew): Finding => ({
            status: "ok",
            found: `${path}${isNew ? " (created with the first record)" : ""}`,
            facts: { file: path }
          }),
          onFailure: (problem) => failed(`${path} cannot be written: ${problem}`)
        })
      )

const failed = (found: string): Finding => ({
  status: "failed",
  found,
  details: [`Calls that change Discord run without a record. With ${variables.auditRequired.name} they are refused.`],
  todo: [`Set ${variables.auditFile.name} to a file that this user can write.`]
})

/** Checks that the log's directory is writable. Returns whether the directory does not exist yet. */
const writable = Effect.fnUntraced(function* (path: string) {
  const fs = yield* FileSystem.FileSystem
  const paths = yield* Path.Path
  const file = paths.resolve(path)
  if ((yield* typeOf(file)) === "Directory") return yield* Effect.fail("it is a directory, not a file")
  const own = paths.dirname(file)
  const isNew = (yield* typeOf(own)) === MISSING
  let directory = own
  // The first record creates missing directories, so the nearest existing one must be writable.
  while ((yield* typeOf(directory)) === MISSING && paths.dirname(directory) !== directory) {
    directory = paths.dirname(directory)
  }
  if ((yield* typeOf(directory)) !== "Directory") return yield* Effect.fail(`${directory} is not a directory`)
  yield* Effect.mapError(fs.access(directory, { writable: true }), (error) => `${directory}: ${reasonOf(error)}`)
  return isNew
})

const MISSING = "Missing"

/** Returns the type of the file at a path. */
const typeOf = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) => fs.stat(path)).pipe(
    Effect.map(({ type }) => type),
    Effect.catchAll((error: PlatformError) =>
      reasonOf(error) === "NotFound" ? Effect.succeed(MISSING) : Effect.fail(reasonOf(error))
    )
  )
