import { RESTJSONErrorCodes } from "discord-api-types/v10"

/**
 * Maps Discord's JSON codes to errors, where the code's range or the HTTP status gives
 * another result (Discord docs, opcodes and status codes).
 * By default 10xxx is "not found" and 30xxx is "limit reached".
 */
const groups = {
  DiscordPermissionError: [
    20001, 20002, 20012, 20018, 40002, 40066, 50001, 50005, 50007, 50009, 50013, 50026, 50073, 50167, 50173, 50178,
    50278, 50600, 60003, 90001, 90002, 160002, 160005, 160009, 160014, 520000, 530000
  ],
  DiscordRateLimitError: [20016, 20022, 20028, 20029, 40003, 40062],
  DiscordNotFoundError: [80004],
  ValidationError: [
    30052, 40005, 40009, 40018, 40019, 40058, 40067, 50002, 50003, 50006, 50008, 50010, 50012, 50015, 50016, 50017,
    50019, 50020, 50021, 50024, 50028, 50033, 50034, 50035, 50039, 50041, 50045, 50046, 50054, 50055, 50057, 50067,
    50068, 50074, 50080, 50081, 50084, 50085, 50086, 50091, 50109, 50110, 50123, 50124, 50131, 50132, 50138, 50144,
    50145, 50146, 50151, 50159, 50160, 50161, 50162, 50163, 50192, 160010, 170001, 170002, 170003, 170004, 170005,
    170006, 170007, 220001, 220002, 220003, 220004, 520002, 520003, 520004, 520006
  ],
  DiscordAuthError: [40001, 40012, 50014, 50025, 50027, 530001, 530002, 530003, 530004, 530007],
  DiscordCloudflareBlocked: [40333],
  DiscordConflictError: [30031, 40007, 40032, 40033, 40041, 40060, 40061, 40074, 50083, 150006, 160004, 180000, 520001],
  DiscordLimitReached: [40094, 50011, 160006, 160007],
  DiscordContentBlocked: [20009, 20031, 200000, 200001, 240000],
  DiscordFeatureUnavailable: [
    20015, 20017, 20024, 20035, 40004, 40006, 50004, 50036, 50070, 50095, 50097, 50101, 180002, 340015, 350000, 350001,
    400001, 500000
  ],
  DiscordRestUnavailable: [40043, 130000, 530006],
  DiscordIndexNotReady: [110000, 110001]
} as const satisfies Readonly<Record<string, ReadonlyArray<number>>>

/** The errors that a JSON code can map to. */
export type CodedTag = keyof typeof groups

const byCode = new Map<number, CodedTag>()
for (const [tag, codes] of Object.entries(groups)) {
  // `Object.entries` loses the key type. The keys are those of `groups`.
  for (const code of codes) byCode.set(code, tag as CodedTag)
}

/** Maps a JSON code to an error by the table, then by its range; `undefined` leaves it to the HTTP status. */
export const tagOfCode = (code: number): CodedTag | undefined => {
  const listed = byCode.get(code)
  if (listed !== undefined) return listed
  if (code >= 10_000 && code < 20_000) return "DiscordNotFoundError"
  if (code >= 30_000 && code < 40_000) return "DiscordLimitReached"
  return undefined
}

/** Returns the meaning of a code, from its published name: 50006 is "cannot send an empty message". */
export const meaningOfCode = (code: number | undefined): string | undefined =>
  code === undefined || code === 0 ? undefined : words(RESTJSONErrorCodes[code])

/** Returns what an "unknown …" code refers to: 10003 is "channel". */
export const resourceOfCode = (code: number | undefined): string | undefined => {
  const meaning = meaningOfCode(code)
  return meaning?.startsWith("unknown ") ? meaning.slice("unknown ".length) : undefined
}

/** Splits a published name into words. Acronyms (SKU, DMs, OAuth2) and numbers stay whole. */
const words = (name: string | undefined): string | undefined =>
  name
    ?.match(/OAuth2|[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)
    ?.map((word) => (/^(OAuth2|[A-Z]{2,}s?)$/.test(word) ? word : word.toLowerCase()))
    .join(" ")
