/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  polls_create:
    "poll, create a poll, survey, start a vote, ask people to vote, questionnaire, voting, let people vote, ask the server, ask members, vote on, vote between, choose between, options to vote, which one do people prefer, decide by vote, run a poll, let us vote, make a survey, new poll, poll with answers, poll about, poll which, ask which one, ask everyone to decide, quick vote, yes or no question, ask with options, create vote, create a ballot, open a poll",
  polls_end:
    "close a poll, end a poll early, finish a vote, stop voting, stop a poll, stop the vote, close the vote, close voting, finish a poll, end the vote now, end the running poll, finish voting, poll is over, expire a poll, end poll, close this poll",
  polls_get_voters:
    "who voted, voters of an answer, who voted for an option, votes of an option, who chose an answer, list the people who picked an answer, people who voted yes, who picked an option, fetch voters, who voted for, which people voted, who picked, voters of a poll, poll voters"
} as const
