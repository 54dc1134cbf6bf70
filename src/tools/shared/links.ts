/** Links of Discord's client and API. A link names several ids: a message link names the guild, the channel, the message. */

/** What a part of a link is: an id of this kind, or the token of a webhook. */
export type LinkPart = "guild" | "channel" | "message" | "event" | "user" | "webhook" | "token"

/** The formats of links, and what their groups are. */
const formats: ReadonlyArray<readonly [format: RegExp, parts: ReadonlyArray<LinkPart>]> = [
  [
    /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d{17,20}|@me)(?:\/(\d{17,20}))?(?:\/(\d{17,20})(?=\/?$))?(?:\/|$)/,
    ["guild", "channel", "message"]
  ],
  [/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/events\/(\d{17,20})\/(\d{17,20})\/?$/, ["guild", "event"]],
  [/^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/users\/(\d{17,20})\/?$/, ["user"]],
  [
    /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/(\d{17,20})(?:\/([^\s/?#]+))?(?:[/?#]|$)/,
    ["webhook", "token"]
  ]
]

/** Returns the parts of a link, none for another text. */
export const partsOfLink = (text: string): ReadonlyMap<string, string> => {
  const link = text.trim()
  for (const [format, names] of formats) {
    const found = format.exec(link)?.slice(1)
    if (found === undefined) continue
    return new Map(
      names.flatMap((name, at) => {
        const part: string | undefined = found[at]
        return part === undefined || part === "@me" ? [] : [[name, part] as const]
      })
    )
  }
  return NO_PARTS
}

const NO_PARTS: ReadonlyMap<string, string> = new Map()
