import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { catalogue, findTool } from "../../src/catalogue.ts"
import type { Reach } from "../../src/safety/Person.ts"
import type { Tool } from "../../src/tools/Tool.ts"
import { batch } from "../contract/inputs.ts"
import { answer, type Step } from "../discord/wire.ts"
import { prepared } from "../tools/prepared.ts"
import { consenting, nobody, outcomeOf, somebody, tokenOf } from "./consenting.ts"

const ID = "111122223333444455"
const ROLE = "222233334444555566"
const BOT_ROLE = "333344445555666677"
const TOKEN = "t".repeat(68)
const everyone = { allowed_mentions: { parse: ["everyone"] } }
const admin = { permissions: ["ADMINISTRATOR"] }
const onMessage = { channel_id: ID, message_id: ID }
const ofWebhook = { webhook_id: ID, token: TOKEN }
const ofInteraction = { application_id: ID, interaction_token: TOKEN }

/** Arguments that make destructive what is none by itself: one row for each that can. */
const escalating: ReadonlyArray<readonly [tool: string, input: object]> = [
  ["mcp_pipeline", { steps: [{ id: "a", tool: "messages_delete", args: onMessage }] }],
  ["guild_modify", { guild_id: ID, features: [] }],
  ["onboarding_modify", { guild_id: ID, prompts: [{ title: "?", options: [{ title: "!", role_ids: [ROLE] }] }] }],
  ["templates_create", { guild_id: ID, name: "x" }],
  ["templates_sync", { guild_id: ID, template_code: "abcdefgh" }],
  [
    "automod_create_rule",
    {
      guild_id: ID,
      name: "x",
      trigger_type: "keyword",
      trigger_metadata: { keyword_filter: ["x"] },
      actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }]
    }
  ],
  [
    "automod_modify_rule",
    { guild_id: ID, rule_id: ID, actions: [{ type: "timeout", metadata: { duration_seconds: 60 } }] }
  ],
  ["roles_create", { guild_id: ID, ...admin }],
  ["roles_modify", { guild_id: ID, role_id: ROLE, ...admin }],
  ["roles_modify_positions", { guild_id: ID, positions: [{ id: ROLE, position: 9 }] }],
  ["members_add", { guild_id: ID, user_id: ID, access_token: "x", roles: [ROLE] }],
  ["members_add_role", { guild_id: ID, user_id: ID, role_id: ROLE }],
  ["members_modify", { guild_id: ID, user_id: ID, roles: [] }],
  ["members_modify", { guild_id: ID, user_id: ID, communication_disabled_until: "1970-01-02T00:00:00Z" }],
  [
    "channels_create_guild_channel",
    { guild_id: ID, name: "x", permission_overwrites: [{ id: ROLE, type: "role", allow: ["ADMINISTRATOR"] }] }
  ],
  ["channels_modify", { channel_id: ID, permission_overwrites: [] }],
  ["channels_modify_positions", { guild_id: ID, positions: [{ id: ID, lock_permissions: true }] }],
  ["channels_modify_permissions", { channel_id: ID, overwrite_id: ROLE, type: "role", allow: ["MANAGE_ROLES"] }],
  ["channels_forum_create_thread", { channel_id: ID, name: "x", message: { content: "x", ...everyone } }],
  ["messages_send", { channel_id: ID, content: "x", ...everyone }],
  ["messages_edit", { ...onMessage, content: "x", ...everyone }],
  ["invites_create_channel", { channel_id: ID, role_ids: [ROLE] }],
  ["events_modify", { guild_id: ID, event_id: ID, status: "canceled" }],
  ["stage_instances_create", { channel_id: ID, topic: "x", send_start_notification: true }],
  ["webhooks_execute", { ...ofWebhook, content: "x", ...everyone }],
  ["webhooks_execute_slack", { ...ofWebhook, payload: { text: "<!everyone>" } }],
  ["webhooks_edit_message", { ...ofWebhook, message_id: ID, content: "x", ...everyone }],
  ["application_modify_current", { interactions_endpoint_url: "https://example.com/" }],
  ["application_modify", { application_id: ID, event_webhooks_url: "https://example.com/" }],
  [
    "interactions_create_response",
    {
      interaction_id: ID,
      interaction_token: TOKEN,
      type: "channel_message_with_source",
      message: { content: "x", ...everyone }
    }
  ],
  ["interactions_create_followup", { ...ofInteraction, content: "x", ...everyone }],
  ["interactions_edit_original_response", { ...ofInteraction, content: "x", ...everyone }],
  ["interactions_edit_followup", { ...ofInteraction, message_id: ID, content: "x", ...everyone }],
  ["components_v2_send", { channel_id: ID, components: [{ type: 10, content: "x" }], ...everyone }],
  [
    "components_v2_send_from_template",
    { channel_id: ID, template: "announcement", vars: { title: "x", text: "x" }, ...everyone }
  ],
  ["components_v2_edit", { ...onMessage, components: [{ type: 10, content: "x" }], ...everyone }],
  ["lobbies_create", { override_event_webhooks_url: "https://example.com/" }],
  ["lobbies_send_message", { lobby_id: ID, content: "x", ...everyone }],
  ["lobbies_modify_members", { lobby_id: ID, members: [{ id: ID, remove_member: true }] }],
  ["lobbies_modify", { lobby_id: ID, members: [] }]
]

