import { Layer, Redacted } from "effect"
import * as DiscordService from "../../../src/discord/Discord.ts"
import { Permit } from "../../../src/discord/Permit.ts"
import * as RestTransport from "../../../src/discord/RestTransport.ts"
import type { SandboxShape } from "../../../src/sandbox/Sandbox.ts"
import { settings } from "../../discord/session.ts"

/** Discord's service against a sandbox, with the right to read and write. */
export const discordOf = ({ token, url }: Pick<SandboxShape, "token" | "url">) =>
  Layer.merge(
    DiscordService.layer.pipe(
      Layer.provide(RestTransport.layer({ apiUrl: url, token: Redacted.make(token), userAgent: "test" })),
      Layer.provide(settings({ globalRequestsPerSecond: 10_000, retryBaseDelayMs: 50 }))
    ),
    Layer.succeed(Permit, Permit.grant("test", "write"))
  )
