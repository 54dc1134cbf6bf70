import { readdirSync, readFileSync } from "node:fs"
import { manifestOf, packageSpec } from "../../packaging/start.mjs"

const manifest = manifestOf()

const pages = ["README.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter((path) => path.endsWith(".md"))

/** The packages that the pages tell people to install, by page. The file of this package counts as its name. */
export const installLines: ReadonlyArray<{ readonly path: string; readonly packages: ReadonlyArray<string> }> =
  pages.flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\b(?:npm install|pnpm add|yarn add) ([^`\n#]+)/g)].map(
      ([, line = ""]) => ({
        path,
        packages: line
          .split(" ")
          .filter((word) => word !== "" && !word.startsWith("-"))
          .map((word) => (word === packageSpec(manifest) ? manifest.name : word))
      })
    )
  )

/** Splits `@scope/name@1` at the version. */
export const splitSpec = (spec: string): readonly [name: string, version: string] => {
  const at = spec.lastIndexOf("@")
  return at > 0 ? [spec.slice(0, at), spec.slice(at + 1)] : [spec, ""]
}
