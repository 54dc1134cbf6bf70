/** Shaped like a bot token, but not a real one. */
export const TOKEN = "MTI0ODMyODA1MDMxMTk1NDQ0MQ.GhT5xa.q0Zr8-kVb1nWs_7dYc3LfPe9RtUj2XoAh6MiKg"

const [, time = "", last = ""] = TOKEN.split(".")

/** Readable spellings of it. */
export const spelled = {
  "as they are": TOKEN,
  "behind Bot": `Bot ${TOKEN}`,
  "in part": `${time}.${last}`,
  "by the last part": last,
  "in an address": `https://example.com/?t=${encodeURIComponent(TOKEN)}&x=1`,
  "percent-encoded": [...TOKEN].map((one) => `%${one.charCodeAt(0).toString(16)}`).join(""),
  "percent-encoded twice": [...TOKEN].map((one) => `%25${one.charCodeAt(0).toString(16)}`).join(""),
  "escaped as in JSON": [...TOKEN].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join(""),
  "split by zero-width characters": [...TOKEN].join("\u200B"),
  "split by spaces": [...TOKEN].join(" "),
  "split by lines and marks": `**${TOKEN.slice(0, 40)}**\n\`${TOKEN.slice(40)}\``,
  "in letters of full width": [...TOKEN]
    .map((one) => (/[\w]/.test(one) && one !== "_" ? String.fromCharCode(one.charCodeAt(0) + 0xfee0) : one))
    .join(""),
  "in base64": Buffer.from(`the token: ${TOKEN}!`).toString("base64"),
  "in base64 for addresses": Buffer.from(`token ${TOKEN}`).toString("base64url")
} as const
