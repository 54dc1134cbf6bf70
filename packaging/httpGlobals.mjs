/** The globals of the HTTP client's bundle. `@discordjs/rest` sets the FormData of undici here. */
export const httpGlobals = {}
