import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { fill, fillItems } from "../../src/pipeline/fill.ts"
import { hasReference, inspect } from "../../src/pipeline/template.ts"

const found = {
  items: [
    { id: "1", author: { name: "Ada" }, roles: ["a", "b"], pinned: true },
    { id: "2", author: { name: "Bruno 🌊" }, roles: ["c"], nick: null }
  ],
  count: 2,
  length: "as long as it says",
  "en-US": "hello"
}
const scope = new Map<string, unknown>([
  ["find", found],
  ["item", "third"],
  ["index", 2]
])

/** The filled-in value, or the codes of its issues. */
const filled = (value: unknown): unknown =>
  Either.match(fill(value, ["args"], scope), {
    onLeft: (issues) => issues.map(({ code, path }) => `${path}: ${code}`),
    onRight: (it) => it
  })

const complaint = (value: unknown): unknown =>
  Either.match(fill(value, ["args"], scope), { onLeft: ([issue]) => issue?.message, onRight: () => "none" })

const problems = (value: unknown) => inspect(value, ["args"]).issues.map(({ code, path }) => `${path}: ${code}`)

describe("a template that is the whole text", () => {
  for (const [template, value] of [
    ["{{find}}", found],
    ["{{find.items}}", found.items],
    ["{{find.items[0]}}", found.items[0]],
    ["{{find.items[1].author.name}}", "Bruno 🌊"],
    ["{{ find.items[0].pinned }}", true],
    ["{{find.count}}", 2],
    ["{{find.items[1].nick}}", null],
    ["{{find.en-US}}", "hello"],
    ["{{item}}", "third"],
    ["{{index}}", 2]
  ] as const) {
    it(`keeps its type: ${template}`, () => assert.deepStrictEqual(filled({ at: [template] }), { at: [value] }))
  }

  it("keeps its type in the preview of an item, and a reference to a step stays a reference", () => {
    const bindings = new Map<string, unknown>([
      ["item", { id: "1", roles: ["a", "b"], pinned: true }],
      ["index", 2]
    ])
    assert.deepStrictEqual(
      fillItems(
        {
          whole: "{{item}}",
          inner: ["{{item.roles}}", "{{item.pinned}}", "{{index}}"],
          text: "{{index}}. {{item.id}}"
        },
        bindings
      ),
      { whole: bindings.get("item"), inner: [["a", "b"], true, 2], text: "2. 1" }
    )
    const others = { step: "{{find.items}}", missing: "{{item.nick}}", mixed: "{{find.count}} of {{index}}" }
    assert.deepStrictEqual(fillItems(others, bindings), { ...others, mixed: "{{find.count}} of 2" })
  })

  it("is a list with [*], and one flat list with several [*]", () => {
    assert.deepStrictEqual(filled("{{find.items[*].id}}"), ["1", "2"])
    assert.deepStrictEqual(filled("{{find.items[*].roles}}"), [["a", "b"], ["c"]])
    assert.deepStrictEqual(filled("{{find.items[*].roles[*]}}"), ["a", "b", "c"])
    assert.deepStrictEqual(filled("{{find.items[*]}}"), found.items)
  })

  it("counts the items of a list and the characters of a text, but keeps a field named length", () => {
    assert.strictEqual(filled("{{find.items.length}}"), 2)
    assert.strictEqual(filled("{{find.items[1].author.name.length}}"), 7)
    assert.strictEqual(filled("{{find.length}}"), "as long as it says")
    assert.deepStrictEqual(filled("{{find.items[*].roles.length}}"), [2, 1])
  })
})

describe("a template inside a text", () => {
  it("inserts texts, numbers, true and false", () => {
    assert.strictEqual(
      filled(
        "#{{index}}: {{find.items[0].author.name}} ({{find.items[0].id}}/{{find.count}}), pinned: {{find.items[0].pinned}}"
      ),
      "#2: Ada (1/2), pinned: true"
    )
  })

  for (const [template, what] of [
    ["who: {{find.items[1].nick}}", "null"],
    ["who: {{find.items}}", "a list"],
    ["who: {{find.items[0].author}}", "an object"]
  ] as const) {
    it(`rejects ${what}`, () => {
      assert.deepStrictEqual(filled([template]), ["args[0]: not_a_scalar"])
      assert.include(String(complaint(template)), `is ${what}: inside a text use only a text, a number, true or false`)
    })
  }

  it("keeps escaped and single braces", () => {
    assert.strictEqual(filled("\\{{find.count}} is {{find.count}}, {x} }}"), "{{find.count}} is 2, {x} }}")
    assert.isFalse(hasReference(["\\{{find}}", { a: "{x}" }]))
    assert.isTrue(hasReference({ deep: [{ in: "a {{find}}" }] }))
  })
})

