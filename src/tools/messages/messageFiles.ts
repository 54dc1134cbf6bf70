/** The files that a message contains: its attachments, the pictures of its embeds, and the media of its components. */
import { AttachmentFlags } from "discord-api-types/v10"
import { Schema } from "effect"
import { expected, nullish } from "../../objects/schema/reply.ts"

const Picture = Schema.Struct({
  url: nullish(Schema.String),
  proxy_url: nullish(Schema.String),
  width: nullish(Schema.Number),
  height: nullish(Schema.Number)
})

const Media = Schema.Struct({ ...Picture.fields, content_type: nullish(Schema.String) })

/** A component that can show media, or contains components that can. */
interface MediaComponent {
  readonly media?: typeof Media.Type | null | undefined
  readonly description?: string | null | undefined
  readonly spoiler?: boolean | null | undefined
  readonly file?: typeof Media.Type | null | undefined
  readonly name?: string | null | undefined
  readonly size?: number | null | undefined
  readonly items?: ReadonlyArray<MediaComponent> | null | undefined
  readonly components?: ReadonlyArray<MediaComponent> | null | undefined
  readonly accessory?: MediaComponent | null | undefined
}

const MediaComponent: Schema.Schema<MediaComponent> = Schema.Struct({
  media: nullish(Media),
  description: nullish(Schema.String),
  spoiler: nullish(Schema.Boolean),
  file: nullish(Media),
  name: nullish(Schema.String),
  size: nullish(Schema.Number),
  items: nullish(Schema.Array(Schema.suspend(() => MediaComponent))),
  components: nullish(Schema.Array(Schema.suspend(() => MediaComponent))),
  accessory: nullish(Schema.suspend(() => MediaComponent))
})

const contents = {
  attachments: expected(
    Schema.Array(
      Schema.Struct({
        id: expected(Schema.String),
        filename: expected(Schema.String),
        description: nullish(Schema.String),
        content_type: nullish(Schema.String),
        size: expected(Schema.Number),
        url: expected(Schema.String),
        proxy_url: nullish(Schema.String),
        width: nullish(Schema.Number),
        height: nullish(Schema.Number),
        duration_secs: nullish(Schema.Number),
        flags: nullish(Schema.Number)
      })
    )
  ),
  embeds: nullish(Schema.Array(Schema.Struct({ image: nullish(Picture), thumbnail: nullish(Picture) }))),
  components: nullish(Schema.Array(MediaComponent))
}

/** The content of a message, or of a forwarded message. */
const Contents = Schema.Struct(contents)

/** The parts of a message that contain files. */
export const MessageWithFiles = Schema.Struct({
  ...contents,
  message_snapshots: nullish(Schema.Array(Schema.Struct({ message: expected(Contents) })))
})

/** Discord's reply with renewed links. */
export const RefreshedLinks = Schema.Struct({
  refreshed_urls: expected(Schema.Array(Schema.Struct({ refreshed: expected(Schema.NullOr(Schema.String)) })))
})

/** A file of a message. */
export interface MessageFile {
  /** The id of an attachment. */
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly contentType?: string | undefined
  /** In bytes. */
  readonly size?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly spoiler?: boolean
  /** The duration of a voice message. */
  readonly seconds?: number | undefined
  readonly isPicture: boolean
  /** Unset if Discord sent none that is usable. */
  readonly url?: string | undefined
  /** The link on Discord's media proxy, which scales pictures. */
  readonly proxyUrl?: string | undefined
}

/**
 * Returns the files of a message: attachments, then pictures of embeds, then media of components; those of a forwarded
 * message last. Discord does not list files that embeds or components use as attachments (Discord docs, message object).
 */
export const filesOf = (message: typeof MessageWithFiles.Type): ReadonlyArray<MessageFile> => [
  ...filesIn(message),
  ...(message.message_snapshots ?? []).flatMap((snapshot) => filesIn(snapshot.message ?? {}))
]

const filesIn = ({ attachments, components, embeds }: typeof Contents.Type): ReadonlyArray<MessageFile> => [
  ...(attachments ?? []).map(
    (attachment): MessageFile => ({
      id: attachment.id,
      name: attachment.filename,
      description: attachment.description ?? undefined,
      contentType: attachment.content_type ?? undefined,
      size: attachment.size,
      width: attachment.width ?? undefined,
      height: attachment.height ?? undefined,
      seconds: attachment.duration_secs ?? undefined,
      spoiler: ((attachment.flags ?? 0) & AttachmentFlags.IsSpoiler) !== 0,
      isPicture: isPicture(attachment.content_type, attachment.filename),
      url: attachment.url,
      proxyUrl: attachment.proxy_url ?? undefined
    })
  ),
  ...(embeds ?? [])
    .flatMap(({ image, thumbnail }) => [image, thumbnail])
    .flatMap((picture) => linkedFile(picture, { contentType: "image of an embed", isPicture: true })),
  ...(components ?? []).flatMap(mediaOf)
]

