/** A transcript in ANSI colours without what differs from run to run. */
export declare const steadied: (transcript: string) => string

/** The picture of a steady transcript, as SVG: a terminal in which it scrolls by. */
export declare const picture: (transcript: string) => string

/** The picture of a transcript, as SVG: a terminal that shows all of it. */
export declare const stillPicture: (
  transcript: string,
  options: { readonly columns: number; readonly command: string; readonly title: string }
) => string

/** A turn of a chat: what the person or the assistant says, a call of the assistant, or a question with its choices. */
export interface ChatTurn {
  readonly who: "person" | "assistant" | "call" | "question"
  readonly text: string
  readonly choices?: ReadonlyArray<{ readonly label: string; readonly chosen: boolean }>
}

/** The picture of a chat, as SVG. */
export declare const chatPicture: (turns: ReadonlyArray<ChatTurn>, options: { readonly title: string }) => string
