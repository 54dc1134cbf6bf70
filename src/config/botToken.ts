/** Validates bot tokens, from the variable or from the token file. */
import { hasLoneQuote, withoutQuotes } from "./plainValue.ts"
import { isBlank, secret } from "./Setting.ts"

/** Removes what people write around a token: quotes, its name, a `Bot ` prefix. Returns `undefined` for a text that cannot be a token. */
export const cleanToken = (value: string): string | undefined => {
  const token = bareSecret(value)
  return token.length >= TOKEN_MIN && isHeaderSafe(token) && faultOf(token) === undefined ? token : undefined
}

/** Returns the id of a token's bot: Discord writes it in base64 before the first dot. Returns `undefined` for other texts. */
export const botIdOf = (token: string): string | undefined => {
  const id = Buffer.from(bareSecret(token).split(".")[0] ?? "", "base64").toString("latin1")
  return /^\d{1,20}$/.test(id) ? id : undefined
}

/** Parses a bot token. Error messages never contain it. */
export const botToken = secret("a bot token: at least 8 characters, no spaces", cleanToken, (value) => {
  const token = bareSecret(value)
  const fault = faultOf(token)
  if (fault !== undefined) return fault
  return token.length >= TOKEN_MIN && !/[^\S\r\n]/.test(token) && !isHeaderSafe(token)
    ? "contains a character that is invalid in an HTTP header: a line break, a control character or a non-ASCII letter. Copy the token again"
    : undefined
})

/** Returns why a text is something else than a token. */
const faultOf = (token: string): string | undefined => {
  if (isPlaceholder(token)) {
    return "is a placeholder, not a token. Replace it with the bot token: Discord Developer Portal → your application → Bot"
  }
  if (/^(?:~?[/\\]|\.{1,2}[/\\]|[a-z]:[/\\]|file:)/i.test(token)) {
    return "is a path, not a token. Set DISCORD_TOKEN_FILE to the path of a file with the token"
  }
  if (hasLoneQuote(token)) return "has a quotation mark on one side only. Copy the token again"
  return /^https?:\/\//i.test(token) ? "is an address, not a token. Copy the token again" : undefined
}

const TOKEN_MIN = 8

/** Returns the token or key in a text: its only line, or the only line that sets it. */
export const bareSecret = (value: string): string => {
  const lines = value.split(/[\r\n]+/).filter((line) => !isBlank(line) && !/^\s*(?:#|\/\/)/.test(line))
  const [line = value, ...others] = lines.length > 1 ? lines.filter((one) => NAMED.test(one)) : lines
  const text = withoutQuotes(others.length > 0 ? value : line).replace(/[,;]$/, "")
  return withoutQuotes(withoutQuotes(text.replace(NAMED, "")).replace(/^(?:Bot|Bearer)\s+/i, ""))
}

/** The beginning of a line that sets a secret: `DISCORD_TOKEN=`, `export DISCORD_TOKEN=`, `"OPENAI_API_KEY":`. */
const NAMED = /^\s*(?:export\s+|set\s+|\$env:)?["']?[A-Z_]*(?:TOKEN|KEY)["']?\s*[=:]\s*/i

/** Returns whether a text has only visible ASCII characters (RFC 9110, field values), without spaces. */
export const isHeaderSafe = (text: string): boolean => /^[\x21-\x7E]+$/.test(text)

/** Returns whether a text is a placeholder of an example or of `init`. No Discord token matches. */
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
