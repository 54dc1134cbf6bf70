/**
 * The scripted agent. It plays a solution with the official client, and holds the solution to what an agent with only
 * the tool list knows: a tool that is not listed is searched for first, and an id comes from the sentence or a result.
 */
// @effect-diagnostics asyncFunction:off
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { Effect, Predicate } from "effect"
import type { SeedIds } from "../../src/sandbox/Seed.ts"
import { answerOf } from "./person.ts"

/** The calls of a task. Returns the final text for the person. */
export type Solution = (agent: Agent, ids: SeedIds) => Effect.Effect<string>

export interface Agent {
  /** What the person says. */
  readonly sentence: string
  /** Calls a tool. A failed call is a result, as for a model. */
  readonly call: (tool: string, args?: object) => Effect.Effect<Result>
  /** Searches once for several tools, if one of them is not listed. */
  readonly search: (query: string, ...tools: ReadonlyArray<string>) => Effect.Effect<void>
  /** Runs a plan of `mcp_pipeline` in one call. */
  readonly plan: (...steps: ReadonlyArray<Step>) => Effect.Effect<Result>
}

/** A step of a plan. */
export interface Step {
  readonly id: string
  readonly tool: string
  readonly args: object
  readonly for_each?: string | ReadonlyArray<unknown>
}

/** An object of a list. */
export interface Item {
  readonly id: string
  readonly name: string
  readonly [field: string]: unknown
}

/** The result of a call, as its structured half has it. */
export interface Result {
  readonly failed: boolean
  readonly value: Readonly<Record<string, unknown>>
  /** The text half. */
  readonly text: string
  /** Returns the items of the list; in a plan, those of a step. */
  readonly items: (step?: string) => ReadonlyArray<Item>
  /** Returns the item of the list with this name. Dies without one. */
  readonly named: (name: string, step?: string) => Item
}

/** What an agent types to find a tool that is not listed. */
const searches: Readonly<Record<string, string>> = {
  audit_log_get: "who deleted a channel",
  automod_create_rule: "block words automatically",
  changes_undo: "undo the last change",
  channels_create_guild_channel: "create a channel",
  channels_forum_create_thread: "post in a forum",
  channels_list: "list channels",
  channels_list_active_threads_guild: "list threads",
  channels_lock: "lock a channel",
  channels_modify: "change a channel",
  channels_modify_permissions: "let a member write in a channel",
  commands_create_guild: "create a slash command",
  emojis_list_guild: "list emojis",
  emojis_modify: "rename an emoji",
  events_create: "schedule an event",
  guild_modify: "change server settings",
  guild_set_incident_actions: "pause invites during a raid",
  invites_create_channel: "create an invite",
  members_add_role: "give a role",
  members_ban: "ban",
  members_kick: "kick",
  members_list: "list members",
  members_modify: "change a nickname",
  members_search: "find a member by name",
  members_timeout: "time out a member",
  messages_bulk_delete: "delete many messages",
  messages_edit: "edit a message",
  messages_forward: "forward a message",
  messages_pin: "pin a message",
  messages_read: "read messages",
  messages_search: "search messages",
  messages_send: "send a message",
  permissions_explain: "why is something not permitted",
  polls_create: "create a poll",
  polls_end: "end a poll",
  reactions_create: "react to a message",
  roles_create: "create a role",
  roles_list: "list roles",
  roles_member_counts: "how many members has each role",
  roles_modify: "change the color of a role",
  users_send_dm: "send a direct message",
  webhooks_create: "create a webhook"
}

const SNOWFLAKE = /\b\d{17,20}\b/g

/** Connects the official client. With `declines`, its person answers what a server asks; without it, nobody is asked. */
export const connect = (transport: Transport, declines?: boolean) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const capabilities = declines === undefined ? {} : { elicitation: {} }
      const client = new Client({ name: "scripted-agent", version: "1" }, { capabilities })
      if (declines !== undefined)
        client.setRequestHandler(ElicitRequestSchema, ({ params }) => answerOf(params, declines))
      await client.connect(transport)
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )

