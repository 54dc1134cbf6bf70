/** The settings that decide who confirms destructive calls, and where people approve them in Discord. */
import { Array as Arr, Config, ConfigError, Either } from "effect"
import type { gatewayVariables } from "./gatewayVariables.ts"
import type { httpVariables } from "./httpVariables.ts"
import { integer, list, oneOf, optionalSetting, restriction, type Setting, setting, snowflake } from "./Setting.ts"

/** The ways to confirm a destructive call, least strict first. */
export const confirmations = ["flag", "token", "elicit", "discord"] as const

const isId = (part: string): part is string => /^\d{17,20}$/.test(part)

/** How long a call waits for an approval, in milliseconds. Clients without progress end a call after some minutes. */
const WAIT_MS = 50_000
const WAIT_MAX_MS = 3_600_000
export const WAIT_WITHOUT_PROGRESS_MAX_MS = 300_000

/** The settings of consent to destructive calls. */
export const approvalVariables = {
  confirm: restriction(
    setting(
      "MCP_CONFIRM",
      oneOf(...confirmations),
      "flag",
      "How a caller confirms a destructive call: flag is __confirm: true, token is the token from the preview of the same call, elicit asks the user, discord asks the people of MCP_APPROVERS."
    )
  ),
  approvers: restriction(
    optionalSetting(
      "MCP_APPROVERS",
      list("ids of users or roles", isId),
      "Who approves destructive calls with MCP_CONFIRM=discord: these users, and the members with one of these roles."
    )
  ),
  approvalChannel: restriction(
    optionalSetting(
      "MCP_APPROVAL_CHANNEL",
      snowflake,
      "The id of the channel where approvals are asked for. It must be in a guild of ALLOWED_GUILDS."
    )
  ),
  approvalWaitMs: setting(
    "MCP_APPROVAL_WAIT_MS",
    integer(0, WAIT_MAX_MS),
    WAIT_MS,
    `How long a call waits for an approval, in milliseconds. Then it fails with CONFIRMATION_PENDING, and can be repeated. A client without progress waits at most ${WAIT_WITHOUT_PROGRESS_MAX_MS}.`
  )
} as const satisfies Readonly<Record<string, Setting<unknown>>>

/** With `MCP_CONFIRM=discord`, there must be approvers and a channel, and a way for their answers to arrive. */
export const approvalsPossible = ({
  approvalChannel,
  approvers,
  confirm,
  gateway,
  interactionsPublicKey
}: typeof approvalVariables &
  Pick<typeof gatewayVariables, "gateway"> &
  Pick<typeof httpVariables, "interactionsPublicKey">): Config.Config<void> =>
  Config.mapOrFail(
    Config.all([
      confirm.config,
      approvers.config,
      approvalChannel.config,
      gateway.config,
      interactionsPublicKey.config
    ]),
    ([wanted, people, channel, isOn, key]) => {
      if (wanted !== "discord") return Either.void
      const needs = `${confirm.name}=discord needs`
      const problems = [
        ...(people === undefined ? [problemOf(approvers, `${needs} the ids of the users or roles who approve`)] : []),
        ...(channel === undefined ? [problemOf(approvalChannel, `${needs} the id of the channel to ask in`)] : []),
        ...(isOn || key !== undefined
          ? []
          : [
              problemOf(
                gateway,
                `${needs} it to be true, because the answers arrive over the gateway; or set ${interactionsPublicKey.name} with --http`
              )
            ])
      ]
      return Arr.isNonEmptyArray(problems) ? Either.left(problems.reduce(ConfigError.And)) : Either.void
    }
  )

const problemOf = ({ name }: { readonly name: string }, problem: string): ConfigError.ConfigError =>
  ConfigError.InvalidData([name], problem)
