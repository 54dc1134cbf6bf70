/** The files that a message contains: its attachments, and pictures that Discord shows in its embeds. */
import { AttachmentFlags } from "discord-api-types/v10"
import { Schema } from "effect"
import { nullish } from "../dsl/reply.ts"

const Picture = Schema.Struct({
  url: nullish(Schema.String),
  proxy_url: nullish(Schema.String),
  width: nullish(Schema.Number),
  height: nullish(Schema.Number)
})

const contents = {
  attachments: nullish(
    Schema.Array(
      Schema.Struct({
        filename: Schema.String,
        description: nullish(Schema.String),
        content_type: nullish(Schema.String),
        size: Schema.Number,
        url: Schema.String,
        proxy_url: nullish(Schema.String),
        width: nullish(Schema.Number),
        height: nullish(Schema.Number),
        flags: nullish(Schema.Number)
      })
    )
  ),
  embeds: nullish(Schema.Array(Schema.Struct({ image: nullish(Picture), thumbnail: nullish(Picture) })))
}

/** The parts of a message that contain files. */
export const MessageWithFiles = Schema.Struct({
  ...contents,
  message_snapshots: nullish(Schema.Array(Schema.Struct({ message: Schema.Struct(contents) })))
})

/** A file of a message. */
export interface MessageFile {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly contentType?: string | undefined
  /** In bytes; 0 if unknown. */
  readonly size: number
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly spoiler?: boolean
  readonly isPicture: boolean
  readonly url: string
  /** The link on Discord's media proxy, which scales pictures. */
  readonly proxyUrl?: string | undefined
}

/** Returns the files of a message: attachments, then pictures of embeds; those of a forwarded message last. */
export const filesOf = (message: typeof MessageWithFiles.Type): ReadonlyArray<MessageFile> => [
  ...filesIn(message),
  ...(message.message_snapshots ?? []).flatMap((snapshot) => filesIn(snapshot.message))
]

const filesIn = ({
  attachments,
  embeds
}: Pick<typeof MessageWithFiles.Type, "attachments" | "embeds">): ReadonlyArray<MessageFile> => [
  ...(attachments ?? []).map(
    (it): MessageFile => ({
      name: it.filename,
      description: it.description ?? undefined,
      contentType: it.content_type ?? undefined,
      size: it.size,
      width: it.width ?? undefined,
      height: it.height ?? undefined,
      spoiler: ((it.flags ?? 0) & AttachmentFlags.IsSpoiler) !== 0,
      isPicture: isPictureType(it.content_type ?? ""),
      url: it.url,
      proxyUrl: it.proxy_url ?? undefined
    })
  ),
  ...(embeds ?? [])
    .flatMap(({ image, thumbnail }) => [image, thumbnail])
    .flatMap((picture): ReadonlyArray<MessageFile> => {
      if (picture?.url == null) return []
      const { height, proxy_url, url, width } = picture
      return [
        {
          contentType: "image of an embed",
          size: 0,
          width: width ?? undefined,
          height: height ?? undefined,
          isPicture: true,
          url,
          proxyUrl: proxy_url ?? undefined
        }
      ]
    })
]

/** Vector pictures are text. The media proxy does not render vector pictures. */
const isPictureType = (type: string): boolean => type.startsWith("image/") && !type.startsWith("image/svg")

/** Returns whether a file is text by its content type or its name. */
export const isText = ({ contentType = "", name = "" }: MessageFile): boolean =>
  TEXT_TYPE.test(contentType) || TEXT_NAME.test(name)

const TEXT_TYPE =
  /^(text\/|image\/svg|application\/([\w.-]+\+)?(json|xml|javascript|yaml|x-yaml|toml|sql|x-sh|x-ndjson)\b)/
const TEXT_NAME =
  /\.(txt|md|log|csv|tsv|json|jsonl|xml|html?|css|[cm]?[jt]sx?|py|rb|rs|go|java|kt|c|h|cpp|cs|sh|ya?ml|toml|ini|cfg|conf|sql|diff|patch|svg)$/i

/** Returns the link that asks Discord's media proxy for a picture of at most this width, as WebP. */
export const scaledLink = (link: string, { height, width }: MessageFile, maxWidth: number): string => {
  if (!URL.canParse(link)) return link
  const scaled = new URL(link)
  scaled.searchParams.set("format", "webp")
  if (width === undefined || width > maxWidth) scaled.searchParams.set("width", String(maxWidth))
  if (width !== undefined && width > maxWidth && height !== undefined) {
    scaled.searchParams.set("height", String(Math.max(1, Math.round((height * maxWidth) / width))))
  }
  return scaled.href
}

/**
 * Returns a link with the signature of another link to the same file.
 * The CDN and the media proxy accept the same signature.
 */
export const withSignatureOf = (renewed: string, link: string): string => {
  if (!URL.canParse(renewed) || !URL.canParse(link)) return link
  const signed = new URL(link)
  for (const [name, value] of new URL(renewed).searchParams) signed.searchParams.set(name, value)
  return signed.href
}
