/** Ends the name of a test that is skipped with the reason. The report of a run prints it. */
export const skipNote = (isSkipped: boolean, reason: string): string => (isSkipped ? ` (skipped: ${reason})` : "")

/** Root may write everywhere. */
export const isRoot: boolean = process.getuid?.() === 0

export const rootNote: string = skipNote(isRoot, "root may write everywhere")
