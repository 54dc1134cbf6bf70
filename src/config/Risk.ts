/** What a call can change. */
export type Risk = "read" | "write" | "destructive"
