/** What people see beside the bot's name. */
export const presenceStatuses = ["online", "idle", "dnd", "invisible"] as const

/** The maximum length of the text, in characters. Discord's client shows no more. */
export const PRESENCE_TEXT_MAX = 128

/** The bot's status, and the text that people see below its name. */
export interface Presence {
  readonly status: (typeof presenceStatuses)[number]
  readonly text?: string
}

export const ONLINE: Presence = { status: "online" }

/** Reads a status, or a status with a text: `idle`, `online: Answers questions`. */
export const presenceIn = (given: string): Presence | undefined => {
  const [, name = "", text = ""] = /^\s*(\w+)\s*(?::(.*))?$/.exec(given) ?? []
  const status = presenceStatuses.find((one) => one === name.toLowerCase())
  const shown = text.trim()
  if (status === undefined || [...shown].length > PRESENCE_TEXT_MAX) return undefined
  return shown === "" ? { status } : { status, text: shown }
}
