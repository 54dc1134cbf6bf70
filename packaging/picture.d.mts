/** A transcript in ANSI colours without what differs from run to run. */
export declare const steadied: (transcript: string) => string

/** The picture of a steady transcript, as SVG: a terminal in which it scrolls by. */
export declare const picture: (transcript: string) => string
