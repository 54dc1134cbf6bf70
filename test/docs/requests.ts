/** The example requests of the README, played against the settings that `init CLIENT --allow destructive` writes. */
// @effect-diagnostics asyncFunction:off
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js"
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { DateTime, Effect, Encoding } from "effect"
import { serveOver } from "../../src/mcp/McpServer.ts"
import { tideClock } from "../../src/sandbox/seed/history.ts"
import { call, roomy, Sandbox, served } from "../dispatch/app.ts"
import { agentOver, type Result, type Solution } from "../tasks/agent.ts"
import { answerOf } from "../tasks/person.ts"

/** The settings for a client that can ask its user. */
const settings = { MCP_DRY_RUN: "false", MCP_CONFIRM: "elicit" }

/** A request, the calls of an assistant, and how each question to the person begins. */
interface Request {
  readonly sentence: string
  readonly asks: ReadonlyArray<string>
  readonly solve: (...args: Parameters<Solution>) => Effect.Effect<ReadonlyArray<Result>>
}

/** The request of the picture. */
export const DELETION = "Delete last year's event channels."

/** The channels that it deletes. */
const EVENTS = ["spring-festival-2025", "harbour-party-2025"]

/** The requests in the order of the README. */
export const requests: ReadonlyArray<Request> = [
  {
    sentence: "Summarise what happened in #support since yesterday, and look at the screenshots.",
    asks: [],
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const channel_id = (yield* call("channels_list", { guild_id: ids.guild })).named("support").id
      const since = DateTime.formatIso(DateTime.subtract(yield* DateTime.now, { days: 1 }))
      const read = yield* call("messages_read", { channel_id, since })
      const picture = read.items().find((message) => message.attachments !== undefined)
      const seen = yield* call("messages_view_attachment", { channel_id, message_id: picture?.id })
      return [read, seen]
    })
  },
  {
    sentence: "Time out Bruno for an hour for spamming, and tell #staff why.",
    asks: ["Time out (mute) a member."],
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const [member] = (yield* call("members_search", { guild_id: ids.guild, query: "bruno" })).items()
      const ended = yield* call("members_timeout", { guild_id: ids.guild, user_id: member?.id, minutes: 60 })
      const channel_id = (yield* call("channels_list", { guild_id: ids.guild })).named("staff").id
      return [ended, yield* call("messages_send", { channel_id, content: "Bruno is timed out for an hour: spam." })]
    })
  },
  {
    sentence: "Create a poll in #general: which evening suits you, Monday, Tuesday or Thursday?",
    asks: [],
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const channel_id = (yield* call("channels_list", { guild_id: ids.guild })).named("general").id
      const answers = ["Monday", "Tuesday", "Thursday"]
      return [yield* call("polls_create", { channel_id, question: "Which evening suits you?", answers })]
    })
  },
  {
    sentence: "Why can't Ada write in #staff?",
    asks: [],
    solve: Effect.fnUntraced(function* ({ call }, ids) {
      const [member] = (yield* call("members_search", { guild_id: ids.guild, query: "ada" })).items()
      const channel_id = (yield* call("channels_list", { guild_id: ids.guild })).named("staff").id
      const input = { guild_id: ids.guild, channel_id, user_id: member?.id, permission: "SEND_MESSAGES" }
      return [yield* call("permissions_explain", input)]
    })
  },
  {
    sentence: DELETION,
    asks: ["Run a plan"],
    solve: Effect.fnUntraced(function* ({ call, plan, search }, ids) {
      yield* search("delete a channel", "channels_delete")
      const channels = yield* call("channels_list", { guild_id: ids.guild })
      const steps = EVENTS.map((name, at) => ({
        id: `delete_${at + 1}`,
        tool: "channels_delete",
        args: { channel_id: channels.named(name).id }
      }))
      return [yield* plan(...steps)]
    })
  }
]

/** What a person at the client saw: the questions, with the choices and the answer. */
export interface Played {
  readonly results: ReadonlyArray<Result>
  readonly questions: ReadonlyArray<{ readonly text: string; readonly choices: ReadonlyArray<string> }>
}

/** Plays a request with a person who agrees to every question. */
export const play = ({ sentence, solve }: Request): Effect.Effect<Played> =>
  Effect.gen(function* () {
    const { ids } = yield* Sandbox
    for (const name of EVENTS) yield* call("channels_create_guild_channel", { guild_id: ids.guild, name, type: "text" })
    const files = [{ name: "screenshot.png", base64: Encoding.encodeBase64(tideClock) }]
    yield* call("messages_send", { channel_id: ids.channels.support, content: "The clock shows a wrong time.", files })
    const [theirs, ours] = InMemoryTransport.createLinkedPair()
    yield* serveOver(theirs, { version: "1.0.0", sandbox: false })
    const questions: Array<Played["questions"][number]> = []
    const client = new Client({ name: "chat", version: "1" }, { capabilities: { elicitation: {} } })
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push({ text: params.message, choices: Object(params).requestedSchema.properties.answer.enum })
      return answerOf(params, false)
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => client.connect(ours)),
      () => Effect.promise(() => client.close())
    )
    // The person has chosen the server in the client: its id is not in the sentence.
    const agent = yield* agentOver(client, `${sentence} ${ids.guild}`)
    return { results: yield* solve(agent, ids), questions }
  }).pipe(Effect.scoped, served(settings, { ...roomy, permissions: PermissionFlagsBits.Administrator }))
