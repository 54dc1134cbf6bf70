/** The checks of this machine: Node, the audit log, and the directory of files. */
import { FileSystem, Path } from "@effect/platform"
import type { PlatformError } from "@effect/platform/Error"
import { Effect } from "effect"
import manifest from "../../../package.json" with { type: "json" }
import { variables } from "../../config/Settings.ts"
import { proxyOf } from "../../discord/proxy/proxyOf.ts"
import { defaultAuditFile } from "../Environment.ts"
import { reasonOf } from "../exit.ts"
import type { Check, CheckContext, Finding } from "./Check.ts"

/** Checks the version of Node. */
export const node: Check = {
  name: "node",
  run: ({ node }) =>
    Effect.sync(() =>
      isAtLeast(node, NEEDED)
        ? { status: "ok", found: `version ${node}` }
        : { status: "failed", found: `version ${node} is too old`, todo: [`Install Node ${NEEDED} or later.`] }
    )
}

const NEEDED = manifest.engines.node.replace(">=", "")

const isAtLeast = (version: string, needed: string): boolean => {
  const [theirs, ours] = [version, needed].map((text) => text.split(".").map(Number))
  const differs = ours?.findIndex((part, at) => part !== theirs?.[at]) ?? -1
  return differs === -1 || (theirs?.[differs] ?? 0) > (ours?.[differs] ?? 0)
}

/** Checks that the audit log can be written. The check does not write to the log. */
export const audit: Check = {
  name: "audit",
  run: ({ settings, environment }) => {
    switch (settings.audit) {
      case "off":
        return Effect.succeed(auditOff(settings))
      case "stderr":
        return Effect.succeed({ status: "ok", found: "records go to stderr; make sure that stderr is stored" })
      case "file":
        return auditInFile(settings.auditFile ?? defaultAuditFile(environment))
    }
  }
}

const auditOff = ({ auditRequired }: CheckContext["settings"]): Finding => {
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

const auditInFile = (path: string | undefined) =>
  path === undefined
    ? Effect.succeed(auditFailed("no home directory is set in the environment"))
    : writable(path).pipe(
        Effect.match({
          onSuccess: (isNew): Finding => ({
            status: "ok",
            found: `${path}${isNew ? " (created with the first record)" : ""}`,
            facts: { file: path }
          }),
          onFailure: (problem) => auditFailed(`${path} cannot be written: ${problem}`)
        })
      )

const auditFailed = (found: string): Finding => ({
  status: "failed",
  found,
  details: [`Calls that change Discord run without a record. With ${variables.auditRequired.name} they are refused.`],
  todo: [`Set ${variables.auditFile.name} to a file that this user can write.`]
})

/** Checks that the log's directory is writable. Returns whether the directory does not exist yet. */
export const writable = Effect.fnUntraced(function* (path: string) {
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

/** Checks that the directory for file uploads by path exists and is readable. */
export const files: Check = {
  name: "files",
  run: ({ settings: { filesDir } }) => {
    const { name } = variables.filesDir
    if (filesDir === undefined) {
      return Effect.succeed({ status: "ok", found: `${name} is not set; files cannot be uploaded by path` })
    }
    return Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const { type } = yield* fs.stat(filesDir)
      if (type !== "Directory") return yield* Effect.fail("not a directory")
      yield* fs.access(filesDir, { readable: true })
      return { status: "ok", found: filesDir, facts: { directory: filesDir } } as const
    }).pipe(
      Effect.catchAll((error) =>
        Effect.succeed({
          status: "failed",
          found: `${name} is ${filesDir}, which is ${error === "not a directory" ? "not a directory" : "missing or unreadable"}`,
          todo: [`Create the directory, set ${name} to another one, or unset it to disable uploads by path.`]
        } as const)
      )
    )
  }
}

/** Says which proxy is used for what. It applies only if a proxy is set. */
export const proxy: Check = {
  name: "proxy",
  applies: ({ settings: { httpProxy, httpsProxy } }) => httpProxy !== undefined || httpsProxy !== undefined,
  run: ({ settings }) =>
    Effect.sync(() => {
      const uses: ReadonlyArray<readonly [what: string, address: string | undefined]> = [
        ["Discord's API", settings.apiUrl],
        ["Discord's files", "https://cdn.discordapp.com"],
        ["the gateway", settings.gateway ? "wss://gateway.discord.gg" : undefined],
        ["the keys of the token issuer", settings.httpIssuer]
      ]
      const details = uses.flatMap(([what, address]) => {
        if (address === undefined) return []
        const chosen = proxyOf(settings, address)
        return [
          `${what}: ${chosen === undefined ? "no proxy" : `${chosen.setting}, ${new URL(chosen.address.url).origin}`}`
        ]
      })
      return {
        status: "ok",
        found: "connections use the proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY",
        details: [...details, "uploads by URL: by their host"]
      }
    })
}
