/** Scenarios of the conformance suite that this server does not pass, each with its reason. */
export const expectedFailures: Readonly<Record<string, string>> = {
  "tools-call-image": "Results of tools are text and structured content. No tool answers with a fixed image.",
  "tools-call-audio": "No tool answers with audio.",
  "tools-call-embedded-resource": "No tool embeds a resource.",
  "tools-call-mixed-content": "No tool mixes text, images and resources.",
  "tools-call-sampling": "The server never asks the client's model. Sampling is deprecated.",
  "tools-call-elicitation":
    "The server asks one fixed question: whether a call shall run. It takes no form from a tool.",
  "elicitation-sep1034-defaults": "The one form that the server sends has no field with a default.",
  "elicitation-sep1330-enums": "The one form that the server sends has one plain enum.",
  "resources-read-text": "It reads test://static-text. The server has only discord:// resources.",
  "resources-read-binary": "It reads test://static-binary. The server has only discord:// resources.",
  "resources-templates-read": "It reads test://template/123/data. The server has only discord:// resources.",
  "resources-subscribe": "The server does not declare the capability to subscribe.",
  "resources-unsubscribe": "The server does not declare the capability to subscribe.",
  "prompts-get-simple": "It asks for test_simple_prompt. The server has prompts for Discord only.",
  "prompts-get-with-args": "It asks for test_prompt_with_arguments. The server has prompts for Discord only.",
  "prompts-get-embedded-resource": "No prompt embeds a resource.",
  "prompts-get-with-image": "No prompt has an image."
}
