import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { RESTJSONErrorCodes } from "discord-api-types/v10"
import { Either } from "effect"
import { classifyResponse } from "../../src/errors/classifyResponse.ts"
import { meaningOfCode, resourceOfCode, tagOfCode } from "../../src/errors/discordCodes.ts"
import { codeOf } from "../../src/errors/ErrorCode.ts"
import { codesByError } from "./codesByError.ts"
import { asked, json } from "./responses.ts"

const codeFor = (code: number, status: number) =>
  Either.match(classifyResponse(asked(), json(status, { code, message: "…" })), {
    onLeft: codeOf,
    onRight: () => "a good answer"
  })

describe("each documented JSON code", () => {
  it("becomes the error of the table", () => {
    for (const [expected, codes] of Object.entries(codesByError))
      for (const code of codes)
        strictEqual(codeFor(code, 400), expected === "by HTTP status" ? "VALIDATION_FAILED" : expected, String(code))
  })

  it("is in the table once if discord-api-types has it", () => {
    const listed = Object.values(codesByError).flat()
    const known = Object.values(RESTJSONErrorCodes).filter((code) => typeof code === "number")
    strictEqual(new Set(listed).size, listed.length)
    deepStrictEqual(
      known.filter((code) => !listed.includes(code)),
      []
    )
  })
})

describe("a JSON code", () => {
  const published = Object.values(RESTJSONErrorCodes).filter((code) => typeof code === "number")

  it("published by Discord is in the table or a range, except 0", () => {
    deepStrictEqual(
      published.filter((code) => tagOfCode(code) === undefined),
      [RESTJSONErrorCodes.GeneralError]
    )
  })

  it("that is not published has the error of its range, at both ends of it", () => {
    deepStrictEqual([9_999, 10_000, 19_999, 20_000, 29_999, 30_000, 39_999, 40_000, -1, 0, 1e9].map(tagOfCode), [
      undefined,
      "DiscordNotFoundError",
      "DiscordNotFoundError",
      undefined,
      undefined,
      "DiscordLimitReached",
      "DiscordLimitReached",
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it("in a range can be an exception in the table", () => {
    strictEqual(tagOfCode(30_031), "DiscordConflictError")
    strictEqual(tagOfCode(30_052), "ValidationError")
  })

  it("has the meaning of its published name, in plain words", () => {
    deepStrictEqual([50006, 10003, 40333, 50013, 130000].map(meaningOfCode), [
      "cannot send an empty message",
      "unknown channel",
      "cloudflare is blocking your request",
      "missing permissions",
      "API resource overloaded"
    ])
  })

  it("keeps acronyms, their plurals, numbers and OAuth2 together", () => {
    deepStrictEqual([10027, 50003, 50017, 50109, 530001, 30011, 40018, 50012, 50026, 170004].map(meaningOfCode), [
      "unknown SKU",
      "cannot execute action on DM channel",
      "invalid MFA level",
      "request body contains invalid JSON",
      "id token JWT expired",
      "maximum number of group DMs reached",
      "only consumable SKUs can be consumed",
      "invalid OAuth2 state",
      "missing required OAuth2 scope",
      "sticker frame count exceeds maximum of 1000 frames"
    ])
  })

  it("has a meaning of whole words if it is published", () => {
    for (const code of published.filter((code) => code !== 0)) {
      const meaning = meaningOfCode(code) ?? ""
      strictEqual(
        /^([a-z]+|[A-Z]{2,}s?|OAuth2|\d+)( ([a-z]+|[A-Z]{2,}s?|OAuth2|\d+))+$|^[a-z]+$/.test(meaning),
        true,
        meaning
      )
      // No word of these names has one letter, except the article. Any other would be part of an acronym.
      strictEqual(/(^| )[b-z]( |$)/.test(meaning), false, meaning)
    }
  })

  it("has no meaning if it is absent, 0 or not published", () => {
    deepStrictEqual([undefined, 0, 10_999, -1, 1.5].map(meaningOfCode), [
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it("names the resource that was not found, and only that", () => {
    deepStrictEqual([10003, 10008, 10027, 10070, 10063, 50006, 10_999, 0, undefined].map(resourceOfCode), [
      "channel",
      "message",
      "SKU",
      "guild scheduled event",
      "application command",
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })
})
