/** The parts of the pages that depend on whether the package is published. */

import { assert } from "@effect/vitest"
import {
  clientLines,
  entryOf,
  installLinks,
  manifestOf,
  packageSpec,
  type StartManifest,
  startLine,
  withCommands
} from "../../packaging/start.mjs"
import { table } from "./tables.ts"

/** The parts by name. */
const blocks: Readonly<Record<string, (manifest: StartManifest) => string>> = {
  try: (manifest) =>
    manifest.published
      ? sh(`${startLine(manifest)} demo   # the demo, on an embedded, simulated Discord`)
      : [
          "The package is not on npm yet. Clone this repository (14 MB) or download its ZIP. `npm ci` adds 630 MB of packages,",
          "most of them for the tests. All commands of these pages run in the top directory of the checkout:",
          "",
          sh("npm ci      # installs and builds\nnpm start   # runs the demo on an embedded, simulated Discord")
        ].join("\n"),
  lines: (manifest) =>
    sh(
      clientLines(manifest)
        .map(({ line }) => line)
        .join("\n")
    ),
  entry: (manifest) =>
    [
      `\`\`\`json\n${compact(entryOf(manifest))}\n\`\`\``,
      ...(manifest.published
        ? []
        : [
            "",
            `Replace \`/path/to\` with the real path. \`${startLine(manifest)} init claude-desktop --json\` prints the entry with the`,
            "path of your checkout."
          ])
    ].join("\n"),
  links: (manifest) =>
    manifest.published
      ? table(
          ["with one click", "try it on the sandbox", "with your bot"],
          installLinks(manifest).map(({ bot, client, sandbox }) => [
            client,
            `[Add to ${client}](${sandbox})`,
            `[Add to ${client}](${bot})`
          ])
        )
      : "",
  library: (manifest) =>
    manifest.published
      ? ""
      : `Until the package is on npm: \`npm pack\` in a checkout makes \`${packageSpec(manifest).slice(2)}\`. Copy it into your project.`
}

const sh = (lines: string): string => `\`\`\`sh\n${lines}\n\`\`\``

/** JSON with lists and objects of strings on one line. */
const compact = (value: object): string =>
  JSON.stringify(value, undefined, 2).replaceAll(/\[[^[\]{}]*\]|\{[^[\]{}]*\}/g, (text) =>
    text.replaceAll(/\s*\n\s*/g, " ").replaceAll(/\[ | \]/g, (end) => end.trim())
  )

/** Returns a part by name. */
export const startBlock = (name: string, manifest: StartManifest = manifestOf()): string => {
  const block = blocks[name] ?? assert.fail(`nothing is written for "start ${name}"`)
  return block(manifest)
}

/** Returns a page as it is while the package is published, or while it is not. */
export const pageIn = (page: string, manifest: StartManifest): string =>
  withCommands(
    page.replaceAll(
      /^<!-- generated:start (\w+) -->\n[\s\S]*?<!-- \/generated -->/gm,
      (_, name: string) => `<!-- generated:start ${name} -->\n${startBlock(name, manifest)}\n<!-- /generated -->`
    ),
    manifest
  )
