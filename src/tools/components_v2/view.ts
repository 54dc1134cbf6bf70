import { Schema } from "effect"
import { nullish } from "../../objects/schema/reply.ts"

const Media = Schema.Struct({ url: nullish(Schema.String) })

/** A component, as decoded from Discord's reply: the visible fields of all types. */
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

export const Component: Schema.Schema<Component> = Schema.Struct({
  content: nullish(Schema.String),
  label: nullish(Schema.String),
  style: nullish(Schema.Number),
  custom_id: nullish(Schema.String),
  url: nullish(Schema.String),
  placeholder: nullish(Schema.String),
  options: nullish(Schema.Array(Schema.Struct({ label: nullish(Schema.String) }))),
  media: nullish(Media),
  file: nullish(Media),
  items: nullish(Schema.Array(Schema.Struct({ media: nullish(Media) }))),
  components: nullish(Schema.Array(Schema.suspend(() => Component))),
  accessory: nullish(Schema.suspend(() => Component))
})

/** Returns one line for each text, picture, button and menu, in order. */
export const componentLines = (list: ReadonlyArray<Component>): ReadonlyArray<string> => list.flatMap(linesOf)

const linesOf = (component: Component): ReadonlyArray<string> => [
  ...(component.content == null ? [] : [component.content]),
  ...(component.label == null && component.style == null ? [] : [button(component)]),
  ...(component.style == null && component.custom_id != null ? [menu(component, component.custom_id)] : []),
  ...[component.media, component.file, ...(component.items ?? []).map(({ media }) => media)].flatMap(
    (at) => at?.url ?? []
  ),
  ...[...(component.components ?? []), ...(component.accessory == null ? [] : [component.accessory])].flatMap(linesOf)
]

const button = ({ custom_id, label, url }: Component): string => `[${label ?? ""}](${url ?? custom_id ?? ""})`

const menu = ({ options, placeholder }: Component, custom_id: string): string =>
  `${placeholder ?? ""}[${(options ?? []).flatMap(({ label }) => label ?? []).join(" | ")}](${custom_id})`
