/** Input fields of a modal: a dialog that an interaction opens for the user to fill in (Discord docs, component reference). */
import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { fits } from "../../objects/fits.ts"
import { numberChoice } from "../../objects/schema/enums.ts"
import { flag, integer, listOf, object, optional, text } from "../../objects/schema/fields.ts"
import * as Limits from "../../objects/schema/limits.ts"
import { named } from "../../text/words.ts"
import { component, custom_id, menus, optionFields, textDisplay } from "../components_v2/fields.ts"
import { file_types } from "../components_v2/fileTypes.ts"
import { oneOfTypes } from "../components_v2/oneOfTypes.ts"
import { issueIf } from "../dsl/checks.ts"

const required = optional(flag("Whether an answer is required; true by default."))
const question = text("The question.", { max: Limits.MODAL_LABEL_MAX })

const textInputFields = {
  custom_id,
  style: numberChoice("1: one line. 2: several lines.", TextInputStyle, TextInputStyle.Short, TextInputStyle.Paragraph),
  placeholder: optional(
    text("Placeholder shown while the input is empty.", { max: Limits.TEXT_INPUT_PLACEHOLDER_MAX })
  ),
  value: optional(text("The prefilled text.", { max: Limits.TEXT_INPUT_MAX })),
  min_length: optional(integer("Minimum length in characters.", 0, Limits.TEXT_INPUT_MAX)),
  max_length: optional(integer("Maximum length in characters.", 1, Limits.TEXT_INPUT_MAX)),
  required
}

const groupFields = (minOptions: number) => ({
  custom_id,
  required,
  options: listOf("The options.", object("An option.", optionFields), minOptions, Limits.MODAL_CHOICES_MAX)
})

const countFields = {
  min_values: optional(integer("Minimum number of values; 1 by default.", 0, Limits.MODAL_CHOICES_MAX)),
  max_values: optional(integer("Maximum number of values.", 1, Limits.MODAL_CHOICES_MAX))
}

const input = oneOfTypes(
  component("A text input.", ComponentType.TextInput, textInputFields),
  ...menus,
  component("A file upload.", ComponentType.FileUpload, { custom_id, required, ...countFields, file_types }),
  component("A radio group: exactly one option.", ComponentType.RadioGroup, groupFields(2)),
  component("A checkbox group: any number of options.", ComponentType.CheckboxGroup, {
    ...groupFields(1),
    ...countFields
  }),
  component("A checkbox: yes or no.", ComponentType.Checkbox, {
    custom_id,
    default: optional(flag("Whether it is checked by default."))
  })
)

const label = component("A question with its input.", ComponentType.Label, {
  label: question,
  description: optional(text("Additional text below the question.", { max: Limits.SELECT_OPTION_MAX })),
  component: input.annotations({ description: "The input: types 3 to 8, 19, 21, 22 and 23." })
})

const actionRow = component("An action row with a text input (legacy).", ComponentType.ActionRow, {
  components: listOf(
    "The text input.",
    component("A text input.", ComponentType.TextInput, { ...textInputFields, label: question }),
    1,
    1
  )
})

/** A modal: a form that Discord shows to the user. */
export const modal = object(
  "For type modal: the form to show.",
  fits<APIModalInteractionResponseCallbackData>()({
    custom_id: text("Identifies the modal in the submit interaction.", { max: Limits.CUSTOM_ID_MAX }),
    title: text("The title.", { max: Limits.MODAL_TITLE_MAX }),
    components: listOf(
      "Up to 5 components: 10 text {content}, or 18 label {label, description, component}. A label has one component: 3 menu {custom_id, options: [{label, value}]}; 4 text input {custom_id, style: 1 line or 2 paragraph, placeholder, value, min_length, max_length, required}; 5 user, 6 role, 7 mentionable or 8 channel menu {custom_id}; 19 file upload {custom_id, file_types}; 21 radio group or 22 checkbox group {custom_id, options: [{label, value}]}; 23 checkbox {custom_id}. Menus also take placeholder, min_values, max_values, required, disabled, default_values and, type 8, channel_types; options take description, emoji {id, name} and default; all have an optional id.",
      oneOfTypes(label, textDisplay, actionRow),
      1,
      Limits.MODAL_COMPONENTS_MAX
    )
  })
)

/** Reports a `custom_id` that two inputs of a modal share. `path`: the field with the modal. */
export const modalIssues = ({ components }: typeof modal.Type, path: string): ReadonlyArray<ValidationIssue> => {
  const inputs = components.flatMap((it, index) => inputsOf(it, `${path}.components[${index}]`))
  return inputs.flatMap(({ custom_id, path }, index) =>
    issueIf(
      inputs.slice(0, index).some((other) => other.custom_id === custom_id),
      path,
      `${named(custom_id)} is used twice`,
      "repeated"
    )
  )
}

const inputsOf = (component: (typeof modal.Type)["components"][number], path: string) => {
  switch (component.type) {
    case ComponentType.Label:
      return [{ path: `${path}.component.custom_id`, custom_id: component.component.custom_id }]
    case ComponentType.ActionRow:
      return component.components.map(({ custom_id }) => ({ path: `${path}.components[0].custom_id`, custom_id }))
    case ComponentType.TextDisplay:
      return []
  }
}
