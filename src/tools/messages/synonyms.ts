/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  messages_read:
    "read messages, latest, recent, history, chat log, conversation, summarise a channel, summarize, recap, catch up, what happened, what was said, what did I miss, read a channel, last messages, newest messages, what people talk about, what is going on, what people wrote, show the chat, messages of today, messages since, discussion of the day, tldr, what is new, what's new in a channel, new messages, give a summary, summary of the conversation, recap of a channel, last things said, read the chat history, show the last messages, catch me up, unread, what are they talking about, current conversation, everything written today, fetch the latest messages, anything important, anything new, any news in a channel, news of today, latest messages of a channel",
  messages_get: "one message, message by id, message link, poll results, reaction counts",
  messages_view_attachment:
    "look at a picture, image, photo, screenshot, open an attachment, read a file, download, what does the picture show, see an image, screenshot someone sent, describe a photo, what is in the picture, what is on the image, open an attached file, attached text file, view a file, show the picture someone posted, look at a meme, look at a picture someone posted",
  messages_search:
    "find messages, search for a word, keyword, who said, messages with a link, posted by, find a message, look for messages, messages containing, messages with a word, messages about, messages by a user, messages from, where was it mentioned, who mentioned, posts with a picture, where did we talk about, did anyone mention, has anybody said, search messages from a user, messages about a topic, find where someone wrote, when did someone say, in which message, look up an old message, find a link, look for files, files someone uploaded, messages with a file, messages with an attachment",
  messages_search_recent: "scan a channel for text",
  messages_send:
    "send, post, write, say, reply, answer, announce, announcement, notify, ping, warn a user, warning, embed, upload a file, attach, share, send a message, write a message, post a message, message a channel, tell everyone, tell the channel, post news, post an update, put into a channel, say hello, remind, reminder, speak as the bot, reply to a message, respond, answer a question, drop a message, publish an embed, notify everybody, let everyone know, inform the members, send a file, send a picture, send a report, warn someone about behaviour, give a warning, talk in a channel, type in a channel, ask in a channel, thank, congratulate, welcome a user, leave a note, leave a message, leave a comment",
  messages_create_thread:
    "thread from a message, reply in a thread, make a thread from a message, turn a message into a thread, start a thread on a message, thread under a message, open a thread for a message, create a thread from a message, from the message",
  messages_crosspost:
    "publish an announcement, crosspost, push to followers, publish in the announcement channel, share an announcement with followers, publish the news to followers, publish to followers",
  messages_pin:
    "pin a message, keep at hand, keep a message at the top, stick a message, sticky, make a message stay, add a message to the pins, pin this, make a message pinned",
  messages_unpin:
    "unpin, remove a pin, no longer pinned, take off the pins, remove a pinned message, remove the pin from a message, unpin messages",
  messages_list_pins:
    "pinned messages, pins, what is pinned, show pins, which messages are pinned, show pinned, list the pins, get pins, all pins",
  messages_edit:
    "edit my message, change a message, correct, fix, update a message, edit the bot's message, mistake, reword, rewrite, change what the bot wrote, change the text, typo, edit the last message, add to my message, fix a spelling mistake, change what I wrote, correct the spelling, change a sent message, rewrite a sent message, edit a post, rewrite a post, edit an announcement, change the announcement you posted",
  messages_delete:
    "delete a message, remove a message, unsend, take down a message, erase a message, get rid of a message, delete the bot's message, delete the last message, remove an offensive message, take back a sent message, delete what someone wrote, message sent by mistake, delete this message, delete one message",
  messages_bulk_delete:
    "purge, clear chat, clean up, delete many messages, mass delete, last messages, spam, delete the last messages, delete several messages, delete all messages, empty a channel, wipe the chat, remove spam, clear the history, clear a channel, bulk delete, delete the newest messages, delete old messages, nuke messages, nuke a channel, remove the spam, delete a number of messages, delete all of a user's messages, remove many messages at once"
} as const
