import type { APIGuildOnboardingPrompt, APIGuildOnboardingPromptOption } from "discord-api-types/v10"
import { Schema } from "effect"
import { choice, clearable, integer, list, optional, snowflake, text } from "./Form.ts"
import type { SandboxState } from "./State.ts"

const ids = optional(list(snowflake, 0, 500))

const Option = Schema.Struct({
  id: optional(Schema.String),
  title: text(1, 50),
  description: clearable(text(0, 100)),
  channel_ids: ids,
  role_ids: ids,
  emoji_id: clearable(snowflake),
  emoji_name: clearable(Schema.String),
  emoji_animated: optional(Schema.Boolean)
})

const Prompt = Schema.Struct({
  id: Schema.String,
  title: text(1, 100),
  options: list(Option, 0, 50),
  type: optional(choice(0, 1)),
  single_select: optional(Schema.Boolean),
  required: optional(Schema.Boolean),
  in_onboarding: optional(Schema.Boolean)
})

/** Body of an onboarding update. */
export const Onboarding = Schema.Struct({
  prompts: optional(list(Prompt, 0, 15)),
  default_channel_ids: ids,
  enabled: optional(Schema.Boolean),
  mode: optional(integer(0, 1))
})

/** Returns an onboarding with complete prompts. New prompts and options get ids. */
export const withPrompts = (state: SandboxState, { prompts, ...form }: typeof Onboarding.Type) => ({
  ...form,
  ...(prompts && { prompts: prompts.map((prompt) => promptOf(state, prompt)) })
})

const promptOf = (state: SandboxState, prompt: typeof Prompt.Type): APIGuildOnboardingPrompt => ({
  type: 0,
  single_select: false,
  required: false,
  in_onboarding: false,
  ...prompt,
  id: keptId(state, prompt.id),
  options: prompt.options.map((option) => optionOf(state, option))
})

const optionOf = (
  state: SandboxState,
  { emoji_animated = false, emoji_id = null, emoji_name = null, ...option }: typeof Option.Type
): APIGuildOnboardingPromptOption => ({
  description: null,
  ...option,
  id: keptId(state, option.id),
  channel_ids: [...(option.channel_ids ?? [])],
  role_ids: [...(option.role_ids ?? [])],
  emoji: { id: emoji_id, name: emoji_name, animated: emoji_animated }
})

/** Returns the id if it is a snowflake, or else a new one. Clients send short placeholders for new objects. */
const keptId = (state: SandboxState, id: string | undefined): string =>
  id !== undefined && /^\d{17,20}$/.test(id) ? id : state.nextId()
