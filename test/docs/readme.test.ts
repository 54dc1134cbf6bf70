import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Command } from "@effect/cli"
import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { installLinks } from "../../packaging/links.mjs"
import { catalogue } from "../../src/catalogue.ts"
import { command } from "../../src/cli/command.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const readme = read("README.md")
const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))

/** What a page is called by a heading: GitHub's rule. */
const anchors = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-")
  )

/** The links of a page that lead to files, out of code. */
const links = (page: string) =>
  [...page.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target))

describe("the README", () => {
  it("is readable: under 250 lines, none of prose over 120", () => {
    const lines = readme.split("\n")
    assert.isBelow(lines.length, 250)
    assert.deepStrictEqual(
      lines.filter((line) => line.length > 120 && !/^(\||!\[| {2}T\[)/.test(line)),
      []
    )
  })

  it("names every page of docs/", () => {
    assert.deepStrictEqual(
      pages.filter((name) => name !== "README.md" && !readme.includes(`(docs/${name})`)),
      []
    )
  })

  it("has a table row for each command", () => {
    const commands = [...HashMap.keys(Command.getSubcommands(command))]
    assert.isAbove(commands.length, 5)
    assert.deepStrictEqual(
      commands.filter((name) => !readme.includes(`| \`${name}`)),
      []
    )
  })

  it("counts the tools and names the node it needs", () => {
    assert.include(readme, `| tools | ${catalogue.length} | `)
    assert.include(readme, `| node | ${manifest.engines.node.replace(">=", "")} | `)
  })

  it("installs this package by a click, on the sandbox without a token, and never with one in the link", () => {
    for (const { bot, sandbox } of installLinks(manifest)) {
      const [trying, using] = [configOf(sandbox), configOf(bot)]
      assert.deepStrictEqual(trying, { command: "npx", args: ["-y", manifest.name, "serve", "--sandbox"] })
      assert.deepStrictEqual(using.args, ["-y", manifest.name])
      assert.match(String(using.env?.DISCORD_TOKEN), /^\$\{(env|input):[\w-]+\}$/)
    }
  })
})

interface Config {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/** What a link installs: as base64 (Cursor) or as it is (VS Code). */
const configOf = (link: string): Config => {
  const config = new URL(link).searchParams.get("config") ?? ""
  return JSON.parse(config.startsWith("{") ? config : Buffer.from(config, "base64").toString())
}

describe("links between the pages", () => {
  for (const path of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...pages.map((name) => `docs/${name}`)]) {
    it(`${path} leads to what is there`, () => {
      const broken = links(read(path)).filter((target) => {
        const [file = "", anchor] = target.split("#")
        const to = file === "" ? path : join(dirname(path), file)
        if (!existsSync(join(root, to))) return true
        return anchor !== undefined && to.endsWith(".md") && !anchors(read(to)).includes(anchor)
      })
      assert.deepStrictEqual(broken, [])
    })
  }
})