/** Returns the media of a component and of the components in it. */
const mediaOf = ({
  accessory,
  components,
  description,
  file,
  items,
  media,
  name,
  size,
  spoiler
}: MediaComponent): ReadonlyArray<MessageFile> => [
  ...[media, file].flatMap((link) => {
    const named = name ?? nameIn(link?.url ?? "")
    return linkedFile(link, {
      name: named,
      description: description ?? undefined,
      spoiler: spoiler === true,
      contentType: link?.content_type ?? undefined,
      size: size ?? undefined,
      isPicture: isPicture(link?.content_type, named)
    })
  }),
  ...[...(items ?? []), ...(components ?? []), ...(accessory == null ? [] : [accessory])].flatMap(mediaOf)
]

/** Returns a file that Discord describes by its link, if it has one. */
const linkedFile = (
  link: typeof Picture.Type | null | undefined,
  about: Omit<MessageFile, "url" | "proxyUrl" | "width" | "height">
): ReadonlyArray<MessageFile> =>
  link?.url == null
    ? []
    : [
        {
          ...about,
          width: link.width ?? undefined,
          height: link.height ?? undefined,
          url: link.url,
          proxyUrl: link.proxy_url ?? undefined
        }
      ]

/** Returns the name of the file that a URL names. */
const nameIn = (url: string): string | undefined =>
  URL.canParse(url) ? new URL(url).pathname.split("/").at(-1) : undefined

/**
 * Returns whether a file is a picture by its content type. If the type says nothing, the name decides.
 * The media proxy does not render vector pictures: they are text.
 */
export const isPicture = (type: string | null | undefined, name: string | null | undefined): boolean =>
  type == null || ANY_TYPE.test(type) ? PICTURE_NAME.test(name ?? "") : PICTURE_TYPE.test(type)

const ANY_TYPE = /^application\/octet-stream\b/i
const PICTURE_TYPE = /^image\/(?!svg)/i
const PICTURE_NAME = /\.(png|jpe?g|gif|webp)$/i

/** Returns whether a file is text by its content type or its name. */
export const isText = ({ contentType = "", name = "" }: MessageFile): boolean =>
  TEXT_TYPE.test(contentType) || TEXT_NAME.test(name)

const TEXT_TYPE =
  /^(text\/|image\/svg|application\/([\w.-]+\+)?(json|xml|javascript|yaml|x-yaml|toml|sql|x-sh|x-ndjson)\b)/i
const TEXT_NAME =
  /\.(txt|md|log|csv|tsv|json|jsonl|xml|html?|css|[cm]?[jt]sx?|py|rb|rs|go|java|kt|c|h|cpp|cs|sh|ya?ml|toml|ini|cfg|conf|sql|diff|patch|svg)$/i

/** Returns whether a file is a recording of sound by its content type. If the type says nothing, the name decides. */
export const isAudio = ({ contentType, name = "", seconds }: MessageFile): boolean =>
  seconds !== undefined ||
  (contentType === undefined || ANY_TYPE.test(contentType) ? AUDIO_NAME.test(name) : AUDIO_TYPE.test(contentType))

const AUDIO_TYPE = /^(?:audio\/|application\/ogg\b)/i
const AUDIO_NAME = /\.(?:ogg|oga|opus|mp3|mpga|m4a|wav|flac|aac)$/i

/** The largest width and height of a picture, in pixels. */
export interface PictureBounds {
  readonly width: number
  readonly height: number
}

/** Returns the link that asks Discord's media proxy for a picture within these bounds, as WebP. */
export const scaledLink = (link: string, { height, width }: MessageFile, bounds: PictureBounds): string => {
  if (!URL.canParse(link)) return link
  const scaled = new URL(link)
  scaled.searchParams.set("format", "webp")
  if (width === undefined || height === undefined || width <= 0 || height <= 0) {
    scaled.searchParams.set("width", String(bounds.width))
  } else if (width > bounds.width || height > bounds.height) {
    const factor = Math.min(bounds.width / width, bounds.height / height)
    scaled.searchParams.set("width", String(Math.max(1, Math.round(width * factor))))
    scaled.searchParams.set("height", String(Math.max(1, Math.round(height * factor))))
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
