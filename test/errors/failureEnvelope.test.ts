import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual, throws } from "@effect/vitest/utils"
import { Schema } from "effect"
import * as Errors from "../../src/errors/DiscordMcpError.ts"
import { DiscordMcpError } from "../../src/errors/DiscordMcpError.ts"
import { gatewayReasons } from "../../src/errors/describeGateway.ts"
import { Envelope } from "../../src/errors/Envelope.ts"
import { categoryOf, codeOf, errorTraits } from "../../src/errors/ErrorCode.ts"
import { defectEnvelope, toEnvelope } from "../../src/errors/failureEnvelope.ts"
import { MAX_TEXT_CHARS, renderEnvelope } from "../../src/errors/renderEnvelope.ts"
import { sanitizeMessage } from "../../src/text/sanitizeMessage.ts"
import { runs } from "../turns.ts"
import { samples, upstream } from "./samples.ts"

describe("the envelope", () => {
  it("for a denied permission names the permissions to grant", () => {
    deepStrictEqual(
      toEnvelope(
        new Errors.DiscordPermissionError({
          missing_permissions: ["MANAGE_MESSAGES", "READ_MESSAGE_HISTORY"],
          required_permissions: ["VIEW_CHANNEL", "MANAGE_MESSAGES", "READ_MESSAGE_HISTORY"],
          upstream: upstream(403, 50013),
          attempts: 1
        })
      ),
      {
        code: "DISCORD_PERMISSION_DENIED",
        retriable: false,
        message: "Discord refused POST /channels/:id/messages: the bot lacks MANAGE_MESSAGES, READ_MESSAGE_HISTORY.",
        recovery_hint:
          "Grant MANAGE_MESSAGES, READ_MESSAGE_HISTORY to the bot's role in Server Settings → Roles, or in the channel's permissions, then retry.",
        category: "permission",
        missing_permissions: ["MANAGE_MESSAGES", "READ_MESSAGE_HISTORY"],
        required_permissions: ["VIEW_CHANNEL", "MANAGE_MESSAGES", "READ_MESSAGE_HISTORY"],
        upstream: { status: 403, discord_code: 50013, method: "POST", route: "/channels/:id/messages" },
        attempts: 1
      }
    )
  })

  it("says how to lift a denial that is not about a permission", () => {
    deepStrictEqual(
      toEnvelope(
        new Errors.DiscordPermissionError({
          missing_permissions: [],
          why: "role_hierarchy",
          upstream: upstream(403, 50013)
        })
      ),
      {
        code: "DISCORD_PERMISSION_DENIED",
        retriable: false,
        message: "Discord refused POST /channels/:id/messages: the bot's highest role is not above the target.",
        recovery_hint: "Move the bot's role above the target's highest role in Server Settings → Roles, then retry.",
        category: "permission",
        missing_permissions: [],
        why: "role_hierarchy",
        upstream: upstream(403, 50013)
      }
    )
  })

  it("for a rate limit has the wait, and suggests the bulk tool", () => {
    deepStrictEqual(
      toEnvelope(
        new Errors.DiscordRateLimitError({ retry_after_ms: 5000, scope: "shared", sent: true, upstream: upstream(429) })
      ),
      {
        code: "DISCORD_RATE_LIMITED",
        retriable: true,
        message: "Discord's shared rate limit was hit.",
        recovery_hint: "Wait 5000 ms, then retry. For many items use one bulk tool instead of many calls.",
        category: "transient",
        retry_after_ms: 5000,
        scope: "shared",
        sent: true,
        upstream: upstream(429)
      }
    )
  })

  it("lists three checks for an object that is not found", () => {
    deepStrictEqual(
      toEnvelope(new Errors.DiscordNotFoundError({ resource: "channel", id: "1111", upstream: upstream(404, 10003) })),
      {
        code: "DISCORD_NOT_FOUND",
        retriable: false,
        message: "Discord knows no channel with the id 1111 that this bot can see.",
        recovery_hint: "Verify: 1) the channel exists, 2) the bot can see it (VIEW_CHANNEL), 3) the ID is right.",
        category: "validation",
        resource: "channel",
        id: "1111",
        upstream: upstream(404, 10003)
      }
    )
  })

  it("has one fix per issue of an invalid input", () => {
    const validation_issues = [
      { path: "embeds[0].fields[2].name", message: "is required", code: "BASE_TYPE_REQUIRED" },
      { path: "", message: "content or embeds is needed", code: "EMPTY" }
    ]
    deepStrictEqual(toEnvelope(new Errors.ValidationError({ validation_issues })), {
      code: "VALIDATION_FAILED",
      retriable: false,
      message: "The input is not valid; nothing was sent.",
      recovery_hint:
        "Fix the arguments: embeds[0].fields[2].name is required; content or embeds is needed. Then call the tool again.",
      category: "validation",
      validation_issues
    })
  })

  it("for an invalid bot token sends the agent to the operator", () => {
    deepStrictEqual(toEnvelope(new Errors.DiscordAuthError({ subject: "bot" })), {
      code: "DISCORD_AUTH_INVALID",
      retriable: false,
      message: "Discord does not accept the bot's token.",
      recovery_hint:
        "Ask the operator to put a valid bot token into DISCORD_TOKEN and to restart the server. Do not retry until then.",
      category: "permission",
      subject: "bot"
    })
  })

  it("for a Cloudflare block is retriable only if it has a wait", () => {
    deepStrictEqual(toEnvelope(new Errors.DiscordCloudflareBlocked({ retry_after_ms: 60_000 })), {
      code: "DISCORD_CLOUDFLARE_BLOCKED",
      retriable: true,
      message: "Cloudflare, the network in front of Discord, is blocking this server's IP address.",
      recovery_hint:
        "Wait 60000 ms before any further call. Tell the operator that this server's IP address was blocked.",
      category: "permission",
      retry_after_ms: 60_000
    })
    deepStrictEqual(toEnvelope(new Errors.DiscordCloudflareBlocked({})), {
      code: "DISCORD_CLOUDFLARE_BLOCKED",
      retriable: false,
      message: "Cloudflare, the network in front of Discord, is blocking this server's IP address.",
      recovery_hint:
        "Stop calling Discord. Tell the operator that this server's IP address is blocked until Cloudflare unblocks it.",
      category: "permission"
    })
  })

  it("for a dry run has the preview and how to proceed", () => {
    const preview = { action: "Send a message", arguments: { channel_id: "111122223333444455", content: "…" } }
    deepStrictEqual(
      toEnvelope(
        new Errors.DryRunPreview({ tool: "messages_send", preview, confirmation_token: "c0ffee", armed: true })
      ),
      {
        code: "DRY_RUN_PREVIEW",
        retriable: false,
        message: "Dry run: messages_send would run with the arguments in the preview. Nothing was changed.",
        recovery_hint:
          "Show the preview to the person. If they agree, call messages_send again with the same arguments and __confirm: the confirmation_token.",
        category: "business",
        tool: "messages_send",
        preview,
        confirmation_token: "c0ffee",
        armed: true
      }
    )
  })

  it("for an open circuit has the time of the next probe", () => {
    deepStrictEqual(
      toEnvelope(new Errors.CircuitOpenError({ route: "POST /channels/:id/messages", retry_after_ms: 41_000 })),
      {
        code: "CIRCUIT_OPEN",
        retriable: true,
        message: "Calls to POST /channels/:id/messages keep failing, so they are paused.",
        recovery_hint: "Wait 41000 ms: then the circuit lets one call through. Other routes still work.",
        category: "transient",
        route: "POST /channels/:id/messages",
        retry_after_ms: 41_000
      }
    )
  })

  it("for the gateway is retriable exactly if waiting helps, and otherwise sends to the operator", () => {
    const factsOf = (error: Errors.GatewayUnavailable) => {
      const { category, retriable } = toEnvelope(error)
      return [category, retriable]
    }
    for (const reason of gatewayReasons) {
      const isPassing = reason === "disconnected" || reason === "identify_budget" || reason === "files"
      deepStrictEqual(factsOf(new Errors.GatewayUnavailable({ reason })), ["permission", false])
      deepStrictEqual(
        factsOf(new Errors.GatewayUnavailable({ reason, retry_after_ms: 30_000 })),
        isPassing ? ["transient", true] : ["permission", false]
      )
    }
  })

  it("for a full bulkhead names the limit", () => {
    deepStrictEqual(toEnvelope(new Errors.BulkheadFullError({ limit: 50, scope: "bucket" })), {
      code: "BULKHEAD_SATURATED",
      retriable: true,
      message: "Too many calls at once to this channel, guild or other resource: 50 calls are in flight.",
      recovery_hint: "Wait until calls in flight have ended, then retry with fewer at a time.",
      category: "transient",
      limit: 50,
      scope: "bucket"
    })
  })

  it("is not retriable for an unknown outcome, and says to check the state first", () => {
    deepStrictEqual(toEnvelope(new Errors.DiscordTimeoutError({ phase: "body", outcome_unknown: true, attempts: 1 })), {
      code: "DISCORD_TIMEOUT",
      retriable: false,
      message: "Discord's response was cut off.",
      recovery_hint:
        "Read the current state first (for a message: read the channel), because the change may have happened. Repeat the call only if it did not. Wait a few seconds before you repeat it.",
      category: "transient",
      phase: "body",
      outcome_unknown: true,
      attempts: 1
    })
  })

  it("for a network failure names the code", () => {
    deepStrictEqual(
      toEnvelope(new Errors.DiscordRestUnavailable({ network: "ECONNREFUSED", outcome_unknown: false, attempts: 3 })),
      {
        code: "DISCORD_REST_UNAVAILABLE",
        retriable: true,
        message: "Discord could not be reached (ECONNREFUSED).",
        recovery_hint: "Retry the same call in a minute.",
        category: "transient",
        network: "ECONNREFUSED",
        outcome_unknown: false,
        attempts: 3
      }
    )
  })

  it("for a failed pipeline is retriable if a failed step is", () => {
    const step = (status: "ok" | "failed", retriable?: boolean) => ({
      id: "a",
      tool: "messages_send",
      status,
      attempts: 1,
      duration_ms: 5,
      ...(retriable !== undefined && {
        error: toEnvelope(
          retriable ? new Errors.BulkheadFullError({ limit: 1, scope: "global" }) : new Errors.CancelledError()
        )
      })
    })
    const report = (retriable: boolean) => ({
      status: "partial" as const,
      steps: [step("ok"), step("failed", retriable)]
    })
    for (const retriable of [true, false]) {
      deepStrictEqual(toEnvelope(new Errors.PipelineFailed({ report: report(retriable) })), {
        code: "PIPELINE_FAILED",
        retriable,
        message: "The pipeline failed: 1 of 2 steps succeeded.",
        recovery_hint:
          "Read each failed step's own error in report.steps and follow its hint. Do not repeat steps that are ok.",
        category: "business",
        report: report(retriable)
      })
    }
  })

  it("has the tool's recovery as its hint for a declared reason", () => {
    deepStrictEqual(
      toEnvelope(
        new Errors.DiscordConflictError({
          upstream: upstream(400, 50083),
          reason: "thread_archived",
          recovery: "Unarchive it with channels_modify {archived:false}, then send again.",
          suggested_tool: "channels_modify"
        })
      ),
      {
        code: "DISCORD_CONFLICT",
        retriable: false,
        message:
          "Discord's current state conflicts with POST /channels/:id/messages (50083: invalid action on archived thread).",
        recovery_hint: "Unarchive it with channels_modify {archived:false}, then send again.",
        category: "business",
        upstream: upstream(400, 50083),
        reason: "thread_archived",
        suggested_tool: "channels_modify"
      }
    )
  })

  it("ignores an empty recovery", () => {
    throws(() => new Errors.DiscordAuthError({ subject: "interaction", recovery: "" }))
  })

  it("has only the incident id of a defect", () => {
    deepStrictEqual(defectEnvelope("inc_42"), {
      code: "INTERNAL_ERROR",
      retriable: false,
      message: "The server hit an internal error. This is a bug in the server, not in your call.",
      recovery_hint:
        "Do not retry. Report incident inc_42 to the operator: the server's log has the details under this id.",
      category: "internal",
      incident_id: "inc_42"
    })
  })
})

