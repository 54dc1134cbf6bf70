/** The messages of `init`: the inherited settings, the next steps, and the warning of too many tools. */
import { Effect, Predicate } from "effect"
import { gatewayVariables } from "../../config/gatewayVariables.ts"
import { counted, truncate } from "../../text/words.ts"
import { CLIENT } from "../argv.ts"
import { readSettings } from "../doctor/settings.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import { sanitize } from "../rendering/text.ts"
import { holdsSecret, type InheritedSettings } from "./entryVariables.ts"
import { type ConfigLocation, type McpClient, TOKEN_FILE, type TokenSource, type ToolLimit } from "./McpClient.ts"
import { authorizationOf, commandLine, type DesiredEntry, referenceTo, tokenOf } from "./ServerEntry.ts"

/** Returns lines that name the copied settings of the environment but those `replaced`, and the settings not copied. */
export const inheritedSummary = (
  { secrets, variables, invalid }: InheritedSettings,
  replaced: ReadonlyArray<string>,
  { token }: ConfigLocation
): ReadonlyArray<string> => {
  const [referred, left] = token.forwarded || referenceTo("", token).length > 0 ? [secrets, []] : [[], secrets]
  const names = [...Object.keys(variables).filter((name) => !replaced.includes(name)), ...referred]
  return [
    ...(names.length > 0 ? [`Copied from the environment: ${names.join(", ")}.`] : []),
    ...(left.length > 0
      ? [`Not copied, because it may contain a secret: ${left.join(", ")}. Add it to the entry by hand.`]
      : []),
    ...(invalid.length > 0 ? [`Not copied, because the value is invalid: ${invalid.join(", ")}.`] : [])
  ]
}

/** Returns the line that names what an entry keeps from before. */
export const keptSummary = (kept: JsonObject): ReadonlyArray<string> => {
  const settingTexts = Object.entries(kept).map(([name, value]) =>
    holdsSecret({ name, value: String(value) }) ? name : `${name}=${truncate(sanitize(String(value)), KEPT_MAX)}`
  )
  return settingTexts.length === 0
    ? []
    : [`Kept from before: ${settingTexts.join(", ")}. To remove what is kept, use --reset.`]
}

/** A longer value is shortened. */
const KEPT_MAX = 100

/** Returns the steps that remain before the client can use the server. */
export const nextSteps = (
  client: McpClient,
  location: ConfigLocation,
  content: JsonObject,
  name: string,
  wanted: DesiredEntry,
  steps: ReadonlyArray<string>
): string =>
  [
    "Next:",
    ...steps,
    ...(wanted.url === undefined ? [] : ["Get a token from the operator of the server: clients add NAME prints one."]),
    ...(wanted.sandbox !== true && lacksToken(content, client, tokenOf(location, wanted), name)
      ? [tokenOf(location, wanted).todo]
      : []),
    client.reload,
    ...(wanted.url === undefined
      ? [`Check the entry and the bot's permissions: ${doctorCommand(client, wanted)}`]
      : []),
    ...(client.wakesByCommand === true && hasEvents(content, client, name)
      ? [
          `To let a mention wake ${client.title}, tell it to run this in the background: ${commandLine(wanted.launch, "wait", "--mentions-me", "--timeout", "8h")}`
        ]
      : [])
  ]
    .map((step, at) => (at === 0 ? step : `  ${at}. ${step}`))
    .join("\n")

/** Returns whether an entry switches live events on. */
const hasEvents = (content: JsonObject, { servers }: McpClient, name: string): boolean =>
  gatewayVariables.gateway.name in Object(Object(Object(content[servers])[name]).env)

/** Returns whether the user must still provide the token. */
const lacksToken = (content: JsonObject, client: McpClient, token: TokenSource, name: string): boolean => {
  const entry = Object(Object(content[client.servers])[name])
  const header = Object(entry.headers).Authorization
  if (header !== undefined) return header === authorizationOf(token)
  const value = Object(entry.env)[token.name]
  if (TOKEN_FILE in Object(entry.env)) return false
  return value === undefined ? token.forwarded === true : value === token.variable
}

/** Returns the command that checks the entry as the client uses it. */
const doctorCommand = ({ name }: McpClient, { launch }: DesiredEntry): string =>
  commandLine(launch, "doctor", CLIENT, name)

/** Returns a warning if the entry lists more tools than the client uses. */
export const surfaceWarning = (
  { servers, title, toolLimit }: McpClient,
  content: JsonObject,
  name: string
): Effect.Effect<ReadonlyArray<string>> =>
  toolLimit === undefined
    ? Effect.succeed([])
    : Effect.map(listedBy(Object(Object(Object(content[servers])[name]).env)), (count) =>
        tooManyTools(title, toolLimit, count)
      )

/** Returns a warning if `count` exceeds the number of tools that a client uses. */
export const tooManyTools = (title: string, { max, source }: ToolLimit, count: number): ReadonlyArray<string> =>
  count <= max
    ? []
    : [
        `Warning: this entry lists ${counted(count, "tool")}. ${title} uses at most ${max}, of all servers together (${source}).`,
        "To list fewer, use --surface core, or set MCP_CATEGORIES, MCP_TOOLS or MCP_READ_ONLY."
      ]

/** Returns the number of tools that a server with these variables lists. */
const listedBy = (env: JsonObject): Effect.Effect<number> =>
  Effect.gen(function* () {
    // Only clients with a limit need them.
    const { toolTraits } = yield* Effect.promise(() => import("../../catalogue/toolTraits.ts"))
    const { listedTools } = yield* Effect.promise(() => import("../../tools/meta/surface.ts"))
    const texts = Object.fromEntries(
      Object.entries(env).filter((pair): pair is [string, string] => Predicate.isString(pair[1]))
    )
    const { settings } = yield* readSettings(texts)
    return listedTools(toolTraits, settings).length
  })
