/** Functions that add ANSI codes to a text. */
export interface Style {
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** The style of a text, and the maximum width of a line in columns. */
export interface RenderOptions {
  readonly style: Style
  readonly columns: number
}

/** Returns the ANSI styles, or functions that return their text unchanged. */
export const styleFor = (coloured: boolean): Style => {
  const as = (code: number) => (text: string) => (coloured && text !== "" ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { bold: as(1), dim: as(2), red: as(31), green: as(32), yellow: as(33), cyan: as(36) }
}