/** Tools that ask for consent: those whose input has the caller's half of it. */
const guarded = catalogue.filter(({ input }) => JSON.stringify(input.ast).includes("__confirm"))

/** Files are loaded before anything is sent, and tests load none. */
const FILES = /"(?:url|path|base64)":/

const generated = Effect.fnUntraced(function* (tool: Tool) {
  const inputs = yield* batch(tool, 7, 0)
  const fit = inputs.find((it) => !FILES.test(JSON.stringify(it)) && prepared(tool.name, it)._tag === "Right")
  const { __confirm: _, ...input }: Readonly<Record<string, unknown>> = Object(fit)
  return input
})

/** Every role is an administrator's, and a bot's stands above another. Changes work. */
const world: Step = (request, onPhase) =>
  (request.method !== "GET"
    ? answer(204)
    : request.path.endsWith("/roles")
      ? answer(200, [
          { id: ROLE, name: "x", position: 1, permissions: "8" },
          { id: BOT_ROLE, name: "y", position: 5, permissions: "0", tags: { bot_id: ID } }
        ])
      : answer(200, { id: "1" }))(request, onPhase)

/** What a call without anybody's word, by every entrance, must not do. */
const held = Effect.fnUntraced(function* (tool: Tool, input: object) {
  const entrances = [
    [tool.name, (args: object) => args],
    ...(tool.name === "mcp_pipeline"
      ? []
      : ([
          ["mcp_tools_destructive", (args: object) => ({ tool: tool.name, args })],
          ["mcp_pipeline", (args: object) => ({ steps: [{ id: "only", tool: tool.name, args }] })]
        ] as const))
  ] as const
  const outcomes = new Map<string, string>()
  const expect = (what: string, expected: string, ended: string) => {
    if (ended !== expected) outcomes.set(what, ended)
  }
  for (const [environment, reach, expected] of [
    [{}, somebody("accepted"), "preview MCP_DRY_RUN"],
    [{ MCP_DRY_RUN: "false" }, nobody, "armed token"],
    [{ MCP_DRY_RUN: "false" }, somebody("declined"), "declined"],
    // The command line, with nobody at the terminal.
    [{ MCP_DRY_RUN: "false" }, { returns: false } satisfies Reach, "armed"],
    [{ MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }, nobody, "preview MCP_CONFIRM"]
  ] as const) {
    const server = yield* consenting(environment, world)
    for (const [name, argumentsOf] of entrances) {
      const ended = yield* server.call(name, argumentsOf(input), reach)
      expect(`${name} ${JSON.stringify(environment)}`, expected, outcomeOf(ended))
      if (ended.structured.code === "DRY_RUN_PREVIEW") {
        assert.isString(Object(ended.structured.preview).action)
        assert.notInclude(JSON.stringify(ended), TOKEN)
      }
    }
    assert.deepStrictEqual(server.changes(), [])
  }
  return outcomes
}, Effect.scoped)

/** With its token it goes on to Discord, once. */
const released = Effect.fnUntraced(function* (tool: Tool, input: object) {
  const server = yield* consenting({ MCP_DRY_RUN: "false", MCP_CONFIRM: "token" }, world)
  const __confirm = tokenOf(yield* server.call(tool.name, { ...input, __confirm: true }))
  assert.deepStrictEqual(server.changes(), [])
  yield* server.call(tool.name, { ...input, __confirm })
  const changes = server.changes()
  assert.isAbove(changes.length, 0)
  const again = yield* server.call(tool.name, { ...input, __confirm })
  assert.strictEqual(outcomeOf(again), "token_used")
  assert.deepStrictEqual(server.changes(), changes)
}, Effect.scoped)

const rows: ReadonlyArray<readonly [tool: Tool, input: Effect.Effect<object>]> = [
  ...guarded
    .filter(({ name, risk }) => risk === "destructive" && name !== "mcp_pipeline")
    .map((tool) => [tool, Effect.orDie(generated(tool))] as const),
  ...escalating.flatMap(([name, input]) => {
    const tool = findTool(name)
    return tool === undefined ? [] : [[tool, Effect.succeed(input)] as const]
  })
]

describe("without consent", () => {
  it("no guarded tool is left out of these tests", () => {
    const tested = new Set(rows.map(([{ name }]) => name))
    assert.deepStrictEqual(
      guarded.filter(({ name }) => !tested.has(name)).map(({ name }) => name),
      []
    )
    assert.isAbove(rows.length, 60)
  })

  for (const [tool, input] of rows) {
    it.effect(`${tool.name} changes nothing, by whatever entrance, and with consent it does, once`, () =>
      Effect.gen(function* () {
        const given = yield* input
        assert.deepStrictEqual(yield* held(tool, given), new Map())
        yield* released(tool, given)
      })
    )
  }
})
