import { InteractionType } from "discord-api-types/v10"
import { Schema } from "effect"
import { expected, Id, nullish } from "../dsl/reply.ts"
import { compact, viewOf } from "../dsl/view.ts"
import { Message, message } from "../messages/view.ts"

/** Compact view of a response to an interaction, with its message if there is one. */
export const callback = viewOf(
  Schema.Struct({
    interaction: expected(
      Schema.Struct({
        id: expected(Id),
        type: nullish(Schema.Number),
        response_message_id: nullish(Id),
        response_message_ephemeral: nullish(Schema.Boolean),
        response_message_loading: nullish(Schema.Boolean),
        activity_instance_id: nullish(Schema.String)
      })
    ),
    resource: nullish(Schema.Struct({ message: nullish(Message) }))
  }),
  ({ interaction = {}, resource }) =>
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
