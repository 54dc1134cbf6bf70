/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  reactions_create:
    "react, add a reaction, emoji reaction, thumbs up, upvote, put an emoji on a message, add an emoji to a message, like a message, heart, check mark on a message, react with an emoji to a message, leave a reaction, give a thumbs up, give a heart, add emoji to a message",
  reactions_list:
    "who reacted, users of a reaction, who liked, who clicked an emoji, count of reactions, who put an emoji on a message, who added a check mark, people who reacted with an emoji, which users reacted",
  reactions_delete_own:
    "unreact, take back my reaction, remove my reaction, remove the bot's reaction, take off my reaction",
  reactions_delete_user: "remove someone's reaction",
  reactions_delete_emoji: "remove one emoji's reactions",
  reactions_delete_all: "clear reactions, remove all reactions, delete every reaction, remove reactions"
} as const
