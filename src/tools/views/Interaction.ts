import { InteractionType, type RESTPostAPIInteractionCallbackWithResponseResult } from "discord-api-types/v10"
import { compact } from "./compact.ts"
import { message } from "./Message.ts"

/** What became of an answer to an interaction: the message that is there now, if there is one. */
export const callback = ({ interaction, resource }: RESTPostAPIInteractionCallbackWithResponseResult) =>
  compact({
    interaction_id: interaction.id,
    kind: InteractionType[interaction.type],
    message_id: interaction.response_message_id,
    ephemeral: interaction.response_message_ephemeral,
    loading: interaction.response_message_loading,
    activity_instance_id: interaction.activity_instance_id,
    message: resource?.message && message(resource.message)
  })
