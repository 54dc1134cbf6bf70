/** The variable that holds a client's token for a server over HTTP. */
export const REMOTE_TOKEN = "DISCORD_MCP_TOKEN"
