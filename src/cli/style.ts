/** Colours for a terminal; the texts alone where nobody sees any. */
export interface Paint {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** The colours, or none. */
export const paint = (coloured: boolean): Paint => {
  const as = (code: number) => (text: string) => (coloured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { bold: as(1), dim: as(2), red: as(31), green: as(32), yellow: as(33), cyan: as(36) }
}
