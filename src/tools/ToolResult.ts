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
  readonly ours?: true
}

/** A picture of a result. */
export interface ResultImage {
  /** Base64. */
  readonly data: string
  readonly mimeType: string
}
