import type { ReadResourceResult, Resource, ResourceTemplate } from "@modelcontextprotocol/sdk/types.js"
import { Effect } from "effect"
import type { Settings } from "../../config/Settings.ts"
import { withinSize } from "../../dispatch/Answer.ts"
import type { Dispatch } from "../../dispatch/Dispatch.ts"
import { quoted } from "../../text/words.ts"
import type { ToolResult } from "../../tools/ToolResult.ts"
import { Refused } from "../Refused.ts"
import { errorFact, errorList } from "./errors.ts"
import { guild } from "./guild.ts"
import { toolFacts } from "./tool.ts"

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

/** Resources with a URI template. */
export const templates: ReadonlyArray<ResourceTemplate> = [
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
            message: `There is no resource ${quoted(uri)}. There are discord://errors, discord://errors/{code}, discord://tools/{name} and discord://guilds/{id}.`
          }
        })
      : Effect.succeed({ contents: [{ uri, mimeType: JSON_TYPE, text }] })
  )

const contentOf = (
  uri: string,
  dispatch: Dispatch["Type"],
  settings: Settings["Type"]
): Effect.Effect<string | undefined, Refused> => {
  const written = (value: object | undefined) =>
    value === undefined ? undefined : withinCap(value, settings.maxResultChars)
  const [, kind, name] = /^discord:\/\/(errors|tools|guilds)(?:\/([\w-]+))?$/.exec(uri) ?? []
  switch (kind) {
    case "errors":
      return Effect.succeed(written(name === undefined ? errorList : errorFact(name)))
    case "tools":
      return name === undefined ? Effect.succeed(undefined) : Effect.map(toolFacts(name, settings), written)
    case "guilds":
      return name === undefined ? Effect.succeed(undefined) : guild(name, dispatch, settings.maxResultChars)
    default:
      // Any other text: it is not an address of this server.
      return Effect.succeed(undefined)
  }
}

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
