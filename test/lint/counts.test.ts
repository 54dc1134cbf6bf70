/** A count agrees with its noun in every message: `1 call is`, `2 calls are`. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { BulkheadFullError, describe as describeError } from "../../src/errors/DiscordMcpError.ts"
import { validationHint } from "../../src/errors/validationIssues.ts"
import { root, sources } from "../sources.ts"

/** A count in a template, and a word that may be a plural. */
const COUNT =
  /\$\{([^{}]*\b(?:length|size|count|\w*Count|dropped|scanned|inFlight|lookedAt|pages))\} (?:[a-z]+ )?([a-z]{2,}s)\b/g

const VERBS = new Set(["is", "was", "has", "does", "ms", "this", "its", "matches"])

/** Counts that are never 1, each with its reason. */
const neverOne: Readonly<Record<string, string>> = {
  "cli/wait.ts": "several bots",
  "discord/observe.ts": "a warning near Discord's limit",
  "cli/tools/renderTool.ts": "all tools",
  "testing/checkEnvelope.ts": "a leak has more",
  "text/words.ts": "a text that is cut",
  "tools/messages/sendParts.ts": "a text that is too long",
  "tools/messages/markdown.ts": "a text that is too long",
  "errors/preview/renderArguments.ts": "a text that is cut"
}

describe("a count in a message", () => {
  it("takes its noun from counted, so that one of them is no plural", () => {
    const wrong = sources.flatMap(({ path }) =>
      path.startsWith("sandbox/") || path in neverOne
        ? []
        : readFileSync(`${root}${path}`, "utf8")
            .split("\n")
            .flatMap((line) => {
              if (/=== 1 \?|^\s*(?:\*|\/\/)/.test(line)) return []
              return [...line.matchAll(COUNT)].flatMap(([found, , noun = ""]) =>
                VERBS.has(noun) || found.includes("counted(") ? [] : [`${path}: ${found}`]
              )
            })
    )
    assert.deepStrictEqual(wrong, [])
  })

  it("agrees with its verb when it is 1", () => {
    for (const scope of ["global", "bucket", "client", "client_rate", "planned", "waits", "questions"] as const) {
      const { message, recovery_hint } = describeError(new BulkheadFullError({ scope, limit: 1 }))
      assert.notMatch(`${message} ${recovery_hint}`, /\b1 (?!ms\b)[a-z]+s\b|\b1 (?:[a-z]+ )?are\b/, scope)
    }
  })
})

describe("the hint of a validation error", () => {
  it("is a sentence for every message", () => {
    for (const [path, message, hint] of [
      ["guild_id", "is required", "guild_id is required."],
      ["", "must be an object", "the input must be an object."],
      ["name", "This field is required", "name: This field is required."],
      ["limit", "expected a number, got a text", "limit: expected a number, got a text."]
    ] as const) {
      const issue = { path, message, code: "x" }
      assert.strictEqual(validationHint([issue]), `Fix the arguments: ${hint} Then call the tool again.`)
    }
  })
})