/** The fields of an error at the root of the envelope: all but its tag and its own hint. */
const encode = Schema.encodeSync(DiscordMcpError)
const decodeError = Schema.decodeUnknownSync(DiscordMcpError)
const ownFields = (error: DiscordMcpError): Readonly<Record<string, unknown>> => {
  const own: Record<string, unknown> = { ...encode(error) }
  delete own._tag
  delete own.recovery
  return own
}

const inDoubt = (error: DiscordMcpError): boolean => "outcome_unknown" in error && error.outcome_unknown === true

/** How the other parts of a split message are sent. */
const howToContinue = (error: DiscordMcpError): string => {
  const sent = "sent_parts" in error ? error.sent_parts : undefined
  if (sent === undefined) return ""
  const next = `${sent.next_part}${inDoubt(error) ? `, or ${sent.next_part + 1} if part ${sent.next_part} is there` : ""}`
  const { thread_id, tool } = sent
  const how =
    thread_id === undefined
      ? "the tool with the same arguments"
      : tool === undefined
        ? `the tool with the same arguments, but thread_id: ${thread_id} in place of thread_name,`
        : `${tool} with channel_id: ${thread_id}, the same content, split: true`
  return ` To send the rest, call ${how} and from_part: ${next}.`
}

/** When the server sends a call that it did not send. */
const whenSent = (error: DiscordMcpError): string =>
  error._tag !== "DiscordRateLimitError" && "sent" in error && error.retry_after_ms !== undefined
    ? ` The server sends such a call again in ${error.retry_after_ms} ms.`
    : ""

