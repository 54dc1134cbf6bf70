import { assert, describe, it } from "@effect/vitest"
import { type ListingStyle, withoutDetails } from "../../../src/tools/dsl/listedSchema.ts"

const person = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", description: "A name." }, age: { type: "integer", description: "In years." } },
  additionalProperties: false
}

const schema = {
  type: "object",
  required: ["who"],
  properties: {
    who: { ...person, description: "The one." },
    others: { type: "array", items: person, description: "The rest, up to 5.", maxItems: 5 },
    mood: { type: "string", enum: ["good", "bad"], description: "How it goes. Say it with a word." },
    ids: {
      type: "array",
      items: { type: "string", description: "An id." },
      description: "Ids.",
      minItems: 1,
      maxItems: 9
    }
  },
  additionalProperties: false
}

const shownBy = () => undefined
const all: ListingStyle = { levels: 1, shownBy }
const few: ListingStyle = { levels: 0, shownBy }

describe("a listed schema", () => {
  it("shows the fields of nested objects, and no bound that the description tells", () => {
    const { additionalProperties: _, ...open } = person
    assert.deepStrictEqual(withoutDetails(schema, all), {
      type: "object",
      properties: {
        who: { ...open, description: "The one." },
        others: { type: "array", description: "The rest, up to 5.", items: open },
        mood: { type: "string", description: "How it goes. Say it with a word.", enum: ["good", "bad"] },
        ids: { type: "array", description: "Ids.", maxItems: 9, items: { type: "string" } }
      },
      required: ["who"],
      additionalProperties: false
    })
  })

  it("names the fields of objects that are nested too deep, marks required ones and shows these", () => {
    const name = { type: "object", properties: { name: { type: "string", description: "A name." } } }
    assert.deepStrictEqual(withoutDetails(schema, few), {
      type: "object",
      properties: {
        who: { ...name, description: "The one. {name*, age}" },
        others: { type: "array", description: "The rest, up to 5. {name*, age}", items: name },
        mood: { type: "string", description: "How it goes. Say it with a word.", enum: ["good", "bad"] },
        ids: { type: "array", description: "Ids.", maxItems: 9, items: { type: "string" } }
      },
      required: ["who"],
      additionalProperties: false
    })
  })

  it("shows the shortest field of an object without required fields", () => {
    const { required: _, ...optional } = person
    const { who } = withoutDetails({ properties: { who: { ...optional, description: "The one." } } }, few).properties
    assert.deepStrictEqual(who?.properties, { name: { type: "string" } })
  })

  it("tells which tool shows the objects of a field", () => {
    const style: ListingStyle = { ...all, shownBy: (field) => (field === "others" ? "people_get" : undefined) }
    assert.deepStrictEqual(withoutDetails(schema, style).properties.others, {
      type: "array",
      description: "The rest, up to 5, as in people_get.",
      items: { type: "object", properties: { name: { type: "string" } } }
    })
  })

  it("omits the values and bounds that a description or the items state", () => {
    const fields = {
      mood: { type: "string", enum: ["good", "bad"], description: "good or bad." },
      minutes: { type: "integer", minimum: 5, maximum: 60, description: "From 5 to 60." },
      position: { type: "integer", minimum: 0, maximum: 9, description: "From 0." },
      age: { type: "integer", minimum: 1, maximum: 99, description: "In years." },
      ids: { type: "array", items: { type: "string" }, maxItems: 1000, description: "Ids." },
      moods: { type: "array", items: { type: "string", enum: ["good", "bad"] }, maxItems: 2, description: "Moods." }
    }
    const { age, ids, minutes, mood, moods, position } = withoutDetails({ properties: fields }, all).properties
    assert.deepStrictEqual(
      [mood, minutes, position, age, ids, moods],
      [
        { type: "string", description: "good or bad." },
        { type: "integer", description: "From 5 to 60." },
        { type: "integer", description: "From 0.", maximum: 9 },
        fields.age,
        { type: "array", description: "Ids.", items: { type: "string" } },
        { type: "array", description: "Moods.", items: { type: "string", enum: ["good", "bad"] } }
      ]
    )
  })
})
