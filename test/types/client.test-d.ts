/** Checked by `tsc` alone: each expected error below is one that the compiler must find. */
// @effect-diagnostics anyUnknownInErrorContext:off
import { Effect, type Stream } from "effect"
import { type CallFailure, type Client, callTool, callToolWithProgress, connect } from "../../src/client/Client.ts"
import type { ConnectionFailed } from "../../src/client/Session.ts"
import type { CallEvent, ToolInput, ToolOutput } from "../../src/client/ToolCall.ts"
import type { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import type { RemoteFailure } from "../../src/errors/RemoteFailure.ts"

type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const holds = <_Statement extends true>(): void => undefined

const channel_id = "1248328050278400010"
const guild_id = "1248328050278400001"

// A call fails only with the union, with an error of another server, or with a lost connection.
export const sent = callTool("messages_send", { channel_id, content: "hi" })
holds<Equals<CallFailure, DiscordMcpError | RemoteFailure | ConnectionFailed>>()
holds<Equals<typeof sent, Effect.Effect<ToolOutput<"messages_send">, CallFailure, Client>>>()

// Tags and fields of errors are typed.
export const waited: Effect.Effect<number, unknown, Client> = sent.pipe(
  Effect.as(0),
  Effect.catchTag("DiscordRateLimitError", ({ retry_after_ms }) => Effect.succeed(retry_after_ms))
)
// @ts-expect-error a misspelt tag does not compile
export const misspeltTag = sent.pipe(Effect.catchTag("DiscordRatelimitError", () => Effect.void))
// @ts-expect-error a field that the error does not have does not compile
export const misspeltField = sent.pipe(Effect.catchTag("DiscordRateLimitError", ({ retryAfter }) => retryAfter))

// Tool names and inputs are checked against the catalogue.
// @ts-expect-error a misspelt tool does not compile
export const misspeltTool = callTool("message_send", { channel_id, content: "hi" })
// @ts-expect-error a missing field does not compile
export const missing = callTool("messages_send", { content: "hi" })
// @ts-expect-error a field of the wrong type does not compile
export const wrongType = callTool("messages_send", { channel_id: 1248, content: "hi" })
// @ts-expect-error a wrong nested field does not compile
export const wrongInside = callTool("messages_send", { channel_id, embeds: [{ titel: "hi" }] })
// @ts-expect-error a field that the tool does not have does not compile
export const unknownField = callTool("messages_send", { channel_id, contents: "hi" })
// @ts-expect-error a word that the field does not know does not compile
export const unknownWord = callTool("channels_create_guild_channel", { guild_id, name: "x", kind: "txt" })

// `__confirm` is for tools that can be destructive, `audit_reason` for those that the audit log records.
export const agreed = callTool("channels_delete", { channel_id, audit_reason: "unused", __confirm: true })
export const escalating = callTool("messages_send", { channel_id, content: "@everyone", __confirm: "a token" })
export const dependent = callTool("members_add_role", { guild_id, user_id: "1", role_id: "2", __confirm: true })
// @ts-expect-error a read takes no consent
export const readAgreed = callTool("channels_get", { channel_id, __confirm: true })
// @ts-expect-error a read takes no reason
export const readReasoned = callTool("channels_get", { channel_id, audit_reason: "curious" })

// What a tool answers is the type of its view.
holds<Equals<ToolOutput<"messages_pin">["done"], true>>()
holds<Equals<ToolOutput<"roles_get">["position"], number | undefined>>()
holds<Equals<ToolOutput<"channels_get">["topic"], string | undefined>>()
// Discord may omit every field but the id of what a call creates.
holds<Equals<ToolOutput<"members_list">["items"][number]["id"], string | undefined>>()
holds<Equals<ToolOutput<"roles_create">["id"], string>>()
holds<Equals<ToolOutput<"messages_send">["id"], string>>()
holds<Equals<ToolOutput<"events_create_exception">["id"], string>>()
holds<Equals<ToolOutput<"members_list">["next_cursor"], string | undefined>>()
holds<Equals<NonNullable<ToolOutput<"messages_read">["authors"]>[number]["name"], string | undefined>>()
holds<Equals<ToolOutput<"guild_get_prune_count">["pruned"], number | null | undefined>>()
holds<Equals<ToolOutput<"mcp_pipeline">["status"], "ok" | "partial" | "failed">>()
holds<Equals<ToolOutput<"permissions_explain">["untrusted_fields"], ReadonlyArray<string> | undefined>>()
holds<Equals<Extract<ToolOutput<"channels_delete">, { readonly done: true }>["done"], true>>()

// The view `full` returns Discord's objects unchanged.
declare const view: "compact" | "full"
export const whole = callTool("guild_get", { guild_id, view: "full" })
export const compact = callTool("guild_get", { guild_id, view: "compact" })
export const either = callTool("guild_get", { guild_id, view })
holds<Equals<Effect.Effect.Success<typeof whole>["roles"], unknown>>()
holds<Equals<Effect.Effect.Success<typeof compact>["roles"], number | undefined>>()
holds<Equals<Effect.Effect.Success<typeof either>["roles"], unknown>>()
holds<Equals<ToolOutput<"channels_list", "full">["items"], ReadonlyArray<unknown>>>()
// @ts-expect-error a view that does not exist does not compile
export const noView = callTool("guild_get", { guild_id, view: "short" })
// @ts-expect-error a view of a tool with only one view does not compile
export const noViews = callTool("messages_pin", { channel_id, message_id: "1", view: "full" })
holds<Equals<ToolInput<"guild_get">["view"], "compact" | "full" | undefined>>()

// A call with progress emits events and the same result.
export const watched = callToolWithProgress("messages_read", { channel_id, all: true })
holds<Equals<typeof watched, Stream.Stream<CallEvent<ToolOutput<"messages_read">>, CallFailure, Client>>>()

// A server is a command or a transport.
// @ts-expect-error a server without command and transport does not compile
export const nowhere = connect({ args: ["serve"] })
