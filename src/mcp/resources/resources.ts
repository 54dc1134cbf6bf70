import type { ReadResourceResult, Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import type { Settings } from "../../config/Settings.ts"
import { success, withinSize } from "../../dispatch/CallResult.ts"
import type { Dispatch } from "../../dispatch/Dispatch.ts"
import { toJsonRpc } from "../../errors/toJsonRpc.ts"
import { quoted } from "../../text/words.ts"
import type { ToolResult } from "../../tools/ToolResult.ts"
import { Refused } from "../Refused.ts"
import { errorFact, errorList } from "./errors.ts"
import { toolResource } from "./tool.ts"

const JSON_TYPE = "application/json"

/** Resources with a fixed URI. */
export const fixed: ReadonlyArray<Resource> = [
  {
    uri: "discord://errors",
    name: "errors",
    title: "Every way a call can fail",
    description: "The codes of failed calls, with who must act on each.",
    mimeType: JSON_TYPE
  }
]

const EVENTS: ResourceTemplate = {
  uriTemplate: "discord://channels/{id}/events",
  name: "channel_events",
  title: "New messages of a channel",
  description: "The newest messages of a channel or thread, as gateway_read returns them. Subscribe for updates.",
  mimeType: JSON_TYPE
}

/** Returns the resources with a URI template. Events are there only if the gateway is on. */
export const templatesFor = ({ gateway }: Settings["Type"]): ReadonlyArray<ResourceTemplate> =>
  gateway ? [...templates, EVENTS] : templates

const templates: ReadonlyArray<ResourceTemplate> = [
  {
    uriTemplate: "discord://errors/{code}",
    name: "error",
    title: "One way a call can fail",
    description: "What a code means and who must act.",
    mimeType: JSON_TYPE
  },
  {
    uriTemplate: "discord://tools/{name}",
    name: "tool",
    title: "One tool, whole",
    description: "Its full input schema, risk, permissions and the reasons it can fail for.",
    mimeType: JSON_TYPE
  },
  {
    uriTemplate: "discord://guilds/{id}",
    name: "guild",
    title: "One guild (server)",
    description: "What the bot sees of a guild.",
    mimeType: JSON_TYPE
  }
]

/** The protocol's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002

/** Reads the resource of a URI. */
export const read = (
  uri: string,
  dispatch: Dispatch["Type"],
  settings: Settings["Type"]
): Effect.Effect<ReadResourceResult, Refused> =>
  Effect.flatMap(contentOf(uri, dispatch, settings), (text) =>
    text === undefined
      ? new Refused({
          error: {
            code: RESOURCE_NOT_FOUND,
            message: `There is no resource ${quoted(uri)}. There are ${addressesFor(settings)}.`
          }
        })
      : Effect.succeed({ contents: [{ uri, mimeType: JSON_TYPE, text }] })
  )

const addressesFor = (settings: Settings["Type"]): string => {
  const uris = [...fixed.map(({ uri }) => uri), ...templatesFor(settings).map(({ uriTemplate }) => uriTemplate)]
  return `${uris.slice(0, -1).join(", ")} and ${uris.at(-1)}`
}

const contentOf = (
  uri: string,
  dispatch: Dispatch["Type"],
  settings: Settings["Type"]
): Effect.Effect<string | undefined, Refused> => {
  const channel_id = channelOfEvents(uri)
  if (channel_id !== undefined) return resultOf("gateway_read", { channel_id }, dispatch, settings.maxResultChars)
  const written = (value: object | undefined) =>
    value === undefined ? undefined : withinCap(value, settings.maxResultChars)
  const [, kind, name] = /^discord:\/\/(errors|tools|guilds)(?:\/([\w-]+))?$/.exec(uri) ?? []
  switch (kind) {
    case "errors":
      return Effect.succeed(written(name === undefined ? errorList : errorFact(name)))
    case "tools":
      return name === undefined ? Effect.succeed(undefined) : Effect.map(toolResource(name, settings), written)
    case "guilds":
      return name === undefined
        ? Effect.succeed(undefined)
        : resultOf("guild_get", { guild_id: name }, dispatch, settings.maxResultChars)
    default:
      // Any other text: it is not an address of this server.
      return Effect.succeed(undefined)
  }
}

/** Returns the channel of a resource with events. */
export const channelOfEvents = (uri: string): string | undefined =>
  /^discord:\/\/channels\/(\d{17,20})\/events$/.exec(uri)?.[1]

/**
 * Returns the result of a tool, through dispatch. A failure becomes a protocol error, because resources have no other kind
 * of error.
 */
const resultOf = (
  tool: string,
  input: object,
  dispatch: Dispatch["Type"],
  maxChars: number
): Effect.Effect<string, Refused> =>
  dispatch.run(tool, input).pipe(
    Effect.mapError((failure) => new Refused({ error: toJsonRpc(failure) })),
    Effect.flatMap((result) => success(result, maxChars)),
    Effect.map(({ text }) => text)
  )

/** Renders JSON: indented if that fits, otherwise on one line and truncated like a tool result, with a notice. */
const withinCap = (value: object, maxChars: number): string => {
  const text = JSON.stringify(value, undefined, 2)
  if (text.length <= maxChars) return text
  const line = JSON.stringify(value)
  if (line.length <= maxChars) return line
  const whole: ToolResult = Array.isArray(value)
    ? {
        fromServer: true,
        value: { items: value },
        shorten: (count) => ({ items: value.slice(0, count) }),
        size: value.length
      }
    : { fromServer: true, value }
  const { notice, value: cut } = withinSize(whole, maxChars)
  return JSON.stringify({ ...Object(cut), notice })
}
