import { assert, describe, it } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { armed, bodyOf, issuesOf, wired } from "../wired.ts"

const ID = "1248328050311954441"
const APP = "1248328050278400003"
const CHANNEL = "1248328050278400001"
const TOKEN = "a".repeat(214)

const quiet = { parse: ["users"], replied_user: true }
const message = {
  id: ID,
  type: 0,
  channel_id: CHANNEL,
  author: { id: APP, username: "Tide", bot: true },
  content: "High at 14:02",
  timestamp: "2026-05-01T10:00:00+00:00",
  attachments: [],
  embeds: []
}
const shownMessage = {
  id: ID,
  channel_id: CHANNEL,
  author: { id: APP, name: "Tide", bot: true },
  content: "High at 14:02",
  time: "2026-05-01T10:00:00+00:00"
}

const respond = (input: object, answer?: unknown) =>
  wired("interactions_create_response", { interaction_id: ID, interaction_token: TOKEN, ...input }, answer)

const modal = {
  custom_id: "report",
  title: "Report",
  components: [
    { type: 10, content: "Tell us what you saw." },
    { type: 18, label: "Where?", component: { type: 4, custom_id: "where", style: 1, required: true } },
    {
      type: 18,
      label: "What?",
      component: {
        type: 21,
        custom_id: "what",
        options: [
          { label: "Seal", value: "seal" },
          { label: "Whale", value: "whale" }
        ]
      }
    }
  ]
}

describe("interactions_create_response", () => {
  it.effect("sends the fields of each response type, without the bot's token", () =>
    Effect.gen(function* () {
      const kinds: ReadonlyArray<readonly [input: object, body: object]> = [
        [{ type: "pong" }, { type: 1 }],
        [
          { type: "channel_message_with_source", message: { content: "High at 14:02" }, ephemeral: true },
          { type: 4, data: { content: "High at 14:02", flags: 64, allowed_mentions: quiet } }
        ],
        [
          { type: "deferred_channel_message_with_source", ephemeral: true },
          { type: 5, data: { flags: 64 } }
        ],
        [{ type: "deferred_channel_message_with_source" }, { type: 5, data: {} }],
        [{ type: "deferred_update_message" }, { type: 6 }],
        [
          { type: "update_message", message: { content: "", components: [] } },
          { type: 7, data: { content: "", components: [], allowed_mentions: quiet } }
        ],
        [
          { type: "application_command_autocomplete_result", choices: [{ name: "Harbour", value: "h" }] },
          { type: 8, data: { choices: [{ name: "Harbour", value: "h" }] } }
        ],
        [
          { type: "modal", modal },
          { type: 9, data: modal }
        ],
        [{ type: "launch_activity" }, { type: 12 }]
      ]
      for (const [input, body] of kinds) {
        const answered = yield* respond(input)
        assert.deepStrictEqual(bodyOf(answered), body)
        assert.deepStrictEqual(answered.query, { with_response: "true" })
        assert.deepStrictEqual(
          [answered.sent?.path, answered.sent?.authorized],
          [`/interactions/${ID}/${TOKEN}/callback`, false]
        )
        const { notice, ...done } = answered.structured
        assert.deepStrictEqual(done, { done: true })
        assert.match(String(notice), /^Discord accepted type.*, but its reply does not show (it|them)\.$/)
      }
    })
  )

  it.effect("returns the created message", () =>
    Effect.gen(function* () {
      const { structured } = yield* respond(
        { type: "channel_message_with_source", message: { content: "High at 14:02" } },
        {
          interaction: { id: ID, type: 2, response_message_id: ID, response_message_ephemeral: false },
          resource: { type: 4, message }
        }
      )
      assert.deepStrictEqual(structured, {
        interaction_id: ID,
        kind: "ApplicationCommand",
        message_id: ID,
        message: { ...Struct.omit(shownMessage, "content"), length: 13 },
        type: "channel_message_with_source"
      })
    })
  )

  it.effect("rejects fields of another response type and requires missing ones", () =>
    Effect.gen(function* () {
      const issues = (input: object) => Effect.map(respond(input), issuesOf)
      assert.deepStrictEqual(yield* issues({ type: "modal", ephemeral: true }), [
        "ephemeral is not a field of a response of type modal",
        "modal is required for a response of type modal"
      ])
      assert.deepStrictEqual(
        yield* issues({ type: "channel_message_with_source", message: { keep_attachments: [] } }),
        [
          "message.keep_attachments applies to edited messages only",
          "message.content a message needs content, embeds, files, a sticker, a poll or components"
        ]
      )
      assert.deepStrictEqual(yield* issues({ type: "update_message", message: { tts: true, content: "x" } }), [
        "message.tts applies to new messages only"
      ])
      assert.deepStrictEqual(yield* issues({ type: "application_command_autocomplete_result" }), [
        "choices is required for a response of type application_command_autocomplete_result"
      ])
      const mixed = [
        { name: "Harbour", value: "h" },
        { name: "Pier", value: 2 }
      ]
      assert.deepStrictEqual(yield* issues({ type: "application_command_autocomplete_result", choices: mixed }), [
        "choices must have values that are all strings or all numbers"
      ])
      assert.deepStrictEqual(yield* issues({ type: "reply" }), [
        "type must be one of pong, channel_message_with_source, deferred_channel_message_with_source, deferred_update_message, update_message, application_command_autocomplete_result, modal, launch_activity"
      ])
    })
  )

  it.effect("validates the components of a modal", () =>
    Effect.gen(function* () {
      const open = (...components: ReadonlyArray<object>) =>
        Effect.map(respond({ type: "modal", modal: { custom_id: "x", title: "X", components } }), issuesOf)
      const [, where, what] = modal.components
      assert.deepStrictEqual(yield* open({ ...where }, { ...what }, { ...where }), [
        "modal.components[2].component.custom_id where is used twice"
      ])
      const input = { type: 4, custom_id: "where", style: 2 }
      assert.deepStrictEqual(yield* open({ type: 1, components: [input] }), [
        "modal.components[0].components[0].label is required"
      ])
      assert.deepStrictEqual(yield* open({ type: 18, label: "Where?", component: { ...input, style: 3 } }), [
        "modal.components[0].component.style must be one of 1, 2"
      ])
    })
  )
})

