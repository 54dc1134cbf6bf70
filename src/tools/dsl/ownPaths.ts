import { ValidationError } from "../../errors/ClientErrors.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"

/** Maps paths in Discord's body to fields of the tool: `{ "message_reference": "reply_to" }`. */
export type Renames = Readonly<Record<string, string>>

/** Replaces Discord's paths in validation issues with the tool's own fields, which the caller can fix. */
export const renameIssuePaths =
  (renames: Renames) =>
  (failure: DiscordFailure): DiscordFailure =>
    failure._tag === "ValidationError"
      ? new ValidationError({
          ...failure,
          validation_issues: failure.validation_issues.map((issue) => ({
            ...issue,
            path: renamePath(renames, issue.path)
          }))
        })
      : failure

const renamePath = (renames: Renames, path: string): string => {
  for (const [theirs, ours] of Object.entries(renames)) {
    if (path === theirs || path.startsWith(`${theirs}[`)) return ours + path.slice(theirs.length)
    // An issue inside an object that is built from one field concerns that field.
    if (path.startsWith(`${theirs}.`)) return ours
  }
  return path
}
