import { Effect, Predicate, Schema } from "effect"
import { Settings } from "../config/Settings.ts"
import type { Discord } from "../discord/Discord.ts"
import { FileSource } from "../discord/FileSource.ts"
import type { Permit } from "../discord/Permit.ts"
import type { DiscordFailure } from "../errors/DiscordMcpError.ts"
import { choice, flag, opaque, optional, setOf } from "../objects/schema/fields.ts"
import { guild_id } from "../objects/schema/ids.ts"
import { areOrIs, counted } from "../text/words.ts"
import { issueIf } from "../tools/dsl/checks.ts"
import { group } from "../tools/dsl/defineTool.ts"
import { custom, planned } from "../tools/dsl/toolBuilders.ts"
import { reasons } from "../tools/shared/failures.ts"
import { openObject } from "../tools/shared/openObject.ts"
import type { ToolResult } from "../tools/ToolResult.ts"
import { templateCode } from "../tools/templates/code.ts"
import { callsOf, checkPlanId, countsOf, fitting, type GuildPlan, type PlanInput, planGuild } from "./apply.ts"
import { allChannels } from "./checkDocument.ts"
import { type Document, sections } from "./document.ts"
import { documentOf } from "./documentOf.ts"
import { changes } from "./editDocument.ts"
import { readTemplate } from "./fromTemplate.ts"
import { writeDocument } from "./readDocument.ts"
import { readGuild } from "./readGuild.ts"

/** An export: its text, or the file that has it, with the numbers of what is in it. */
interface Exported {
  readonly text?: string
  readonly file?: string
  readonly bytes?: number
  readonly counts?: Readonly<Record<string, number>>
  readonly names?: Readonly<Record<string, ReadonlyArray<string>>>
}

type Services = Discord | FileSource | Settings | Permit

/** The maximum length of a path, in characters. */
const FILE_MAX = 1024

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => Predicate.isReadonlyRecord(value)

/** A blueprint as a text or as an object. `readDocument` reads it. */
const blueprint = Schema.Union(
  Schema.String,
  Schema.declare(isObject, {
    arbitrary: () => (fc) => fc.constant({ version: 1 }),
    jsonSchema: openObject("", { version: "1" })
  })
).annotations({
  message: () => ({ message: "must be YAML or JSON as a text, or an object", override: true }),
  jsonSchema: { type: "string", description: "The blueprint: YAML or JSON text, as blueprint_export returns it." }
})

const failures = {
  too_large_to_show: {
    when: "The blueprint is longer than a result may be.",
    recovery:
      "Set file to write it to a file, or sections, one call for each. The command blueprint export prints it whole."
  },
  prune_needs_all_channels: {
    when: "The bot may not see all channels, so a channel that the blueprint lacks may be hidden, and others lost.",
    recovery: "Set prune_visible_only to delete only channels that the bot sees, or give the bot ADMINISTRATOR."
  }
}

/** The path of a file that is created. Its ending keeps other files of the directory, such as settings, from being made. */
const newFile = opaque("Write it to this new .yaml file inside MCP_FILES_DIR.", FILE_MAX).pipe(
  Schema.filter((path) => /\.ya?ml$/i.test(path) || "must end with .yaml", {
    jsonSchema: {},
    arbitrary: () => (fc) => fc.nat().map((number) => `guild-${number}.yaml`)
  })
)

const planFields = {
  guild_id,
  blueprint: optional(blueprint),
  file: optional(opaque("In place of blueprint: path of a file inside MCP_FILES_DIR.", FILE_MAX)),
  changes,
  prune: optional(flag("Also delete what the blueprint lacks.")),
  prune_visible_only: optional(flag("Let prune delete channels although others may be hidden."))
}

const planFailures = { prune_needs_all_channels: failures.prune_needs_all_channels, ...reasons("unknown_guild") }

const hasOneSource = ({ blueprint, file }: Pick<PlanInput, "blueprint" | "file">) =>
  issueIf((blueprint === undefined) === (file === undefined), "blueprint", "set it, or file", "required")

/** The maximum length of a plan's id, in characters. */
const PLAN_ID_MAX = 64

const synonyms = {
  blueprint_export:
    "guild as code, server as yaml, export roles and channels to a file, infrastructure as code, configuration as code, dump the server setup as yaml",
  blueprint_apply:
    "guild as code, apply a yaml file to the server, sync the server with a file, terraform apply, make the server like the file, set up a server from a file, copy a server from staging to production, roll out a blueprint",
  blueprint_plan:
    "guild as code, drift of the server, compare the server with a yaml file, preview changes of a yaml file, terraform plan, dry run of a blueprint, what differs from the blueprint"
}

