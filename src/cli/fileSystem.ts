import type { PlatformError } from "@effect/platform/Error"

/** Returns the reason of a file system error as one word. */
export const reasonOf = (error: PlatformError): string => (error._tag === "SystemError" ? error.reason : error._tag)
