import { gatewayVariables } from "./gatewayVariables.ts"
import { httpVariables } from "./httpVariables.ts"
import { isBlank } from "./Setting.ts"
import { type Settings, variables } from "./Settings.ts"

/** How the server serves. */
export interface Serving {
  readonly http: boolean
  readonly sandbox: boolean
  /** The environment of the user, without the values that the sandbox sets. */
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Returns warnings about valid settings: those that conflict, and those that have no effect on a server. */
export const settingWarnings = (settings: Settings["Type"], serving: Serving | undefined): ReadonlyArray<string> => [
  ...conflicts(settings),
  ...(serving === undefined ? [] : withoutEffect(settings, serving)),
  ...(serving?.http === true ? unreachable(settings) : [])
]

const conflicts = ({
  allowedGuilds,
  confirm,
  deadlineMs,
  defaultGuildId,
  redisUrl,
  timeoutDefaultMs
}: Settings["Type"]): ReadonlyArray<string> => [
  ...(deadlineMs < timeoutDefaultMs
    ? [
        `${variables.deadlineMs.name} (${deadlineMs}) is shorter than ${variables.timeoutDefaultMs.name} (${timeoutDefaultMs}). A hanging request ends at the deadline, and its circuit breaker does not count it`
      ]
    : []),
  ...(defaultGuildId !== undefined && allowedGuilds?.includes(defaultGuildId) === false
    ? [
        `${variables.defaultGuildId.name} (${defaultGuildId}) is not in ${variables.allowedGuilds.name}. Every call without a guild_id is rejected`
      ]
    : []),
  ...(confirm === "discord" && redisUrl !== undefined
    ? [
        `${variables.confirm.name}=discord with ${variables.redisUrl.name}: only the replica that owns the connection to Discord's gateway can ask for approvals. On the others, destructive calls fail`
      ]
    : [])
]

/** Returns one warning with every setting that has no effect, by the reason. */
const withoutEffect = (settings: Settings["Type"], { environment, http, sandbox }: Serving): ReadonlyArray<string> => {
  const isSet = ({ name }: { readonly name: string }) => !isBlank(environment[name] ?? "")
  const { apiUrl, audit, auditFile, auditRequired, auditSync, expectedBotId, token, tokenFile } = variables
  const takesClicks = http && settings.interactionsPublicKey !== undefined
  const rules: ReadonlyArray<
    readonly [applies: boolean, why: string, names: ReadonlyArray<{ readonly name: string }>]
  > = [
    [!http, "without --http", Object.values(httpVariables)],
    [sandbox, "with --sandbox", [token, tokenFile, apiUrl, expectedBotId]],
    [!sandbox && isSet(token), `beside ${token.name}`, [tokenFile]],
    [
      settings.audit === "off",
      isSet(audit) ? `with ${audit.name}=off` : `with --sandbox and without ${audit.name} and ${auditFile.name}`,
      [auditFile, auditSync, auditRequired]
    ],
    [settings.audit === "stderr", `with ${audit.name}=stderr`, [auditFile, auditSync]],
    [
      settings.transcribeUrl === undefined,
      `without ${variables.transcribeUrl.name}`,
      [variables.transcribeModel, variables.transcribeKey, variables.transcribeKeyFile]
    ],
    [
      settings.transcribeUrl !== undefined && isSet(variables.transcribeKey),
      `beside ${variables.transcribeKey.name}`,
      [variables.transcribeKeyFile]
    ],
    [
      !settings.retryEnabled,
      `with ${variables.retryEnabled.name}=false`,
      [variables.retryMaxAttempts, variables.retryBaseDelayMs, variables.retryMaxDelayMs, variables.retryJitter]
    ],
    [
      !settings.circuitEnabled,
      `with ${variables.circuitEnabled.name}=false`,
      [variables.circuitFailureThreshold, variables.circuitWindowMs, variables.circuitHalfOpenAfterMs]
    ],
    [
      !settings.gateway,
      `without ${gatewayVariables.gateway.name}=true`,
      takesClicks ? [gatewayVariables.gatewayIntents] : [gatewayVariables.gatewayIntents, gatewayVariables.gatewayStore]
    ],
    [
      // A client of a server over HTTP can have a stricter setting.
      !http && settings.confirm !== "discord",
      `without ${variables.confirm.name}=discord`,
      [variables.approvers, variables.approvalChannel, variables.approvalWaitMs]
    ],
    [
      http && settings.httpAuth === "none",
      `with ${httpVariables.httpAuth.name}=none`,
      [httpVariables.httpClientRequestsPerMinute]
    ]
  ]
  const parts = rules.flatMap(([applies, why, settings]) => {
    const names = applies ? settings.filter(isSet).map(({ name }) => name) : []
    return names.length === 0 ? [] : [`${why}: ${names.join(", ")}`]
  })
  return parts.length === 0 ? [] : [`settings without effect: ${parts.join("; ")}`]
}

const unreachable = ({ httpAllowedHosts, httpHost }: Settings["Type"]): ReadonlyArray<string> =>
  WILDCARDS.has(httpHost) && httpAllowedHosts === undefined
    ? [
        `${httpVariables.httpHost.name} is ${httpHost}, and ${httpVariables.httpAllowedHosts.name} is not set: requests by any other name are rejected`
      ]
    : []

const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::", "[::]"])
