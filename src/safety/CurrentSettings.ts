/** The caller's policy at the moment of use. It can change, and the credential can end, while a call runs. */
import { Context, Data, Effect } from "effect"
import { allowsAll, isStricter, showsAllEvents } from "../config/Policy.ts"
import type { Settings } from "../config/Settings.ts"
import { type PolicyChecks, type PolicyRejection, unchangingPolicy } from "../discord/Permit.ts"
import { type ScopeRejection, scopeRejection } from "../tools/meta/scopes.ts"
import type { ToolCall } from "../tools/Tool.ts"

/** The credential of a call is no longer valid. */
export class CredentialEnded extends Data.TaggedError("CredentialEnded")<{
  readonly why: "the client was removed" | "the client has another token now" | "the access token has expired"
}> {}

/**
 * The settings that apply to the caller now: `undefined` if they have not changed since the call was accepted. Without
 * this effect, they cannot change.
 */
export class CurrentSettings extends Context.Reference<CurrentSettings>()("effect-discord-mcp/safety/CurrentSettings", {
  defaultValue: (): Effect.Effect<Settings["Type"] | undefined, CredentialEnded> | undefined => undefined
}) {}

/**
 * Makes the checks of a call that the settings `accepted` allow. `guilds` are the guilds of the call;
 * `undefined` if they are not known.
 */
export const checksOf = (
  call: ToolCall,
  guilds: ReadonlyArray<string> | undefined,
  accepted: Settings["Type"]
): Effect.Effect<PolicyChecks> =>
  Effect.map(CurrentSettings, (current) => {
    if (current === undefined) return unchangingPolicy
    const check = (rejectionBy: (now: Settings["Type"]) => PolicyRejection | undefined) =>
      Effect.matchEffect(current, {
        onFailure: ({ why }) => Effect.fail({ tool: call.tool.name, required: "a valid token", granted: why }),
        onSuccess: (now) => {
          const rejection = now === undefined ? undefined : rejectionBy(now)
          return rejection === undefined ? Effect.void : Effect.fail(rejection)
        }
      })
    return {
      beforeRequest: check(
        (now) =>
          lostTool(call, "own", accepted, now) ??
          lostGuild(call, guilds, accepted, now) ??
          lostConsent(call, accepted, now)
      ),
      // A change that was made is no secret, so the result is shown even if the policy now only allows reads.
      beforeResult: check(
        (now) =>
          lostTool(call, "read", accepted, now) ??
          lostGuild(call, guilds, accepted, now) ??
          lostEvents(call, accepted, now)
      )
    }
  })

/** Returns why the current scopes reject a tool of the call that the earlier scopes allow. */
const lostTool = (
  call: ToolCall,
  risk: "own" | "read",
  before: Settings["Type"],
  now: Settings["Type"]
): ScopeRejection | undefined => {
  const { dispatcher } = call
  if (dispatcher !== undefined && now.excludeTools?.includes(dispatcher)) {
    return { tool: dispatcher, required: `tool ${dispatcher}`, granted: "every tool but that one" }
  }
  for (const one of [call, ...(call.steps ?? [])]) {
    const tool = { ...one.tool, risk: risk === "own" ? one.risk : risk }
    const rejection = scopeRejection(tool, now)
    if (rejection !== undefined && scopeRejection(tool, before) === undefined) return rejection
  }
  return undefined
}

/** Returns why the current guilds reject a call. If guilds were lost, all guilds of the call must be known. */
const lostGuild = (
  { tool }: ToolCall,
  guilds: ReadonlyArray<string> | undefined,
  { allowedGuilds: before }: Settings["Type"],
  { allowedGuilds: now }: Settings["Type"]
): PolicyRejection | undefined => {
  if (now === undefined || allowsAll(now, before)) return undefined
  const lost = guilds?.find((guild) => !now.includes(guild))
  return lost === undefined && guilds !== undefined && guilds.length > 0
    ? undefined
    : {
        tool: tool.name,
        required: lost === undefined ? "every guild" : `guild ${lost}`,
        granted: now.join(", ") || "none"
      }
}

/** Returns why the current policy hides live events that a call may show. */
const lostEvents = (call: ToolCall, before: Settings["Type"], now: Settings["Type"]): PolicyRejection | undefined => {
  const reader = [call, ...(call.steps ?? [])].find(({ tool }) => eventReaders.has(tool.name))
  if (reader === undefined || showsAllEvents(now, before)) return undefined
  const { name: tool } = reader.tool
  return allowsAll(now.eventChannels, before.eventChannels)
    ? { tool, required: "every event", granted: "events that mention the bot" }
    : { tool, required: "every channel of before", granted: now.eventChannels?.join(", ") || "no channel" }
}

/** The tools that show live events. */
const eventReaders: ReadonlySet<string> = new Set(["gateway_wait_for", "gateway_read"])

/** Returns why the consent to a call is not enough now. */
const lostConsent = (
  { risk, tool }: ToolCall,
  before: Settings["Type"],
  now: Settings["Type"]
): PolicyRejection | undefined => {
  if (risk !== "destructive") return undefined
  if (now.dryRun && !before.dryRun) return { tool: tool.name, required: risk, granted: "only its preview (dry_run)" }
  return isStricter(now.confirm, before.confirm)
    ? { tool: tool.name, required: `confirm ${before.confirm}`, granted: `confirm ${now.confirm}` }
    : undefined
}
