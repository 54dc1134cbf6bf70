import { ComponentType } from "discord-api-types/v10"
import { Predicate } from "effect"
import type { Conversion } from "../shared/alsoTakes.ts"
import { toNumber } from "../shared/conversions.ts"
import * as Limits from "../shared/limits.ts"

/** Types that Discord accepts only inside an action row. */
const inRow: ReadonlyArray<unknown> = [
  ComponentType.Button,
  ComponentType.StringSelect,
  ComponentType.UserSelect,
  ComponentType.RoleSelect,
  ComponentType.MentionableSelect,
  ComponentType.ChannelSelect
]

const toType = toNumber(inRow, ComponentType)

/** Puts top-level buttons and menus into action rows: up to 5 buttons per row, one menu per row. */
export const withRows: Conversion = (value) => {
  const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  if (list.length > Limits.COMPONENTS_MAX || !list.some((it) => inRow.includes(typeOf(it)))) return value
  const top: Array<unknown> = []
  let buttons: Array<unknown> | undefined
  for (const it of list) {
    const isButton = typeOf(it) === ComponentType.Button
    if (isButton && buttons !== undefined && buttons.length < Limits.BUTTONS_MAX) {
      buttons.push(it)
      continue
    }
    buttons = isButton ? [it] : undefined
    top.push(inRow.includes(typeOf(it)) ? { type: ComponentType.ActionRow, components: buttons ?? [it] } : it)
  }
  return top
}

const typeOf = (it: unknown): unknown => (Predicate.isRecord(it) ? toType(it.type) : undefined)
