/** What a request is counted by. */
export interface Lane {
  /** `POST /channels/:id/messages`. */
  readonly template: string
  /** The id of the channel, guild or webhook. */
  readonly major: string
  /** Interaction callbacks are outside the global limit. */
  readonly global: boolean
}
