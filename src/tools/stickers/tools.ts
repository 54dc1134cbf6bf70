import {
  type RESTPatchAPIGuildStickerJSONBody,
  type RESTPostAPIGuildStickerFormDataBody,
  StickerFormatType,
  StickerType
} from "discord-api-types/v10"
import { Schema } from "effect"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../../objects/fits.ts"
import { described, optional, text, withDefault } from "../../objects/schema/fields.ts"
import { guild_id, Snowflake, StickerId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { expected, Id, nullish } from "../../objects/schema/reply.ts"
import { atLeastOne, issueIf } from "../dsl/checks.ts"
import { group } from "../dsl/defineTool.ts"
import { unpaged } from "../dsl/paging.ts"
import { del, get, patch, post } from "../dsl/toolBuilders.ts"
import { compact, created, one, view, viewOf } from "../dsl/view.ts"
import { reasons } from "../shared/failures.ts"
import { image } from "../shared/files.ts"
import { User, user } from "../users/view.ts"

const sticker_id = described("The sticker.", StickerId)
const name = text("The name, 2 to 30 characters.", { min: Limits.STICKER_NAME_MIN, max: Limits.STICKER_NAME_MAX })
const description = text("The description: empty, or 2 to 100 characters.", {
  min: 0,
  max: Limits.STICKER_DESCRIPTION_MAX
})
const tags = text(
  "Words for which Discord suggests the sticker, such as the name of an emoji; at most 200 characters.",
  {
    max: Limits.STICKER_TAGS_MAX
  }
)

const descriptionIssues = (input: { readonly description?: string }): ReadonlyArray<ValidationIssue> =>
  issueIf(
    input.description?.length === 1,
    "description",
    `must be empty, or at least ${Limits.STICKER_DESCRIPTION_MIN} characters`,
    "too_short"
  )

const Sticker = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  tags: nullish(Schema.String),
  format_type: nullish(Schema.Number),
  pack_id: nullish(Id),
  guild_id: nullish(Id),
  type: nullish(Schema.Number),
  available: nullish(Schema.Boolean),
  user: nullish(User)
})

/** Compact view of a sticker: description, tags, pack or guild. */
const sticker = viewOf(
  Sticker,
  (sticker) =>
    compact({
      id: sticker.id,
      name: sticker.name,
      description: sticker.description,
      tags: sticker.tags,
      format: sticker.format_type == null ? undefined : StickerFormatType[sticker.format_type]?.toLowerCase(),
      pack_id: sticker.pack_id,
      guild_id: sticker.guild_id,
      unavailable: sticker.type === StickerType.Guild && sticker.available === false,
      user: sticker.user && user(sticker.user)
    }),
  // The file is that of this id.
  { file: "id" }
)

/** Compact view of a sticker that a call created. */
const createdSticker = created(sticker, "id")

const Pack = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  stickers: expected(Schema.Array(Sticker))
})

/** The reply with all sticker packs. */
const Packs = Schema.Struct({ sticker_packs: expected(Schema.Array(Pack)) })

/** Compact view of a sticker pack with all its stickers. */
const stickerPack = viewOf(Pack, (it) =>
  compact({ id: it.id, name: it.name, description: it.description, stickers: it.stickers?.map(inPack) })
)

/** Compact view of a pack in a list, with the number of its stickers. */
const listedPack = viewOf(Pack, (it) => compact({ ...stickerPack(it), stickers: it.stickers?.length }))

/** Compact view of a sticker in its pack, without pack_id. */
const inPack = ({ description, id, name, tags }: typeof Sticker.Type) => compact({ id, name, description, tags })

const synonyms = {
  stickers_list_guild: "stickers of the server",
  stickers_create_guild_sticker:
    "upload a sticker, add a sticker, new sticker, create sticker, make a sticker, upload sticker",
  stickers_delete_guild_sticker: "remove a sticker, delete sticker, get rid of a sticker",
  stickers_list_packs: "sticker packs, standard stickers, discord's own stickers, premium sticker packs",
  stickers_get: "sticker by id, sticker info, fetch sticker",
  stickers_get_guild_sticker: "who uploaded a sticker, details of a server sticker",
  stickers_get_pack: "stickers of a pack, content of a sticker pack, one sticker pack",
  stickers_modify_guild_sticker:
    "rename a sticker, change the name of a sticker, edit sticker, sticker description, sticker tags, change a sticker"
}

/** Stickers of guilds, and Discord's standard sticker packs. */
export const tools = group({ category: "stickers", synonyms }, [
  get("stickers_list_guild", "/guilds/{guild_id}/stickers", {
    description: "List the stickers of a guild. For Discord's standard stickers use stickers_list_packs.",
    path: { guild_id },
    ...unpaged({ view: sticker, empty: "This guild has no stickers." })
  }),
  get("stickers_list_packs", "/sticker-packs", {
    description: "List Discord's standard sticker packs. For the stickers of a pack use stickers_get_pack.",
    path: {},
    ...unpaged({
      body: Packs,
      items: ({ sticker_packs }) => sticker_packs,
      view: listedPack,
      empty: "Discord lists no sticker packs."
    })
  }),
  get("stickers_get", "/stickers/{sticker_id}", {
    description: "Get a guild or standard sticker by id, without its guild.",
    path: { sticker_id },
    options: view,
    toResult: one(sticker)
  }),
  get("stickers_get_guild_sticker", "/guilds/{guild_id}/stickers/{sticker_id}", {
    description: "Get one sticker of a guild, with its uploader.",
    path: { guild_id, sticker_id },
    options: view,
    toResult: one(sticker)
  }),
  get("stickers_get_pack", "/sticker-packs/{pack_id}", {
    description: "Get one of Discord's standard sticker packs with its stickers.",
    path: { pack_id: described("The sticker pack, from stickers_list_packs.", Snowflake) },
    options: view,
    toResult: one(stickerPack)
  }),
  post("stickers_create_guild_sticker", "/guilds/{guild_id}/stickers", {
    description: "Upload a sticker to a guild: PNG, APNG or GIF, 320 × 320 pixels, at most 512 KiB.",
    path: { guild_id },
    body: fits<RESTPostAPIGuildStickerFormDataBody>()({ name, description: withDefault(description, ""), tags }),
    options: { file: described("The image: {url}, {path} or {base64}.", image) },
    form: true,
    files: ({ file }) => [[file, "file", "file", Limits.STICKER_BYTES_MAX]],
    auditReason: true,
    failures: reasons(
      "stickers_full",
      "boosts_missing",
      "files_too_large",
      "file_not_readable",
      "sticker_too_long",
      "sticker_frames_full",
      "sticker_frame_rate"
    ),
    validate: descriptionIssues,
    toResult: one(createdSticker)
  }),
  patch("stickers_modify_guild_sticker", "/guilds/{guild_id}/stickers/{sticker_id}", {
    description: "Change the name, description or tags of a guild sticker. Its image cannot be changed.",
    path: { guild_id, sticker_id },
    body: fits<RESTPatchAPIGuildStickerJSONBody>()({
      name: optional(name),
      description: optional(description),
      tags: optional(tags)
    }),
    auditReason: true,
    validate: (input) => [...atLeastOne("name", "description", "tags")(input), ...descriptionIssues(input)],
    toResult: one(sticker)
  }),
  del("stickers_delete_guild_sticker", "/guilds/{guild_id}/stickers/{sticker_id}", {
    description: "Delete a sticker of a guild permanently.",
    path: { guild_id, sticker_id },
    auditReason: true
  })
])
