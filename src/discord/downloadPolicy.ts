import { Data } from "effect"
import { isPublic } from "./addresses.ts"

/** Which downloads are allowed; tests put loopback in the place of the public internet. */
export interface DownloadPolicy {
  readonly protocols: ReadonlySet<string>
  readonly mayConnect: (address: string) => boolean
  readonly maxBytes: number
}

/** The product's policy: https, public addresses, 25 MiB. */
export const publicInternet: DownloadPolicy = {
  protocols: new Set(["https:"]),
  mayConnect: isPublic,
  maxBytes: 25 * 1024 * 1024
}

/** A download did not work, or is not allowed; in words for the caller. */
export class DownloadFailed extends Data.TaggedError("DownloadFailed")<{ readonly problem: string }> {}