const checkStateFirst =
  "Read the current state first (for a message: read the channel), because the change may have happened. Repeat the call only if it did not."

/** The label of a field in the text: `retry_after_ms` is "Retry after ms". */
const label = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ")

/** The verbs that a hint may start with. */
const imperatives = /^(Ask|Call|Check|Do not|Fix|Grant|List|Move|Read|Remove|Retry|Show|Stop|Tell|Use|Verify|Wait)\b/

describe("the envelope of any member of the union", () => {
  it("exists for a sample of every class", () => {
    deepStrictEqual(Object.keys(samples).sort(), Object.keys(errorTraits).sort())
  })

  it("has a hint with an action", () => {
    for (const variants of Object.values(samples)) {
      for (const error of variants) strictEqual(imperatives.test(toEnvelope(error).recovery_hint), true, error._tag)
    }
  })

  it("is never retriable for an unknown outcome", () => {
    for (const error of Object.values(samples).flat()) {
      if (inDoubt(error)) strictEqual(toEnvelope(error).retriable, false)
    }
  })

  it("for an unknown outcome says to check the state first, and then all that it says otherwise", () => {
    const canBeInDoubt = DiscordMcpError.members.filter(({ fields }) => "outcome_unknown" in fields)
    strictEqual(canBeInDoubt.length >= 11, true)
    for (const member of canBeInDoubt) {
      const variants = Object.values(samples)
        .flat()
        .filter(({ _tag }) => _tag === member.identifier)
      strictEqual(variants.length > 0, true, member.identifier)
      for (const error of variants) {
        for (const recovery of [undefined, "Use messages_list to find the message, then retry."]) {
          const hintWith = (outcome_unknown: boolean) =>
            toEnvelope(decodeError({ ...encode(error), outcome_unknown, ...(recovery !== undefined && { recovery }) }))
              .recovery_hint
          const [certain, doubtful] = [hintWith(false), hintWith(true)]
          strictEqual(doubtful.startsWith(`${checkStateFirst} `), true, doubtful)
          if (recovery !== undefined || errorTraits[error._tag].side === "client") {
            strictEqual(doubtful, `${checkStateFirst} ${certain}`)
          }
          for (const fact of certain.match(/\d+ ms|a minute|a few seconds|\w+_\w+|\boperator\b|\bproxy\b/g) ?? []) {
            strictEqual(doubtful.includes(fact), true, `${fact} in ${doubtful}`)
          }
        }
      }
    }
  })

  it.prop(
    "has the five guaranteed fields, the facts of its class, and its own fields at the root",
    [DiscordMcpError],
    ([error]) => {
      const envelope = toEnvelope(error)
      const { code, retriable, message, recovery_hint, category, ...own } = envelope
      strictEqual(Schema.is(Envelope)(envelope), true)
      deepStrictEqual({ code, category }, { code: codeOf(error), category: categoryOf(error) })
      strictEqual(typeof retriable, "boolean")
      strictEqual(message.length > 0, true)
      deepStrictEqual(own, ownFields(error))
      if ("recovery" in error && error.recovery !== undefined && error.recovery !== "")
        strictEqual(
          recovery_hint,
          sanitizeMessage(
            `${inDoubt(error) ? `${checkStateFirst} ` : ""}${error.recovery}${whenSent(error)}${howToContinue(error)}`
          )
        )
      else strictEqual(imperatives.test(recovery_hint), true, recovery_hint)
    },
    { fastCheck: { numRuns: runs(250) } }
  )

  it.prop(
    "has the same facts in its text form",
    [DiscordMcpError],
    ([error]) => {
      const envelope = toEnvelope(error)
      const text = renderEnvelope(envelope)
      strictEqual(text.length <= MAX_TEXT_CHARS, true)
      const { code, retriable, message, recovery_hint, category } = envelope
      const head = `Error ${code} (${category}, ${retriable ? "retriable" : "not retriable"}): ${message}`
      strictEqual(text.startsWith(head.slice(0, 2399)), true)
      strictEqual(text.includes(`\nRecovery: ${recovery_hint.slice(0, 2000)}`), true)
      for (const name of Object.keys(ownFields(error))) strictEqual(text.includes(`\n${label(name)}: `), true, name)
      if (envelope.retry_after_ms !== undefined) {
        strictEqual(text.includes(`\nRetry after ms: ${envelope.retry_after_ms}`), true)
      }
    },
    { fastCheck: { numRuns: runs(250) } }
  )
})
