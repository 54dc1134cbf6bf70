import { assert, describe, it } from "@effect/vitest"
import { leanSchema } from "../../src/tools/dsl/leanSchema.ts"

const person = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", description: "A name.", minLength: 1 }, age: { type: "integer" } },
  additionalProperties: false
}

const schema = {
  type: "object",
  required: ["who"],
  properties: {
    who: { ...person, description: "The one." },
    others: { type: "array", items: person, description: "The rest.", maxItems: 5 },
    mood: { type: "string", enum: ["good", "bad"], description: "How it goes.", minLength: 1 },
    ids: { type: "array", items: { type: "string", description: "An id." }, description: "Ids." }
  },
  additionalProperties: false
}

describe("a listed schema", () => {
  it("tells what is inside an object by the names of its fields, the needed ones marked", () => {
    assert.deepStrictEqual(leanSchema(schema, 10_000), {
      type: "object",
      required: ["who"],
      properties: {
        who: { type: "object", description: "The one. {name*, age}" },
        others: { type: "array", items: { type: "object" }, maxItems: 5, description: "The rest. {name*, age}" },
        mood: { type: "string", enum: ["good", "bad"], description: "How it goes." },
        ids: { type: "array", items: { type: "string" }, description: "Ids." }
      },
      additionalProperties: false
    })
  })

  it("keeps, where it must be short, the words for what is needed and the kinds of the rest", () => {
    assert.deepStrictEqual(leanSchema(schema, 0), {
      type: "object",
      required: ["who"],
      properties: {
        who: { type: "object", description: "The one. {name*, age}" },
        others: { type: "array", items: { type: "object" }, description: "{name*, age}" },
        mood: { type: "string", enum: ["good", "bad"] },
        ids: { type: "array", items: { type: "string" } }
      },
      additionalProperties: false
    })
  })
})
