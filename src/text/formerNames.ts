/**
 * The former names of tools, and their names now. Clients write a tool as `mcp__effect-discord-mcp__NAME`, and providers
 * reject more than 64 characters, so a name has at most 39. A call by a former name runs the tool.
 */
export const formerNames: Readonly<Record<string, string>> = {
  application_get_role_connection_metadata: "application_get_linked_role_metadata",
  application_modify_role_connection_metadata: "application_modify_linked_role_metadata",
  channels_list_joined_private_archived_threads: "channels_list_joined_archived_threads"
}

/** Returns the name of a tool now: another one only for a former name. */
export const currentName = (name: string): string =>
  Object.hasOwn(formerNames, name) ? (formerNames[name] ?? name) : name
