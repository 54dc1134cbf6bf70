/** Options that several commands share. */
import { Options } from "@effect/cli"
import { Option } from "effect"
import { REMOTE_TOKEN } from "../config/httpVariables.ts"
import { JSON_OUTPUT, optionName, PERMISSIONS, SANDBOX } from "./argv.ts"

/** The flag of the embedded sandbox. */
export const sandboxFlag = Options.boolean(optionName(SANDBOX)).pipe(
  Options.withDescription("Use the embedded sandbox instead of Discord. Needs no bot and no token.")
)

/** The flags of every command that talks to Discord. */
export const sandboxFlags = {
  sandbox: sandboxFlag,
  permissions: Options.optional(
    Options.text(optionName(PERMISSIONS)).pipe(
      Options.withPseudoName("NAMES"),
      Options.withDescription(
        "Additional permissions of the sandbox's bot, separated by commas, or none. Default: moderation permissions."
      )
    )
  )
}

/** Makes the flag that prints JSON. */
export const jsonFlag = (description = "Print JSON.") =>
  Options.boolean(optionName(JSON_OUTPUT)).pipe(Options.withDescription(description))

/** Makes an option for a whole number from 0 to `max`. */
export const wholeNumber = (name: string, max: number) =>
  Options.text(name).pipe(
    Options.filterMap(
      (text) => Option.liftPredicate(Number(text), (value) => /^\d{1,9}$/.test(text.trim()) && value <= max),
      `--${name}: expected a whole number from 0 to ${max}`
    ),
    Options.withDefault(0)
  )

/** Makes an option for one of these words. Its error names the option, unlike the error of `Options.choice`. */
export const oneOf = <const Word extends string>(name: string, words: ReadonlyArray<Word>) =>
  Options.text(name).pipe(
    Options.withPseudoName(words.join(BETWEEN_WORDS)),
    Options.filterMap(
      (text) => Option.fromNullable(words.find((word) => word === text)),
      `--${name}: expected one of ${words.join(", ")}`
    )
  )

/** Separates the words of an option in its definition, from which help and completions read them. */
export const BETWEEN_WORDS = " | "

/** Makes an option that can be repeated. */
export const repeated = (name: string, description: string) =>
  Options.text(name).pipe(Options.repeated, Options.withDescription(description))

const optionalText = (name: string, placeholder: string, description: string) =>
  Options.optional(Options.text(name).pipe(Options.withPseudoName(placeholder), Options.withDescription(description)))

/** The flags of `wait`. */
export const waitFlags = {
  mentionsMe: Options.boolean("mentions-me").pipe(
    Options.withDescription("Only messages that mention the bot or one of its roles, or reply to it.")
  ),
  channel: optionalText("channel", "ID", "Only events in this channel or forum with its threads, or in this thread."),
  noThreads: Options.boolean("no-threads").pipe(Options.withDescription("Not in the threads of the channel.")),
  system: Options.boolean("system").pipe(
    Options.withDescription("Also notices of Discord, such as of joins and pins.")
  ),
  from: optionalText("from", "USER", "Only events by this user."),
  guild: optionalText("guild", "ID", "Only events in this server."),
  type: repeated("type", "The kind of event; message_create by default. Can be repeated."),
  contains: optionalText("contains", "TEXT", "Only messages with this text, in any case."),
  replyTo: optionalText("reply-to", "MESSAGE", "Only replies to this message."),
  after: optionalText("after", "CURSOR", "Go on after this cursor of an earlier line. Without it: from now on."),
  timeout: Options.text("timeout").pipe(
    Options.withPseudoName("TIME"),
    Options.withDefault("1h"),
    Options.withDescription("How long to wait, such as 90s, 15m or 1h, up to 24h; 1h by default.")
  ),
  bot: optionalText("bot", "ID", "The bot, if this machine has connections of several. DISCORD_TOKEN names it, too."),
  url: optionalText("url", "URL", `Ask a server over HTTP. ${REMOTE_TOKEN} is the client's token.`),
  json: jsonFlag("Print one JSON object.")
}

/**
 * Returns the problem with the address of a server over HTTP, if there is one. A token must not
 * cross a network unencrypted.
 */
export const remoteUrlProblem = (address: string, hasToken: boolean): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    return "expected an address such as https://discord.example.com/mcp."
  }
  if (url.username !== "" || url.password !== "") {
    return `the address must not contain a user or a password. Set the token in ${REMOTE_TOKEN}.`
  }
  return url.protocol === "http:" && hasToken && !LOOPBACK.test(url.hostname)
    ? `${url.host} is not this machine, so the token needs https://.`
    : undefined
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/
