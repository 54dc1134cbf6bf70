/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  automod_create_rule:
    "automod, block bad words, word filter, profanity, banned words, blacklist, spam filter, block links, swear words, stop swearing, forbid words, block insults, filter bad language, automatically delete, automatic moderation, automatically block, stop spam, stop people from posting",
  automod_list_rules: "automod rules, filters, blocked words",
  automod_modify_rule: "change a filter, add a blocked word, turn automod on or off",
  automod_delete_rule: "remove a filter"
} as const
