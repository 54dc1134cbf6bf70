import type { APIAttachment } from "discord-api-types/v10"
import { Predicate } from "effect"

/**
 * Replaces `attachment://NAME` in embeds or components by the links of the attachment. Discord does not list such
 * attachments in the message (Discord docs, message object). `used` collects their ids.
 */
export const withAttachedMedia = <A>(value: A, attachments: ReadonlyArray<APIAttachment>, used: Set<string>): A => {
  const replaceIn = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map(replaceIn)
    if (!Predicate.isRecord(it)) return it
    const attached = attachments.find(({ filename }) => it.url === `attachment://${filename}`)
    if (attached === undefined)
      return Object.fromEntries(Object.entries(it).map(([name, field]) => [name, replaceIn(field)]))
    used.add(attached.id)
    const { content_type, height, proxy_url, url, width } = attached
    return { ...it, url, proxy_url, content_type, ...(width !== undefined && { width, height }) }
  }
  // Only links change, not the shape.
  return attachments.length === 0 ? value : (replaceIn(value) as A)
}
