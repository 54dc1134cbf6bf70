// The licences of the packages whose code is in the bundles, as their terms require.
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Returns the packages that bundles contain, by esbuild's metafiles, as folders under node_modules. */
export const bundledPackages = (metafiles) =>
  [
    ...new Set(
      metafiles
        .flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs)))
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .flatMap(([path]) => /.*(node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[0].replace(/\/$/, "") ?? [])
    )
  ].toSorted()

/** Returns the text of the notices. Fails for a package without a licence. */
export const notices = (packages) => {
  const entries = packages.map((path) => {
    const { license, name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
    const file = readdirSync(path).find((it) => /^licen[cs]e(\.|$)/i.test(it))
    if (typeof license !== "string") throw new Error(`${name} names no licence`)
    return { name, version, license, text: file === undefined ? "" : readFileSync(join(path, file), "utf8").trim() }
  })
  // `Map.groupBy` is newer than Node 20.
  const byText = new Map()
  for (const entry of entries) byText.set(entry.text, [...(byText.get(entry.text) ?? []), entry])
  return [
    "# Third-party notices",
    "",
    "The published files contain code of these packages.",
    ...[...byText].flatMap(([text, of]) => [
      "",
      ...of.map(({ license, name, version }) => `* ${name} ${version} (${license})`),
      ...(text === "" ? [] : ["", "```text", text, "```"])
    ]),
    ""
  ].join("\n")
}
