/** The messages of `init`: the diff, the inherited settings, and the next steps. */
import { Array as Arr } from "effect"
import { CLIENT, SANDBOX } from "../argv.ts"
import type { JsonObject } from "../rendering/renderValue.ts"
import type { Style } from "../rendering/text.ts"
import type { ConfigFile } from "./ConfigFile.ts"
import { type DiffLine, diff, headerOf } from "./diff.ts"
import type { InheritedSettings } from "./inheritedSettings.ts"
import { type ConfigLocation, type McpClient, TOKEN_FILE, type TokenSource } from "./McpClient.ts"
import { authorizationOf } from "./RemoteEntry.ts"
import { makeLineRedactor } from "./redact.ts"
import { type DesiredEntry, referenceTo, SERVE, tokenOf } from "./ServerEntry.ts"

/** Renders the diff between a file and its new text, with secrets redacted. */
export const diffText = (
  file: ConfigFile,
  text: string,
  { remoteToken, token }: ConfigLocation,
  { bold, cyan, ...marks }: Style
): string => {
  const references = [token, remoteToken].flatMap((it) =>
    it.variable === undefined ? [] : [authorizationOf(it), it.variable]
  )
  const redact = makeLineRedactor(file.content, references)
  const colour = { "-": marks.red, "+": marks.green, " ": (it: string) => it } satisfies Record<
    DiffLine["mark"],
    unknown
  >
  return [
    bold(`--- ${file.exists ? file.path : "(nothing)"}`),
    bold(`+++ ${file.path}`),
    ...diff(file.text, text).flatMap((hunk) => [
      cyan(headerOf(hunk)),
      ...hunk.lines.map((line) => colour[line.mark](`${line.mark}${redact(line.text)}`))
    ])
  ].join("\n")
}

/** Returns lines that name the copied settings of the environment, and the settings that were not copied. */
export const inheritedSummary = (
  { secrets, variables, invalid }: InheritedSettings,
  flags: Readonly<Record<string, string>>,
  { token }: ConfigLocation
): ReadonlyArray<string> => {
  const [referred, left] = token.forwarded || referenceTo("", token).length > 0 ? [secrets, []] : [[], secrets]
  const names = [...Object.keys(variables).filter((name) => !(name in flags)), ...referred]
  return [
    ...(names.length > 0 ? [`Copied from the environment: ${names.join(", ")}.`] : []),
    ...(left.length > 0
      ? [`Not copied, because it may contain a secret: ${left.join(", ")}. Add it to the entry by hand.`]
      : []),
    ...(invalid.length > 0 ? [`Not copied, because the value is invalid: ${invalid.join(", ")}.`] : [])
  ]
}

/** Returns the steps that remain before the client can use the server. */
export const nextSteps = (
  client: McpClient,
  location: ConfigLocation,
  content: JsonObject,
  name: string,
  wanted: DesiredEntry
): string =>
  [
    "Next:",
    ...(wanted.url === undefined ? [] : ["Get a token from the operator of the server: clients add NAME prints one."]),
    ...(wanted.sandbox !== true && lacksToken(content, client, tokenOf(location, wanted), name)
      ? [tokenOf(location, wanted).todo]
      : []),
    client.reload,
    ...(wanted.url === undefined ? [`Check the entry and the bot's permissions: ${doctorCommand(client, wanted)}`] : [])
  ]
    .map((step, at) => (at === 0 ? step : `  ${at}. ${step}`))
    .join("\n")

/** Returns whether the user must still provide the token. */
const lacksToken = (content: JsonObject, client: McpClient, token: TokenSource, name: string): boolean => {
  const entry = Object(Object(content[client.servers])[name])
  const header = Object(entry.headers).Authorization
  if (header !== undefined) return header === authorizationOf(token)
  const given = Object(entry.env)[token.name]
  if (TOKEN_FILE in Object(entry.env)) return false
  return given === undefined ? token.forwarded === true : given === token.variable
}

/** Returns the command that checks the entry as the client uses it. */
const doctorCommand = ({ name }: McpClient, { launch: { args, command } }: DesiredEntry): string => {
  const own = Arr.takeWhile(args, (word) => word !== SERVE && word !== SANDBOX)
  return [command, ...own, "doctor", CLIENT, name].join(" ")
}
