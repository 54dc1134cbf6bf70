/** What an interaction says: the command with its options, the button or menu, the fields of a form. Never the token. */
import { Predicate } from "effect"
import { firstChars } from "../text/words.ts"
import type { GatewayEvent } from "./GatewayEvent.ts"

/** The types of interactions (Discord docs, interactions). */
const COMMAND = 2
const COMPONENT = 3
const AUTOCOMPLETE = 4
const FORM = 5

/** The types of responses that acknowledge an interaction: the answer comes later, or the message stays as it is. */
const DEFERRED_REPLY = 5
const DEFERRED_UPDATE = 6
const SUGGESTIONS = 8

/** The type of a button, and the types of an option of a command that have options themselves. */
const BUTTON = 2
const GROUPS: ReadonlyArray<unknown> = [1, 2]

/** Maximum numbers of options, and of characters of one. */
const OPTIONS_MAX = 25
const VALUE_MAX = 4000

/** What an event has of an interaction. */
type Fields = Pick<GatewayEvent, "kind" | "command" | "options" | "target_id" | "custom_id" | "label" | "values">

/** Returns what an interaction says. `undefined` for one that the log does not keep: suggestions while somebody types. */
export const interactionFields = (interaction: unknown): Fields | undefined => {
  const { data, message, type } = Object(interaction)
  switch (type) {
    case COMMAND:
      return Predicate.isReadonlyRecord(data) && typeof data.name === "string" ? ofCommand(data, data.name) : undefined
    case COMPONENT:
      return Predicate.isReadonlyRecord(data) && typeof data.custom_id === "string"
        ? ofComponent(data, data.custom_id, message)
        : undefined
    case FORM:
      return Predicate.isReadonlyRecord(data) && typeof data.custom_id === "string"
        ? { kind: "form", custom_id: data.custom_id, ...optionsOf(inputsIn(data.components)) }
        : undefined
    default:
      // A PING, suggestions, and types that Discord may add.
      return undefined
  }
}

/** Returns the response that acknowledges an interaction, or `undefined` if its type has no such response. */
export const acknowledgementOf = (interaction: unknown): object | undefined => {
  const { message, type } = Object(interaction)
  if (type === COMMAND) return { type: DEFERRED_REPLY }
  if (type === COMPONENT) return { type: DEFERRED_UPDATE }
  // A form that was opened by a component can leave its message as it is.
  if (type === FORM) return { type: Predicate.isReadonlyRecord(message) ? DEFERRED_UPDATE : DEFERRED_REPLY }
  return type === AUTOCOMPLETE ? { type: SUGGESTIONS, data: { choices: [] } } : undefined
}

/** Returns how an acknowledgement has answered. */
export const firstAnswerOf = (acknowledgement: object) =>
  "type" in acknowledgement && acknowledgement.type === DEFERRED_UPDATE
    ? ("deferred_update" as const)
    : ("deferred_reply" as const)

const kinds = ["slash_command", "slash_command", "user_command", "message_command"] as const

const ofCommand = (data: Readonly<Record<string, unknown>>, name: string): Fields => {
  const { names, values } = optionsIn(data.options)
  return {
    kind: kinds[Number(data.type)] ?? "slash_command",
    command: [name, ...names].join(" "),
    ...optionsOf(values),
    ...(typeof data.target_id === "string" && { target_id: data.target_id })
  }
}

interface Option {
  readonly name: string
  readonly value: string
}

/** Returns the names of a subcommand, and the options that a person has set. */
const optionsIn = (
  options: unknown
): { readonly names: ReadonlyArray<string>; readonly values: ReadonlyArray<Option> } => {
  const list = Array.isArray(options) ? options.filter(Predicate.isReadonlyRecord) : []
  const [group] = list.filter(({ type }) => GROUPS.includes(type))
  if (group !== undefined) {
    const inner = optionsIn(group.options)
    return { names: [String(group.name), ...inner.names], values: inner.values }
  }
  return { names: [], values: list.map(({ name, value }) => ({ name: String(name), value: String(value) })) }
}

/** Returns the fields of a form, at any depth. */
const inputsIn = (part: unknown): ReadonlyArray<Option> => {
  if (Array.isArray(part)) return part.flatMap(inputsIn)
  if (!Predicate.isReadonlyRecord(part)) return []
  const { component, components, custom_id, value, values } = part
  const said = Array.isArray(values) ? values.map(String).join(", ") : value
  const own = typeof custom_id === "string" && said !== undefined ? [{ name: custom_id, value: String(said) }] : []
  return [...own, ...inputsIn(components), ...inputsIn(component)]
}

const optionsOf = (options: ReadonlyArray<Option>): Pick<Fields, "options"> =>
  options.length === 0
    ? {}
    : {
        options: options
          .slice(0, OPTIONS_MAX)
          .map(({ name, value }) => ({ name: firstChars(name, 100), value: firstChars(value, VALUE_MAX) }))
      }

const ofComponent = (data: Readonly<Record<string, unknown>>, custom_id: string, message: unknown): Fields => {
  const label = labelOf(Object(message).components, custom_id)
  const values = Array.isArray(data.values) ? data.values.filter(Predicate.isString) : []
  return {
    kind: data.component_type === BUTTON ? "button" : "menu",
    custom_id,
    ...(label !== undefined && { label }),
    ...(values.length > 0 && { values: values.slice(0, OPTIONS_MAX) })
  }
}

/** Returns the label of a button, at any depth of a message's components. */
const labelOf = (part: unknown, custom_id: string): string | undefined => {
  if (Array.isArray(part)) {
    for (const one of part) {
      const label = labelOf(one, custom_id)
      if (label !== undefined) return label
    }
    return undefined
  }
  if (!Predicate.isReadonlyRecord(part)) return undefined
  if (part.custom_id === custom_id && typeof part.label === "string") return part.label
  return labelOf(part.components, custom_id) ?? labelOf(part.accessory, custom_id)
}
