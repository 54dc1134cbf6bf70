import { assert, describe, it } from "@effect/vitest"
import { distance } from "fastest-levenshtein"
import { command } from "../../src/cli/command.ts"
import { allCommands, type CommandNode, HELP, treeOf, wordsOf } from "../../src/cli/help/CommandTree.ts"
import { groups, pages } from "../../src/cli/help/pages.ts"
import { readRequest } from "../../src/cli/help/readRequest.ts"
import { renderHelp } from "../../src/cli/help/renderHelp.ts"
import { styleFor, widthOf } from "../../src/cli/rendering/text.ts"

const tree = treeOf(command.descriptor)
const all = allCommands(tree)

const pageOf = (node: CommandNode, columns: number) => renderHelp(node, { style: styleFor(false), columns })

/** What a parser says about every option, and a reader learns nothing from. */
const filler =
  /true or false value|is optional|piece of text|zero or more times|one of the following|--wizard|--log-level/i

describe("the help", () => {
  it("has a page with examples for every command, and no other page", () => {
    assert.deepStrictEqual(
      Object.keys(pages).filter((words) => !all.some((node) => wordsOf(node) === words)),
      []
    )
    for (const node of all) assert.isAbove(pages[wordsOf(node)]?.examples.length ?? 0, 0, wordsOf(node))
    for (const [words, { examples }] of Object.entries(pages)) {
      for (const [line] of examples) assert.include(words === "" ? line : `${line} `, words === "" ? "" : `${words} `)
    }
  })

  it("lists every command in a group, in one line each", () => {
    const page = pageOf(tree, 80)
    for (const node of tree.subcommands) {
      assert.include(groups, pages[wordsOf(node)]?.group)
      assert.match(page, new RegExp(`^  ${wordsOf(node)} +\\S.*\\.$`, "m"))
    }
    const at = ["Set up", "Operate", "Options", "Examples", "Settings"].map((title) => page.indexOf(`\n${title}\n`))
    assert.deepStrictEqual(
      at,
      at.toSorted((a, b) => a - b)
    )
    assert.isAbove(at[0] ?? -1, 0)
  })

  for (const node of all) {
    it(`fits any width, names the command in full and describes each part: ${node.path.join(" ")}`, () => {
      for (const columns of [40, 60, 80, 100]) {
        const page = pageOf(node, columns)
        for (const line of page.split("\n")) {
          const isOneWord = !line.trim().includes(" ")
          assert.isTrue(widthOf(line) <= columns || isOneWord, `${columns}: ${line}`)
        }
        assert.notMatch(page, filler)
        assert.notInclude(page, "undefined")
      }
      const page = pageOf(node, 100)
      assert.include(page, `Usage: ${node.path.join(" ")}`)
      assert.include(page, `\n${HELP.aliases[0]}`.trim())
      for (const { description, name } of [...node.args, ...node.options]) {
        assert.match(description, /^[A-Z].*\.$/, name)
        assert.include(page, name)
      }
      assert.match(node.description, /^[A-Z].*\.$/)
    })
  }
})

/** Every name with one edit: a letter less, more or other, two letters swapped, or a dash less. */
const edited = (name: string): ReadonlyArray<string> => {
  const start = name.startsWith("--") ? 2 : 0
  const letters = [..."aekqz"]
  const all = [
    ...(start === 0 ? [] : [name.slice(1)]),
    ...Array.from({ length: name.length - start }, (_, index) => {
      const at = start + index
      const [before, after] = [name.slice(0, at), name.slice(at + 1)]
      return [
        before + after,
        ...letters.flatMap((letter) => [before + letter + after, before + letter + name.slice(at)]),
        ...(after === "" ? [] : [before + after[0] + name[at] + after.slice(1)])
      ]
    }).flat()
  ]
  return all.filter((typed) => typed !== name && typed !== "")
}

/** The number of edits between two names of the same length or not. Two swapped letters are one edit. */
const edits = (typed: string, name: string): number =>
  [...typed].toSorted().join("") === [...name].toSorted().join("") ? 1 : distance(typed, name)

/** Fails if the answer to a mistyped name does not name it, or a name that is as near. */
const assertNamed = (words: ReadonlyArray<string>, typed: string, name: string) => {
  const request = readRequest(tree, words)
  // The edit made another name.
  if (request._tag !== "Reject") return 0
  const [, near = ""] = /did you mean (\S+)\?/.exec(request.problem) ?? []
  const isNear = near !== "" && edits(typed, near) <= edits(typed, name)
  assert.isTrue(near === name || isNear, `${words.join(" ")}: ${request.problem}`)
  assert.notInclude(request.problem, "\n")
  return 1
}

describe("a name with one typing error", () => {
  it("of a command or subcommand is answered with the near name, and the names beside it", () => {
    let count = 0
    for (const node of all) {
      const names = node.subcommands.map(({ path }) => path.at(-1) ?? "")
      for (const name of names) {
        for (const typed of edited(name)) {
          const words = [...node.path.slice(1), typed]
          count += assertNamed(words, typed, name)
          const request = readRequest(tree, words)
          if (request._tag === "Reject") assert.include(request.problem, `are: ${names.join(", ")}.`)
        }
      }
    }
    assert.isAbove(count, 500)
  })

  it("of an option is answered with the near option", () => {
    let count = 0
    for (const { options, path } of all) {
      for (const { name } of [...options, HELP]) {
        for (const typed of edited(name)) count += assertNamed([...path.slice(1), typed], typed, name)
      }
    }
    assert.isAbove(count, 1000)
  })

  it("of a value is answered with the near value", () => {
    for (const { options, path } of all) {
      for (const { name, values } of options) {
        for (const value of values) {
          for (const typed of edited(value)) {
            assertNamed([...path.slice(1), name, typed], typed, value)
          }
        }
      }
    }
    assert.deepStrictEqual(readRequest(tree, ["tools", "--risk", "raed"]), {
      _tag: "Reject",
      problem: "--risk: expected one of read, write, destructive; did you mean read?"
    })
  })
})
