/** What a result leaves out because the caller has just sent it. */
import { assert, describe, it } from "@effect/vitest"
import { withoutSent } from "../../../src/tools/dsl/asSent.ts"

const long = "The tide is in. ".repeat(20).trim()
const words = Array.from({ length: 40 }, (_, at) => `word ${at}`)
const row = { type: 1, components: [{ type: 2, style: 1, label: "Yes", custom_id: "yes" }] }
const rowNow = { ...row, id: 1, components: [{ ...row.components[0], id: 2, disabled: false }] }
const poll = { question: "When?", answers: [{ text: "Now" }, { text: "Later" }], duration: 24 }
const pollNow = { ...poll, duration: undefined, answers: poll.answers.map((answer, at) => ({ id: at + 1, ...answer })) }

describe("the result of a write", () => {
  for (const [title, input, value, shown] of [
    ["has the length of a text", { content: "Hi 👋" }, { id: "1", content: "Hi 👋" }, { id: "1", length: 4 }],
    ["has a text that Discord has changed", { content: "Hi" }, { content: "Hi!" }, { content: "Hi!" }],
    [
      "counts components, to which Discord adds ids and defaults",
      { components: [row] },
      { components: ["[Yes](yes)"], components_in_full: [rowNow] },
      { as_sent: { components: 1 } }
    ],
    [
      "has changed components once",
      { components: [row] },
      { components: ["[No](yes)"], components_in_full: [{ ...rowNow, label: "No" }] },
      { components_in_full: [{ ...rowNow, label: "No" }] }
    ],
    [
      "has fewer embeds than were sent",
      { embeds: [{ title: "A" }, { title: "A" }] },
      { embeds: [{ title: "A" }] },
      undefined
    ],
    [
      "has what Discord adds to a poll",
      { poll },
      { poll: { ...pollNow, ends: "2026-01-01T00:00:00Z" } },
      { poll: { ends: "2026-01-01T00:00:00Z" }, as_sent: { "poll.question": 5, "poll.answers": 2 } }
    ],
    [
      "counts long texts and lists, at any depth",
      { name: "a", topic: long, trigger: { words, preset: 1 } },
      { name: "a", topic: long, trigger: { words, preset: 1, id: "9" } },
      { name: "a", trigger: { preset: 1, id: "9" }, as_sent: { topic: long.length, "trigger.words": 40 } }
    ],
    ["has a long list that Discord has changed", { words }, { words: words.slice(1) }, undefined],
    [
      "keeps the items of a list, each with less",
      {
        commands: [
          { name: "b", options: words },
          { name: "a", options: [] }
        ]
      },
      {
        items: [
          { id: "1", name: "a" },
          { id: "2", name: "b", options: words }
        ]
      },
      {
        items: [
          { id: "1", name: "a" },
          { id: "2", name: "b" }
        ],
        as_sent: { "items[].options": 40 }
      }
    ],
    [
      "has new ids of what was sent",
      { prompts: [{ title: long }] },
      { prompts: [{ id: "7", title: long }] },
      { prompts: [{ id: "7" }], as_sent: { "prompts[].title": long.length } }
    ],
    ["has what was there before", { topic: `${long} More.` }, { previous: { topic: long } }, undefined],
    ["is whole with view: full", { content: "Hi", view: "full" }, { content: "Hi" }, undefined]
  ] as const) {
    it(title, () => assert.deepStrictEqual<unknown>(withoutSent(input)({ value }).value, shown ?? value))
  }
})
