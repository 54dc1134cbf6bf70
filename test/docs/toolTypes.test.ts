// Reads one environment variable.
// @effect-diagnostics processEnv:off asyncFunction:off
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue } from "../../src/catalogue/catalogue.ts"
import type { Risk } from "../../src/discord/Permit.ts"
import { publishedSchema } from "../../src/tools/dsl/publishedSchema.ts"
import { answerTo, roomy, Sandbox, served } from "../dispatch/app.ts"
import { exampleOf } from "./exampleInputs.ts"
import { misfits } from "./fit.ts"
import { readTables, toolTypes } from "./toolTypes.ts"

/** `npm run docs` writes what `npm test` compares. */
const writing = process.env.DOCS === "write"

const path = "src/client/Tools.ts"

/** Reads run first, then writes, then deletions. */
const order: ReadonlyArray<Risk> = ["read", "write", "destructive"]

describe("the client's types of the tools", () => {
  it("are up to date (npm run docs)", async () => {
    const types = await toolTypes(await readTables())
    if (writing) writeFileSync(path, types)
    assert.strictEqual(readFileSync(path, "utf8"), types)
  })

  it("name every tool, and every field that its schema has and needs", async () => {
    const { tools } = await readTables()
    assert.sameMembers(
      [...tools.keys()],
      catalogue.map(({ name }) => name)
    )
    for (const { input, name } of catalogue) {
      const shape = tools.get(name)?.input
      const { properties, required = [] } = publishedSchema(input)
      const fields = shape?.kind === "object" ? shape.fields : []
      assert.sameMembers(
        fields.map((field) => field.name),
        Object.keys(Object(properties)),
        name
      )
      assert.sameMembers(
        fields.filter(({ isOptional }) => !isOptional).map((field) => field.name),
        [required].flat(),
        name
      )
    }
  })

  it.live("are those of what the server answers, as far as the sandbox knows it all", () =>
    Effect.gen(function* () {
      const { tools } = yield* Effect.promise(readTables)
      const { ids } = yield* Sandbox
      const inSandbox: Readonly<Record<string, string>> = {
        "1248328050278400001": ids.guild,
        "1248328050278400010": ids.channels.general,
        "1248328050278400012": ids.channels.thread,
        "1301540266803200077": ids.messages.firstInGeneral,
        "1120345678901248003": ids.members.bruno,
        "1248328050278400021": ids.roles.everyone,
        "1263180912640000031": ids.emoji,
        "1263180912640000032": ids.sticker,
        "1277000112640000095": ids.webhook,
        "1288800112640000045": ids.rule,
        "1290011223340000041": ids.event,
        hgM48av5Q69A: ids.templateCode,
        tidepool: ids.inviteCode
      }
      const answers: Array<string> = []
      const wrong: Array<string> = []
      for (const tool of catalogue.toSorted((a, b) => order.indexOf(a.risk) - order.indexOf(b.risk))) {
        const wired = tools.get(tool.name)
        if (wired === undefined) continue
        const agreed = publishedSchema(tool.input).properties
        const input = { ...exampleOf(tool), ...("__confirm" in Object(agreed) && { __confirm: true }) }
        const text = JSON.stringify(input).replaceAll(
          /\d{17,20}|(?:tidepool|hgM48av5Q69A)(?=")/g,
          (id) => inSandbox[id] ?? id
        )
        const { isError, structured } = yield* answerTo(tool.name, JSON.parse(text))
        if (isError) continue
        const { notice: _, untrusted_fields: __, ...answer } = JSON.parse(JSON.stringify(structured))
        answers.push(tool.name)
        wrong.push(...misfits(answer, wired.answer, tool.name))
      }
      assert.deepStrictEqual(wrong, [])
      assert.isAbove(answers.length, 140)
    }).pipe(served({}, { ...roomy, permissions: 8n }))
  )
})
