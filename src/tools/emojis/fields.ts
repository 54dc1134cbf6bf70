/** Fields shared by guild emojis and application emojis. */
import { Effect } from "effect"
import { described, text } from "../shared/fields.ts"
import { image, imageData } from "../shared/files.ts"
import { EmojiId } from "../shared/ids.ts"
import * as Limits from "../shared/limits.ts"

export const emoji_id = described("The emoji.", EmojiId)

/** The fields of a new emoji. */
export const emojiFields = {
  name: text("The name: 2 to 32 letters, digits and underscores.", {
    min: Limits.EMOJI_NAME_MIN,
    max: Limits.EMOJI_NAME_MAX
  }),
  image: described("The image: {url}, {path} or {base64}, at most 256 KiB; 128 × 128 pixels recommended.", image)
}

/** Converts a new emoji to Discord's format. */
export const emojiBody = <Rest extends object>({
  image,
  ...rest
}: Rest & { readonly image: typeof emojiFields.image.Type }) =>
  Effect.map(imageData(image, "image", Limits.EMOJI_BYTES_MAX), (image) => ({ ...rest, image }))
