import { Schema } from "effect"
import { may } from "../dsl/reply.ts"

const Media = Schema.Struct({ url: may(Schema.String) })

/** What is read of a component. Which fields it has depends on its type; those that show something are read, whatever it is. */
export interface Component {
  readonly content?: string | null | undefined
  readonly label?: string | null | undefined
  readonly style?: number | null | undefined
  readonly custom_id?: string | null | undefined
  readonly url?: string | null | undefined
  readonly placeholder?: string | null | undefined
  readonly options?: ReadonlyArray<{ readonly label?: string | null | undefined }> | null | undefined
  readonly media?: typeof Media.Type | null | undefined
  readonly file?: typeof Media.Type | null | undefined
  readonly items?: ReadonlyArray<{ readonly media?: typeof Media.Type | null | undefined }> | null | undefined
  readonly components?: ReadonlyArray<Component> | null | undefined
  readonly accessory?: Component | null | undefined
}

/** The schema of what is read of a component. */
export const Component: Schema.Schema<Component> = Schema.Struct({
  content: may(Schema.String),
  label: may(Schema.String),
  style: may(Schema.Number),
  custom_id: may(Schema.String),
  url: may(Schema.String),
  placeholder: may(Schema.String),
  options: may(Schema.Array(Schema.Struct({ label: may(Schema.String) }))),
  media: may(Media),
  file: may(Media),
  items: may(Schema.Array(Schema.Struct({ media: may(Media) }))),
  components: may(Schema.Array(Schema.suspend(() => Component))),
  accessory: may(Schema.suspend(() => Component))
})

/** Components in a few words each, in the order they stand: their texts, and what can be pressed or chosen. */
export const componentLines = (list: ReadonlyArray<Component>): ReadonlyArray<string> => list.flatMap(linesOf)

const linesOf = (it: Component): ReadonlyArray<string> => [
  ...(it.content == null ? [] : [it.content]),
  ...(it.label == null && it.style == null ? [] : [button(it)]),
  ...(it.style == null && it.custom_id != null ? [menu(it, it.custom_id)] : []),
  ...[it.media, it.file, ...(it.items ?? []).map(({ media }) => media)].flatMap((at) => at?.url ?? []),
  ...[...(it.components ?? []), ...(it.accessory == null ? [] : [it.accessory])].flatMap(linesOf)
]

const button = ({ custom_id, label, url }: Component): string => `[${label ?? ""}](${url ?? custom_id ?? ""})`

const menu = ({ options, placeholder }: Component, custom_id: string): string =>
  `${placeholder ?? ""}[${(options ?? []).flatMap(({ label }) => label ?? []).join(" | ")}](${custom_id})`
