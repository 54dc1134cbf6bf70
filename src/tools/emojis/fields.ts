/** Fields shared by guild emojis and application emojis. */
import { Effect, Schema } from "effect"
import { alsoTakes } from "../../objects/schema/alsoTakes.ts"
import { described, text } from "../../objects/schema/fields.ts"
import { EmojiId } from "../../objects/schema/ids.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { image, imageData } from "../shared/files.ts"

export const emoji_id = described("The emoji.", EmojiId)

const NAME = /^\w{2,32}$/

/** The name of an emoji, also between colons as in a message. */
export const emojiName = text("The name: 2 to 32 letters, digits and underscores.", {
  min: Limits.EMOJI_NAME_MIN,
  max: Limits.EMOJI_NAME_MAX
}).pipe(
  Schema.filter((name) => NAME.test(name) || "must be 2 to 32 letters (A to Z), digits and underscores", {
    // Without its own `jsonSchema`, a filter drops the description of the field.
    jsonSchema: {},
    arbitrary: () => (fc) => fc.stringMatching(NAME),
    ...alsoTakes((name) => (typeof name === "string" ? name.replace(/^:(\w+):$/, "$1") : name))
  })
)

/** The fields of a new emoji. */
export const emojiFields = {
  name: emojiName,
  image: described("The image: {url}, {path} or {base64}, at most 256 KiB; 128 × 128 pixels recommended.", image)
}

/** Converts a new emoji to Discord's format. */
export const emojiBody = <Rest extends object>({
  image,
  ...rest
}: Rest & { readonly image: typeof emojiFields.image.Type }) =>
  Effect.map(imageData(image, "image", Limits.EMOJI_BYTES_MAX), (image) => ({ ...rest, image }))
