import type { APIMessageTopLevelComponent } from "discord-api-types/v10"

/** Components in a few words each, in the order they stand: their texts, and what can be pressed or chosen. */
export const componentLines = (list: ReadonlyArray<APIMessageTopLevelComponent>): ReadonlyArray<string> =>
  list.flatMap(linesOf)

/** Which fields a component has depends on its type; those that show something are read, whatever it is. */
const linesOf = (component: object): ReadonlyArray<string> => {
  const it: Shown = component
  const inner = [...(it.components ?? []), ...(it.accessory === undefined ? [] : [it.accessory])]
  return [
    ...(it.content === undefined ? [] : [it.content]),
    ...(it.label === undefined && it.style === undefined ? [] : [button(it)]),
    ...(it.style === undefined && it.custom_id !== undefined ? [menu(it)] : []),
    ...[it.media, it.file, ...(it.items ?? []).map(({ media }) => media)].flatMap((at) =>
      at === undefined ? [] : [at.url]
    ),
    ...inner.flatMap(linesOf)
  ]
}

/** What of any component is shown. */
interface Shown {
  readonly content?: string
  readonly label?: string
  readonly style?: number
  readonly custom_id?: string
  readonly url?: string
  readonly placeholder?: string
  readonly options?: ReadonlyArray<{ readonly label: string }>
  readonly media?: { readonly url: string }
  readonly file?: { readonly url: string }
  readonly items?: ReadonlyArray<{ readonly media: { readonly url: string } }>
  readonly components?: ReadonlyArray<object>
  readonly accessory?: object
}

const button = ({ custom_id, label = "", url }: Shown): string => `[${label}](${url ?? custom_id ?? ""})`

const menu = ({ custom_id, options = [], placeholder = "" }: Shown): string =>
  `${placeholder}[${options.map(({ label }) => label).join(" | ")}](${custom_id})`
