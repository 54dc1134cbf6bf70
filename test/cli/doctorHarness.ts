/** Runs the doctor with a sandbox and a temporary home directory. */
import { FileSystem } from "@effect/platform"
import { Clock, Effect, type Exit, Layer, TestClock, TestServices } from "effect"
import type { CheckResult } from "../../src/cli/doctor/report.ts"
import { type DoctorEnvironment, type DoctorOptions, doctorWith } from "../../src/cli/doctor.ts"
import { endWith } from "../../src/cli/exit.ts"
import { styleFor } from "../../src/cli/rendering/text.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { type Environment, roomy, Sandbox } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"
import { captureConsole } from "./captureConsole.ts"

/** An invented token of the usual format. */
export const TOKEN = `${Buffer.from("1219699408896000001").toString("base64url")}.Gabcde.not-a-real-token-but-of-its-shape`

type Name =
  | "node"
  | "settings"
  | "token"
  | "proxy"
  | "discord"
  | "clock"
  | "identity"
  | "intents"
  | "guilds"
  | "permissions"
  | "audit"
  | "files"
  | "gateway"
  | "access"
  | "redis"
  | "clients"

/** The report of the doctor, by check, and its exit code. */
export interface CheckContext {
  readonly ok: boolean
  readonly verdict: string
  /** The exit code. */
  readonly code: number
  readonly checks: Readonly<Record<Name, CheckResult>>
  readonly text: string
}

/** Runs a test with a sandbox for that token. Both use the same time. */
export const withSandbox =
  (options: SandboxModule.SandboxOptions = {}) =>
  <A, E, R>(test: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      // The sandbox's Date header has the real time.
      yield* TestClock.setTime(yield* TestServices.provideLive(Clock.currentTimeMillis))
      return yield* Effect.provide(test, yield* Layer.build(sandboxOnDisk(options)))
    }).pipe(Effect.scoped)

/** Provides a sandbox with that token, and the Node file system. */
export const sandboxOnDisk = (options: SandboxModule.SandboxOptions = {}) =>
  Layer.merge(SandboxModule.layer({ ...roomy, token: TOKEN, ...options }), nodeContext)

/** Environment variables for the sandbox, without an audit log and a home directory. */
export const atSandbox = Effect.map(Sandbox, ({ url }) => ({
  DISCORD_TOKEN: TOKEN,
  DISCORD_API_URL: url,
  MCP_AUDIT: "off",
  MCP_GLOBAL_REQUESTS_PER_SECOND: "10000"
}))

/** Makes the doctor's environment with only these variables. */
export const environment = (
  variables: Environment,
  report: Partial<DoctorEnvironment["report"]> = {}
): DoctorEnvironment => ({
  environment: { platform: "linux", variables, directory: "/nowhere" },
  script: "/usr/lib/node_modules/effect-discord-mcp/dist/bin/main.js",
  node: "20.11.0",
  report: { style: styleFor(false), signs: false, columns: 200, ...report }
})

/** Runs the doctor with --json and parses its report. */
export const runDoctor = Effect.fnUntraced(function* (
  variables: Environment,
  { node, ...options }: Partial<DoctorOptions & Pick<DoctorEnvironment, "node">> = {}
) {
  const around = { ...environment(variables), ...(node !== undefined && { node }) }
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

/** Returns the exit code for the exit of a command. */
export const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  const codes: Array<number> = []
  endWith(exit, (code) => codes.push(code))
  return codes[0] ?? Number.NaN
}

/** Returns the status of each check. */
export const statusesOf = ({ checks }: CheckContext): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(checks).map(({ name, status }) => [name, status]))

/** Makes a temporary directory. */
export const directory = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "doctor-" })
)

/** Injects one response for a path. */
export const answering = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  Effect.flatMap(Sandbox, ({ inject }) =>
    inject({ match: { path }, do: { kind: "status", status: 200, body, headers } })
  )
