import type { RESTPutAPIApplicationRoleConnectionMetadataJSONBody } from "discord-api-types/v10"
import { Effect, Option, Schema } from "effect"
import type { Frozen } from "../../objects/fits.ts"
import { enumChoice } from "../../objects/schema/enums.ts"
import { described, listOf, object, optional, text } from "../../objects/schema/fields.ts"
import { application_id } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { decisive } from "../../objects/schema/reply.ts"
import { group } from "../dsl/defineTool.ts"
import { getJson, getReadable } from "../dsl/getJson.ts"
import { unpaged } from "../dsl/paging.ts"
import { get, patch, post, put } from "../dsl/toolBuilders.ts"
import { one, view } from "../dsl/view.ts"
import { readable } from "../roles/risk.ts"
import { reasons } from "../shared/failures.ts"
import { upload } from "../shared/files.ts"
import { localizations } from "../shared/openObject.ts"
import type { PreviewFacts, RiskResolution } from "../Tool.ts"
import { comparisons } from "./enums.ts"
import { applicationSettings } from "./fields.ts"
import { activityInstance, application as compactApplication, gateway, roleMetadata, uploaded } from "./view.ts"

const key = Schema.String.pipe(
  Schema.pattern(new RegExp(`^[a-z0-9_]{1,${Limits.ROLE_METADATA_KEY_MAX}}$`), {
    description: "The key: a-z, 0-9 and _.",
    message: () => `must be 1 to ${Limits.ROLE_METADATA_KEY_MAX} of a-z, 0-9 and _`
  })
)

const record = object("A metadata field that linked roles can require.", {
  key,
  type: enumChoice("Comparison with the guild's required value.", comparisons),
  name: text("Display name.", { max: Limits.ROLE_METADATA_NAME_MAX }),
  description: text("Description.", { max: Limits.ROLE_METADATA_DESCRIPTION_MAX }),
  name_localizations: optional(localizations("name", Limits.ROLE_METADATA_NAME_MAX)),
  description_localizations: optional(localizations("description", Limits.ROLE_METADATA_DESCRIPTION_MAX))
})

const allMetadata = unpaged({
  view: roleMetadata,
  empty: "This application has no linked-role metadata."
})

/**
 * Returns the risk of new metadata: destructive if a present record is removed or compared in another way.
 * In each guild the metadata decides who gets the roles that require it.
 */
const metadataRisk = ({
  application_id,
  records
}: {
  readonly application_id: string
  readonly records: ReadonlyArray<{ readonly key: string; readonly type: keyof typeof comparisons }>
}): RiskResolution =>
  Effect.map(
    readable(getJson(Records, "/applications/{application_id}/role-connections/metadata", { application_id })),
    (present) =>
      Option.exists(present, (all) =>
        all.every(({ key, type }) => records.some((record) => record.key === key && comparisons[record.type] === type))
      )
        ? "write"
        : "destructive"
  )

const Records = Schema.Array(Schema.Struct({ key: Schema.String, type: Schema.Number }))

const redirectableUrls = ["interactions_endpoint_url", "event_webhooks_url"] as const

const Urls = Schema.Struct({
  interactions_endpoint_url: decisive(Schema.String),
  event_webhooks_url: decisive(Schema.String)
})

/** Returns the current value of each URL that the change replaces. */
const applicationFacts = (
  input: Partial<Readonly<Record<(typeof redirectableUrls)[number], string | null>>> & {
    readonly application_id?: string
  }
): PreviewFacts => {
  const changed = redirectableUrls.filter((name) => input[name] !== undefined)
  const { application_id } = input
  return changed.length === 0
    ? Effect.succeed({})
    : Effect.map(
        application_id === undefined
          ? getReadable(Urls, "/applications/@me", {})
          : getReadable(Urls, "/applications/{application_id}", { application_id }),
        (current) => Object.fromEntries(changed.map((name) => [`${name}_now`, current[name] ?? "none"]))
      )
}

