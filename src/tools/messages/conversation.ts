import { stripInvisible } from "../../text/sanitize.ts"
import { formatTime } from "../shared/previewText.ts"
import { isPicture } from "./messageFiles.ts"
import { type MessageView, optionalUrl } from "./view.ts"

/**
 * Lists messages of one channel without repetition: the channel and each author appear once, and a
 * reply to a message of the same page has only that message's id. Times are in whole seconds.
 */
export const toConversation = (messages: ReadonlyArray<MessageView>) => {
  const [first] = messages
  const pageIds = new Set(messages.map(({ id }) => id))
  const authors = authorsOf(messages)
  return {
    ...(first !== undefined && { channel_id: first.channel_id, authors: [...authors.values()] }),
    ...optionalUrl,
    items: messages.map(({ author, channel_id: _, edited, id, reply_to, time, ...rest }) => ({
      ...(id !== undefined && { id }),
      author: author && authors.get(keyOf(author))?.name,
      ...rest,
      ...(time !== undefined && { time: formatTime(time) }),
      ...(edited !== undefined && { edited: formatTime(edited) }),
      ...(reply_to !== undefined && {
        reply_to: reply_to.id !== undefined && pageIds.has(reply_to.id) ? { id: reply_to.id } : reply_to
      })
    }))
  }
}

type Author = NonNullable<MessageView["author"]>

/** The name is part of the key because one webhook can post under many names. */
const keyOf = ({ id = "", name = "" }: Author): string => `${id} ${name}`

/** Returns each author once. Users choose their names, so an ambiguous name gets the author's id. */
const authorsOf = (messages: ReadonlyArray<MessageView>): ReadonlyMap<string, Author> => {
  const distinct = new Map(messages.flatMap(({ author }) => (author === undefined ? [] : [[keyOf(author), author]])))
  // Names that differ only in invisible characters look the same.
  const names = [...distinct.values()].map(({ name = "" }) => stripInvisible(name))
  const isAmbiguous = (name: string) => ENDS_WITH_ID.test(name) || names.filter((other) => other === name).length > 1
  return new Map(
    [...distinct].map(([key, author]) => {
      const { id, name } = author
      const unclear = name !== undefined && id !== undefined && isAmbiguous(stripInvisible(name))
      return [key, unclear ? { ...author, name: `${name} (${id})` } : author]
    })
  )
}

/** A user can choose a name that imitates the ids we append. */
const ENDS_WITH_ID = /\(\d+\)$/

/** Returns a notice that names the messages with pictures, so that a model knows what it can view. */
export const pictureNotice = (messages: ReadonlyArray<MessageView>): string | undefined => {
  const ids = messages.flatMap((it) =>
    it.id !== undefined && (hasPicture(it) || hasPicture(it.forwarded ?? {})) ? [it.id] : []
  )
  return ids.length === 0
    ? undefined
    : `Messages with pictures, which messages_view_attachment shows: ${ids.slice(0, PICTURES_MAX).join(", ")}${ids.length > PICTURES_MAX ? " and more" : ""}.`
}

const hasPicture = ({
  attachments = [],
  components = [],
  embeds = []
}: Pick<Partial<MessageView>, "attachments" | "components" | "embeds">): boolean =>
  attachments.some(({ name, type }) => isPicture(type, name)) ||
  embeds.some(({ image }) => image !== undefined) ||
  components.some((line) => PICTURE_LINK.test(line))

/** Matches a line of components that is the link of a picture. */
const PICTURE_LINK = /^https?:\/\/\S+\.(png|jpe?g|gif|webp)(\?\S*)?$/i

/** Maximum number of message ids in the notice about pictures. */
const PICTURES_MAX = 20
