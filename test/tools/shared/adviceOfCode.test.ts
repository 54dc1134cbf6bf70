import { assert, describe, it } from "@effect/vitest"
import { RESTJSONErrorCodes } from "discord-api-types/v10"
import { Effect, Either } from "effect"
import { findTool } from "../../../src/catalogue/catalogue.ts"
import { classifyResponse } from "../../../src/errors/classifyResponse.ts"
import { describe as described } from "../../../src/errors/DiscordMcpError.ts"
import { Sandbox } from "../../../src/sandbox/Sandbox.ts"
import { withReason } from "../../../src/tools/dsl/Reason.ts"
import { adviceOfCode } from "../../../src/tools/shared/failures.ts"
import { call, served } from "../../dispatch/app.ts"
import { asked, json } from "../../errors/responses.ts"

/** What no bot meets here: operations of people and of stores, and what this server never sends. */
const NEVER: ReadonlySet<keyof typeof RESTJSONErrorCodes> = new Set([
  ...(["GeneralError", "UnknownAccount", "UnknownProvider", "UnknownToken", "UnknownSession", "UnknownAsset"] as const),
  ...(["UnknownWebhookService", "UnknownStoreListing", "UnknownBuild", "UnknownBranch", "UnknownStream"] as const),
  ...(["UnknownStoreDirectoryLayout", "UnknownRedistributable", "UnknownGiftCode", "NoteWasTooLong"] as const),
  ...(["UnknownPremiumServerSubscribeCooldown", "UnknownDiscoverableServerCategory"] as const),
  ...(["UnknownGuildMemberVerificationForm", "UnknownGuildScheduledEventUser", "InvalidAccountType"] as const),
  ...(["OAuth2ApplicationDoesNotHaveBot", "InvalidOAuth2State", "InvalidMFALevel", "InvalidActivityAction"] as const),
  ...([
    "InvalidAPIVersion",
    "CannotSelfRedeemThisGift",
    "InvalidRequestOrigin",
    "ParameterEarlierThanCreation"
  ] as const),
  ...(["InvalidThreadNotificationSettings", "RequestBodyContainsInvalidJSON", "OwnerCannotBePendingMember"] as const),
  ...(["OwnershipCannotBeMovedToABotUser", "UploadedFileNotFound", "NoUsersWithDiscordTagExist"] as const),
  // Its issues name the fields.
  "InvalidFormBodyOrContentType"
])

/** The names of the codes. An enum of numbers also has the numbers as keys. */
const codes = Object.entries(RESTJSONErrorCodes).flatMap(([name, code]) =>
  typeof code === "number" ? [{ name: name as keyof typeof RESTJSONErrorCodes, code }] : []
)

const statusOf = (code: number) =>
  code >= 10_000 && code < 20_000 ? 404 : code === 50_001 || code === 50_013 ? 403 : 400

/** The hint of a tool that declares no reasons. */
const hintOf = (code: number): string =>
  Either.match(classifyResponse(asked(), json(statusOf(code), { code, message: "no" })), {
    onRight: () => "",
    onLeft: (failure) => described(withReason({}, adviceOfCode)(failure)).recovery_hint
  })

describe("one of Discord's codes, for any tool,", () => {
  it("is answered with what to do, not with its name alone", () => {
    const unexplained = codes.filter(
      ({ code, name }) => !NEVER.has(name) && /^(?:Fix the arguments: |Verify: 1)/.test(hintOf(code))
    )
    assert.deepStrictEqual(
      unexplained.map(({ name }) => name),
      []
    )
  })

  it("is answered with existing tools", () => {
    for (const { code } of codes) {
      for (const [, tool = ""] of hintOf(code).matchAll(/\b([a-z]+(?:_[a-z]+)+) \{/g)) {
        assert.isDefined(findTool(tool), `${code}: ${tool}`)
      }
    }
  })
})

describe("a call on a forum or a category", () => {
  it("is refused with what a forum and a category have", () =>
    Effect.gen(function* () {
      const { ids } = yield* Sandbox
      for (const channel_id of [ids.channels.forum, ids.channels.information]) {
        for (const [tool, input] of [
          ["messages_read", {}],
          ["messages_send", { content: "Hello" }],
          ["messages_list_pins", {}]
        ] as const) {
          const { isError, structured } = yield* call(tool, { channel_id, ...input })
          assert.isTrue(isError, tool)
          assert.match(
            `${tool} ${JSON.stringify(structured)}`,
            /channels_forum_create_thread|channels_list \{guild_id\}/
          )
        }
      }
    }).pipe(served(), Effect.runPromise))
})
