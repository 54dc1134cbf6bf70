/** What a tool answers. `notice` says what a model should know about an ordinary result, such as why it is empty. */
export interface ToolResult<Answer = unknown> {
  readonly value: Answer
  readonly notice?: string
  readonly attempts?: number
  /** Of a list: its first so many items as a value of their own, and how many there are. */
  readonly shorten?: (items: number) => object
  readonly size?: number
  /** It has been made to fit into an answer already, in its own way. */
  readonly fitted?: true
  /** Nothing in it is from Discord: its words are ours, or the caller's own. */
  readonly ours?: true
}
