import { catalogue } from "../../src/catalogue/catalogue.ts"
import { table } from "./tables.ts"

/** The categories of tools, as areas that a person looks for. */
export const areas: Readonly<Record<string, { readonly does: string; readonly categories: ReadonlyArray<string> }>> = {
  Messages: {
    does: "read, search, send, edit, pin, react, polls, threads, pictures and files",
    categories: ["messages", "reactions", "polls", "threads"]
  },
  Channels: {
    does: "channels, forums, permissions of channels, voice and stages",
    categories: ["channels", "voice", "stage_instances"]
  },
  "Members and roles": {
    does: "find members, time out, kick, ban, roles, and why somebody may not do something",
    categories: ["members", "roles", "permissions", "users"]
  },
  Server: {
    does: "settings, AutoMod, audit log, events, invites, onboarding, templates, blueprints, undo",
    categories: [
      "guild",
      "automod",
      "audit_log",
      "events",
      "invites",
      "onboarding",
      "templates",
      "blueprint",
      "changes"
    ]
  },
  "Emojis and sounds": {
    does: "emojis, stickers, soundboard",
    categories: ["emojis", "app_emojis", "stickers", "soundboard"]
  },
  Apps: {
    does: "webhooks, slash commands, interactions, components, monetization, lobbies",
    categories: ["webhooks", "commands", "interactions", "components_v2", "application", "monetization", "lobbies"]
  },
  "Live events": {
    does: "wait for messages and reactions, ask people, read what happened since",
    categories: ["gateway"]
  },
  Plans: { does: "find tools, run any tool, run several calls as one plan", categories: ["meta"] }
}

/** The tools by area. */
export const areasTable = (): string =>
  table(
    ["area", "tools", "what", "categories"],
    Object.entries(areas).map(([area, { categories, does }]) => [
      area,
      String(catalogue.filter(({ category }) => categories.includes(category)).length),
      does,
      categories.map((category) => `\`${category}\``).join(", ")
    ])
  )