/** Creates the agent of a task over a connected client. `tools`: those whose schemas the agent's session knows. */
export const agentOver = Effect.fnUntraced(function* (client: Client, sentence: string, tools = new Set<string>()) {
  const listed = yield* Effect.promise(() => client.listTools())
  for (const { name } of listed.tools) tools.add(name)
  const searchTool = listed.tools.find(({ name }) => name === "mcp_tools_search")
  const names = Object(searchTool?.inputSchema.properties?.names)
  const index = new Set<unknown>(Object(names.items).enum)
  const ids = new Set(sentence.match(SNOWFLAKE))

  const send = Effect.fnUntraced(function* (name: string, args: object) {
    const text = JSON.stringify(args)
    const unseen = (text.match(SNOWFLAKE) ?? []).filter((id) => !ids.has(id))
    if (unseen.length > 0) return yield* Effect.dieMessage(`${name}: ${unseen} is in no result and not in the sentence`)
    const result = yield* Effect.promise(() => client.callTool({ name, arguments: { ...args } }))
    const answer = resultOf(Object(result))
    for (const id of JSON.stringify(answer.value).match(SNOWFLAKE) ?? []) ids.add(id)
    return answer
  })

  /**
   * Gets the schemas of tools that the agent does not know yet: at once if the list has their names, or else by a search,
   * which dies if a match is missing.
   */
  const search: Agent["search"] = Effect.fnUntraced(function* (query, ...wanted) {
    if (wanted.every((tool) => tools.has(tool))) return
    const unread = wanted.filter((tool) => !tools.has(tool))
    if (unread.every((tool) => index.has(tool))) {
      yield* send("mcp_tools_search", { names: unread })
      for (const tool of unread) tools.add(tool)
      return
    }
    const matches = yield* send("mcp_tools_search", { query })
    for (const item of matches.items()) if ("input_schema" in item) tools.add(item.name)
    const missing = wanted.filter((tool) => !tools.has(tool))
    if (missing.length === 0) return
    const lines = new Set(matches.items().map(({ name }) => name))
    const unnamed = missing.filter((tool) => !lines.has(tool))
    if (unnamed.length > 0) return yield* Effect.dieMessage(`A search for "${query}" does not name ${unnamed}.`)
    yield* send("mcp_tools_search", { names: missing })
    for (const tool of missing) tools.add(tool)
  })
  const learn = (wanted: ReadonlyArray<string>) =>
    Effect.forEach(new Set(wanted), (tool) => search(searches[tool] ?? "", tool), { discard: true })

  const call: Agent["call"] = (tool, args = {}) => Effect.zipRight(learn([tool]), send(tool, args))
  const plan: Agent["plan"] = (...steps) =>
    Effect.zipRight(learn(["mcp_pipeline", ...steps.map(({ tool }) => tool)]), send("mcp_pipeline", { steps }))
  return { sentence, call, plan, search } satisfies Agent
})

const resultOf = (result: Readonly<Record<string, unknown>>): Result => {
  const value = Object(result.structuredContent)
  const items = (step?: string): ReadonlyArray<Item> => {
    const list = step === undefined ? value : listOfStep(value, step)
    return Object(list).items ?? []
  }
  return {
    failed: result.isError === true,
    value,
    text: [result.content]
      .flat()
      .map((block) => String(Object(block).text))
      .join("\n"),
    items,
    named: (name, step) => {
      const item = items(step).find((one) => one.name === name)
      if (item === undefined) throw new Error(`No item has the name ${name}: ${JSON.stringify(items(step))}`)
      return item
    }
  }
}

const listOfStep = (report: Readonly<Record<string, unknown>>, step: string): unknown => {
  const steps = Predicate.hasProperty(report.report, "steps") ? report.report.steps : report.steps
  return Object([steps].flat().find((one) => Object(one).id === step)).result
}
