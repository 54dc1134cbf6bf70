import { GuildNotAllowedError, ValidationError } from "../../errors/ClientErrors.ts"

/** The path of an argument whose tool's arguments stand inside a field of the caller's: `args.channel_id`. */
export const pathInside = (place: string, path: string): string => (path === "" ? place : `${place}.${path}`)

/** What is wrong with arguments, said of the place they have in what the caller wrote: that is what can be mended. */
export const issuesInside =
  (place: string) =>
  (error: ValidationError): ValidationError =>
    new ValidationError({
      ...error,
      validation_issues: error.validation_issues.map((issue) => ({ ...issue, path: pathInside(place, issue.path) }))
    })

/** The same for every refusal that names a place among the arguments. */
export const refusedInside =
  (place: string) =>
  <E>(refusal: E): E | ValidationError | GuildNotAllowedError => {
    if (refusal instanceof ValidationError) return issuesInside(place)(refusal)
    return refusal instanceof GuildNotAllowedError && refusal.path !== undefined
      ? new GuildNotAllowedError({ ...refusal, path: pathInside(place, refusal.path) })
      : refusal
  }
