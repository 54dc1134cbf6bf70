import type { RESTPatchAPIGuildTemplateJSONBody, RESTPostAPIGuildTemplatesJSONBody } from "discord-api-types/v10"
import { atLeastOne } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { fits } from "../dsl/fits.ts"
import { whole } from "../dsl/paging.ts"
import { custom, del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { described, nullable, optional, setOf, text } from "../shared/fields.ts"
import { GuildId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"
import { templateCode } from "./code.ts"
import { templateDiff } from "./diff.ts"
import { rankTemplates } from "./ranking.ts"
import { blueprint, template } from "./view.ts"

const guild_id = described("The guild (server).", GuildId)
const template_code = templateCode("Its code or discord.new address.")
const name = text("The name.", { max: Limits.TEMPLATE_NAME_MAX })
const description = nullable(text("What it is for.", { min: 0, max: Limits.TEMPLATE_DESCRIPTION_MAX }))

/** Templates: the roles and channels of a guild, to make others like it. */
export const tools = group("templates", [
  get("templates_list", "/guilds/{guild_id}/templates", {
    description: "List the templates of a guild, one at most, with whether the guild has changed since.",
    path: { guild_id },
    ...whole({ view: template, empty: "This guild has no template: templates_create makes one." }),
    permissions: ["MANAGE_GUILD"]
  }),
  get("templates_get", "/guilds/templates/{template_code}", {
    description:
      "Get a template by its code: name, whose it is, how often it was used. What it makes: templates_inspect.",
    path: { template_code },
    options: view,
    toResult: one(template)
  }),
  get("templates_inspect", "/guilds/templates/{template_code}", {
    description: "See what a template makes: every role with its permissions, every channel by category, the settings.",
    path: { template_code },
    options: view,
    toResult: one(blueprint)
  }),
  custom("templates_diff", {
    description:
      "Compare a guild with a template: which roles and channels it lacks, which it has besides, and what differs.",
    fields: { guild_id, template_code },
    risk: "read",
    run: templateDiff,
    failures: reasons("unknown_guild", "unknown_template")
  }),
  custom("templates_recommend", {
    description:
      "Rank templates you name by how much of what is wanted their channels, roles and texts speak of. Discord cannot be searched for templates: bring codes or discord.new addresses.",
    fields: {
      request: text("What the server is for, in plain words.", { min: 3, max: 500 }),
      template_codes: optional(setOf("The templates to choose from.", template_code, 1, 10)),
      preferred_primary_code: optional(templateCode("A template that comes first, if it exists."))
    },
    risk: "read",
    validate: (input) =>
      input.template_codes === undefined && input.preferred_primary_code === undefined
        ? [
            {
              path: "template_codes",
              message: "name at least one template: Discord cannot be searched",
              code: "required"
            }
          ]
        : [],
    run: rankTemplates
  }),
  post("templates_create", "/guilds/{guild_id}/templates", {
    description: "Make a template of a guild's roles, channels and settings as they are now. A guild can have one.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildTemplatesJSONBody>()({ name, description: optional(description) }),
    permissions: ["MANAGE_GUILD"],
    failures: reasons("template_already_there"),
    // Whoever has the code sees all roles and channels, hidden ones too: what was seen cannot be taken back.
    riskOf: () => "destructive",
    toResult: one(template)
  }),
  put("templates_sync", "/guilds/{guild_id}/templates/{template_code}", {
    description: "Bring a template up to date with its guild as it is now.",
    path: { guild_id, template_code },
    permissions: ["MANAGE_GUILD"],
    // The same, and what the template was before is gone.
    riskOf: () => "destructive",
    toResult: one(template)
  }),
  patch("templates_modify", "/guilds/{guild_id}/templates/{template_code}", {
    description: "Change a template's name or description. Its content: templates_sync.",
    path: { guild_id, template_code },
    body: fits<RESTPatchAPIGuildTemplateJSONBody>()({ name: optional(name), description: optional(description) }),
    permissions: ["MANAGE_GUILD"],
    validate: atLeastOne("name", "description"),
    toResult: one(template)
  }),
  del("templates_delete", "/guilds/{guild_id}/templates/{template_code}", {
    description: "Delete a template, for good: its code and address no longer work. The guild stays as it is.",
    path: { guild_id, template_code },
    permissions: ["MANAGE_GUILD"],
    toResult: one(template)
  })
])
