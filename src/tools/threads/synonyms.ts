/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  threads_search:
    "find a thread, find a forum post, posts with a tag, search threads about, look for a thread, find threads",
  threads_list_members: "who is in a thread, thread participants",
  threads_add_member:
    "add someone to a thread, invite to a thread, add a user to a thread, bring someone into a thread",
  threads_remove_member: "remove someone from a thread",
  threads_join: "bot joins a thread",
  threads_leave: "bot leaves a thread"
} as const
