/** Adds a category to a copy, as CONTRIBUTING.md says: a folder and one line of the registry. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import * as Command from "@effect/platform/Command"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { buildIn } from "../process/binary.ts"

/** A copy of the sources with the category `signals`, built. */
const copyWithTool = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const copy = yield* fs.makeTempDirectoryScoped({ prefix: "effect-discord-mcp-" })
  cpSync("src", join(copy, "src"), { recursive: true })
  cpSync("package.json", join(copy, "package.json"))
  yield* fs.symlink(resolve("node_modules"), join(copy, "node_modules"))
  mkdirSync(join(copy, "src/tools/signals"))
  const definition = readFileSync("test/docs/newTool/tools.ts", "utf8")
  writeFileSync(join(copy, "src/tools/signals/tools.ts"), definition.replaceAll("../../../src/tools/", "../"))
  const registry = readFileSync("src/catalogue/registry.ts", "utf8")
  const line = '  signals: lazily(() => import("../tools/signals/tools.ts")),\n'
  writeFileSync(join(copy, "src/catalogue/registry.ts"), registry.replace(/(?=^ {2}lobbies: )/m, line))
  return yield* buildIn(copy)
})

layer(NodeContext.layer, { excludeTestServices: true })("a tool added by its folder and one line", (it) => {
  it.scoped("is listed, found by its category and run", () =>
    Effect.gen(function* () {
      const binary = yield* copyWithTool
      const run = (...args: ReadonlyArray<string>) => Command.string(Command.make(process.execPath, binary, ...args))
      const listed = JSON.parse(yield* run("tools", "--category", "signals", "--json"))
      assert.deepStrictEqual(
        listed.map(({ name }: { readonly name: string }) => name),
        ["signals_typing"]
      )
      const { items } = JSON.parse(yield* run("call", "users_list_current_user_guilds", "--sandbox"))
      const channels = JSON.parse(yield* run("call", "channels_list", "--guild_id", items[0].id, "--sandbox"))
      const { id } = channels.items.find(({ name }: { readonly name: string }) => name === "general")
      assert.deepInclude(JSON.parse(yield* run("call", "signals_typing", "--channel_id", id, "--sandbox")), {
        done: true
      })
    })
  )
})
