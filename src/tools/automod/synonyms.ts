/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  automod_create_rule:
    "automod, block bad words, word filter, profanity, banned words, blacklist, spam filter, block links, swear words, stop swearing, forbid words, block insults, filter bad language, automatically delete, automatic moderation, automatically block, stop spam, stop people from posting, create automod rule, new automod rule, add a filter, anti-spam, mention spam, block spam, prevent profanity, keyword filter, create auto moderation rule",
  automod_list_rules:
    "automod rules, filters, blocked words, which words are blocked, which automod rules exist, list filters, fetch auto moderation rules",
  automod_modify_rule:
    "change a filter, add a blocked word, turn automod on or off, turn off a spam rule, disable an automod rule, enable an automod rule, edit automod rule, switch a filter off, pause a filter, change blocked words, remove a blocked word, exempt a role from automod, allow a word, unblock a word, set enabled",
  automod_delete_rule: "remove a filter, delete a filter, remove an automod rule, delete a spam filter",
  automod_get_rule:
    "one automod rule, details of an automod rule, show a filter, fetch automod rule, what an automod rule does"
} as const
