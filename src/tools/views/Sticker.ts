import { type APISticker, type APIStickerPack, StickerFormatType, StickerType } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { user } from "./User.ts"

/** What an agent needs of a sticker: what it shows, and where it is from. */
export const sticker = (it: APISticker) =>
  compact({
    id: it.id,
    name: it.name,
    description: it.description,
    tags: it.tags,
    format: StickerFormatType[it.format_type]?.toLowerCase(),
    pack_id: it.pack_id,
    guild_id: it.guild_id,
    unavailable: it.type === StickerType.Guild && it.available === false,
    user: it.user && user(it.user)
  })

/** A pack of Discord's own stickers, with all of them. */
export const stickerPack = (it: APIStickerPack) =>
  compact({ id: it.id, name: it.name, description: it.description, stickers: it.stickers.map(inPack) })

/** The same in a list: only how many there are. */
export const listedPack = (it: APIStickerPack) => ({ ...stickerPack(it), stickers: it.stickers.length })

/** That it is from this pack need not be said again. */
const inPack = ({ description, id, name, tags }: APISticker) => compact({ id, name, description, tags })
