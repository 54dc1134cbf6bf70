import type { RESTPatchAPIGuildTemplateJSONBody, RESTPostAPIGuildTemplatesJSONBody } from "discord-api-types/v10"
import { Effect, Schema } from "effect"
import { fits } from "../../objects/fits.ts"
import { nullable, optional, setOf, text } from "../../objects/schema/fields.ts"
import { guild_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { atLeastOne, issueIf } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { getReadable } from "../dsl/getJson.ts"
import { unpaged } from "../dsl/paging.ts"
import { custom, del, get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import type { PreviewFacts } from "../Tool.ts"
import { templateCode } from "./code.ts"
import { templateDiff } from "./diff.ts"
import { rankTemplates } from "./ranking.ts"
import { createdTemplate, template, templateContent } from "./view.ts"

const template_code = templateCode("The template's code or discord.new URL.")
const name = text("The name.", { max: Limits.TEMPLATE_NAME_MAX })
const description = optional(nullable(text("The description.", { min: 0, max: Limits.TEMPLATE_DESCRIPTION_MAX })))

const synonyms = {
  templates_create:
    "copy the server, clone the server layout, backup, save as template, create template, make a template, save the server setup, clone the server, export the server layout, template from the current setup, back up the server structure",
  templates_sync:
    "refresh a template, update the template from the server, synchronize a template, bring a template up to date, update a template after changes, apply server changes to the template",
  templates_diff:
    "what changed since the template, compare server with template, compare a template with the server, differences between server and template, what is different from the template, is the template up to date",
  templates_recommend:
    "suggest a server layout, which template fits, find a template, pick a template, choose a template, best template for a community",
  templates_list: "templates of the server, show templates, does the server have a template, fetch templates",
  templates_get: "template by code, template info, how often was a template used, what is this template",
  templates_inspect:
    "what is in a template, content of a template, channels of a template, roles of a template, look inside a template, discord.new link",
  templates_modify:
    "rename a template, change the name of a template, edit a template, template description, edit the server template, modify the guild template, change a server template, rename the server template, change a template",
  templates_delete: "remove a template, delete template, erase the server template"
}

/** Returns how much of a guild a template shows to everybody who has its code. */
const publishedGuildFacts = ({ guild_id }: { readonly guild_id: string }): PreviewFacts =>
  Effect.zipWith(
    getReadable(Schema.Array(Schema.Unknown), "/guilds/{guild_id}/channels", { guild_id }),
    getReadable(Schema.Array(Schema.Unknown), "/guilds/{guild_id}/roles", { guild_id }),
    (channels, roles) => ({
      channel_count: channels.length,
      role_count: roles.length,
      not_shown: "channels that the bot cannot view: the template shows them too"
    })
  )

/** Templates: a guild's roles, channels and settings, for creating similar guilds. */
export const tools = group({ category: "templates", synonyms }, [
  get("templates_list", "/guilds/{guild_id}/templates", {
    description: "List the templates of a guild (at most one), and whether the guild has changed since the last sync.",
    path: { guild_id },
    ...unpaged({ view: template, empty: "This guild has no template: templates_create creates one." })
  }),
  get("templates_get", "/guilds/templates/{template_code}", {
    description: "Get a template by code: name, source guild, number of uses. For its content use templates_inspect.",
    path: { template_code },
    options: view,
    toResult: one(template)
  }),
  get("templates_inspect", "/guilds/templates/{template_code}", {
    description: "Inspect a template's content: all roles with their permissions, all channels by category, settings.",
    path: { template_code },
    options: view,
    toResult: one(templateContent)
  }),
  custom("templates_diff", {
    description: "Compare a guild with a template: missing, extra and different roles and channels.",
    fields: { guild_id, template_code },
    risk: "read",
    run: templateDiff,
    failures: reasons("unknown_guild", "unknown_template")
  }),
  custom("templates_recommend", {
    description:
      "Rank given templates by how well their channels, roles and texts match a request. Discord has no template search: pass codes or discord.new URLs.",
    fields: {
      request: text("The purpose of the server, in plain words.", { min: 3, max: 500 }),
      template_codes: optional(setOf("The templates to rank, 1 to 10 codes or URLs.", template_code, 1, 10)),
      preferred_primary_code: optional(templateCode("A template to rank first, if it exists."))
    },
    risk: "read",
    validate: (input) =>
      issueIf(
        input.template_codes === undefined && input.preferred_primary_code === undefined,
        "template_codes",
        "pass at least one template: Discord has no template search",
        "required"
      ),
    run: rankTemplates
  }),
  post("templates_create", "/guilds/{guild_id}/templates", {
    description: "Create a template from a guild's current roles, channels and settings. A guild can have only one.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildTemplatesJSONBody>()({ name, description }),
    failures: reasons("template_already_there"),
    // The code reveals all roles and channels, even hidden ones. This cannot be undone.
    asks: ["publishes"],
    riskOf: () => "destructive",
    preview: publishedGuildFacts,
    toResult: one(createdTemplate)
  }),
  put("templates_sync", "/guilds/{guild_id}/templates/{template_code}", {
    description: "Sync a template with the current state of its guild.",
    path: { guild_id, template_code },
    // Also reveals all channels, and overwrites the template's previous content.
    asks: ["publishes"],
    riskOf: () => "destructive",
    preview: publishedGuildFacts,
    toResult: one(template)
  }),
  patch("templates_modify", "/guilds/{guild_id}/templates/{template_code}", {
    description: "Change a template's name or description. For its content use templates_sync.",
    path: { guild_id, template_code },
    body: fits<RESTPatchAPIGuildTemplateJSONBody>()({ name: optional(name), description }),
    validate: atLeastOne("name", "description"),
    toResult: one(template)
  }),
  del("templates_delete", "/guilds/{guild_id}/templates/{template_code}", {
    description: "Delete a template permanently. Its code and URL no longer work. The guild stays unchanged.",
    path: { guild_id, template_code },
    toResult: one(template)
  })
])
