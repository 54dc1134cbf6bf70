/** The names of all tools in the schema of the search: an agent that reads them needs no search. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../../src/catalogue/catalogue.ts"
import { explained } from "../../../src/mcp/instructions.ts"
import { listingOf } from "../../../src/testing/server.ts"
import { settingsOf } from "../../dispatch/app.ts"
import { everydayRequests } from "./everydayRequests.ts"
import { heldOutRequests } from "./heldOutRequests.ts"

const indexOf = (environment: Readonly<Record<string, string>>) =>
  Effect.map(settingsOf(environment), (settings): ReadonlyArray<string> => {
    const search = listingOf(catalogue, settings).find(({ name }) => name === "mcp_tools_search")
    return Object(search?.inputSchema.properties.names?.items).enum ?? []
  })

const categoryOf = new Map(catalogue.map(({ category, name }) => [name, category]))

/** The words of a text, without endings. */
const stems = (text: string): ReadonlyArray<string> =>
  (
    text
      .toLowerCase()
      .replaceAll(/\btime[- ]out/g, "timeout")
      .match(/[a-z]{2,}/g) ?? []
  ).map((word) =>
    word
      .replace(/(?:ies|y)$/, "i")
      .replace(/(?:ing|ed|es|er|s|e)$/, "")
      .replace(/(.)\1$/, "$1")
  )

/** Words that say nothing about the job. */
const COMMON = new Set(stems("the an of to in for on with is are my me this that get list set a by and bot"))

/** Whether two words are the same, or one is the beginning of the other: "react" and "reaction". */
const isSame = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a)))

/** The words that the instructions explain for a tool and its category. */
const explainedFor = (name: string): ReadonlyArray<string> => {
  const category = categoryOf.get(name) ?? ""
  return Object.entries(explained[category] ?? {}).flatMap(([tool, words]) =>
    tool === "" || name === `${category}_${tool}` ? stems(words) : []
  )
}

/** Whether a name has a word of a request, or the instructions explain one of its words. */
const leads = (request: string, name: string): boolean => {
  const words = stems(request).filter((word) => !COMMON.has(word))
  const own = [...stems(name.replaceAll("_", " ")), ...explainedFor(name)].filter((word) => !COMMON.has(word))
  const bare = (word: string) => word.replace(/^un(?=...)/, "")
  return words.some((word) => own.some((other) => isSame(bare(word), bare(other))))
}

describe("the index of the core list", () => {
  it.effect("has every tool that the client may call, once, in the order of the catalogue", () =>
    Effect.gen(function* () {
      const namesWhere = (holds: (tool: (typeof catalogue)[number]) => boolean) =>
        catalogue.filter((tool) => tool.category !== "meta" && holds(tool)).map(({ name }) => name)
      assert.deepStrictEqual(
        yield* indexOf({}),
        namesWhere(({ category }) => category !== "gateway")
      )
      const reads = yield* indexOf({ MCP_READ_ONLY: "true" })
      assert.deepStrictEqual(
        reads,
        namesWhere(({ category, risk }) => category !== "gateway" && risk === "read")
      )
      const members = yield* indexOf({ MCP_CATEGORIES: "members", MCP_EXCLUDE_TOOLS: "members_ban" })
      assert.deepStrictEqual(
        members,
        namesWhere(({ category, name }) => category === "members" && name !== "members_ban")
      )
      assert.include(yield* indexOf({ MCP_GATEWAY: "true" }), "gateway_wait_for")
      for (const surface of ["full", "search"])
        assert.deepStrictEqual(yield* indexOf({ MCP_TOOL_SURFACE: surface }), [])
    })
  )

  it.effect("leads to the right tool for 90 of 100 everyday requests, without a search", () =>
    Effect.gen(function* () {
      const index = new Set(yield* indexOf({}))
      const requests = [...everydayRequests, ...heldOutRequests]
      const isFound = (request: string, tool: string) =>
        categoryOf.get(tool) === "gateway" || !categoryOf.has(tool) || (index.has(tool) && leads(request, tool))
      const missed = requests.filter(([request, ...tools]) => !tools.some((tool) => isFound(request, tool)))
      assert.isAtMost(missed.length / requests.length, 0.1, missed.map((row) => row.join(" | ")).join("\n"))
    })
  )
})
