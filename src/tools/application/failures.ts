import type { Reasons } from "../dsl/Reason.ts"

/** Failure reasons of applications: commands, interactions, entitlements. */
export const applications = {
  commands_full: {
    on: 30032,
    when: "The application has the maximum number of commands of this type.",
    recovery:
      "Add the command as an option of another with commands_modify_global, or ask the user which command to delete.",
    suggested_tool: "commands_list_global"
  },
  command_creations_full: {
    on: 30034,
    when: "The application has created 200 commands today.",
    recovery:
      "Wait until tomorrow, or change an existing command with commands_modify_guild or commands_modify_global.",
    suggested_tool: "commands_modify_global"
  },
  command_name_taken: {
    on: 40041,
    when: "The application already has a command with this name.",
    recovery: "Choose another name, or change the existing command: commands_list_global {application_id} lists them.",
    suggested_tool: "commands_list_global"
  },
  command_names_twice: {
    on: 50035,
    issue: "APPLICATION_COMMANDS_DUPLICATE_NAME",
    when: "Two commands of the same type would have the same name.",
    recovery: "Give each command of the same type a different name, then retry."
  },
  command_permissions_not_for_bots: {
    on: 20001,
    when: "Discord does not let bots set command permissions.",
    recovery: "Ask a server admin to set the permissions in Server Settings → Integrations."
  },
  command_without_permissions: {
    on: 10066,
    when: "The guild has no permission settings for this command.",
    recovery: "Read default_member_permissions with commands_get_global {application_id, command_id}: they apply here.",
    suggested_tool: "commands_get_global"
  },
  interaction_already_answered: {
    on: 40060,
    when: "The interaction already has a response.",
    recovery:
      "Send more with interactions_create_followup, or edit the response with interactions_edit_original_response.",
    suggested_tool: "interactions_create_followup"
  },
  interaction_not_answered: {
    on: 10015,
    when: "The interaction has no response yet, or is older than 15 minutes.",
    recovery: "Answer it first with interactions_create_response; after 15 minutes use messages_send {channel_id}.",
    suggested_tool: "interactions_create_response"
  },
  interaction_token_expired: {
    on: 50027,
    when: "The interaction token is invalid or expired: it is valid for 15 minutes.",
    recovery: "Do not use this token again: use messages_send {channel_id}, or wait for a new interaction.",
    suggested_tool: "messages_send"
  },
  followups_full: {
    on: 40094,
    when: "The interaction has the maximum number of follow-up messages.",
    recovery: "Edit an existing one with interactions_edit_followup, or use messages_send {channel_id}.",
    suggested_tool: "interactions_edit_followup"
  },
  entitlement_not_a_test: {
    on: 40019,
    when: "The entitlement was purchased: only test entitlements can be deleted.",
    recovery: "Keep this entitlement, and delete only those that entitlements_create_test created."
  },
  sku_not_consumable: {
    on: 40018,
    when: "The entitlement's SKU is not consumable.",
    recovery: "Choose an entitlement of a consumable SKU: skus_list {application_id} shows each SKU's type.",
    suggested_tool: "skus_list"
  },
  entitlement_already_granted: {
    on: 40074,
    when: "The owner already has this entitlement.",
    recovery: "Continue as if it were granted: entitlements_list {application_id} shows all entitlements.",
    suggested_tool: "entitlements_list"
  },
  sku_not_valid: {
    on: 50057,
    when: "The SKU does not belong to this application.",
    recovery: "Take the sku_id from skus_list {application_id} of the same application.",
    suggested_tool: "skus_list"
  }
} satisfies Reasons
