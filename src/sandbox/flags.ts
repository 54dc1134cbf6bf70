/** No flags. Discord's enums have no name for it. */
export const NO_FLAGS: number = 0
