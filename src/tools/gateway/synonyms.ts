/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  gateway_wait_for:
    "wait for a message, wait for a reply, wait until somebody answers, wait for a reaction, wait until someone mentions me, listen for messages, watch a channel, wake me when, tell me when somebody writes, block until a message, await a message, poll for new messages, subscribe to messages, wait for someone to join, notify me of new messages",
  gateway_read:
    "read events, event log, what happened since, recent events, new events, missed events, live messages, list events of the gateway, events since a cursor, history of events",
  gateway_status:
    "is the bot connected, connection status, gateway status, live events status, latency of the gateway, websocket status, intents of the connection, remaining logins, identify budget",
  messages_ask:
    "ask a person, ask a question with buttons, wait for an answer, yes or no question, let people choose, ask for approval, get a decision, human in the loop, ask the team, ask a role, ask somebody and wait for the reply, multiple choice question, confirm with a person, prompt a user, ask by DM",
  asks_list:
    "open questions, pending questions, my questions, questions without an answer, list approvals, unanswered asks",
  asks_get:
    "answer to a question, has anybody answered, late answer, status of a question, result of an approval, who answered",
  asks_cancel: "take back a question, cancel a question, withdraw a question, withdraw an approval, stop asking"
}
