import { Predicate } from "effect"

/** The result of a tool. `notice` is a remark for the model, such as why a list is empty. */
export interface ToolResult<Answer = unknown> {
  readonly value: Answer
  readonly notice?: string
  readonly attempts?: number
  /** For a list: returns a value with only the first items. `size` is the number of all items. */
  readonly shorten?: (items: number) => object
  readonly size?: number
  /** A picture that is shown beside the value. */
  readonly image?: ResultImage
  /** The tool has already shortened the value to the size limit. */
  readonly fitted?: true
  /** The value contains no text from Discord. */
  readonly fromServer?: true
}

/** Joins two notices. */
export const joinNotices = (first: string | undefined, second: string): string =>
  first === undefined ? second : `${first} ${second}`

/**
 * Separates the notices of a result from its data. A list and a report have a notice in their value. In an object of
 * Discord, a field of this name is left out: readers would take it for a notice of this server.
 */
export const splitNotice = ({
  fitted,
  notice,
  fromServer,
  shorten,
  value
}: ToolResult): { readonly data: Readonly<Record<string, unknown>>; readonly notice: string | undefined } => {
  const root = Predicate.isReadonlyRecord(value) ? value : { value }
  if (root.notice === undefined) return { data: root, notice }
  const { notice: inside, ...data } = root
  const isOwnNotice = (shorten !== undefined || fromServer === true || fitted === true) && typeof inside === "string"
  return isOwnNotice
    ? { data, notice: notice === undefined ? inside : joinNotices(inside, notice) }
    : { data, notice: joinNotices(notice, FOREIGN_NOTICE) }
}

const FOREIGN_NOTICE = "A field of Discord's reply that is named like this notice was left out."

/** A picture of a result. */
export interface ResultImage {
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}
