/** The doctor at work on a sandbox, in a home of a test's own. */
import { FileSystem } from "@effect/platform"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Clock, Effect, type Exit, Layer, TestClock, TestServices } from "effect"
import type { CheckResult } from "../../src/cli/doctor/runChecks.ts"
import { type DoctorEnvironment, type DoctorOptions, doctorWith } from "../../src/cli/doctor.ts"
import { endWith } from "../../src/cli/exit.ts"
import { styleFor } from "../../src/cli/rendering/Style.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { type Environment, roomy, Sandbox } from "../dispatch/app.ts"
import { captureConsole } from "./captureConsole.ts"

/** A token in the shape of one; it is nobody's. */
export const TOKEN = `${Buffer.from("1219699408896000001").toString("base64url")}.Gabcde.not-a-real-token-but-of-its-shape`

type Name =
  | "node"
  | "settings"
  | "token"
  | "discord"
  | "clock"
  | "identity"
  | "intents"
  | "guilds"
  | "permissions"
  | "audit"
  | "files"
  | "clients"

/** What the doctor found, by check, and how it ended. */
export interface CheckContext {
  readonly ok: boolean
  readonly verdict: string
  /** What the process would end with. */
  readonly code: number
  readonly checks: Readonly<Record<Name, CheckResult>>
  readonly text: string
}

/** Runs a test with a sandbox that has that token, at a time that is the same for both. */
export const withSandbox =
  (options: SandboxModule.SandboxOptions = {}) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      // The answers of a real server tell the real time.
      yield* TestClock.setTime(yield* TestServices.provideLive(Clock.currentTimeMillis))
      return yield* Effect.provide(test, yield* Layer.build(sandboxOnDisk(options)))
    }).pipe(Effect.scoped)

/** A sandbox with that token, and the file system of this machine. */
export const sandboxOnDisk = (options: SandboxModule.SandboxOptions = {}) =>
  Layer.merge(SandboxModule.layer({ ...roomy, token: TOKEN, ...options }), NodeContext.layer)

/** The variables of a server at the sandbox, which keeps no records and lives nowhere. */
export const atSandbox = Effect.map(Sandbox, ({ url }) => ({
  DISCORD_TOKEN: TOKEN,
  DISCORD_API_URL: url,
  MCP_AUDIT: "off",
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
}))

/** Where the doctor looks: these variables are all there are. */
export const surroundings = (
  variables: Environment,
  report: Partial<DoctorEnvironment["report"]> = {}
): DoctorEnvironment => ({
  environment: { platform: "linux", variables, directory: "/nowhere" },
  script: "/usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js",
  node: "20.11.0",
  report: { style: styleFor(false), signs: false, ...report }
})

/** What the doctor says as a program reads it. */
export const runDoctor = Effect.fnUntraced(function* (
  variables: Environment,
  { node, ...options }: Partial<DoctorOptions & Pick<DoctorEnvironment, "node">> = {}
) {
  const around = { ...surroundings(variables), ...(node !== undefined && { node }) }
  const { exit, text } = yield* captureConsole(doctorWith(around, { json: true, offline: false, ...options }))
  const {
    checks,
    ok,
    verdict
  }: Pick<CheckContext, "ok" | "verdict"> & { readonly checks: ReadonlyArray<CheckResult> } = JSON.parse(text)
  return {
    ok,
    verdict,
    code: codeOf(exit),
    checks: Object.fromEntries(checks.map((check) => [check.name, check])) as Record<Name, CheckResult>, // fromEntries forgets
    text
  } satisfies CheckContext as CheckContext
})

/** What the process ends with after a command that ended so. */
export const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  const codes: Array<number> = []
  endWith(exit, (code) => codes.push(code))
  return codes[0] ?? Number.NaN
}

/** How each check ended. */
export const statusesOf = ({ checks }: CheckContext): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(checks).map(({ name, status }) => [name, status]))

/** A directory that is gone after the test. */
export const directory = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "doctor-" })
)

/** Lets Discord answer one path as a test wants it, once. */
export const answering = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Sandbox, ({ inject }) =>
    inject({ match: { path }, do: { kind: "status", status: 200, body, headers } })
  )
