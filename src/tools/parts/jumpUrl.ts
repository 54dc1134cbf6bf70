import type { APIMessage } from "discord-api-types/v10"
import { message } from "../views/Message.ts"

/** Answers with a message that was sent, and where it is, as far as Discord tells the guild. */
export const jumpUrl = (body: unknown, input: { readonly channel_id: string }) => {
  const sent = body as APIMessage & { readonly guild_id?: string } // Discord's promise for a created message
  return {
    value: {
      ...message(sent),
      ...(sent.guild_id !== undefined && {
        jump_url: `https://discord.com/channels/${sent.guild_id}/${input.channel_id}/${sent.id}`
      })
    }
  }
}
