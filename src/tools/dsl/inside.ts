import { GuildNotAllowedError, ValidationError } from "../../errors/ClientErrors.ts"

/** Prefixes the path of an argument with the field that contains the arguments: `args.channel_id`. */
export const prefixPath = (place: string, path: string): string => (path === "" ? place : `${place}.${path}`)

/** Prefixes the paths of validation issues with the field that contains the arguments. */
export const prefixIssues =
  (place: string) =>
  (error: ValidationError): ValidationError =>
    new ValidationError({
      ...error,
      validation_issues: error.validation_issues.map((issue) => ({ ...issue, path: prefixPath(place, issue.path) }))
    })

/** Prefixes the path of every error that has a path in the arguments. */
export const prefixErrorPaths =
  (place: string) =>
  <E>(refusal: E): E | ValidationError | GuildNotAllowedError => {
    if (refusal instanceof ValidationError) return prefixIssues(place)(refusal)
    return refusal instanceof GuildNotAllowedError && refusal.path !== undefined
      ? new GuildNotAllowedError({ ...refusal, path: prefixPath(place, refusal.path) })
      : refusal
  }