describe("follow-up messages and the original response", () => {
  const path = { application_id: APP, interaction_token: TOKEN }

  it.effect("use the webhook of the interaction, without the bot's token", () =>
    Effect.gen(function* () {
      const followup = { ...path, message_id: ID }
      const calls: ReadonlyArray<readonly [tool: string, input: object, method: string, at: string]> = [
        ["interactions_get_original_response", path, "GET", "/messages/@original"],
        ["interactions_edit_original_response", { ...path, content: "x" }, "PATCH", "/messages/@original"],
        ["interactions_create_followup", { ...path, content: "x" }, "POST", ""],
        ["interactions_get_followup", followup, "GET", `/messages/${ID}`],
        ["interactions_edit_followup", { ...followup, content: "x" }, "PATCH", `/messages/${ID}`]
      ]
      for (const [tool, input, method, at] of calls) {
        const { sent, structured } = yield* wired(tool, input, message)
        assert.deepStrictEqual(
          [sent?.method, sent?.path, sent?.authorized],
          [method, `/webhooks/${APP}/${encodeURIComponent(TOKEN)}${at}`, false]
        )
        assert.deepStrictEqual(structured, shownMessage)
      }
      for (const [tool, input, at] of [
        ["interactions_delete_original_response", path, "@original"],
        ["interactions_delete_followup", followup, ID]
      ] as const) {
        assert.strictEqual(issuesOf(yield* wired(tool, input)), "DRY_RUN_PREVIEW")
        const { sent } = yield* wired(tool, { ...input, __confirm: true }, undefined, armed)
        assert.deepStrictEqual([sent?.method, sent?.path], ["DELETE", `/webhooks/${APP}/${TOKEN}/messages/${at}`])
      }
    })
  )

  it.effect("can be ephemeral; a deferred response can become a poll", () =>
    Effect.gen(function* () {
      const hidden = yield* wired("interactions_create_followup", { ...path, content: "x", ephemeral: true }, message)
      assert.deepStrictEqual(bodyOf(hidden), { content: "x", flags: 64, allowed_mentions: quiet })
      const poll = { question: "Tide?", answers: [{ text: "High" }, { text: "Low" }] }
      const asked = yield* wired("interactions_edit_original_response", { ...path, poll }, message)
      assert.deepStrictEqual(bodyOf(asked), {
        poll: {
          question: { text: "Tide?" },
          answers: [{ poll_media: { text: "High" } }, { poll_media: { text: "Low" } }]
        },
        allowed_mentions: quiet
      })
      assert.deepStrictEqual(issuesOf(yield* wired("interactions_edit_original_response", path)), [
        "content set at least one field to change"
      ])
    })
  )
})
