import { Either, Schema } from "effect"
import type { DiscordMcpError } from "../DiscordMcpError.ts"
import { Envelope } from "../Envelope.ts"
import { fromEnvelope } from "../failureEnvelope.ts"
import type { ErrorCategory } from "../fields.ts"
import { RemoteFailure, type RemoteKind } from "../RemoteFailure.ts"

/** Decodes an envelope to a member of the union, else to a `RemoteFailure` from its guaranteed fields. */
export const decodeEnvelope = (structured: unknown): Either.Either<DiscordMcpError | RemoteFailure, unknown> =>
  Either.orElse(fromEnvelope(structured), () => Either.map(decode(structured), remote))

const decode = Schema.decodeUnknownEither(Envelope)

/** Makes the failure for a bug of the server, or for a code of a server newer than this client. */
const remote = ({ category, code, incident_id, message, recovery_hint, retriable, retry_after_ms }: Envelope) =>
  new RemoteFailure({
    kind: kindByCategory[category],
    message,
    retriable,
    code,
    recovery_hint,
    ...(retry_after_ms !== undefined && { retry_after_ms }),
    ...(incident_id !== undefined && { incident_id })
  })

const kindByCategory: Readonly<Record<ErrorCategory, RemoteKind>> = {
  transient: "unavailable",
  validation: "validation",
  business: "refused",
  permission: "forbidden",
  internal: "internal"
}