const synonyms = {
  application_get_current:
    "about the bot, bot application, intents, install count, bot owner, who owns the bot, which intents are enabled, in how many servers is the bot installed, fetch application, application info",
  application_modify_current:
    "bot description, app settings, tags of the bot, change the bot's description, edit the application, install link settings, interactions endpoint url, bot tags, about me of the bot, application icon",
  gateway_get_bot:
    "shards, sessions left, how many shards, gateway url, session start limit, identify limit, sharding, websocket url, gateway information",
  application_get: "app by id, another application, look up an application",
  application_get_linked_role_metadata: "linked roles, linked role metadata, role connection",
  application_get_activity_instance: "activity instance, who plays an activity, running activity",
  application_upload_attachment: "upload a file for an activity, temporary file url",
  application_modify: "change another application",
  application_modify_linked_role_metadata:
    "set up linked roles, define linked role fields, change role connection metadata",
  application_get_oauth2: "token's application, oauth2 application of the bot"
}

/** The bot's application: settings, gateway limits, linked-role metadata. */
export const tools = group({ category: "application", synonyms }, [
  get("application_get_current", "/applications/@me", {
    description: "Get the bot's own application: owner, settings, intents, install settings.",
    path: {},
    options: view,
    toResult: one(compactApplication)
  }),
  get("application_get", "/applications/{application_id}", {
    description: "Get an application by id. For the bot's own application use application_get_current.",
    path: { application_id },
    options: view,
    toResult: one(compactApplication)
  }),
  get("application_get_oauth2", "/oauth2/applications/@me", {
    description: "Get the OAuth2 application of the bot's token.",
    path: {},
    options: view,
    toResult: one(compactApplication)
  }),
  get("application_get_linked_role_metadata", "/applications/{application_id}/role-connections/metadata", {
    title: "Get role connection metadata",
    description: "List the application's role connection metadata: the fields linked roles can require.",
    path: { application_id },
    ...allMetadata
  }),
  get("application_get_activity_instance", "/applications/{application_id}/activity-instances/{instance_id}", {
    description: "Get a running activity instance of the application: its users and channel.",
    path: {
      application_id,
      instance_id: text("The instance id, as the activity's SDK provides it.", { max: Limits.ACTIVITY_INSTANCE_ID_MAX })
    },
    options: view,
    toResult: one(activityInstance)
  }),
  get("gateway_get_bot", "/gateway/bot", {
    description: "Get the gateway URL, recommended shards and remaining session starts of today.",
    path: {},
    options: view,
    toResult: one(gateway)
  }),
  post("application_upload_attachment", "/applications/{application_id}/attachment", {
    description: "Upload a file for an activity of the application. Returns a URL that is valid for a limited time.",
    path: { application_id },
    options: { file: described("The file.", upload) },
    form: true,
    files: ({ file }) => [[file, "file"]],
    shownAs: { file: "url" },
    toResult: one(uploaded),
    failures: reasons("files_too_large")
  }),
  patch("application_modify_current", "/applications/@me", {
    description: "Change settings of the bot's own application. Omitted fields stay unchanged.",
    path: {},
    ...applicationSettings,
    toResult: one(compactApplication),
    preview: applicationFacts
  }),
  patch("application_modify", "/applications/{application_id}", {
    description:
      "Change settings of an application by id. For the bot's own application use application_modify_current.",
    path: { application_id },
    ...applicationSettings,
    toResult: one(compactApplication),
    preview: applicationFacts
  }),
  put("application_modify_linked_role_metadata", "/applications/{application_id}/role-connections/metadata", {
    title: "Modify role connection metadata",
    description: "Replace the application's role connection metadata. Unlisted records are deleted.",
    path: { application_id },
    options: { records: listOf("All records, at most 5.", record, 0, Limits.ROLE_METADATA_MAX) },
    asks: ["replaces"],
    resolveRisk: metadataRisk,
    toBody: ({ records }) =>
      records.map((it) => ({
        ...it,
        type: comparisons[it.type]
      })) satisfies Frozen<RESTPutAPIApplicationRoleConnectionMetadataJSONBody>,
    renames: { "": "records" },
    toResult: allMetadata.toResult
  })
])
