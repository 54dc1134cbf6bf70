/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  lobbies_create: "game lobby, matchmaking, create lobby, new lobby, open a lobby",
  lobbies_get: "lobby info, who is in a lobby, players of a lobby, members of a lobby, show a lobby, lobby",
  lobbies_list_messages:
    "chat of a lobby, lobby chat, read a lobby's messages, what was written in a lobby, messages of a lobby",
  lobbies_send_message: "write in a lobby, message the players, chat in a lobby, say something in a lobby",
  lobbies_create_invite: "invite a player to the server, server invite for a lobby member",
  lobbies_create_own_invite: "server invite for the bot from a lobby",
  lobbies_create_or_join: "join a lobby, enter a lobby, lobby by secret",
  lobbies_add_member: "add a player to a lobby, put a player into a lobby",
  lobbies_modify_members: "add several players to a lobby, bulk change of players",
  lobbies_modify: "change a lobby, edit a lobby, lobby metadata, lobby timeout",
  lobbies_link_channel:
    "link a lobby to a channel, connect a lobby to a channel, unlink a lobby, bridge game chat and discord, disconnect a lobby from a channel",
  lobbies_set_message_moderation: "moderate a lobby message, flag a lobby message",
  lobbies_remove_member: "kick a player from a lobby, remove a player from a lobby",
  lobbies_leave: "leave a lobby, leave lobby, exit a lobby",
  lobbies_delete: "close a lobby, end a lobby, delete lobby, disband a lobby, shut down a lobby"
} as const
