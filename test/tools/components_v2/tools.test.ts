import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bodyOf, issuesOf, wired } from "../wired.ts"

const CHANNEL = "1248328050278400001"
const ID = "1248328050311954441"

const text = (content: string) => ({ type: 10, content })
const link = { type: 2, style: 5, label: "Tables", url: "https://tide.example/" }
const press = (custom_id: string, label = "Yes") => ({ type: 2, style: 1, label, custom_id })
const picture = { type: 11, media: { url: "https://tide.example/pier.png" }, description: "The pier" }
const quiet = { parse: ["users"], replied_user: true }

const message = {
  id: ID,
  type: 0,
  channel_id: CHANNEL,
  author: { id: ID, username: "Tide", bot: true },
  content: "",
  timestamp: "2026-05-01T10:00:00+00:00",
  attachments: [],
  embeds: [],
  components: [text("High at 14:02")]
}

describe("components_v2_build_container, _section and _media_gallery", () => {
  it.effect("return the component", () =>
    Effect.gen(function* () {
      const build = (tool: string, input: object) => Effect.map(wired(tool, input), ({ structured }) => structured)
      assert.deepStrictEqual(
        yield* build("components_v2_build_container", {
          components: [text("High")],
          accent_color: 0x3b82f6,
          spoiler: true
        }),
        { component: { type: 17, components: [text("High")], accent_color: 0x3b82f6, spoiler: true } }
      )
      assert.deepStrictEqual(
        yield* build("components_v2_build_section", { text: ["High", "14:02"], accessory: picture }),
        { component: { type: 9, components: [text("High"), text("14:02")], accessory: picture } }
      )
      const { media, description } = picture
      assert.deepStrictEqual(
        yield* build("components_v2_build_media_gallery", { items: [{ url: media.url, description }] }),
        { component: { type: 12, items: [{ description, media }] } }
      )
    })
  )

  it.effect("report issues at the path of the input", () =>
    Effect.gen(function* () {
      const issues = (tool: string, input: object) => Effect.map(wired(tool, input), issuesOf)
      const box = { type: 17, components: [text("High")] }
      const row = { type: 1, components: [press("a"), press("a"), { type: 2, style: 1, custom_id: "b" }] }
      assert.deepStrictEqual(yield* issues("components_v2_build_container", { components: [box] }), [
        "components[0].type a container cannot contain a container"
      ])
      assert.deepStrictEqual(yield* issues("components_v2_build_container", { components: [text("x"), row] }), [
        "components[1].components[1].custom_id a is used twice",
        "components[1].components[2].label a button needs a label or an emoji"
      ])
      assert.deepStrictEqual(
        yield* issues("components_v2_build_section", { text: ["x".repeat(2500), "x".repeat(2500)], accessory: link }),
        ["text all texts together may have at most 4000 characters, these have 5000"]
      )
    })
  )
})

describe("components_v2_validate", () => {
  const validate = (...components: ReadonlyArray<unknown>) =>
    Effect.map(wired("components_v2_validate", { components }), ({ structured }) => structured)

  it.effect("counts the components and characters of a valid tree", () =>
    Effect.gen(function* () {
      const section = { type: 9, components: [text("High"), text("14:02")], accessory: link }
      assert.deepStrictEqual(yield* validate({ type: 17, components: [section] }, { type: 14 }), {
        valid: true,
        components: 6,
        characters: 9,
        problems: []
      })
    })
  )

  it.effect("lists the problems of single components and of the whole tree", () =>
    Effect.gen(function* () {
      const section = { type: 9, components: [text("x".repeat(3000)), text("x".repeat(1500))] }
      assert.deepStrictEqual(
        yield* validate(section, { type: 1, components: [press("a"), press("a")] }, { type: 99 }),
        {
          valid: false,
          components: 7,
          characters: 4500,
          problems: [
            { path: "components[0].accessory", message: "is required", code: "required" },
            {
              path: "components[2].type",
              message: "must be one of 1, 10, 9, 12, 13, 14, 17",
              code: "invalid"
            },
            {
              path: "components",
              message: "all texts together may have at most 4000 characters, these have 4500",
              code: "too_long"
            },
            { path: "components[1].components[1].custom_id", message: "a is used twice", code: "repeated" }
          ]
        }
      )
    })
  )

  it.effect("accepts any value as a component", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* validate(), {
        valid: false,
        problems: [{ path: "components", message: "must have at least 1 item", code: "too_few" }]
      })
      for (const odd of [null, 7, "text", [], { type: 17, components: [5] }, { type: 9, accessory: "x" }]) {
        const report = yield* validate(odd)
        assert.strictEqual(report.valid, false)
      }
      const many = Array.from({ length: 41 }, () => text("x"))
      assert.deepInclude(yield* validate(...many), { valid: false, components: 41, characters: 41 })
    })
  )
})

