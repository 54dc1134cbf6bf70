import { stripInvisible } from "../../safety/content/stripInvisible.ts"
import type { MessageView } from "./view.ts"

/**
 * Messages of one channel that are read together. What they share is said once: the channel, and who
 * is who. A reply to a message of the same page gives its id, and times go to the second.
 */
export const conversation = (messages: ReadonlyArray<MessageView>) => {
  const [first] = messages
  const here = new Set(messages.map(({ id }) => id))
  const authors = authorsOf(messages)
  return {
    ...(first !== undefined && { channel_id: first.channel_id, authors: [...authors.values()] }),
    ...LOCATED,
    items: messages.map(({ author, channel_id: _, edited, id, reply_to, time, ...rest }) => ({
      id,
      author: authors.get(keyOf(author))?.name,
      ...rest,
      ...(time !== undefined && { time: toTheSecond(time) }),
      ...(edited !== undefined && { edited: toTheSecond(edited) }),
      ...(reply_to !== undefined && { reply_to: here.has(reply_to.id) ? { id: reply_to.id } : reply_to })
    }))
  }
}

/** The link of the channel; with `/` and its id, that of a message. */
const LOCATED: { readonly jump_url?: string } = {}

type Author = MessageView["author"]

/** A webhook writes under many names. */
const keyOf = ({ id, name }: Author): string => `${id} ${name}`

/** Each author once, by a name that no other has: anybody may take the name of somebody else. */
const authorsOf = (messages: ReadonlyArray<MessageView>): ReadonlyMap<string, Author> => {
  const distinct = new Map(messages.map(({ author }) => [keyOf(author), author]))
  // What is hidden in a name does not tell it from another: nobody sees it.
  const names = [...distinct.values()].map(({ name }) => stripInvisible(name))
  const isUnclear = (name: string) => LIKE_OURS.test(name) || names.filter((other) => other === name).length > 1
  return new Map(
    [...distinct].map(([key, author]) => [
      key,
      isUnclear(stripInvisible(author.name)) ? { ...author, name: `${author.name} (${author.id})` } : author
    ])
  )
}

/** A name that looks as if the id had been put to it here. */
const LIKE_OURS = /\(\d+\)$/

/** `2026-03-14T17:21:09.482000+00:00` as `2026-03-14T17:21:09Z`: the rest is in the id. */
const toTheSecond = (time: string): string => time.replace(/(?:\.\d+)?\+00:00$/, "Z")
