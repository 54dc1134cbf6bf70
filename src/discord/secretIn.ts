import { ValidationError } from "../errors/ClientErrors.ts"
import type { OwnSecretsShape } from "../telemetry/OwnSecrets.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/** Returns the failure of a request that contains a secret of this server: in its URL, body, files or reason. */
export const secretIn = (
  secrets: OwnSecretsShape,
  { body, files = [], path, query, reason }: DiscordRequest
): ValidationError | undefined => {
  const texts = files.map(({ contentType, key, name }) => ({ contentType, key, name }))
  const found =
    secrets.find(path) ?? secrets.find(query) ?? secrets.find(body) ?? secrets.find({ files: texts, reason })
  if (found !== undefined) return new ValidationError({ validation_issues: [issueAt(found)] })
  const at = files.findIndex(({ data }) => secrets.isIn(data))
  return at === -1 ? undefined : new ValidationError({ validation_issues: [issueAt(`files[${at}]`)] })
}

/** Makes the issue of a field that contains a secret. It does not repeat the secret. */
export const issueAt = (path: string) => ({
  path,
  message: "contains a secret of this server, such as the bot's token: remove it",
  code: "secret"
})
