import { Context, Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import type { Consented, Permit } from "../discord/Permit.ts"
import type { ConfirmationDeclined, ScopeRejectedError } from "../errors/DiscordMcpError.ts"
import { GatewayUnavailable } from "../errors/DiscordMcpError.ts"
import type { ToolCall } from "../tools/Tool.ts"
import type { CheckedPreview, ConsentFailure, ShowChanged } from "./Approver.ts"
import type { Declines } from "./Declines.ts"

/** What approvals need of the gate. */
export interface ApprovalParts {
  readonly declines: Declines["Type"]
  readonly discord: Discord["Type"]
  readonly failIfDeclined: (call: ToolCall) => Effect.Effect<void, ConfirmationDeclined>
  /** Permits the server's own posts and edits. */
  readonly permit: Permit["Type"]
  readonly settings: Settings["Type"]
}

/** Approvals of the calls of one gate. */
export interface GateApprovals {
  /** Succeeds once a person in Discord has approved the call. `checkPolicy` fails if the caller's policy has changed. */
  readonly obtain: (
    call: ToolCall,
    preview: CheckedPreview,
    checkPolicy: Effect.Effect<void, ScopeRejectedError>,
    showChanged: ShowChanged
  ) => Effect.Effect<Consented, ConsentFailure>
}

/** Approvals by people in Discord. Live events provide them. Without live events, no answer can arrive. */
export class Approvals extends Context.Reference<Approvals>()("effect-discord-mcp/safety/Approvals", {
  defaultValue: () => ({
    make: (_parts: ApprovalParts): Effect.Effect<GateApprovals> =>
      Effect.succeed({ obtain: ({ tool }) => new GatewayUnavailable({ reason: "off", tool: tool.name }) })
  })
}) {}