describe("an unresolved reference", () => {
  for (const [template, message] of [
    ["{{find.itmes}}", "find has no field itmes; it has items, count, length, en-US"],
    ["{{find.items[2].id}}", "find.items has 2 items"],
    ["{{find.items[*].nick}}", "find.items[0] has no field nick; it has id, author, roles, pinned"],
    ["{{find.items.id}}", "find.items is a list, which has no field id"],
    ["{{find.count[0]}}", "find.count is a number, not a list"],
    ["{{find.author[*]}}", "find has no field author"],
    ["{{find.items[1].nick.first}}", "find.items[1].nick is null, which has no field first"],
    ["{{find.items.map}}", "find.items is a list, which has no field map"],
    ["{{item.at}}", "item is a string, which has no field at"],
    ["{{other}}", "there is no other"]
  ] as const) {
    it(`is reported, and never sent as text: ${template}`, () => {
      assert.deepStrictEqual(filled({ content: template, more: `x ${template}` }), [
        "args.content: unresolved",
        "args.more: unresolved"
      ])
      assert.include(String(complaint(template)), `${template} names nothing: ${message}`)
    })
  }

  it("is never undefined, and never an object as text", () => {
    const everything = JSON.stringify([complaint("{{find.x}}"), complaint("a {{find.items[0]}}")])
    assert.notInclude(everything, "undefined")
    assert.notInclude(everything, "[object")
  })
})

describe("text from Discord", () => {
  it("is never parsed as a template", () => {
    const scope = new Map<string, unknown>([
      ["find", { content: "{{secret.token}}" }],
      ["secret", { token: "x" }]
    ])
    assert.deepStrictEqual(
      fill(["{{find.content}}", "they said {{find.content}}"], [], scope),
      Either.right(["{{secret.token}}", "they said {{secret.token}}"])
    )
  })

  it("cannot reach inherited properties by a field name", () => {
    const polluted: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": "own"}')
    assert.deepStrictEqual(fill("{{find}}", [], new Map([["find", polluted]])), Either.right(polluted))
    assert.deepStrictEqual(problems(["{{find.__proto__.x}}", "{{find.constructor}}"]), [
      "args[0]: inherited_property",
      "args[1]: inherited_property"
    ])
  })
})

describe("inspecting a value", () => {
  it("finds every reference with its path", () => {
    const { issues, references } = inspect({ a: ["{{x.id}} and {{y}}"], b: { c: "{{item}}" } }, ["steps", 0, "args"])
    assert.deepStrictEqual(issues, [])
    assert.deepStrictEqual(
      references.map(({ path, reference }) => [path.join("."), reference.root, reference.text]),
      [
        ["steps.0.args.a.0", "x", "x.id"],
        ["steps.0.args.a.0", "y", "y"],
        ["steps.0.args.b.c", "item", "item"]
      ]
    )
  })

  it("rejects an invalid reference", () => {
    for (const text of [
      "{{",
      "a {{b",
      "{{}}",
      "{{ }}",
      "{{a b}}",
      "{{a..b}}",
      "{{a[x]}}",
      "{{a[-1]}}",
      "{{a.b()}}",
      "{{{a}}}",
      '{{a["b"]}}'
    ]) {
      assert.deepStrictEqual(problems({ content: text }), ["args.content: malformed_reference"], text)
    }
  })

  it("does not split a surrogate pair in the message", () => {
    const { issues } = inspect({ content: `{{${"x".repeat(78)}${"🦀".repeat(4)}}}` }, ["args"])
    assert.match(issues[0]?.message ?? "", /^\{\{x{78}…\}\} is not a reference/)
  })

  it("rejects inherited names and templates as field names", () => {
    const args: unknown = JSON.parse('{"embed": {"__proto__": {"content": "x"}}, "constructor": 1, "{{find.x}}": 1}')
    assert.deepStrictEqual(problems(args), [
      "args.embed.__proto__: inherited_property",
      "args.constructor: inherited_property",
      "args.{{find.x}}: template_in_name"
    ])
  })

  it("stops at the depth limit", () => {
    const deep = (levels: number): unknown => (levels === 0 ? "{{x}}" : [deep(levels - 1)])
    assert.deepStrictEqual(problems(deep(40)), [])
    assert.deepStrictEqual(problems(deep(41)), ["args: too_deep"])
    assert.deepStrictEqual(problems(deep(2000)), ["args: too_deep"])
  })
})
