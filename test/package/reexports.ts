import { Effect } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { run } from "./tarball.ts"

const entries = Object.keys(manifest.exports).filter((entry) => entry !== "./package.json")

/** Prints the values of each entry, and those of the modules that an entry exports, as paths. */
const script = `
const isModule = (value) => Object.prototype.toString.call(value) === "[object Module]"
const valuesOf = (module) => Object.entries(module).flatMap(([name, value]) =>
  isModule(value) ? valuesOf(value).map((path) => name + "." + path) : [name])
const modules = await Promise.all(process.argv.slice(1).map((name) => import(name)))
console.log(JSON.stringify(modules.map(valuesOf)))
`

/**
 * A module that exports a constant for every value of every entry, without naming its type. With `declaration`,
 * the compiler must name each type by itself. It fails (TS4023, TS2742) for a type that no entry exports.
 */
export const reexports = (project: string): Effect.Effect<string> => {
  const names = entries.map((entry) => `${manifest.name}${entry.slice(1)}`)
  return Effect.map(
    run(project, [process.execPath, "--input-type=module", "--eval", script, ...names]),
    (printed): string => {
      const values: ReadonlyArray<ReadonlyArray<string>> = JSON.parse(printed)
      return values
        .flatMap((paths, at) => [
          `import * as entry${at} from "${names[at]}"`,
          ...paths.map((path) => `export const v${at}_${path.replaceAll(".", "_")} = entry${at}.${path}`)
        ])
        .join("\n")
    }
  )
}