/** Blueprints: a guild as a file that can be compared with the guild, and applied to it. */
export const tools = group({ category: "blueprint", synonyms }, [
  custom("blueprint_export", {
    description:
      "Export a guild, or one of Discord's templates, as a YAML blueprint: roles, channels, AutoMod, settings. Compare it with blueprint_plan.",
    fields: {
      guild_id: optional(guild_id),
      template_code: optional(templateCode("A template in place of a guild: its code or discord.new URL.")),
      sections: optional(setOf("Only these parts.", choice("A part.", ...sections), 1, sections.length)),
      include_name: optional(flag("With the guild's name.")),
      file: optional(newFile)
    },
    risk: "read",
    // It changes nothing of Discord, but it leaves something behind: it is recorded, and needs the scope to write.
    riskOf: ({ file }) => (file === undefined ? "read" : "write"),
    asks: [],
    guildUnless: "template_code",
    failures: { too_large_to_show: failures.too_large_to_show, ...reasons("unknown_guild", "unknown_template") },
    validate: ({ guild_id, template_code }) =>
      issueIf(
        (guild_id === undefined) === (template_code === undefined),
        "guild_id",
        "set it, or template_code",
        "required"
      ),
    run: ({ file, guild_id = "", include_name = false, sections: only = sections, template_code }, fail) =>
      Effect.gen(function* (): Effect.fn.Return<ToolResult<Exported>, DiscordFailure, Services> {
        const { maxResultChars } = yield* Settings
        const { document, notices } =
          template_code === undefined
            ? documentOf(yield* readGuild(guild_id), { name: include_name, only })
            : yield* readTemplate(template_code, only)
        const text = yield* writeDocument(document)
        const notice = notices.length > 0 && { notice: notices.join(" ") }
        if (file !== undefined) {
          yield* (yield* FileSource).create(file, "file", text)
          return { value: { file, bytes: Buffer.byteLength(text), ...partsOf(document) }, ...notice }
        }
        // The text is a field of a JSON object, in which quotes and line ends take two characters.
        if (JSON.stringify(text).length > maxResultChars - ENVELOPE_CHARS) {
          return yield* fail("too_large_to_show", "sections")
        }
        return { value: { text }, ...notice }
      })
  }),
  custom("blueprint_plan", {
    description:
      "Compare a guild with a blueprint: what blueprint_apply would create, change, move or delete, with its risk. Changes nothing.",
    fields: planFields,
    risk: "read",
    failures: planFailures,
    validate: hasOneSource,
    run: (input, fail) =>
      Effect.gen(function* () {
        const { maxResultChars } = yield* Settings
        const planned = yield* planGuild(input)
        if (planned.isBlind) return yield* fail("prune_needs_all_channels", "prune")
        return shown(planned, maxResultChars - ENVELOPE_CHARS)
      })
  }),
  planned("blueprint_apply", {
    description:
      "Apply a blueprint to a guild: roles, channels, AutoMod, settings, in the right order. Plans, asks once for all, runs, and compares again. What is done stays done: call again to go on.",
    fields: { ...planFields, plan_id: optional(opaque("From blueprint_plan: apply only this plan.", PLAN_ID_MAX)) },
    asks: ["deletes", "grants", "replaces"],
    failures: planFailures,
    validate: hasOneSource,
    plan: (input, fail) =>
      Effect.gen(function* () {
        const { maxResultChars } = yield* Settings
        const planned = yield* planGuild(input)
        if (planned.isBlind) return yield* fail("prune_needs_all_channels", "prune")
        const show = (one: GuildPlan) => shown(one, maxResultChars / 2).value
        if (input.plan_id !== undefined) yield* checkPlanId(input.plan_id, input, planned, show)
        return callsOf(input, planned, show)
      })
  })
])

/** Returns the numbers of what a blueprint has, by section, and the first names of each, for the paths of changes. */
const partsOf = ({ automod, channels, emojis, roles, stickers }: Document) => {
  const entries = Object.entries({
    roles,
    channels: channels && allChannels(channels).map(({ entry }) => entry),
    automod,
    emojis,
    stickers
  }).flatMap(([section, list]) => (list === undefined ? [] : [[section, list] as const]))
  return {
    counts: Object.fromEntries(entries.map(([section, list]) => [section, list.length])),
    names: Object.fromEntries(
      entries.map(([section, list]) => [section, list.slice(0, NAMES_SHOWN).map(({ key, name }) => key ?? name)])
    )
  }
}

/** The maximum number of names that an export to a file shows of a section. */
const NAMES_SHOWN = 50

/** Characters of a result beside the plan. */
const ENVELOPE_CHARS = 1000

/** Returns a plan as a result: all that fits, with the number of what does not. What destroys or grants comes first. */
const shown = ({ plan, plan_id }: GuildPlan, maxChars: number) => {
  const { changes, notices, risk, steps, unreachable } = plan
  const sorted = [
    ...changes.filter((change) => change.risk === "destructive"),
    ...changes.filter((change) => change.risk !== "destructive")
  ]
  const listed = fitting(sorted, (maxChars * 3) / 4)
  const outOfReach = fitting(unreachable, maxChars / 5)
  const left = [
    ...(listed.length < sorted.length
      ? [
          `${counted(sorted.length - listed.length, "more change")} ${areOrIs(sorted.length - listed.length)} not listed.`
        ]
      : []),
    ...(outOfReach.length < unreachable.length
      ? [`${unreachable.length - outOfReach.length} more are unreachable.`]
      : [])
  ]
  const notice = [...notices, ...left].join(" ")
  return {
    value: {
      in_sync: changes.length === 0 && steps.length === 0,
      risk,
      counts: countsOf(plan),
      plan_id,
      changes: listed,
      ...(outOfReach.length > 0 && { unreachable: outOfReach })
    },
    ...(notice !== "" && { notice })
  }
}
