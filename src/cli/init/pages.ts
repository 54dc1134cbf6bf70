/** What `init` shows beside the question: what would change, and what is left to do. */
import type { Paint } from "../style.ts"
import { type Client, type Place, TOKEN, TOKEN_FILE } from "./Client.ts"
import type { Carried } from "./carriedSettings.ts"
import { type DiffLine, diff, headerOf } from "./diff.ts"
import { type Fields, referenceTo, type Wanted } from "./Entry.ts"
import { concealer } from "./redact.ts"
import type { SettingsFile } from "./SettingsFile.ts"

/** The difference between a file and its new text, without secrets. */
export const diffText = (
  file: SettingsFile,
  text: string,
  { token }: Place,
  { bold, cyan, ...marks }: Paint
): string => {
  const conceal = concealer(file.content, token.variable === undefined ? [] : [token.variable])
  const colour = { "-": marks.red, "+": marks.green, " ": (it: string) => it } satisfies Record<
    DiffLine["mark"],
    unknown
  >
  return [
    bold(`--- ${file.exists ? file.path : "(nothing)"}`),
    bold(`+++ ${file.path}`),
    ...diff(file.text, text).flatMap((hunk) => [
      cyan(headerOf(hunk)),
      ...hunk.lines.map((line) => colour[line.mark](`${line.mark}${conceal(line.text)}`))
    ])
  ].join("\n")
}

/** What an entry has from the environment that `init` runs in, a line each; nothing where none of our settings is set. */
export const takenOver = (
  { secrets, variables, wrong }: Carried,
  flags: Readonly<Record<string, string>>,
  { token }: Place
): ReadonlyArray<string> => {
  const [referred, left] = token.forwarded || referenceTo("", token).length > 0 ? [secrets, []] : [[], secrets]
  const names = [...Object.keys(variables).filter((name) => !(name in flags)), ...referred]
  return [
    ...(names.length > 0 ? [`Taken from the environment: ${names.join(", ")}.`] : []),
    ...(left.length > 0
      ? [`Not copied, for it may hold a secret: ${left.join(", ")}. Add it to the entry by hand.`]
      : []),
    ...(wrong.length > 0 ? [`Not copied, for the server would refuse the value: ${wrong.join(", ")}.`] : [])
  ]
}

/** What is left to do before the client has the server. */
export const nextSteps = (client: Client, place: Place, content: Fields, name: string, wanted: Wanted): string =>
  [
    "Next:",
    ...(wanted.sandbox !== true && lacksToken(content, client, place, name) ? [place.token.todo] : []),
    client.reload,
    `Check what the bot may do: ${doctorBy(wanted)}`
  ]
    .map((step, at) => (at === 0 ? step : `  ${at}. ${step}`))
    .join("\n")

/** Whether the entry only refers to the token: somebody has to provide it. */
const lacksToken = (content: Fields, client: Client, { token }: Place, name: string): boolean => {
  const entry = Object(Object(content[client.servers])[name])
  const given = Object(entry.env)[TOKEN]
  if (TOKEN_FILE in Object(entry.env)) return false
  return given === undefined ? token.forwarded === true : given === token.variable
}

const doctorBy = ({ launch: { args, command }, sandbox }: Wanted): string =>
  [
    command,
    ...args.filter((word) => word !== "serve" && word !== "--sandbox"),
    "doctor",
    ...(sandbox === true ? ["--sandbox"] : [])
  ].join(" ")
