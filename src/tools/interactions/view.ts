import { InteractionType } from "discord-api-types/v10"
import { Schema } from "effect"
import { Id, may } from "../dsl/reply.ts"
import { viewOf } from "../dsl/view.ts"
import { Message, message } from "../messages/view.ts"
import { compact } from "../shared/compact.ts"

/** What became of an answer to an interaction: the message that is there now, if there is one. */
export const callback = viewOf(
  Schema.Struct({
    interaction: Schema.Struct({
      id: Id,
      type: may(Schema.Number),
      response_message_id: may(Id),
      response_message_ephemeral: may(Schema.Boolean),
      response_message_loading: may(Schema.Boolean),
      activity_instance_id: may(Schema.String)
    }),
    resource: may(Schema.Struct({ message: may(Message) }))
  }),
  ({ interaction, resource }) =>
    compact({
      interaction_id: interaction.id,
      kind: interaction.type == null ? undefined : InteractionType[interaction.type],
      message_id: interaction.response_message_id,
      ephemeral: interaction.response_message_ephemeral,
      loading: interaction.response_message_loading,
      activity_instance_id: interaction.activity_instance_id,
      message: resource?.message && message(resource.message)
    })
)
