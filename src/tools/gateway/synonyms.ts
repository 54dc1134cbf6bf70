/** Phrases of users for each tool, in addition to its name and description. */
export const synonyms = {
  gateway_wait_for:
    "wait for a message, wait for a reply, wait until somebody answers, wait for a reaction, wait until someone mentions me, listen for messages, watch a channel, wake me when, tell me when somebody writes, block until a message, await a message, poll for new messages, subscribe to messages, wait for someone to join, notify me of new messages",
  gateway_read:
    "read events, event log, what happened since, recent events, new events, missed events, live messages, list events of the gateway, events since a cursor, history of events",
  gateway_status:
    "is the bot connected, connection status, gateway status, live events status, latency of the gateway, websocket status, intents of the connection, remaining logins, identify budget"
}
