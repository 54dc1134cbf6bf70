/** What `init` shows beside the question: what would change, and what is left to do. */
import type { Paint } from "../paint.ts"
import { type Client, type Place, TOKEN } from "./Client.ts"
import { concealer } from "./conceal.ts"
import { type DiffLine, diff, headerOf } from "./diff.ts"
import type { Fields, Launch } from "./Entry.ts"
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

/** What is left to do before the client has the server. */
export const nextSteps = (client: Client, place: Place, content: Fields, name: string, launch: Launch): string =>
  [
    "Next:",
    ...(lacksToken(content, client, place, name) ? [place.token.todo] : []),
    client.reload,
    `Check what the bot may do: ${doctorBy(launch)}`
  ]
    .map((step, at) => (at === 0 ? step : `  ${at}. ${step}`))
    .join("\n")

/** Whether the entry only refers to the token: somebody has to provide it. */
const lacksToken = (content: Fields, client: Client, { token }: Place, name: string): boolean => {
  const entry = Object(Object(content[client.servers])[name])
  const given = Object(entry.env)[TOKEN]
  return given === undefined ? token.forwarded === true : given === token.variable
}

const doctorBy = ({ args, command }: Launch): string =>
  [command, ...args.filter((word) => word !== "serve"), "doctor"].join(" ")
