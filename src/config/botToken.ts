/** What counts as a bot token: the same rules for the variable and for the file it can stand in. */
import { secret } from "./Setting.ts"

/** Cleans a bot token: `Bot ` in front is dropped. Its exact shape is Discord's affair. */
export const cleanToken = (value: string): string | undefined => {
  const token = bare(value)
  return token.length >= TOKEN_MIN && HEADER_SAFE.test(token) && !isPlaceholder(token) ? token : undefined
}

/** A bot token as a setting. No message repeats it. */
export const botToken = secret("a bot token: at least 8 characters, no spaces", cleanToken, (value) => {
  const token = bare(value)
  if (isPlaceholder(token)) {
    return "holds a placeholder, not a token. Put the bot's token there: Discord Developer Portal → your application → Bot"
  }
  return token.length >= TOKEN_MIN && !/[^\S\r\n]/.test(token) && !HEADER_SAFE.test(token)
    ? "holds a character that an HTTP header cannot carry: a line break, a control character or a letter outside ASCII. Copy the token again"
    : undefined
})

const TOKEN_MIN = 8

const bare = (value: string): string => value.trim().replace(/^Bot\s+/i, "")

/** Visible ASCII characters (RFC 9110, field values), without spaces. */
const HEADER_SAFE = /^[\x21-\x7E]+$/

/** Texts that examples and `init` put in the place of a token. A token of Discord's matches none of them. */
const isPlaceholder = (token: string): boolean => PLACEHOLDERS.some((placeholder) => placeholder.test(token))

const PLACEHOLDERS = [
  // <token>, [your token], {token}
  /^(?:<.*>|\[.*\]|\{.*\})$/,
  // your-token-here, YOUR_BOT_TOKEN, insert.token, replace_me, changeme
  /^(?:your|insert|paste|put|enter|replace|change)(?:[-_. ]|me$|the|this|bot|discord|token)/i,
  // token-goes-here, the token of your bot goes here
  /^[a-z]+(?:[-_. ][a-z]+)*[-_. ]here$/i,
  // discord_bot_token, my-token
  /^(?:(?:my|the|a|discord|bot)[-_. ]?)*token$/i,
  // xxxxxxxx, ********, ........
  /^(?:x{1,24}|[*.…_-]+)$/i
]
