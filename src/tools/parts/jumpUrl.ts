import { Schema } from "effect"
import { Id, may } from "../language/reply.ts"
import { reading } from "../language/view.ts"
import { Message, message } from "../views/Message.ts"

/** Answers with a message that was sent, and where it is, as far as Discord tells the guild. */
export const jumpUrl = reading(
  Schema.Struct({ ...Message.fields, guild_id: may(Id) }),
  (sent, input: { readonly channel_id: string }) => ({
    value: {
      ...message(sent),
      ...(sent.guild_id != null && {
        jump_url: `https://discord.com/channels/${sent.guild_id}/${input.channel_id}/${sent.id}`
      })
    }
  })
)
