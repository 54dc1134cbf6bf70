/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  reactions_create:
    "react, add a reaction, emoji reaction, thumbs up, upvote, put an emoji on a message, add an emoji to a message, like a message, heart, check mark on a message, react with an emoji to a message, leave a reaction, give a thumbs up, give a heart, add emoji to a message, add reaction, create reaction, react with an emoji, thumbs up on a message, plus one",
  reactions_list:
    "who reacted, users of a reaction, who liked, who clicked an emoji, count of reactions, who put an emoji on a message, who added a check mark, people who reacted with an emoji, which users reacted, fetch reactions, who gave a thumbs up, users who reacted, show reactions",
  reactions_delete_own:
    "unreact, take back my reaction, remove my reaction, remove the bot's reaction, take off my reaction, remove a reaction, delete the bot's reaction, undo my reaction, remove own reaction, withdraw my reaction",
  reactions_delete_user:
    "remove someone's reaction, remove a reaction, remove a user's reaction, delete the reaction of a user, take off another user's reaction",
  reactions_delete_emoji:
    "remove one emoji's reactions, remove all reactions with an emoji, remove an emoji from the reactions, clear one emoji, delete one kind of reaction, take all reactions with an emoji off a message",
  reactions_delete_all:
    "clear reactions, remove all reactions, delete every reaction, remove reactions, delete all reactions, clear all reactions"
} as const
