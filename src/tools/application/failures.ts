import type { Reasons } from "../dsl/Reason.ts"

/** About applications: commands, interactions, and what they sell. */
export const applications = {
  commands_full: {
    on: 30032,
    when: "The application has as many commands of this kind as it can have.",
    recovery:
      "Make the command an option of another with commands_modify_global, or ask the person which command can go.",
    suggested_tool: "commands_list_global"
  },
  command_creations_full: {
    on: 30034,
    when: "The application has created 200 commands today.",
    recovery:
      "Wait until tomorrow, or change a command that is there with commands_modify_guild or commands_modify_global.",
    suggested_tool: "commands_modify_global"
  },
  command_name_taken: {
    on: 40041,
    when: "The application has a command of this name already.",
    recovery:
      "Choose another name, or change the command that is there: commands_list_global {application_id} lists them.",
    suggested_tool: "commands_list_global"
  },
  command_names_twice: {
    on: 50035,
    issue: "APPLICATION_COMMANDS_DUPLICATE_NAME",
    when: "Two commands of one kind would have the same name.",
    recovery: "Give each command of the same kind a name of its own, then call again."
  },
  command_permissions_not_for_bots: {
    on: 20001,
    when: "Discord lets no bot set who may use a command.",
    recovery: "Ask a server admin to set it in Server Settings → Integrations."
  },
  command_without_permissions: {
    on: 10066,
    when: "Nothing is set for this command in the guild.",
    recovery:
      "Read its default_member_permissions with commands_get_global {application_id, command_id}: those hold here.",
    suggested_tool: "commands_get_global"
  },
  interaction_already_answered: {
    on: 40060,
    when: "The interaction has been answered already.",
    recovery:
      "Send more with interactions_create_followup, or change the answer with interactions_edit_original_response.",
    suggested_tool: "interactions_create_followup"
  },
  interaction_not_answered: {
    on: 10015,
    when: "The interaction has not been answered yet, or is older than 15 minutes.",
    recovery:
      "Answer it first with interactions_create_response; after 15 minutes write with messages_send {channel_id}.",
    suggested_tool: "interactions_create_response"
  },
  interaction_token_expired: {
    on: 50027,
    when: "The interaction's token is not valid: it holds for 15 minutes.",
    recovery: "Do not use this token again: write with messages_send {channel_id}, or wait for a new interaction.",
    suggested_tool: "messages_send"
  },
  followups_full: {
    on: 40094,
    when: "The interaction has as many followups as it can have.",
    recovery: "Change one that is there with interactions_edit_followup, or write with messages_send {channel_id}.",
    suggested_tool: "interactions_edit_followup"
  },
  entitlement_not_a_test: {
    on: 40019,
    when: "The entitlement was bought: only test entitlements can be deleted.",
    recovery: "Leave it as it is, and delete only what entitlements_create_test has given."
  },
  sku_not_consumable: {
    on: 40018,
    when: "What the entitlement is for cannot be consumed.",
    recovery: "Choose an entitlement of a consumable SKU: skus_list {application_id} shows the kind of each.",
    suggested_tool: "skus_list"
  },
  entitlement_already_granted: {
    on: 40074,
    when: "The owner has this entitlement already.",
    recovery: "Continue as if it were granted: entitlements_list {application_id} shows who has what.",
    suggested_tool: "entitlements_list"
  },
  sku_not_valid: {
    on: 50057,
    when: "The SKU is not one of this application's.",
    recovery: "Take the sku_id from skus_list {application_id} of the same application.",
    suggested_tool: "skus_list"
  }
} satisfies Reasons
