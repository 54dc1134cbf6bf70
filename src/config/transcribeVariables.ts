/** The settings of the service that turns recordings into text. It speaks OpenAI's interface for transcriptions. */
import type { Redacted } from "effect"
import { bareSecret, isHeaderSafe } from "./botToken.ts"
import { optionalSetting, type Parser, pathSetting, secret, setting, text } from "./Setting.ts"

/** What is needed to send a recording to the service. */
export interface TranscribeSettings {
  readonly transcribeUrl: string | undefined
  readonly transcribeModel: string
  readonly transcribeKey: Redacted.Redacted | undefined
}

/** The end of the address of OpenAI's interface. */
const PATH = "/audio/transcriptions"

/** Parses the address of the service. Of the address of an API, such as one that ends with `/v1`, the path is added. */
const serviceAddress: Parser<string> = {
  accepts: "an https:// address, or an http:// address of this machine",
  fault: (value) =>
    URL.canParse(value.trim()) && new URL(value.trim()).username !== ""
      ? "contains a user name or a password. Put the key into the file of MCP_TRANSCRIBE_KEY_FILE"
      : undefined,
  parse: (value) => {
    const address = value.trim()
    if (!/^https?:\/\/[^\s/]+\S*$/i.test(address) || !URL.canParse(address)) return undefined
    const url = new URL(address)
    const isSafe = url.protocol === "https:" || LOOPBACK.test(url.hostname)
    if (!isSafe || url.username !== "" || url.password !== "" || url.hash !== "") return undefined
    const path = url.pathname.replace(/\/+$/, "")
    if (path === "") url.pathname = `/v1${PATH}`
    else if (/\/v\d+$/.test(path)) url.pathname = `${path}${PATH}`
    return url.href
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const cleanKey = (value: string): string | undefined => {
  const key = bareSecret(value)
  return key.length >= KEY_MIN && key.length <= KEY_MAX && isHeaderSafe(key) ? key : undefined
}

/** Shorter texts are not masked in logs, because they can be ordinary words. */
const KEY_MIN = 8
const KEY_MAX = 1000

/** Parses a key of the service. Error messages never contain it. */
export const serviceKey = secret("a key: 8 to 1000 visible ASCII characters, no spaces", cleanKey)

/** The settings of transcriptions, in the order of the documentation. */
export const transcribeVariables = {
  transcribeUrl: optionalSetting(
    "MCP_TRANSCRIBE_URL",
    serviceAddress,
    "The service that turns voice messages and audio files into text: an address with OpenAI's interface, such as https://api.openai.com/v1/audio/transcriptions. The recordings are sent there. Unset: nothing is transcribed."
  ),
  transcribeModel: setting("MCP_TRANSCRIBE_MODEL", text, "whisper-1", "The model that the service uses."),
  transcribeKey: optionalSetting(
    "MCP_TRANSCRIBE_KEY",
    serviceKey,
    "The key of the service. Unset, and no MCP_TRANSCRIBE_KEY_FILE: the service needs none."
  ),
  transcribeKeyFile: pathSetting(
    "MCP_TRANSCRIBE_KEY_FILE",
    "The path of a file that contains only the key of the service.",
    (value) =>
      KEY.test(value.trim()) ? "is the key itself, not the path of its file. Set MCP_TRANSCRIBE_KEY to it" : undefined
  )
} as const

/** The beginnings of keys, as services write them. */
const KEY = /^["']?(?:Bearer\s|(?:sk|gsk|hf|xai|pk|key)[-_][\w-]{8,}["']?$)/i
