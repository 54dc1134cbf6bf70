import { StickerFormatType, StickerType } from "discord-api-types/v10"
import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
import { compact, created, viewOf } from "../dsl/view.ts"
import { User, user } from "../users/view.ts"

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
export const sticker = viewOf(
  Sticker,
  (it) =>
    compact({
      id: it.id,
      name: it.name,
      description: it.description,
      tags: it.tags,
      format: it.format_type == null ? undefined : StickerFormatType[it.format_type]?.toLowerCase(),
      pack_id: it.pack_id,
      guild_id: it.guild_id,
      unavailable: it.type === StickerType.Guild && it.available === false,
      user: it.user && user(it.user)
    }),
  // The file is that of this id.
  { file: "id" }
)

/** Compact view of a sticker that a call created. */
export const createdSticker = created(sticker, "id")

const Pack = Schema.Struct({
  id: expected(Id),
  name: expected(Schema.String),
  description: nullish(Schema.String),
  stickers: expected(Schema.Array(Sticker))
})

/** The reply with all sticker packs. */
export const Packs = Schema.Struct({ sticker_packs: expected(Schema.Array(Pack)) })

/** Compact view of a sticker pack with all its stickers. */
export const stickerPack = viewOf(Pack, (it) =>
  compact({ id: it.id, name: it.name, description: it.description, stickers: it.stickers?.map(inPack) })
)

/** Compact view of a pack in a list, with the number of its stickers. */
export const listedPack = viewOf(Pack, (it) => compact({ ...stickerPack(it), stickers: it.stickers?.length }))

/** Compact view of a sticker in its pack, without pack_id. */
const inPack = ({ description, id, name, tags }: typeof Sticker.Type) => compact({ id, name, description, tags })
