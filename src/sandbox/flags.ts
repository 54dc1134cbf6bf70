/** No flag set: a value that Discord sends although its enums have no name for it. */
export const NO_FLAGS: number = 0
