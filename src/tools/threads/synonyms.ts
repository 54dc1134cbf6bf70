/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  threads_search:
    "find a thread, find a forum post, posts with a tag, search threads about, look for a thread, find threads, search forum posts, find a post in a forum, filter posts by tag, thread by name",
  threads_list_members:
    "who is in a thread, thread participants, members of a thread, list thread members, fetch thread members",
  threads_add_member:
    "add someone to a thread, invite to a thread, add a user to a thread, bring someone into a thread, pull someone into a thread, put a user into a thread, add members to a thread",
  threads_remove_member:
    "remove someone from a thread, kick someone from a thread, throw someone out of a thread, remove a user from a thread",
  threads_join: "bot joins a thread, join a thread, join this thread, enter a thread, the bot should join a thread",
  threads_leave: "bot leaves a thread, leave a thread, leave this thread, exit a thread, the bot should leave a thread",
  threads_get_member:
    "is a user in a thread, thread member, is someone part of a thread, when did someone join a thread, did someone join a thread"
} as const
