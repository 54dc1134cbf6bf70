import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { asked, Sandbox, seedIds, served } from "../dispatch/app.ts"
import { plan } from "./mcpClient.ts"

/** A valid step. */
const read = (id: string, args: object = {}, more: object = {}) => ({
  id,
  tool: "users_get_current",
  args,
  ...more
})

/** A step with a reference. */
const refer = (id: string, text: unknown, more: object = {}) => ({
  id,
  tool: "messages_send",
  args: { channel_id: "1248328050311954441", content: text },
  ...more
})

const parsed = (json: string): object => JSON.parse(json)

/** The issues of a plan. Nothing has run. */
const refused = (it: object) =>
  Effect.gen(function* () {
    const { code, issues } = yield* plan(it)
    assert.strictEqual(code, "VALIDATION_FAILED")
    assert.deepStrictEqual(yield* asked, [])
    return issues.map((issue: { readonly path: string; readonly code: string }) => `${issue.path}: ${issue.code}`)
  }).pipe(served())

const refusals: ReadonlyArray<readonly [what: string, plan: object, issues: ReadonlyArray<string>]> = [
  ["no steps", { steps: [] }, ["steps: no_steps"]],
  ["51 steps", { steps: Array.from({ length: 51 }, (_, n) => read(`s${n}`)) }, ["steps: too_many_steps"]],
  [
    "an id twice",
    { steps: [read("a"), read("b"), read("a"), read("a")] },
    ["steps[2].id: duplicate_id", "steps[3].id: duplicate_id"]
  ],
  [
    "an id no reference can name",
    { steps: [read("1st"), read("a b")] },
    ["steps[0].id: invalid_id", "steps[1].id: invalid_id"]
  ],
  [
    "an id that means something else",
    { steps: [read("__proto__"), read("constructor"), read("item"), read("index"), read("toString")] },
    [0, 1, 2, 3, 4].map((at) => `steps[${at}].id: reserved_id`)
  ],
  ["a tool that does not exist", { steps: [{ id: "a", tool: "message_send" }] }, ["steps[0].tool: unknown_tool"]],
  [
    "an inherited name as a tool",
    {
      steps: [
        { id: "a", tool: "__proto__" },
        { id: "b", tool: "constructor" }
      ]
    },
    ["steps[0].tool: unknown_tool", "steps[1].tool: unknown_tool"]
  ],
  [
    "a tool that only a template would tell",
    {
      steps: [
        read("a"),
        { id: "b", tool: "{{a.name}}" },
        { id: "c", tool: "mcp_tools_read", args: { tool: "{{a.x}}" } }
      ]
    },
    ["steps[1].tool: templated_tool", "steps[2].args.tool: templated_tool"]
  ],
  [
    "a plan inside the plan",
    { steps: [{ id: "a", tool: "mcp_pipeline", args: { steps: [read("b")] } }] },
    ["steps[0].tool: nested_pipeline"]
  ],
  [
    "a plan inside a tool that runs others",
    {
      steps: ["read", "write", "destructive"].map((risk) => ({
        id: risk,
        tool: `mcp_tools_${risk}`,
        args: { tool: "mcp_pipeline", args: { steps: [read("b")] } }
      }))
    },
    [0, 1, 2].map((at) => `steps[${at}].args.tool: nested_pipeline`)
  ],
  [
    "a plan inside two tools that run others",
    {
      steps: [
        { id: "a", tool: "mcp_tools_read", args: { tool: "mcp_tools_read", args: { tool: "mcp_pipeline", args: {} } } }
      ]
    },
    ["steps[0].args.tool: unknown_tool"]
  ],
  ["a step that refers to itself", { steps: [refer("a", "{{a.id}}")] }, ["steps[0]: cycle"]],
  [
    "steps that wait for each other",
    {
      mode: "parallel",
      steps: [refer("a", "{{c.id}}"), refer("b", "{{a.id}}"), refer("c", "{{b.id}}"), refer("d", "{{a.id}}")]
    },
    ["steps[0]: cycle"]
  ],
  [
    "two cycles",
    { steps: [refer("a", "{{b.id}}"), refer("b", "{{a.id}}"), refer("c", "{{d.id}}"), refer("d", "{{c.id}}")] },
    ["steps[0]: cycle", "steps[2]: cycle"]
  ],
  [
    "a reference to a later step, in order",
    { steps: [refer("a", "{{b.id}}"), read("b")] },
    ["steps[0].args.content: later_step"]
  ],
  [
    "a reference to no step",
    { steps: [read("find"), refer("a", "{{fnd.id}} and {{b}}")], output: { x: "{{fin.id}}" } },
    ["steps[1].args.content: unknown_step", "steps[1].args.content: unknown_step", "output.x: unknown_step"]
  ],
  [
    "__proto__ in a reference",
    { steps: [read("a"), refer("b", "{{a.__proto__.polluted}}")] },
    ["steps[1].args.content: inherited_property"]
  ],
  [
    "constructor in a reference",
    { steps: [read("a"), refer("b", "{{a.constructor.constructor}}"), refer("c", "{{constructor}}")] },
    ["steps[1].args.content: inherited_property", "steps[2].args.content: inherited_property"]
  ],
  [
    "other inherited properties in a reference",
    { steps: [read("a"), refer("b", "{{a.toString}} {{a.hasOwnProperty}}"), read("c", {}, { if: "{{a.valueOf}}" })] },
    ["steps[1].args.content: inherited_property", "steps[2].if: inherited_property"]
  ],
  [
    "__proto__ and constructor among the arguments",
    parsed(
      '{"steps": [{"id": "a", "tool": "messages_send", "args": {"__proto__": {"channel_id": "1"}, "embeds": [{"constructor": 1}]}}]}'
    ),
    ["steps[0].args.__proto__: unknown_field", "steps[0].args.embeds[0].constructor: unknown_field"]
  ],
  [
    "a template in the name of an argument",
    { steps: [read("a", { "{{x}}": 1 })] },
    ["steps[0].args.{{x}}: template_in_name"]
  ],
  [
    "braces that are no reference",
    { steps: [refer("a", "{{"), refer("b", "{{a b}}")] },
    ["steps[0].args.content: malformed_reference", "steps[1].args.content: malformed_reference"]
  ],
  [
    "the item of no list",
    {
      steps: [refer("a", "{{item}}"), refer("b", "x", { if: "{{index}}" }), refer("c", "x", { for_each: "{{item.x}}" })]
    },
    ["steps[0].args.content: no_item", "steps[1].if: no_item", "steps[2].for_each: no_item"]
  ],
  [
    "a condition or a list that is no template",
    {
      steps: [
        read("a", {}, { if: "yes" }),
        read("b", {}, { if: "{{a.id}} {{a.id}}" }),
        read("c", {}, { for_each: "all" })
      ]
    },
    ["steps[0].if: not_a_template", "steps[1].if: not_a_template", "steps[2].for_each: not_a_template"]
  ],
  ["an output that refers to nothing", { steps: [read("a")], output: "done" }, ["output: not_a_template"]],
  [
    "a list of 101 items",
    { steps: [read("a", {}, { for_each: Array.from({ length: 101 }, String) })] },
    ["steps[0].for_each: too_many_items"]
  ],
  [
    "a confirmation in a step",
    {
      steps: [
        { id: "a", tool: "messages_delete", args: { channel_id: "1", message_id: "2", __confirm: true } },
        { id: "b", tool: "mcp_tools_destructive", args: { tool: "messages_delete", args: { __confirm: true } } }
      ]
    },
    ["steps[0].args.__confirm: misplaced_confirm", "steps[1].args.args.__confirm: misplaced_confirm"]
  ],
  [
    "arguments that do not fit",
    {
      steps: [
        read("a"),
        read("b"),
        { id: "c", tool: "messages_send", args: { channel_id: "general", content: "x", foo: 1 } }
      ]
    },
    ["steps[2].args.foo: unknown_field", "steps[2].args.channel_id: invalid"]
  ],
  [
    "arguments that do not fit beside templates",
    {
      steps: [
        read("a"),
        { id: "b", tool: "messages_send", args: { content: "{{a.id}}", tts: "loud", foo: "{{a.id}}" } },
        { id: "c", tool: "mcp_tools_write", args: { tool: "messages_send", args: { content: "{{a.id}}", tts: 1 } } }
      ]
    },
    [
      "steps[1].args.foo: unknown_field",
      "steps[1].args.channel_id: required",
      "steps[1].args.tts: invalid",
      "steps[2].args.args.channel_id: required",
      "steps[2].args.args.tts: invalid"
    ]
  ],
  [
    "arguments that do not fit for one item of a list",
    {
      steps: [
        refer("a", "{{item.text}}", {
          for_each: [{ text: "one" }, { txt: "two" }, { text: "x".repeat(2001) }, { text: true }]
        })
      ]
    },
    ["steps[0].args.content: unresolved", "steps[0].args.content: too_long", "steps[0].args.content: invalid"]
  ],
  [
    "a tool that runs others of another risk",
    {
      steps: [
        {
          id: "a",
          tool: "mcp_tools_read",
          args: { tool: "messages_send", args: { channel_id: "1248328050311954441", content: "x" } }
        }
      ]
    },
    ["steps[0].args.tool: wrong_risk"]
  ],
  [
    "fields that do not fit",
    {
      steps: [
        { id: "a", tool: "users_get_current", colour: {} },
        { tool: "guild_get", args: [] }
      ],
      mode: "both",
      max_concurrency: 51
    },
    [
      "steps[0].colour: unknown_field",
      "steps[1].id: required",
      "steps[1].args: invalid",
      "mode: invalid",
      "max_concurrency: invalid"
    ]
  ]
]

