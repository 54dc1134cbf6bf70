import { readdirSync, readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as errors from "../../docs/examples/errors.ts"
import { protectedCall } from "../../docs/examples/resilience.ts"
import { sent } from "../../docs/examples/toolResult.ts"
import { DiscordPermissionError } from "../../src/errors/ClientErrors.ts"
import { toEnvelope } from "../../src/errors/toEnvelope.ts"

describe("the README's examples", () => {
  it("an error becomes its envelope and its text", () => {
    assert.strictEqual(errors.envelope.code, "DISCORD_RATE_LIMITED")
    assert.isTrue(errors.envelope.retriable)
    assert.include(errors.text, "Wait 5000 ms, then retry.")
  })

  it.effect("a tool's result is decoded, and its refusal handled by its tag", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* sent({ content: [], structuredContent: { id: "1" } }), "sent as 1")
      const refusal = new DiscordPermissionError({
        missing_permissions: ["SEND_MESSAGES"],
        upstream: { status: 403, discord_code: 50013, method: "POST", route: "/channels/:id/messages" }
      })
      const answer = yield* sent({ isError: true, content: [], structuredContent: toEnvelope(refusal) })
      assert.strictEqual(answer, "ask an admin for SEND_MESSAGES")
    })
  )

  it.effect("a protected call gives what the call gives", () =>
    Effect.map(protectedCall(Effect.succeed(42)), (value) => assert.strictEqual(value, 42))
  )
})

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (path: string) => readFileSync(join(root, path), "utf8")
const files = (directory: string, ending: string) =>
  readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${directory}/${name}`)

describe("TypeScript in the pages", () => {
  it("is an example that is compiled, or a row of the catalogue as it stands there", () => {
    const rows = read("src/tools/messages.ts").replaceAll(/^ {2}/gm, "")
    const loose = ["README.md", "CONTRIBUTING.md", ...files("docs", ".md")].flatMap((path) =>
      [
        ...read(path)
          .replaceAll(/<!-- generated:[\s\S]*?<!-- \/generated -->/g, "")
          .matchAll(/( *)```ts\n([\s\S]*?)```/g)
      ]
        .map(([, indent = "", code = ""]) => code.replaceAll(new RegExp(`^${indent}`, "gm"), "").trim())
        .filter((code) => !rows.includes(code))
        .map((code) => `${path}: ${code}`)
    )
    assert.deepStrictEqual(loose, [])
  })

  it("is run: a test imports every example, or an example does that a test imports", () => {
    const tests = files("test", ".test.ts").map(read).join("\n")
    const examples = files("docs/examples", ".ts")
    const others = examples.map(read).join("\n")
    assert.isAbove(examples.length, 2)
    assert.deepStrictEqual(
      examples.filter((path) => !tests.includes(`../${path}"`) && !others.includes(`/${basename(path)}"`)),
      []
    )
  })
})
