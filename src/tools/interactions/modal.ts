/** A window that an interaction opens for a person to fill in (Discord docs, component reference). */
import { type APIModalInteractionResponseCallbackData, ComponentType, TextInputStyle } from "discord-api-types/v10"
import type { ValidationIssue } from "../../errors/fields.ts"
import { named } from "../../errors/quoted.ts"
import { component, custom_id, oneOf, selects, textDisplay } from "../components_v2/fields.ts"
import { file_types } from "../components_v2/fileTypes.ts"
import { oneOfTypes } from "../components_v2/oneOfTypes.ts"
import { fits } from "../dsl/fits.ts"
import { brief, flag, integer, listOf, object, optional, text } from "../shared/fields.ts"
import * as Limits from "../shared/limits.ts"

const required = optional(flag("Whether an input is required; true by default."))

const written = {
  custom_id,
  style: oneOf("1 one line, 2 several.", TextInputStyle.Short, TextInputStyle.Paragraph),
  placeholder: optional(
    text("Placeholder shown while the input is empty.", { max: Limits.TEXT_INPUT_PLACEHOLDER_MAX })
  ),
  value: optional(text("The prefilled text.", { max: Limits.TEXT_INPUT_MAX })),
  min_length: optional(integer("Minimum length in characters.", 0, Limits.TEXT_INPUT_MAX)),
  max_length: optional(integer("Maximum length in characters.", 1, Limits.TEXT_INPUT_MAX)),
  required
}

const chosen = (min: number) => ({
  custom_id,
  required,
  options: listOf(
    "The options to choose from.",
    object("An option.", {
      label: text("The text that users see.", { max: Limits.SELECT_OPTION_MAX }),
      value: text("The value sent in the interaction.", { max: Limits.SELECT_OPTION_MAX }),
      description: optional(text("Additional description.", { max: Limits.SELECT_OPTION_MAX })),
      default: optional(flag("Selected by default."))
    }),
    min,
    Limits.MODAL_CHOICES_MAX
  )
})

const counted = {
  min_values: optional(integer("Minimum number.", 0, Limits.MODAL_CHOICES_MAX)),
  max_values: optional(integer("Maximum number.", 1, Limits.MODAL_CHOICES_MAX))
}

const asking = oneOfTypes(
  component("A text input.", ComponentType.TextInput, written),
  ...selects,
  component("Files to upload.", ComponentType.FileUpload, { custom_id, required, ...counted, file_types }),
  component("Exactly one option (radio group).", ComponentType.RadioGroup, chosen(2)),
  component("Any number of options (checkbox group).", ComponentType.CheckboxGroup, { ...chosen(1), ...counted }),
  component("Yes or no.", ComponentType.Checkbox, {
    custom_id,
    default: optional(flag("Checked by default."))
  })
)

const label = component("A question.", ComponentType.Label, {
  label: text("The question.", { max: Limits.MODAL_LABEL_MAX }),
  description: optional(text("Additional description.", { max: Limits.SELECT_OPTION_MAX })),
  component: asking
})

const row = component("An action row with a text input (legacy).", ComponentType.ActionRow, {
  components: listOf(
    "The text input.",
    component("A text input.", ComponentType.TextInput, {
      ...written,
      label: text("The question.", { max: Limits.MODAL_LABEL_MAX })
    }),
    1,
    1
  )
})

/** A window to fill in; its parts in one line, as those of a message are. */
export const modal = brief(
  "Of a modal, the window. Up to 5 components: 10 text {content}; 18 label {label, description, component}, whose component is 4 text input {custom_id, style: 1 line or 2 paragraph, placeholder, value, min_length, max_length, required}, 3 menu {custom_id, options: [{label, value}]}, 5 user, 6 role, 7 mentionable, 8 channel menu {custom_id}, 19 file upload {custom_id, file_types}, 21 radio or 22 checkbox group {custom_id, options: [{label, value}]}, 23 checkbox {custom_id}. In all: {custom_id, title, components}",
  object(
    "A modal.",
    fits<APIModalInteractionResponseCallbackData>()({
      custom_id: text("Identifies the modal in the submit interaction.", { max: Limits.CUSTOM_ID_MAX }),
      title: text("The title.", { max: Limits.MODAL_TITLE_MAX }),
      components: listOf(
        "The inputs of the modal.",
        oneOfTypes(label, textDisplay, row),
        1,
        Limits.MODAL_COMPONENTS_MAX
      )
    })
  )
)

/** What is wrong with a window beyond the shape of its parts. `at` is where it stands. */
export const modalIssues = ({ components }: typeof modal.Type, at: string): ReadonlyArray<ValidationIssue> => {
  const asked = components.flatMap((it, index) => {
    switch (it.type) {
      case ComponentType.Label:
        return [{ path: `${at}.components[${index}].component`, custom_id: it.component.custom_id }]
      case ComponentType.ActionRow:
        return it.components.map(({ custom_id }) => ({ path: `${at}.components[${index}].components[0]`, custom_id }))
      default:
        return []
    }
  })
  return asked.flatMap(({ custom_id, path }, index) =>
    asked.slice(0, index).some((other) => other.custom_id === custom_id)
      ? [{ path: `${path}.custom_id`, message: `${named(custom_id)} is used twice`, code: "repeated" }]
      : []
  )
}