describe("components_v2_preview", () => {
  it.effect("renders each component type as text", () =>
    Effect.gen(function* () {
      const menu = {
        type: 3,
        custom_id: "place",
        placeholder: "Where?",
        options: [
          { label: "Harbour", value: "h" },
          { label: "Pier", value: "p" }
        ]
      }
      const { structured } = yield* wired("components_v2_preview", {
        components: [
          {
            type: 17,
            accent_color: 0x3b82f6,
            components: [
              text("## Tide\nToday"),
              { type: 9, components: [text("High at 14:02")], accessory: picture },
              { type: 14 },
              { type: 1, components: [press("a"), { ...link, disabled: true }] }
            ]
          },
          { type: 14, divider: false, spacing: 2 },
          { type: 1, components: [menu] },
          { type: 1, components: [{ type: 6, custom_id: "role" }] },
          { type: 12, items: [{ media: picture.media, spoiler: true }] },
          { type: 13, file: { url: "attachment://tides.csv" } }
        ]
      })
      assert.deepStrictEqual(String(structured.preview).split("\n"), [
        "┌─ #3b82f6",
        "│ ## Tide",
        "│ Today",
        "│ High at 14:02    🖼 The pier (https://tide.example/pier.png)",
        "│ ────────",
        "│ [Yes] [Tables ↗ https://tide.example/, disabled]",
        "└─",
        "",
        "",
        "",
        "[Where? ▾ Harbour | Pier]",
        "[Choose a role ▾]",
        "🖼 (https://tide.example/pier.png) (spoiler)",
        "📎 attachment://tides.csv"
      ])
    })
  )
})

describe("components_v2_send and components_v2_edit", () => {
  it.effect("set the layout flag, even for buttons alone", () =>
    Effect.gen(function* () {
      const row = { type: 1, components: [press("a")] }
      const sent = yield* wired("components_v2_send", { channel_id: CHANNEL, components: [row], reply_to: ID }, message)
      const { nonce: _, ...body } = Object(bodyOf(sent))
      assert.deepStrictEqual(body, {
        components: [row],
        flags: 32768,
        allowed_mentions: quiet,
        message_reference: { message_id: ID, fail_if_not_exists: true },
        enforce_nonce: true
      })
      assert.deepInclude(sent.structured, { id: ID, components_in_full: [text("High at 14:02")] })
      const path = { channel_id: CHANNEL, message_id: ID }
      const edited = yield* wired("components_v2_edit", { ...path, components: [row] }, message)
      assert.deepStrictEqual(bodyOf(edited), {
        content: null,
        embeds: null,
        components: [row],
        flags: 32768,
        allowed_mentions: quiet
      })
    })
  )

  it.effect("reject a tree that Discord does not accept", () =>
    Effect.gen(function* () {
      const send = (components: ReadonlyArray<object>) =>
        Effect.map(wired("components_v2_send", { channel_id: CHANNEL, components }), issuesOf)
      assert.deepStrictEqual(yield* send([]), ["components must have at least 1 item"])
      assert.deepStrictEqual(yield* send([{ type: 17, components: Array.from({ length: 40 }, () => text("x")) }]), [
        "components a message may have at most 40 components, this one has 41"
      ])
      assert.deepStrictEqual(yield* send([{ type: 17, components: [{ type: 17, components: [] }] }]), [
        "components[0].components[0].type must be one of 1, 10, 9, 12, 13, 14"
      ])
    })
  )
})

describe("components_v2_send_from_template", () => {
  const send = (template: string, vars: object) =>
    wired("components_v2_send_from_template", { channel_id: CHANNEL, template, vars }, message)
  const componentsOf = (template: string, vars: object) =>
    Effect.map(send(template, vars), (it) => Object(bodyOf(it)).components)
  const links = [{ label: "Tables", url: "https://tide.example/" }]
  const image_url = picture.media.url

  it.effect("builds an announcement", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* componentsOf("announcement", { title: "Spring tide", text: "Tonight.", image_url, links }),
        [
          {
            type: 17,
            accent_color: 0x3b82f6,
            components: [
              text("## Spring tide"),
              text("Tonight."),
              { type: 12, items: [{ media: picture.media }] },
              { type: 1, components: [link] }
            ].map((it) => JSON.parse(JSON.stringify(it)))
          }
        ]
      )
    })
  )

  it.effect("builds a question, with at most five options in a row", () =>
    Effect.gen(function* () {
      const options = ["High", "Low", "Neap", "Spring", "Slack", "None"]
      assert.deepStrictEqual(yield* componentsOf("question", { title: "Which?", options, color: 1 }), [
        {
          type: 17,
          accent_color: 1,
          components: [
            text("## Which?"),
            {
              type: 1,
              components: options.slice(0, 5).map((label, at) => ({ ...press(`option_${at + 1}`, label), style: 2 }))
            },
            { type: 1, components: [{ ...press("option_6", "None"), style: 2 }] }
          ]
        }
      ])
    })
  )

  it.effect("builds a welcome", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* componentsOf("welcome", { title: "Welcome", text: "Read the tables.", image_url }),
        [
          {
            type: 17,
            accent_color: 0x22c55e,
            components: [
              {
                type: 9,
                components: [text("## Welcome\nRead the tables.")],
                accessory: { type: 11, media: picture.media }
              }
            ]
          }
        ]
      )
    })
  )

  it.effect("builds a status", () =>
    Effect.gen(function* () {
      const items = [{ name: "Gauge", value: "no signal" }]
      assert.deepStrictEqual(yield* componentsOf("status", { title: "Sensors", state: "outage", items }), [
        {
          type: 17,
          accent_color: 0xef4444,
          components: [text("## 🔴 Sensors"), { type: 14 }, text("**Gauge**: no signal")]
        }
      ])
    })
  )

  it.effect("requires the values of a template and rejects those of another", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(issuesOf(yield* send("question", { title: "Which?", links })), [
        "vars.options is required for template question",
        "vars.links is not a field of template question"
      ])
      assert.deepStrictEqual(issuesOf(yield* send("poster", { title: "x" })), [
        "template must be one of announcement, question, welcome, status"
      ])
    })
  )
})
