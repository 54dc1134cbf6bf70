import { Effect } from "effect"
import { ValidationError } from "../errors/ClientErrors.ts"
import type { OwnSecretsShape } from "../telemetry/OwnSecrets.ts"
import type { DiscordRequest } from "./DiscordRequest.ts"

/** Fails where a request would send one of the server's own secrets: in its address, body, files or reason. */
export const refuseSecrets = (
  secrets: OwnSecretsShape,
  { body, files = [], path, query, reason }: DiscordRequest
): Effect.Effect<void, ValidationError> =>
  Effect.suspend(() => {
    const texts = files.map(({ contentType, key, name }) => ({ contentType, key, name }))
    const found =
      secrets.find(path) ?? secrets.find(query) ?? secrets.find(body) ?? secrets.find({ files: texts, reason })
    if (found !== undefined) return new ValidationError({ validation_issues: [issueAt(found)] })
    const at = files.findIndex(({ data }) => secrets.isIn(data))
    return at === -1 ? Effect.void : new ValidationError({ validation_issues: [issueAt(`files[${at}]`)] })
  })

/** What is wrong with a field that holds a secret. The secret is not repeated. */
export const issueAt = (path: string) => ({
  path,
  message: "holds a secret of this server, such as the bot's own token: take it out",
  code: "secret"
})