describe("a plan is refused before its first step for", () => {
  for (const [what, it_, issues] of refusals) {
    it.live(what, () => Effect.map(refused(it_), (found) => assert.sameMembers([...found], [...issues])))
  }

  it.live("all its problems at once, each with its path", () =>
    Effect.gen(function* () {
      const { issues } = yield* plan({
        steps: [
          read("a"),
          { id: "a", tool: "message_send", args: { content: "{{later.id}}" } },
          refer("later", "{{a.constructor}}", { if: "always" })
        ],
        output: "{{nothing}}"
      })
      assert.deepStrictEqual(issues, [
        { path: "steps[1].id", message: "is the id of steps[0] too", code: "duplicate_id" },
        {
          path: "steps[1].args.content",
          message: "{{later.id}} refers to a later step: put later first, or set mode to parallel",
          code: "later_step"
        },
        {
          path: "steps[1].tool",
          message: 'there is no tool named "message_send"; did you mean messages_send?',
          code: "unknown_tool"
        },
        {
          path: "steps[2].args.content",
          message: "{{a.constructor}} asks for constructor: use only fields of the result",
          code: "inherited_property"
        },
        {
          path: "steps[2].if",
          message: "must be one template and nothing else, such as {{find.items}}",
          code: "not_a_template"
        },
        { path: "output", message: "{{nothing}} refers to no step", code: "unknown_step" }
      ])
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(served())
  )
})

describe("a plan that the operator's settings refuse", () => {
  const delivery = (environment: Readonly<Record<string, string>>, steps: (channel: string) => ReadonlyArray<object>) =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const { code, structured } = yield* plan({ steps: steps(ids.channels.general) })
      return { code, tool: structured.tool, asked: yield* asked }
    }).pipe(served(environment))

  it.live("is refused before the first step, for any step", () =>
    Effect.gen(function* () {
      const last = (channel: string) => [read("a"), refer("b", "x", { args: { channel_id: channel, content: "x" } })]
      for (const environment of [
        { MCP_EXCLUDE_TOOLS: "messages_send" },
        { MCP_TOOLS: "users_get_current" },
        { MCP_CATEGORIES: "users" },
        { MCP_READ_ONLY: "true" }
      ]) {
        assert.deepStrictEqual(
          yield* delivery(environment, last),
          { code: "SCOPE_REJECTED", tool: "messages_send", asked: [] },
          JSON.stringify(environment)
        )
      }
    })
  )

  it.live("is refused in a step with unknown arguments, and behind a dispatcher", () =>
    Effect.gen(function* () {
      const open = (channel: string) => [
        read("a"),
        refer("b", "{{a.id}}", { args: { channel_id: channel, content: "{{a.id}}" } })
      ]
      const carried = (channel: string) => [
        {
          id: "a",
          tool: "mcp_tools_write",
          args: { tool: "messages_send", args: { channel_id: channel, content: "x" } }
        }
      ]
      for (const steps of [open, carried]) {
        assert.deepStrictEqual(yield* delivery({ MCP_READ_ONLY: "true" }, steps), {
          code: "SCOPE_REJECTED",
          tool: "messages_send",
          asked: []
        })
      }
    })
  )

  it.live("is allowed if it only reads, in read-only mode", () =>
    Effect.gen(function* () {
      const { code, asked } = yield* delivery({ MCP_READ_ONLY: "true" }, () => [read("a")])
      assert.deepStrictEqual([code, asked], ["ok", ["GET /users/@me"]])
    })
  )

  it.live("is refused if mcp_pipeline is excluded", () =>
    Effect.gen(function* () {
      const { code, tool } = yield* delivery({ MCP_EXCLUDE_TOOLS: "mcp_pipeline" }, () => [read("a")])
      assert.deepStrictEqual([code, tool], ["SCOPE_REJECTED", "mcp_pipeline"])
    })
  )

  it.live("is refused for every known id of another guild", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      const outside = { channel_id: ids.channels.otherGeneral, content: "x" }
      const known = yield* plan({ steps: [read("a"), { id: "b", tool: "messages_send", args: outside }] })
      const refused = { code: "GUILD_NOT_ALLOWED", guild_id: ids.otherGuild }
      assert.deepInclude(known.structured, { ...refused, path: "steps[1].args.channel_id" })
      const carried = yield* plan({
        steps: [{ id: "b", tool: "mcp_tools_write", args: { tool: "messages_send", args: outside } }]
      })
      assert.deepInclude(carried.structured, { ...refused, path: "steps[0].args.args.channel_id" })
      const open = yield* plan({
        steps: [
          { id: "a", tool: "channels_get", args: { channel_id: ids.channels.general } },
          { id: "b", tool: "messages_send", args: { ...outside, content: "{{a.name}}" } }
        ]
      })
      assert.deepInclude(open.structured, { ...refused, path: "steps[1].args.channel_id" })
      const late = yield* plan({
        steps: [read("a"), { id: "b", tool: "messages_send", args: { ...outside, channel_id: "{{a.id}}" } }]
      })
      assert.deepInclude(late.steps[1]?.error, { code: "GUILD_NOT_ALLOWED" })
      assert.notInclude((yield* asked).join(), "POST")
    }).pipe((test) => Effect.flatMap(guild, (ALLOWED_GUILDS) => served({ ALLOWED_GUILDS })(test)))
  )
})

/** The guild of a sandbox, which is the same for the same seed. */
const guild = Effect.map(seedIds, ({ guild }) => guild)
