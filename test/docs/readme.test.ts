import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Command } from "@effect/cli"
import { assert, describe, it } from "@effect/vitest"
import { HashMap } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { withAbsoluteLinks } from "../../packaging/readme.mjs"
import { installLinks, startLine, withCommands } from "../../packaging/start.mjs"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import { command } from "../../src/cli/command.ts"
import { areas } from "./areasTable.ts"
import { pageIn } from "./startBlocks.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const readme = read("README.md")
const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"))

/** Returns GitHub's anchor of a heading. */
const anchors = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-")
  )

/** Returns the links to files in a page, except in code. */
const links = (page: string) =>
  [...page.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target))

describe("the README", () => {
  it("has under 250 lines, and prose lines of at most 120 characters", () => {
    for (const published of [false, true]) {
      const lines = pageIn(readme, { ...manifest, published }).split("\n")
      assert.isBelow(lines.length, 250)
      assert.deepStrictEqual(
        lines.filter((line) => line.length > 120 && !/^(\||!\[| {2}T\[)/.test(line)),
        []
      )
    }
  })

  it("has absolute links in the package", () => {
    const repository = "https://github.com/owner/name"
    const packed = withAbsoluteLinks(readme, repository)
    assert.deepStrictEqual(links(packed), [])
    assert.include(packed, `(${repository}/blob/HEAD/docs/errors.md)`)
    assert.include(packed, "(https://raw.githubusercontent.com/owner/name/HEAD/docs/pictures/demo.svg)")
    assert.include(manifest.scripts.prepack, "packaging/readme.mjs pack")
    assert.include(manifest.scripts.postpack, "packaging/readme.mjs restore")
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

  it("starts each command as published, or from a checkout", () => {
    const commands = [...HashMap.keys(Command.getSubcommands(command))]
    const checkout = { ...manifest, published: false }
    assert.deepStrictEqual(
      commands.filter(
        (name) => withCommands(`\`${manifest.name} ${name}\``, checkout) !== `\`${startLine(checkout)} ${name}\``
      ),
      []
    )
  })

  it("has every category of tools in one area", () => {
    assert.deepStrictEqual(
      Object.values(areas)
        .flatMap(({ categories }) => categories)
        .toSorted(),
      [...new Set(catalogue.map(({ category }) => category))].toSorted()
    )
  })

  it("has the number of tools and the required version of Node", () => {
    assert.include(readme, `| tools | ${catalogue.length} | `)
    assert.include(readme, `| node | ${manifest.engines.node.replace(">=", "")} | `)
  })

  it("has install links once the package is published, which contain no token", () => {
    assert.deepStrictEqual(installLinks({ ...manifest, published: false }), [])
    for (const { bot, sandbox } of installLinks({ ...manifest, published: true })) {
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

/** Returns the config in an install link: base64 for Cursor, plain for VS Code. */
const configOf = (link: string): Config => {
  const config = new URL(link).searchParams.get("config") ?? ""
  return JSON.parse(config.startsWith("{") ? config : Buffer.from(config, "base64").toString())
}

/** Words of the inside, which a newcomer does not know. */
const JARGON = [
  "intent",
  "surface",
  "gate",
  "envelope",
  "bulkhead",
  "permit",
  "elicitation",
  "stdio",
  "stderr",
  "schema"
]

describe("the first screens of the README", () => {
  it("have no words of the inside, except the names of Discord's switches", () => {
    const top = readme.split("\n").slice(0, 60).join("\n")
    const plain = top.replaceAll(/\]\([^)]*\)/g, "").replaceAll(/\*[A-Z][a-z]+( [A-Z][a-z]+)* Intent\*/g, "")
    assert.deepStrictEqual(
      JARGON.filter((word) => new RegExp(`\\b${word}s?\\b`, "i").test(plain)),
      []
    )
  })

  it("come in the order of a newcomer", () => {
    const order = [
      "## Try it",
      "## Create a bot",
      "## Connect your assistant",
      "init cursor ",
      "doctor --client",
      "first-steps.md"
    ]
    const positions = order.map((text, at) => readme.indexOf(text, at === 0 ? 0 : readme.indexOf(order[at - 1] ?? "")))
    assert.notInclude(positions, -1)
    assert.deepStrictEqual(
      positions,
      positions.toSorted((a, b) => a - b)
    )
  })

  it("ask for no variable in the shell before the client works", () => {
    assert.notInclude(readme.slice(0, readme.indexOf("## What asks, and when")), "export ")
  })
})

describe("links between the pages", () => {
  for (const path of ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...pages.map((name) => `docs/${name}`)]) {
    it(`${path} has only valid links`, () => {
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
