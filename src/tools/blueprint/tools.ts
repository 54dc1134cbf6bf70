import { Effect, Predicate, Schema } from "effect"
import { Settings } from "../../config/Settings.ts"
import { group } from "../dsl/defineTool.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { reasons } from "../shared/failures.ts"
import { choice, flag, optional, setOf } from "../shared/fields.ts"
import { guild_id } from "../shared/ids.ts"
import { openObject } from "../shared/openObject.ts"
import { type Document, sections } from "./document.ts"
import { documentOf } from "./documentOf.ts"
import { hiddenChannels, readGuild, seesAll } from "./GuildState.ts"
import { missingChannels, type Plan, planOf, unknownReferences } from "./plan.ts"
import { problemsError, readDocument } from "./readDocument.ts"
import { synonyms } from "./synonyms.ts"
import { writeDocument } from "./writeDocument.ts"

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
    recovery: "Set sections, and call again for the others: guild, everyone, roles, channels, automod and so on."
  },
  prune_needs_all_channels: {
    when: "The bot may not see all channels, so a channel that the blueprint lacks may be hidden, and others lost.",
    recovery: "Set prune_visible_only to delete only channels that the bot sees, or give the bot ADMINISTRATOR."
  }
}

const planFields = {
  guild_id,
  blueprint,
  prune: optional(flag("Also delete what the blueprint lacks.")),
  prune_visible_only: optional(flag("Let prune delete channels although others may be hidden.")),
  calls: optional(flag("Also return the calls, as steps for mcp_pipeline."))
}

/** The decoded fields of blueprint_plan. */
interface PlanInput {
  readonly guild_id: string
  readonly blueprint: unknown
  readonly prune?: boolean
  readonly prune_visible_only?: boolean
  readonly calls?: boolean
}

/** Blueprints: a guild as a file that can be compared with the guild. */
export const tools = group({ category: "blueprint", synonyms }, [
  custom("blueprint_export", {
    description:
      "Export a guild as a YAML blueprint: roles, channels, AutoMod, settings. Compare it with blueprint_plan.",
    fields: {
      guild_id,
      sections: optional(setOf("Only these parts.", choice("A part.", ...sections), 1, sections.length)),
      include_name: optional(flag("With the guild's name."))
    },
    risk: "read",
    failures: { too_large_to_show: failures.too_large_to_show, ...reasons("unknown_guild") },
    run: ({ guild_id, include_name = false, sections: only = sections }, fail) =>
      Effect.gen(function* () {
        const { maxResultChars } = yield* Settings
        const { document, notices } = documentOf(yield* readGuild(guild_id), { name: include_name, only })
        const text = yield* writeDocument(document)
        // The text is a field of a JSON object, in which quotes and line ends take two characters.
        if (JSON.stringify(text).length > maxResultChars - ENVELOPE_CHARS) {
          return yield* fail("too_large_to_show", "sections")
        }
        return { value: { text }, ...(notices.length > 0 && { notice: notices.join(" ") }) }
      })
  }),
  custom("blueprint_plan", {
    description:
      "Compare a guild with a blueprint: what would be created, changed, moved or deleted, with its risk. Changes nothing. To apply it, run its calls by mcp_pipeline, then plan again.",
    fields: planFields,
    risk: "read",
    failures: { prune_needs_all_channels: failures.prune_needs_all_channels, ...reasons("unknown_guild") },
    run: (input: PlanInput, fail) =>
      Effect.gen(function* () {
        const { maxResultChars } = yield* Settings
        const read = yield* readDocument(input.blueprint)
        if (read._tag === "Left") return yield* problemsError(read.left, "blueprint")
        const { isBlind, plan } = yield* planGuild(input, read.right)
        if (isBlind) return yield* fail("prune_needs_all_channels", "prune")
        return shown(plan, input.calls === true, maxResultChars - ENVELOPE_CHARS)
      })
  })
])

/** Reads a guild and plans its blueprint. `isBlind`: channels would be deleted although others may be hidden. */
const planGuild = Effect.fn("blueprint.plan")(function* (
  { guild_id, prune = false, prune_visible_only = false }: Omit<PlanInput, "blueprint" | "calls">,
  document: Document
) {
  const state = yield* readGuild(guild_id)
  const unknown = unknownReferences(state, document)
  if (unknown.length > 0) return yield* problemsError(unknown, "blueprint")
  const hidden = yield* hiddenChannels(guild_id, missingChannels(state, document))
  const plan = planOf(state, document, { prune, hidden })
  const isBlind = prune && !prune_visible_only && document.channels !== undefined && !seesAll(state)
  return { plan, isBlind }
})

/** Characters of a result beside the plan. */
const ENVELOPE_CHARS = 1000

/** The maximum number of steps of one call of mcp_pipeline. */
const STEPS_MAX = 50

/** Returns a plan as a result: all that fits, with the number of what does not. */
const shown = ({ changes, notices, risk, steps, unreachable }: Plan, withCalls: boolean, maxChars: number) => {
  const counts = Object.fromEntries(
    (["create", "update", "move", "delete"] as const).flatMap((action) => {
      const count = changes.filter((change) => change.action === action).length
      return count === 0 ? [] : [[action, count]]
    })
  )
  // What destroys or grants comes first.
  const sorted = [
    ...changes.filter((it) => it.risk === "destructive"),
    ...changes.filter((it) => it.risk !== "destructive")
  ]
  const calls = withCalls ? fitting(steps.slice(0, STEPS_MAX), maxChars / 2) : []
  const listed = fitting(sorted, calls.length > 0 ? maxChars / 4 : (maxChars * 3) / 4)
  const outOfReach = fitting(unreachable, maxChars / 5)
  const left = [
    ...(listed.length < sorted.length ? [`${sorted.length - listed.length} more changes are not listed.`] : []),
    ...(outOfReach.length < unreachable.length
      ? [`${unreachable.length - outOfReach.length} more are unreachable.`]
      : []),
    ...(withCalls && calls.length < steps.length
      ? [`Only the first ${calls.length} of ${steps.length} calls are listed: run them, then plan again.`]
      : [])
  ]
  const notice = [...notices, ...left].join(" ")
  return {
    value: {
      in_sync: changes.length === 0,
      risk,
      counts,
      changes: listed,
      ...(outOfReach.length > 0 && { unreachable: outOfReach }),
      ...(withCalls && { calls })
    },
    ...(notice !== "" && { notice })
  }
}

/** Returns the first items that fit. The calls after a call that is left out could refer to it, so they are left out, too. */
const fitting = <Item extends object>(items: ReadonlyArray<Item>, maxChars: number): ReadonlyArray<Item> => {
  let chars = 0
  const end = items.findIndex((item) => {
    chars += JSON.stringify(item).length + 1
    return chars > maxChars
  })
  return end === -1 ? items : items.slice(0, end)
}
