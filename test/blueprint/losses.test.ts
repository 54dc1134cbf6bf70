/** What takes something away asks before it runs, in any part of a blueprint. */
import { assert, describe, it } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect } from "effect"
import { call, codeOf, roomy, Sandbox, served } from "../dispatch/app.ts"

const server = served({ MCP_DRY_RUN: "false" }, { ...roomy, permissions: PermissionFlagsBits.Administrator })

const rule = "{name: Words, trigger_type: keyword, keyword_filter: [spam, scam]"
const blocks = "actions: [{type: block_message}]"

/** What the guild has first, and what the next blueprint takes away from it. */
const losses: Readonly<Record<string, readonly [first: string, then: string, shown: string]>> = {
  "a word of AutoMod": [
    `automod: [${rule}, ${blocks}}]`,
    `automod: [{name: Words, trigger_type: keyword, keyword_filter: [spam]}]`,
    "scam"
  ],
  "a rule of AutoMod, disabled": [
    `automod: [${rule}, ${blocks}, enabled: true}]`,
    `automod: [${rule}, enabled: false}]`,
    "enabled"
  ],
  "a role that a rule ignores": [
    `automod: [${rule}, ${blocks}, exempt_roles: []}]`,
    `automod: [${rule}, exempt_roles: [member]}]`,
    "member"
  ],
  "a word that a rule allows": [
    `automod: [${rule}, ${blocks}, allow_list: []}]`,
    `automod: [${rule}, allow_list: [scam]}]`,
    "scam"
  ],
  "a lower limit of mentions": [
    `automod: [{name: Pings, trigger_type: mention_spam, mention_total_limit: 5, ${blocks}}]`,
    "automod: [{name: Pings, trigger_type: mention_spam, mention_total_limit: 40}]",
    "5 becomes 40"
  ],
  "an action of a rule": [
    `automod: [${rule}, actions: [{type: block_message}, {type: timeout, duration_seconds: 60}]}]`,
    `automod: [${rule}, actions: [{type: block_message}]}]`,
    "timeout"
  ],
  "a tag of a forum": [
    "channels: [{name: ideas, kind: forum, available_tags: [{name: bug}, {name: wish}]}]",
    "channels: [{name: ideas, kind: forum, available_tags: [{name: bug}]}]",
    "wish"
  ],
  "a tag that only moderators may apply": [
    "channels: [{name: ideas, kind: forum, available_tags: [{name: solved, moderated: true}]}]",
    "channels: [{name: ideas, kind: forum, available_tags: [{name: solved}]}]",
    "solved: moderated"
  ],
  "a longer timeout of a rule": [
    `automod: [${rule}, actions: [{type: timeout, duration_seconds: 600}]}]`,
    `automod: [${rule}, actions: [{type: timeout, duration_seconds: 60}]}]`,
    "timeout"
  ],
  "a flag of a forum": [
    "channels: [{name: ideas, kind: forum, flags: [require_tag]}]",
    "channels: [{name: ideas, kind: forum, flags: []}]",
    "require_tag"
  ],
  "an age restriction": ["channels: [{name: den, nsfw: true}]", "channels: [{name: den, nsfw: false}]", "nsfw"],
  "a permission of a role": [
    "roles: [{name: Keeper, permissions: [SEND_MESSAGES, CONNECT]}]",
    "roles: [{name: Keeper, permissions: [CONNECT]}]",
    "SEND_MESSAGES"
  ],
  "the quiet of a role": [
    "roles: [{name: Keeper, mentionable: false}]",
    "roles: [{name: Keeper, mentionable: true}]",
    "mentionable"
  ],
  "a level of verification": [
    "guild: {verification_level: high}",
    "guild: {verification_level: low}",
    "high becomes low"
  ]
}

describe("a blueprint that takes something away", () => {
  for (const [what, [first, then, shown]] of Object.entries(losses))
    it.live(`asks first, and shows it: ${what}`, () =>
      Effect.gen(function* () {
        const { ids, snapshot } = yield* Sandbox
        const apply = (text: string, more: object = {}) =>
          call("blueprint_apply", { guild_id: ids.guild, blueprint: `version: 1\n${text}\n`, ...more })
        const set = yield* apply(first, { __confirm: true })
        assert.isTrue(set.structured.converged, set.text)
        const before = JSON.stringify(yield* snapshot)
        const asked = yield* apply(then)
        assert.strictEqual(codeOf(asked), "DRY_RUN_PREVIEW", asked.text)
        assert.include(JSON.stringify(asked.structured), shown)
        assert.strictEqual(JSON.stringify(yield* snapshot), before)
        assert.isTrue((yield* apply(then, { __confirm: true })).structured.converged)
      }).pipe(server)
    )
})
