/** Package managers that install the package from a file, and its companions from the registry. */
// @effect-diagnostics nodeBuiltinImport:off asyncFunction:off processEnv:off
import { execFile } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Effect } from "effect"
import { run } from "./tarball.ts"

export interface PackageManager {
  /** What npm installs to have it. */
  readonly spec: string
  /** Its program, below the folder that npm installed it into. */
  readonly program: string
  /** The arguments that add packages to a project. */
  readonly add: (packages: ReadonlyArray<string>) => ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** What the package.json of the project has besides. */
  readonly fields?: object
}

/** Downloads are kept here, so that later runs are fast. */
const store = join(tmpdir(), "effect-discord-mcp-stores")

/** Runs npm. Returns its stdout, or `undefined` if it fails or takes too long. */
const runNpm = (timeout: number, ...args: ReadonlyArray<string>): Promise<string | undefined> =>
  promisify(execFile)("npm", [...args], { timeout }).then(
    ({ stdout }) => stdout,
    () => undefined
  )

export const npm: PackageManager = {
  spec: "npm@10",
  program: "node_modules/npm/bin/npm-cli.js",
  add: (packages) => ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packages],
  env: {}
}

export const pnpm: PackageManager = {
  spec: "pnpm@9",
  program: "node_modules/pnpm/bin/pnpm.cjs",
  add: (packages) => ["add", "--store-dir", join(store, "pnpm"), "--prefer-offline", ...packages],
  env: { XDG_CACHE_HOME: join(store, "cache"), XDG_STATE_HOME: join(store, "state") }
}

export const yarn: PackageManager = {
  spec: "@yarnpkg/cli-dist@4",
  program: "node_modules/@yarnpkg/cli-dist/bin/yarn.js",
  add: (packages) => ["add", ...packages],
  env: {
    YARN_NODE_LINKER: "node-modules",
    YARN_GLOBAL_FOLDER: join(store, "yarn"),
    YARN_ENABLE_TELEMETRY: "0",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "0",
    // Yarn does not read the settings of npm.
    YARN_NPM_REGISTRY_SERVER: (await runNpm(10_000, "config", "get", "registry"))?.trim() ?? ""
  },
  // Yarn resolves the binaries of all platforms. A mirror may lack those of the newest version.
  fields: { resolutions: { rollup: "4.67.4", "msgpackr-extract": "3.0.3" } }
}

/** Why a package manager is not tried here, or the empty string. npm is tried everywhere, the others where CI is set. */
export const missing = async ({ spec }: PackageManager): Promise<string> => {
  if (spec !== npm.spec && (process.env.CI ?? "") === "") return " (skipped: CI is not set)"
  const version = await runNpm(15_000, "view", spec, "version", "--fetch-retries=0", "--fetch-timeout=10000")
  return version === undefined ? ` (skipped: the registry has no ${spec})` : ""
}

/** Makes an empty project and adds packages to it. */
export const install = Effect.fn("install")(function* (
  manager: PackageManager,
  folder: string,
  packages: ReadonlyArray<string>
) {
  const [tools, project] = [join(folder, "manager"), join(folder, "project")]
  for (const path of [tools, project]) mkdirSync(path)
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"]
  yield* run(tools, ["npm", "install", "--prefix", tools, ...flags, manager.spec])
  const { fields } = manager
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module", ...fields }))
  // Yarn takes a folder with this file for the top of a project.
  writeFileSync(join(project, "yarn.lock"), "")
  yield* run(project, [process.execPath, join(tools, manager.program), ...manager.add(packages)], manager.env)
  return project
})
