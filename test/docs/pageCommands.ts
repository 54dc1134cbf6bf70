/** The commands of the pages, as a shell finds them. */
// @effect-diagnostics nodeBuiltinImport:off
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { Binary } from "../e2e/binary.ts"

/** A directory with the commands of the pages, which start the binary. */
export const commands = Effect.acquireRelease(
  Effect.map(Binary, (main) => {
    const directory = mkdtempSync(join(tmpdir(), "effect-discord-mcp-shell-"))
    const start = `exec "${process.execPath}" "${main}" "$@"\n`
    const npx = `#!/bin/sh\n[ "$1 $2" = "-y effect-discord-mcp" ] || { echo "npx $*: another package" >&2; exit 9; }\nshift 2\n${start}`
    for (const [name, text] of [
      ["npx", npx],
      ["effect-discord-mcp", `#!/bin/sh\n${start}`]
    ] as const) {
      writeFileSync(join(directory, name), text)
      chmodSync(join(directory, name), 0o755)
    }
    return directory
  }),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)
