import { Either, Encoding } from "effect"

/** Returns the bot id at the start of a token, or `undefined` if the token's format is unusual. */
export const botIdOf = (token: string): string | undefined => {
  const [, id = ""] = /^([\w-]{20,})\.[\w-]{5,}\.[\w-]{20,}$/.exec(token) ?? []
  const text = Either.getOrElse(Encoding.decodeBase64UrlString(id), () => "")
  return /^\d{17,20}$/.test(text) ? text : undefined
}
